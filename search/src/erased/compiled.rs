//! Compile what is hot, erase what is not: one search, at full speed while it is not observed.

use std::fmt;

use super::{ErasedMove, ErasedPosition};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::search::Search;

/// The same search twice: compiled for its game where it is not observed, on erased positions where
/// it is. So a game whose speed people measure has each search compiled once, and an
/// observer sees what it sees of every other game.
///
/// Both give the same result, so that it does not matter which of them ran.
///
/// ```
/// use gametree::{Limits, Score, Search, alphabeta::AlphaBeta, erased::{Compiled, Own, Typed}};
/// # use std::sync::Arc;
/// # use gametree::{Blind, Event, erased::{ErasedPosition, Knowledge}, tree::{Tree, TwoPlayerTree}};
/// # let tree: Tree = "(max (min 3 12 8) (min 2 4 6))".parse().unwrap();
/// # let tree: &'static Tree = Box::leak(Box::new(tree));
/// # let root = tree.two_player().unwrap();
/// let root = ErasedPosition::two_player(root, Arc::new(Knowledge::new(Blind)));
/// let hot = Typed::<TwoPlayerTree<'static>, _>::new(AlphaBeta::blind());
/// let mut search = Compiled::new(hot, || AlphaBeta { evaluator: Own });
///
/// let mut events = 0;
/// let watched = search.watch(&root, &Limits::none(), &mut |_: &Event<ErasedPosition>| events += 1);
/// let unwatched = search.search(&root, &Limits::none());
/// assert_eq!((watched.value, unwatched.value), (Score::points(3), Score::points(3)));
/// assert_eq!(watched.counts, unwatched.counts);
/// assert!(events > 0);
/// ```
pub struct Compiled<S, F, T> {
    typed: S,
    make: F,
    /// Made when it is first observed: a search may hold a large table.
    erased: Option<T>,
    /// The seed of the game that is played, for a search that is made in the middle of it.
    seed: Option<u64>,
    /// How many lines are asked for, for the same reason.
    lines: u32,
}

impl<S, F: Fn() -> T, T> Compiled<S, F, T> {
    /// `typed` searches while it is not observed; `make` makes the search that is.
    pub fn new(typed: S, make: F) -> Self {
        Compiled {
            typed,
            make,
            erased: None,
            seed: None,
            lines: 1,
        }
    }
}

impl<S: fmt::Debug, F, T> fmt::Debug for Compiled<S, F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Compiled").field(&self.typed).finish()
    }
}

impl<'a, S, F, T> Search<ErasedPosition<'a>> for Compiled<S, F, T>
where
    S: Search<ErasedPosition<'a>>,
    F: Fn() -> T,
    T: Search<ErasedPosition<'a>>,
{
    fn watch<O: Observer<ErasedPosition<'a>>>(
        &mut self,
        root: &ErasedPosition<'a>,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<ErasedMove> {
        if !observer.watches() {
            return self.typed.search(root, limits);
        }
        let seed = self.seed;
        let lines = self.lines;
        let make = || {
            let mut made = (self.make)();
            if let Some(seed) = seed {
                made.new_game(seed);
            }
            made.set_lines(lines);
            made
        };
        self.erased
            .get_or_insert_with(make)
            .watch(root, limits, observer)
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = Some(seed);
        self.typed.new_game(seed);
        if let Some(erased) = &mut self.erased {
            erased.new_game(seed);
        }
    }

    fn set_lines(&mut self, lines: u32) {
        self.lines = lines;
        self.typed.set_lines(lines);
        if let Some(erased) = &mut self.erased {
            erased.set_lines(lines);
        }
    }
}
