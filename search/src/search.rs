//! What all searches have in common.

use crate::game::Game;
use crate::limits::Limits;
use crate::observer::{Observer, Watching};
use crate::report::Report;

/// A search: a position and limits in, a [`Report`] out. Every search is *anytime*: stopped at
/// any moment it reports the best so far and why it stopped, and unless the game is over
/// there is a legal move in the report.
pub trait Search<G: Game> {
    /// Searches while an observer watches.
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move>;

    /// A new game begins: forgets everything that earlier searches left, tables and trees, and
    /// draws its random numbers from this seed. The same game played again is then the same.
    fn new_game(&mut self, seed: u64) {
        let _ = seed;
    }

    /// From now on the best lines are searched one after the other, this many of them (MultiPV),
    /// and reported by [`Event::Lines`](crate::Event::Lines); the report is the first one's. A
    /// search that can only find the best move does that.
    fn set_lines(&mut self, lines: u32) {
        let _ = lines;
    }

    /// Searches unobserved.
    fn search(&mut self, root: &G, limits: &Limits) -> Report<G::Move> {
        self.watch(root, limits, &mut ())
    }
}

/// Any search, behind a pointer: for programs that choose one at run time.
pub trait AnySearch<G: Game> {
    /// As [`Search::search`].
    fn search_any(&mut self, root: &G, limits: &Limits) -> Report<G::Move>;

    /// As [`Search::watch`].
    fn watch_any(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Report<G::Move>;

    /// As [`Search::new_game`].
    fn new_game_any(&mut self, seed: u64);

    /// As [`Search::set_lines`].
    fn set_lines_any(&mut self, lines: u32);
}

/// What the pointer leads to is a search like any other, and may be part of one.
impl<G: Game> Search<G> for Box<dyn AnySearch<G> + '_> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        (**self).watch_any(root, limits, observer)
    }

    fn new_game(&mut self, seed: u64) {
        (**self).new_game_any(seed);
    }

    fn set_lines(&mut self, lines: u32) {
        (**self).set_lines_any(lines);
    }

    fn search(&mut self, root: &G, limits: &Limits) -> Report<G::Move> {
        (**self).search_any(root, limits)
    }
}

/// Optimised builds compile a separate search without observers. In others one serves both, which
/// halves the code to compile for a program that offers every search for every game.
impl<G: Game, S: Search<G>> AnySearch<G> for S {
    #[cfg(not(debug_assertions))]
    fn search_any(&mut self, root: &G, limits: &Limits) -> Report<G::Move> {
        self.search(root, limits)
    }

    #[cfg(debug_assertions)]
    fn search_any(&mut self, root: &G, limits: &Limits) -> Report<G::Move> {
        self.watch_any(root, limits, &mut ())
    }

    fn watch_any(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Report<G::Move> {
        self.watch(root, limits, &mut Watching(observer))
    }

    fn new_game_any(&mut self, seed: u64) {
        self.new_game(seed);
    }

    fn set_lines_any(&mut self, lines: u32) {
        self.set_lines(lines);
    }
}
