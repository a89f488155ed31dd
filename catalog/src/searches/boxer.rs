//! How a search of one type becomes one behind a pointer.
//!
//! The builders of searches do not know whether they build for a game that is compiled or for the
//! erased position: they hand the search to a [`Boxer`].

use std::marker::PhantomData;

use gametree::erased::{Own, PackedGame, Typed};
use gametree::finishing::{Finisher, Finishing};
use gametree::{AnySearch, Game, Search};

use crate::knowledge::Position;

/// A search of positions whose type is erased.
pub type BoxedSearch = Box<dyn AnySearch<Position>>;

/// Puts a search for `G` behind a pointer.
pub trait Boxer<G: Game> {
    /// Takes a search of whatever type.
    fn boxed<S: Search<G> + 'static>(self, search: S) -> BoxedSearch;
}

/// For games that are compiled: the search is built for their own type, without observers. With a
/// finisher the last moves are left to it.
pub struct CompiledBoxer<G, F> {
    finisher: Option<F>,
    game: PhantomData<G>,
}

impl<G, F> CompiledBoxer<G, F> {
    /// With this finisher, if any.
    pub fn new(finisher: Option<F>) -> Self {
        CompiledBoxer {
            finisher,
            game: PhantomData,
        }
    }
}

impl<G: PackedGame + 'static, F: Finisher<G> + 'static> Boxer<G> for CompiledBoxer<G, F> {
    fn boxed<S: Search<G> + 'static>(self, inner: S) -> BoxedSearch {
        // Only where the game has an end to solve is a second search compiled.
        if F::SOLVES
            && let Some(finisher) = self.finisher
        {
            return Box::new(Typed::new(Finishing { inner, finisher }));
        }
        Box::new(Typed::new(inner))
    }
}

/// For the erased position: one instance of every search, which can be watched.
pub struct ErasedBoxer {
    /// Whether the last moves are left to the game's own solver.
    pub finishing: bool,
}

impl Boxer<Position> for ErasedBoxer {
    fn boxed<S: Search<Position> + 'static>(self, search: S) -> BoxedSearch {
        let search: BoxedSearch = Box::new(search);
        if !self.finishing {
            return search;
        }
        Box::new(Finishing {
            inner: search,
            finisher: Own,
        })
    }
}
