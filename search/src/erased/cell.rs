//! The only place where types end: a typed position behind a trait object.

use std::any::Any;
use std::fmt::{self, Display};
use std::marker::PhantomData;

use super::PackedGame;
use super::abilities::{Abilities, AnyKnowledge, More};
use super::packed::{ErasedMove, PackedMoves};
use super::seen::ErasedSeen;
use crate::archive::MoveTraits;
use crate::board::{Board, Squares};
use crate::finishing::Finish;
use crate::game::{Bounds, Force, Likeness, Outcome, Player};
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// A position of some game that lives at least as long as `'a`.
pub(super) type BoxedCell<'a> = Box<dyn DynPosition + 'a>;

/// This many moves are listed at once; where there are more, the rest follows in a second call.
pub(super) const CHUNK: usize = 16;

/// Which moves are listed.
#[derive(Clone, Copy)]
pub(super) enum Which {
    /// All.
    Legal,
    /// Those of [`crate::Noisy`].
    Noisy,
}

/// Everything that [`super::ErasedPosition`] asks of the typed position.
pub(super) trait DynPosition: Send + Sync {
    fn boxed_clone<'a>(&self) -> BoxedCell<'a>
    where
        Self: 'a;
    fn after<'a>(&self, m: ErasedMove) -> BoxedCell<'a>
    where
        Self: 'a;
    fn as_any(&self) -> Option<&dyn Any>;
    fn with_position<'a>(&self, position: Box<dyn Any>) -> Option<BoxedCell<'a>>
    where
        Self: 'a;
    fn knowledge(&self) -> AnyKnowledge;
    fn with_knowledge<'a>(&self, knowledge: &AnyKnowledge) -> Option<BoxedCell<'a>>
    where
        Self: 'a;

    fn turn(&self) -> Player;
    /// Writes the first moves into the chunk, and tells how many there are in it.
    fn first_moves(&self, which: Which, chunk: &mut [ErasedMove; CHUNK]) -> usize;
    /// The moves that did not fit into the chunk.
    fn later_moves(&self, which: Which) -> Vec<ErasedMove>;
    fn play(&mut self, m: ErasedMove);
    fn outcome(&self) -> Option<Outcome>;
    fn footprint(&self) -> usize;
    fn key(&self) -> u64;
    fn write_move(&self, m: ErasedMove) -> String;
    fn write_state(&self) -> Option<String>;
    fn read_move(&self, text: &str) -> Option<ErasedMove>;
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn board(&self, viewer: Player) -> Option<Board>;
    fn squares(&self, m: ErasedMove) -> Squares;

    fn is_two_player(&self) -> bool;
    fn may_stand_pat(&self) -> bool;
    fn forced(&self) -> Force<ErasedMove>;
    fn promise(&self, m: ErasedMove) -> i32;
    fn likeness(&self, m: ErasedMove) -> Likeness;
    fn most_gain(&self, m: ErasedMove) -> Option<i32>;
    fn null_move<'a>(&self) -> Option<BoxedCell<'a>>
    where
        Self: 'a;
    fn in_check(&self) -> bool;
    fn is_quiet(&self, m: ErasedMove) -> bool;
    fn loses(&self, m: ErasedMove, points: i32) -> bool;

    fn evaluate(&self) -> i32;
    fn play_out(&self, rng: &mut Rng) -> (Outcome, u32);
    fn solves_ends(&self) -> bool;
    fn cost(&self) -> Option<u64>;
    fn finish(&self, budget: &mut Budget) -> Result<Finish<ErasedMove>, Stop>;
    fn knows_prior(&self) -> bool;
    fn prior(&self, chances: &mut Vec<f32>);

    fn chances(&self) -> Option<Vec<(ErasedMove, f64)>>;
    fn players(&self) -> u8;
    fn payoff(&self, player: Player) -> f64;
    fn bounds(&self) -> Bounds;
    fn sum(&self) -> Option<f64>;
    fn expected_payoff(&self, player: Player) -> f64;

    fn is_hidden(&self) -> bool;
    fn news(&self, player: Player, from: usize) -> Vec<ErasedSeen>;
    fn beginning<'a>(&self) -> BoxedCell<'a>
    where
        Self: 'a;
    fn imagine<'a>(&self, player: Player, rng: &mut Rng) -> Option<BoxedCell<'a>>
    where
        Self: 'a;
    fn worlds<'a>(&self, player: Player, most: usize) -> Option<Vec<(BoxedCell<'a>, f64)>>
    where
        Self: 'a;

    fn is_stored(&self) -> bool;
    fn identity(&self) -> u128;
    fn normalize(&mut self);
    fn encode(&self, m: ErasedMove) -> u32;
    fn decode(&self, code: u32) -> Option<ErasedMove>;
    fn write(&self) -> String;
    fn read<'a>(&self, text: &str) -> Result<BoxedCell<'a>, String>
    where
        Self: 'a;
    fn traits(&self, m: ErasedMove) -> MoveTraits;
    fn uci(&self, m: ErasedMove) -> String;
    fn number(&self) -> String;
}

/// Whether the type of the position can be asked for: only of types that borrow nothing.
pub(super) trait Holding<G> {
    fn as_any(position: &G) -> Option<&dyn Any>;
    fn from_any(position: Box<dyn Any>) -> Option<G>;
}

/// The position owns all it is made of.
pub(super) struct Owning;

impl<G: 'static> Holding<G> for Owning {
    fn as_any(position: &G) -> Option<&dyn Any> {
        Some(position)
    }

    fn from_any(position: Box<dyn Any>) -> Option<G> {
        position.downcast().ok().map(|position| *position)
    }
}

/// The position borrows its tree or its rules.
pub(super) struct Borrowing;

impl<G> Holding<G> for Borrowing {
    fn as_any(_: &G) -> Option<&dyn Any> {
        None
    }

    fn from_any(_: Box<dyn Any>) -> Option<G> {
        None
    }
}

/// A typed position with what is known of it.
pub(super) struct Cell<G, C, H> {
    position: G,
    abilities: C,
    holding: PhantomData<fn() -> H>,
}

impl<G, C, H> Cell<G, C, H> {
    #[inline]
    pub fn new(position: G, abilities: C) -> Self {
        Cell {
            position,
            abilities,
            holding: PhantomData,
        }
    }
}

impl<G: PackedGame, C: Abilities<G>, H: Holding<G>> Cell<G, C, H> {
    /// Another position of the same game under the same knowledge.
    #[inline]
    fn boxed<'a>(&self, position: G) -> BoxedCell<'a>
    where
        Self: 'a,
    {
        Box::new(Self::new(position, self.abilities.clone()))
    }
}

#[inline]
fn fill<G: PackedMoves>(
    moves: impl Iterator<Item = G::Move>,
    chunk: &mut [ErasedMove; CHUNK],
) -> usize {
    let mut count = 0;
    for (place, m) in chunk.iter_mut().zip(moves) {
        *place = ErasedMove::of::<G>(m);
        count += 1;
    }
    count
}

fn rest<G: PackedMoves>(moves: impl Iterator<Item = G::Move>) -> Vec<ErasedMove> {
    moves.skip(CHUNK).map(ErasedMove::of::<G>).collect()
}

impl<G: PackedGame, C: Abilities<G>, H: Holding<G>> DynPosition for Cell<G, C, H> {
    fn boxed_clone<'a>(&self) -> BoxedCell<'a>
    where
        Self: 'a,
    {
        self.boxed(self.position.clone())
    }

    fn after<'a>(&self, m: ErasedMove) -> BoxedCell<'a>
    where
        Self: 'a,
    {
        self.boxed(self.position.after(m.typed::<G>()))
    }

    fn as_any(&self) -> Option<&dyn Any> {
        H::as_any(&self.position)
    }

    fn with_position<'a>(&self, position: Box<dyn Any>) -> Option<BoxedCell<'a>>
    where
        Self: 'a,
    {
        H::from_any(position).map(|position| self.boxed(position))
    }

    fn knowledge(&self) -> AnyKnowledge {
        self.abilities.knowledge()
    }

    fn with_knowledge<'a>(&self, knowledge: &AnyKnowledge) -> Option<BoxedCell<'a>>
    where
        Self: 'a,
    {
        let abilities = self.abilities.with_knowledge(knowledge)?;
        Some(Box::new(Self::new(self.position.clone(), abilities)))
    }

    fn turn(&self) -> Player {
        self.position.turn()
    }

    fn first_moves(&self, which: Which, chunk: &mut [ErasedMove; CHUNK]) -> usize {
        match which {
            Which::Legal => fill::<G>(self.position.moves(), chunk),
            Which::Noisy => fill::<G>(self.abilities.noisy(&self.position), chunk),
        }
    }

    fn later_moves(&self, which: Which) -> Vec<ErasedMove> {
        match which {
            Which::Legal => rest::<G>(self.position.moves()),
            Which::Noisy => rest::<G>(self.abilities.noisy(&self.position)),
        }
    }

    fn play(&mut self, m: ErasedMove) {
        self.position.play(m.typed::<G>());
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn footprint(&self) -> usize {
        // What the allocator takes for itself.
        const ALLOCATION: usize = 16;
        let around = size_of::<Self>() - size_of::<G>();
        ALLOCATION + around + self.position.footprint()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn write_move(&self, m: ErasedMove) -> String {
        self.position.write_move(m.typed::<G>())
    }

    fn write_state(&self) -> Option<String> {
        self.position.write_state()
    }

    fn read_move(&self, text: &str) -> Option<ErasedMove> {
        self.position.read_move(text).map(ErasedMove::of::<G>)
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.position, f)
    }

    fn board(&self, viewer: Player) -> Option<Board> {
        self.position.board_for(viewer)
    }

    fn squares(&self, m: ErasedMove) -> Squares {
        self.position.squares(m.typed::<G>())
    }

    fn is_two_player(&self) -> bool {
        self.abilities.is_two_player()
    }

    fn may_stand_pat(&self) -> bool {
        self.abilities.may_stand_pat(&self.position)
    }

    fn forced(&self) -> Force<ErasedMove> {
        match self.abilities.forced(&self.position) {
            Force::Free => Force::Free,
            Force::Only(m) => Force::Only(ErasedMove::of::<G>(m)),
            Force::Win(plies) => Force::Win(plies),
            Force::Loss(plies) => Force::Loss(plies),
        }
    }

    fn promise(&self, m: ErasedMove) -> i32 {
        C::More::promise(&self.position, m.typed::<G>())
    }

    fn likeness(&self, m: ErasedMove) -> Likeness {
        C::More::likeness(&self.position, m.typed::<G>())
    }

    fn most_gain(&self, m: ErasedMove) -> Option<i32> {
        self.abilities.most_gain(&self.position, m.typed::<G>())
    }

    fn null_move<'a>(&self) -> Option<BoxedCell<'a>>
    where
        Self: 'a,
    {
        let passed = self.abilities.null_move(&self.position);
        passed.map(|position| self.boxed(position))
    }

    fn in_check(&self) -> bool {
        self.abilities.in_check(&self.position)
    }

    fn is_quiet(&self, m: ErasedMove) -> bool {
        self.abilities.is_quiet(&self.position, m.typed::<G>())
    }

    fn loses(&self, m: ErasedMove, points: i32) -> bool {
        self.abilities.loses(&self.position, m.typed::<G>(), points)
    }

    fn evaluate(&self) -> i32 {
        self.abilities.evaluate(&self.position)
    }

    fn play_out(&self, rng: &mut Rng) -> (Outcome, u32) {
        self.abilities.play_out(self.position.clone(), rng)
    }

    fn solves_ends(&self) -> bool {
        self.abilities.solves_ends()
    }

    fn cost(&self) -> Option<u64> {
        self.abilities.cost(&self.position)
    }

    fn finish(&self, budget: &mut Budget) -> Result<Finish<ErasedMove>, Stop> {
        let finish = self.abilities.finish(&self.position, budget)?;
        Ok(Finish {
            value: finish.value,
            best: ErasedMove::of::<G>(finish.best),
        })
    }

    fn knows_prior(&self) -> bool {
        self.abilities.knows_prior()
    }

    fn prior(&self, chances: &mut Vec<f32>) {
        self.abilities.prior(&self.position, chances);
    }

    fn chances(&self) -> Option<Vec<(ErasedMove, f64)>> {
        let chances = self.abilities.chances(&self.position)?;
        Some(chances.map(|(m, p)| (ErasedMove::of::<G>(m), p)).collect())
    }

    fn players(&self) -> u8 {
        self.abilities.players(&self.position)
    }

    fn payoff(&self, player: Player) -> f64 {
        self.abilities.payoff(&self.position, player)
    }

    fn bounds(&self) -> Bounds {
        self.abilities.bounds(&self.position)
    }

    fn sum(&self) -> Option<f64> {
        self.abilities.sum(&self.position)
    }

    fn expected_payoff(&self, player: Player) -> f64 {
        self.abilities.expected_payoff(&self.position, player)
    }

    fn is_hidden(&self) -> bool {
        C::More::HIDDEN
    }

    fn news(&self, player: Player, from: usize) -> Vec<ErasedSeen> {
        C::More::news(&self.position, player, from)
    }

    fn beginning<'a>(&self) -> BoxedCell<'a>
    where
        Self: 'a,
    {
        self.boxed(C::More::beginning(&self.position))
    }

    fn imagine<'a>(&self, player: Player, rng: &mut Rng) -> Option<BoxedCell<'a>>
    where
        Self: 'a,
    {
        let world = C::More::imagine(&self.position, player, rng);
        world.map(|world| self.boxed(world))
    }

    fn worlds<'a>(&self, player: Player, most: usize) -> Option<Vec<(BoxedCell<'a>, f64)>>
    where
        Self: 'a,
    {
        let worlds = C::More::worlds(&self.position, player, most)?;
        let boxed = worlds.into_iter().map(|(world, p)| (self.boxed(world), p));
        Some(boxed.collect())
    }

    fn is_stored(&self) -> bool {
        C::More::STORED
    }

    fn identity(&self) -> u128 {
        C::More::identity(&self.position)
    }

    fn normalize(&mut self) {
        C::More::normalize(&mut self.position);
    }

    fn encode(&self, m: ErasedMove) -> u32 {
        C::More::encode(&self.position, m.typed::<G>())
    }

    fn decode(&self, code: u32) -> Option<ErasedMove> {
        C::More::decode(&self.position, code).map(ErasedMove::of::<G>)
    }

    fn write(&self) -> String {
        C::More::write(&self.position)
    }

    fn read<'a>(&self, text: &str) -> Result<BoxedCell<'a>, String>
    where
        Self: 'a,
    {
        C::More::read(text).map(|position| self.boxed(position))
    }

    fn traits(&self, m: ErasedMove) -> MoveTraits {
        C::More::traits(&self.position, m.typed::<G>())
    }

    fn uci(&self, m: ErasedMove) -> String {
        C::More::uci(&self.position, m.typed::<G>())
    }

    fn number(&self) -> String {
        C::More::number(&self.position)
    }
}
