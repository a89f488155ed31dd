//! What searches report in games with chance, several players or hidden cards, and what these
//! searches have in common.
//!
//! Values there are real numbers, one for each player, in the unit of [`Payoffs::payoff`];
//! [`crate::Report`] and [`crate::Search`] are the twins for minimax, with one integer
//! [`crate::Score`]. Events give real numbers in ten-thousandths ([`crate::view::to_fixed`]).

use std::time::Duration;

use crate::game::{Chance, Payoffs};
use crate::limits::{Counts, Limits, Stop};
use crate::observer::{Observer, Watching};

/// The result of a [`PayoffSearch`].
#[derive(Clone, PartialEq, Debug)]
pub struct PayoffReport<M> {
    /// What each player may expect.
    pub values: Vec<f64>,
    /// The expected line of play. Its first move is the move to play; empty only where the game is
    /// over. It ends where chance acts, unless the root itself is such a place: then it is empty
    /// too.
    pub line: Vec<M>,
    /// What each move at the root is worth to the player to move, as far as the search knows it, in
    /// the order of the game's moves. Moves that were cut off, or never tried, are not listed.
    pub moves: Vec<(M, f64)>,
    /// Whether `values` are the game's own rather than estimates.
    pub proven: bool,
    /// Why the search ended.
    pub stop: Stop,
    /// The deepest depth searched completely (0 where the search has no such notion).
    pub depth: u32,
    /// How many worlds were searched, where something is hidden.
    pub worlds: u64,
    /// What was spent.
    pub counts: Counts,
    /// Time on the clock.
    pub elapsed: Duration,
}

impl<M: Copy> PayoffReport<M> {
    /// The move to play; `None` only where no player is to move.
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// The line, or the first legal move where there is none and a player has to move.
pub(crate) fn with_a_move<G: Chance>(line: Vec<G::Move>, root: &G) -> Vec<G::Move> {
    if line.is_empty() && root.outcome().is_none() && root.chances().is_none() {
        return root.moves().take(1).collect();
    }
    line
}

/// A search for games with [`Payoffs`]. Like every search it is *anytime*: stopped at any moment it
/// reports the best so far, and where a player has to move its report has a legal move.
pub trait PayoffSearch<G: Payoffs> {
    /// Searches while an observer watches.
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move>;

    /// A new game begins: forgets everything, and draws its random numbers from this seed.
    fn new_game(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Searches unobserved.
    fn search_payoffs(&mut self, root: &G, limits: &Limits) -> PayoffReport<G::Move> {
        self.watch_payoffs(root, limits, &mut ())
    }
}

/// Any search, behind a pointer: for programs that choose one at run time.
pub trait AnyPayoffSearch<G: Payoffs> {
    /// As [`PayoffSearch::search_payoffs`].
    fn search_payoffs_any(&mut self, root: &G, limits: &Limits) -> PayoffReport<G::Move>;

    /// As [`PayoffSearch::watch_payoffs`].
    fn watch_payoffs_any(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> PayoffReport<G::Move>;

    /// As [`PayoffSearch::new_game`].
    fn new_game_any(&mut self, seed: u64);
}

/// As with [`crate::AnySearch`], only optimised builds compile a separate search without observers.
impl<G: Payoffs, A: PayoffSearch<G>> AnyPayoffSearch<G> for A {
    #[cfg(not(debug_assertions))]
    fn search_payoffs_any(&mut self, root: &G, limits: &Limits) -> PayoffReport<G::Move> {
        self.search_payoffs(root, limits)
    }

    #[cfg(debug_assertions)]
    fn search_payoffs_any(&mut self, root: &G, limits: &Limits) -> PayoffReport<G::Move> {
        self.watch_payoffs_any(root, limits, &mut ())
    }

    fn watch_payoffs_any(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> PayoffReport<G::Move> {
        self.watch_payoffs(root, limits, &mut Watching(observer))
    }

    fn new_game_any(&mut self, seed: u64) {
        self.new_game(seed);
    }
}
