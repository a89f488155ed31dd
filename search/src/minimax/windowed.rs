//! Searches that answer for one depth and one window: what deepening, aspiration and MTD(f) drive.

use crate::game::TwoPlayer;
use crate::limits::Budget;
use crate::minimax::depth_first::WindowResult;
use crate::observer::{Event, Observer};
use crate::score::Score;
use crate::view;
use crate::window::Window;

/// One search of the root: how deep, with which window, which move first, and without which moves.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q, M> {
    /// Plies below the root.
    pub depth: u32,
    /// What matters to the root's mover.
    pub window: Window,
    /// A root move to search before the others.
    pub first: Option<M>,
    /// Root moves to leave out: what are the others worth? At least one legal move is left.
    pub without: &'q [M],
}

impl<'q, M> Question<'q, M> {
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
            without: &[],
        }
    }

    /// A window of this many points on both sides of the value that is expected (aspiration). Open
    /// where nothing is expected, or a win or a loss: another distance falls out of any window.
    #[must_use]
    pub fn around(depth: u32, expected: Option<Score>, points: Option<i32>) -> Self {
        match (expected, points) {
            (Some(value), Some(points)) if !value.is_decided() => {
                Question::window(depth, value.plus(-points), value.plus(points))
            }
            _ => Question::open(depth),
        }
    }

    /// The same, one move first.
    #[must_use]
    pub fn first(self, first: Option<M>) -> Self {
        Question { first, ..self }
    }

    /// The same, these moves left out.
    #[must_use]
    pub fn without(self, without: &'q [M]) -> Self {
        Question { without, ..self }
    }
}

/// A search that can be asked for one depth and one window.
///
/// Contract, fail-soft, for the answer `v` and the true value `t` (root mover's view): `v ≤ alpha`
/// means `t ≤ v`; `v ≥ beta` means `t ≥ v`; otherwise `t = v`.
pub trait Windowed<G: TwoPlayer> {
    /// Asks once.
    fn probe<O: Observer<G>>(
        &mut self,
        root: &G,
        question: Question<'_, G::Move>,
        budget: &mut Budget,
        observer: &mut O,
    ) -> WindowResult<G::Move>;

    /// Asks, and where the value falls out of the window, again with that side thrown open.
    fn probe_widening<O: Observer<G>>(
        &mut self,
        root: &G,
        mut question: Question<'_, G::Move>,
        budget: &mut Budget,
        observer: &mut O,
    ) -> WindowResult<G::Move> {
        loop {
            observer.see(&Event::Iteration {
                depth: question.depth,
                window: view::flip_window(question.window, root.turn()),
            });
            let probe = self.probe(root, question, budget, observer);
            let inside = question.window.contains(probe.value);
            if probe.stopped.is_some() || inside || root.outcome().is_some() {
                return probe;
            }
            if probe.value <= question.window.alpha {
                question.window.alpha = -Score::INFINITY;
            } else {
                question.window.beta = Score::INFINITY;
                question.first = probe.line.first().copied().or(question.first);
            }
        }
    }

    /// As [`crate::Search::new_game`].
    fn new_game(&mut self, seed: u64) {
        let _ = seed;
    }
}
