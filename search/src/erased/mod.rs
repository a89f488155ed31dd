//! One position type for every game: each search is compiled once, whatever the number of games.
//!
//! ```text
//!      typed: games × searches                      erased: games + searches
//!
//!   nim ──────┬──▶ pvs for nim                    nim ──────┐
//!             ├──▶ mcts for nim                   mnk ──────┤
//!   mnk ──────┼──▶ pvs for mnk                    kuhn ─────┼──▶ ErasedPosition ──┬──▶ pvs
//!             ├──▶ mcts for mnk                   whist ────┤    moves are u64    ├──▶ mcts
//!   kuhn ─────┼──▶ pimc for kuhn                  tree ─────┘                     └──▶ pimc
//!             └──▶ cfr for kuhn, …
//! ```
//!
//! A search is a generic function: the compiler makes a copy of it for every game. This is what
//! makes it fast, and what makes a program that offers every search for every game slow to build.
//! Most games are searched to the end in a moment, or are there to be studied: for these one copy
//! is enough. *Compile what is hot, erase what is not.*
//!
//! [`ErasedPosition`] is a box with a typed position and what is known of the game. It implements
//! [`Game`] and every capability, so that every search of the crate takes it. What the game inside
//! lacks is answered by "nothing known": no chance, nothing forced, no passing. [`Own`] is the
//! evaluator, playout, endgame solver and prior of such positions: it asks the typed knowledge in
//! the box. A playout is one virtual call, not one per move.
//!
//! The values, the moves and the node counts are those of the typed search; only the time differs.
//! (One exception: a move of several fields hashes differently from its code, so that two moves may
//! share a slot of the history heuristic in one search and not in the other.)
//!
//! # What the maker promises
//!
//! Traits say what the compiler can check, and the compiler no longer sees the game. So
//! [`crate::TwoPlayer`] is a promise of whoever makes the position: a search for two players without
//! chance may only be given positions of which [`ErasedPosition::is_two_player`] is true, and one
//! for hidden information those of which [`ErasedPosition::is_hidden`] is.
//!
//! ```
//! use std::sync::Arc;
//! use gametree::erased::{ErasedPosition, Knowledge, Own};
//! use gametree::{Limits, Notation, Score, Search, pvs::Pvs, tree::{Estimates, Tree}};
//!
//! let tree: Tree = "(max (min 3 12 8) (min 4 5))".parse().unwrap();
//! let knowledge = Arc::new(Knowledge::new(Estimates));
//! let root = ErasedPosition::two_player_borrowing(tree.two_player().unwrap(), knowledge);
//! assert!(root.is_two_player() && !root.is_hidden());
//!
//! let report = Pvs::new(Own).search(&root, &Limits::none());
//! assert_eq!(report.value, Score::points(4));
//! assert_eq!(root.write_move(report.best().unwrap()), "B");
//! ```

mod abilities;
mod cell;
pub mod check;
mod compiled;
mod game;
mod knowledge;
mod own;
mod packed;
mod sampler;
mod seen;
mod typed;

use std::any::Any;
use std::fmt::{self, Display};
use std::sync::Arc;

pub use abilities::AnyKnowledge;
pub use compiled::Compiled;
pub use knowledge::Knowledge;
pub use own::Own;
pub use packed::{ErasedMove, PackedMoves};
pub use sampler::TypedSampler;
pub use seen::ErasedSeen;
pub use typed::Typed;

use crate::archive::Readable;
use crate::board::Drawn;
use crate::evaluator::Evaluator;
use crate::finishing::Finisher;
use crate::game::{
    Chance, Forced, Game, Guided, Hidden, Keyed, Noisy, Notation, NullMove, Payoffs, TwoPlayer,
};
use crate::minmax::Prior;
use crate::payoff_evaluator::PayoffEvaluator;
use crate::playout::Playout;
use abilities::{Abilities, OfPayoffs, OfTwo, Plain, WithArchive, WithPromises, WithViews};
use cell::{Borrowing, BoxedCell, Cell, Holding, Owning};

/// What every game must be to be erased: moves of 64 bits, keys, notation, a text, and a board
/// where it has one.
pub trait PackedGame: PackedMoves + Keyed + Notation + Display + Drawn + Send + Sync {}

impl<G: PackedMoves + Keyed + Notation + Display + Drawn + Send + Sync> PackedGame for G {}

/// A game of two players with every capability; those that it lacks it declares in one line each,
/// as in `impl NullMove for MyGame {}`.
pub trait TwoPlayerGame: PackedGame + TwoPlayer + Noisy + Forced + Guided + NullMove {}

impl<G: PackedGame + TwoPlayer + Noisy + Forced + Guided + NullMove> TwoPlayerGame for G {}

/// What is known of a game of two besides its rules; [`Knowledge`] puts one together.
pub trait TwoPlayerKnowledge<G: Game>:
    Evaluator<G> + Playout<G> + Finisher<G> + Prior<G> + Clone + Send + Sync + 'static
{
}

impl<G: Game, K> TwoPlayerKnowledge<G> for K where
    K: Evaluator<G> + Playout<G> + Finisher<G> + Prior<G> + Clone + Send + Sync + 'static
{
}

/// A game with payoffs, maybe with chance, for any number of players.
pub trait PayoffGame: PackedGame + Chance + Payoffs {}

impl<G: PackedGame + Chance + Payoffs> PayoffGame for G {}

/// A game with payoffs in which the players do not see everything.
pub trait HiddenGame: PayoffGame + Hidden<Seen: Send + Sync> + 'static {}

impl<G: PayoffGame + Hidden<Seen: Send + Sync> + 'static> HiddenGame for G {}

/// A position of any game, selected at run time. See the [module](self).
pub struct ErasedPosition<'a>(BoxedCell<'a>);

/// Positions are made here; everything else asks the typed position inside.
impl<'a> ErasedPosition<'a> {
    /// A position of two players without chance, in which nothing is hidden.
    pub fn two_player<G, K>(position: G, knowledge: Arc<K>) -> Self
    where
        G: TwoPlayerGame + 'static,
        K: TwoPlayerKnowledge<G>,
    {
        Self::erase::<G, _, Owning>(position, OfTwo::<K, WithPromises>::new(knowledge))
    }

    /// The same for a game whose positions are saved on disk: the erased position is
    /// [`Persistent`](crate::Persistent) too.
    pub fn stored<G, K>(position: G, knowledge: Arc<K>) -> Self
    where
        G: TwoPlayerGame + Readable,
        K: TwoPlayerKnowledge<G>,
    {
        Self::erase::<G, _, Owning>(position, OfTwo::<K, WithArchive>::new(knowledge))
    }

    /// The same for a position that borrows its tree or its rules: its type cannot be asked for
    /// ([`ErasedPosition::downcast_ref`]).
    pub fn two_player_borrowing<G, K>(position: G, knowledge: Arc<K>) -> Self
    where
        G: TwoPlayerGame + 'a,
        K: TwoPlayerKnowledge<G>,
    {
        Self::erase::<G, _, Borrowing>(position, OfTwo::<K, WithPromises>::new(knowledge))
    }

    /// A position with chance or with several players, in which nothing is hidden.
    pub fn payoff<G, E>(position: G, evaluator: Arc<E>) -> Self
    where
        G: PayoffGame + 'static,
        E: PayoffEvaluator<G> + Send + Sync + 'static,
    {
        Self::erase::<G, _, Owning>(position, OfPayoffs::<E, Plain>::new(evaluator))
    }

    /// The same for a position that borrows its tree or its rules.
    pub fn payoff_borrowing<G, E>(position: G, evaluator: Arc<E>) -> Self
    where
        G: PayoffGame + 'a,
        E: PayoffEvaluator<G> + Send + Sync + 'static,
    {
        Self::erase::<G, _, Borrowing>(position, OfPayoffs::<E, Plain>::new(evaluator))
    }

    /// As [`ErasedPosition::payoff`], of a game that tells which moves look good.
    pub fn payoff_guided<G, E>(position: G, evaluator: Arc<E>) -> Self
    where
        G: PayoffGame + Guided + 'static,
        E: PayoffEvaluator<G> + Send + Sync + 'static,
    {
        Self::erase::<G, _, Owning>(position, OfPayoffs::<E, WithPromises>::new(evaluator))
    }

    /// A position in which the players do not see everything.
    pub fn hidden<G, E>(position: G, evaluator: Arc<E>) -> Self
    where
        G: HiddenGame,
        E: PayoffEvaluator<G> + Send + Sync + 'static,
    {
        Self::erase::<G, _, Owning>(position, OfPayoffs::<E, WithViews>::new(evaluator))
    }

    fn erase<G, C, H>(position: G, abilities: C) -> Self
    where
        G: PackedGame + 'a,
        C: Abilities<G> + 'a,
        H: Holding<G> + 'a,
    {
        ErasedPosition(Box::new(Cell::<G, C, H>::new(position, abilities)))
    }

    /// Whether the game is one of two players, without chance, with nothing hidden.
    #[must_use]
    pub fn is_two_player(&self) -> bool {
        self.0.is_two_player()
    }

    /// Whether the players do not see everything. Where they do, the only world is the true one,
    /// and views are empty; [`crate::fully_observed::FullyObserved`] gives such a game views.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// Whether the position was made by [`ErasedPosition::stored`]: only such positions may be asked
    /// what [`Persistent`](crate::Persistent) tells.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.0.is_stored()
    }

    /// A position of the same game, from a text that
    /// [`Persistent::write`](crate::Persistent::write) wrote. The text does not say which game it
    /// belongs to: any position of that game can read it.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    pub fn read(&self, text: &str) -> Result<Self, String> {
        self.0.read(text).map(ErasedPosition)
    }

    /// Whether the game's knowledge considers some moves likelier than others.
    #[must_use]
    pub fn knows_prior(&self) -> bool {
        self.0.knows_prior()
    }

    /// Whether the game has a solver for its last moves.
    #[must_use]
    pub fn solves_ends(&self) -> bool {
        self.0.solves_ends()
    }

    /// The typed position, where it is of this type and borrows nothing: for solvers and programs
    /// that know one game only. [`Typed`] makes searches of them.
    #[must_use]
    pub fn downcast_ref<G: 'static>(&self) -> Option<&G> {
        self.0.as_any()?.downcast_ref()
    }

    /// Another position of the same game under the same knowledge; `None` where the game is another
    /// one.
    #[must_use]
    pub fn with_position<G: Any>(&self, position: G) -> Option<ErasedPosition<'a>> {
        self.0.with_position(Box::new(position)).map(ErasedPosition)
    }

    /// What is known of the game: what the position was made with.
    #[must_use]
    pub fn knowledge(&self) -> AnyKnowledge {
        self.0.knowledge()
    }

    /// The same position under other knowledge of the same type, such as learned weights for one
    /// player of a match. `None` where it is of another type.
    #[must_use]
    pub fn with_knowledge(&self, knowledge: &AnyKnowledge) -> Option<ErasedPosition<'a>> {
        self.0.with_knowledge(knowledge).map(ErasedPosition)
    }
}

impl Clone for ErasedPosition<'_> {
    #[inline]
    fn clone(&self) -> Self {
        ErasedPosition(self.0.boxed_clone())
    }
}

impl Display for ErasedPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.print(f)
    }
}

impl fmt::Debug for ErasedPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErasedPosition({self})")
    }
}
