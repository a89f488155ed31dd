//! Searches that answer for one depth and one window: what deepening, aspiration and MTD(f) drive.

use crate::game::Game;
use crate::limits::Budget;
use crate::minimax::depth_first::WindowResult;
use crate::observer::Observer;
use crate::score::Score;
use crate::window::Window;

/// One search of the root: how deep, with which window, which move first.
#[derive(Clone, Copy, Debug)]
pub struct Question<M> {
    /// Plies below the root.
    pub depth: u32,
    /// What matters to the root's mover.
    pub window: Window,
    /// A root move to search before the others.
    pub first: Option<M>,
}

impl<M> Question<M> {
    /// The whole window.
    #[must_use]
    pub fn open(depth: u32) -> Self {
        Question::within(depth, Window::OPEN)
    }

    /// A window of the root mover's, by its ends.
    #[must_use]
    pub fn window(depth: u32, alpha: Score, beta: Score) -> Self {
        Question::within(depth, Window { alpha, beta })
    }

    /// A window of the root mover's.
    #[must_use]
    pub fn within(depth: u32, window: Window) -> Self {
        Question {
            depth,
            window,
            first: None,
        }
    }

    /// The same, one move first.
    #[must_use]
    pub fn first(self, first: Option<M>) -> Self {
        Question { first, ..self }
    }
}

/// A search that can be asked for one depth and one window.
///
/// Contract, fail-soft, for the answer `v` and the true value `t` (root mover's view): `v ≤ alpha`
/// means `t ≤ v`; `v ≥ beta` means `t ≥ v`; otherwise `t = v`.
pub trait Windowed<G: Game> {
    /// Asks once.
    fn probe<O: Observer<G>>(
        &mut self,
        root: &G,
        question: Question<G::Move>,
        budget: &mut Budget,
        observer: &mut O,
    ) -> WindowResult<G::Move>;

    /// As [`crate::Search::new_game`].
    fn new_game(&mut self, seed: u64) {
        let _ = seed;
    }
}
