//! What a game can tell beyond its rules, as one private trait whose defaults say "nothing known".
//!
//! A cell ([`super::cell`]) holds a typed position beside a value of one of these types. So every
//! kind of game shares one cell, and says only what it has.

use std::any::Any;
use std::iter;
use std::marker::PhantomData;
use std::sync::Arc;

use super::seen::ErasedSeen;
use super::{HiddenGame, PayoffGame, TwoPlayerGame, TwoPlayerKnowledge};
use crate::archive::{MoveTraits, Readable};
use crate::finishing::{Finish, Finisher};
use crate::game::{Bounds, Force, Game, Guided, Likeness, Outcome, Player};
use crate::limits::{Budget, Stop};
use crate::minmax::{Ignorant, Prior};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::playout::{Playout, Uniform};
use crate::rng::Rng;

/// Knowledge of any type, shared.
pub type AnyKnowledge = Arc<dyn Any + Send + Sync>;

/// What is known of positions of a game, besides its rules, its key and its notation.
#[allow(unused_variables, reason = "the defaults say that nothing is known")]
pub(super) trait Abilities<G: Game>: Clone + Send + Sync {
    /// What else the game itself may tell.
    type More: More<G>;

    fn knowledge(&self) -> AnyKnowledge;
    fn with_knowledge(&self, knowledge: &AnyKnowledge) -> Option<Self>;

    fn noisy(&self, position: &G) -> impl Iterator<Item = G::Move> {
        iter::empty()
    }
    fn may_stand_pat(&self, position: &G) -> bool {
        true
    }
    fn forced(&self, position: &G) -> Force<G::Move> {
        Force::Free
    }
    fn null_move(&self, position: &G) -> Option<G> {
        None
    }
    fn in_check(&self, position: &G) -> bool {
        false
    }
    fn is_quiet(&self, position: &G, m: G::Move) -> bool {
        false
    }
    fn loses(&self, position: &G, m: G::Move, points: i32) -> bool {
        false
    }
    fn most_gain(&self, position: &G, m: G::Move) -> Option<i32> {
        None
    }

    fn evaluate(&self, position: &G) -> i32 {
        0
    }
    fn play_out(&self, position: G, rng: &mut Rng) -> (Outcome, u32) {
        Uniform.play_out(position, rng)
    }
    fn solves_ends(&self) -> bool {
        false
    }
    fn cost(&self, position: &G) -> Option<u64> {
        None
    }
    fn finish(&self, position: &G, budget: &mut Budget) -> Result<Finish<G::Move>, Stop> {
        Err(Stop::Asked)
    }
    fn knows_prior(&self) -> bool {
        false
    }
    fn prior(&self, position: &G, chances: &mut Vec<f32>) {
        Ignorant.chances(position, chances);
    }

    fn is_two_player(&self) -> bool {
        false
    }
    fn chances(&self, position: &G) -> Option<impl Iterator<Item = (G::Move, f64)>> {
        None::<iter::Empty<(G::Move, f64)>>
    }
    fn players(&self, position: &G) -> u8;
    fn payoff(&self, position: &G, player: Player) -> f64;
    fn bounds(&self, position: &G) -> Bounds {
        Bounds::UNKNOWN
    }
    fn sum(&self, position: &G) -> Option<f64> {
        None
    }
    fn expected_payoff(&self, position: &G, player: Player) -> f64 {
        0.0
    }
}

/// Two players, no chance, nothing hidden.
pub(super) struct OfTwo<K, M> {
    knowledge: Arc<K>,
    more: PhantomData<fn() -> M>,
}

impl<K, M> OfTwo<K, M> {
    pub fn new(knowledge: Arc<K>) -> Self {
        OfTwo {
            knowledge,
            more: PhantomData,
        }
    }
}

impl<K, M> Clone for OfTwo<K, M> {
    #[inline]
    fn clone(&self) -> Self {
        OfTwo::new(Arc::clone(&self.knowledge))
    }
}

impl<G, K, M> Abilities<G> for OfTwo<K, M>
where
    G: TwoPlayerGame,
    K: TwoPlayerKnowledge<G>,
    M: More<G>,
{
    type More = M;

    fn knowledge(&self) -> AnyKnowledge {
        self.knowledge.clone()
    }
    fn with_knowledge(&self, knowledge: &AnyKnowledge) -> Option<Self> {
        Arc::clone(knowledge).downcast().ok().map(OfTwo::new)
    }

    #[inline]
    fn noisy(&self, position: &G) -> impl Iterator<Item = G::Move> {
        position.noisy()
    }
    fn may_stand_pat(&self, position: &G) -> bool {
        position.may_stand_pat()
    }
    fn forced(&self, position: &G) -> Force<G::Move> {
        position.forced()
    }
    fn null_move(&self, position: &G) -> Option<G> {
        position.null_move()
    }
    fn in_check(&self, position: &G) -> bool {
        position.in_check()
    }
    fn is_quiet(&self, position: &G, m: G::Move) -> bool {
        position.is_quiet(m)
    }
    fn loses(&self, position: &G, m: G::Move, points: i32) -> bool {
        position.loses(m, points)
    }
    fn most_gain(&self, position: &G, m: G::Move) -> Option<i32> {
        position.most_gain(m)
    }

    fn evaluate(&self, position: &G) -> i32 {
        self.knowledge.evaluate(position)
    }
    fn play_out(&self, position: G, rng: &mut Rng) -> (Outcome, u32) {
        self.knowledge.play_out(position, rng)
    }
    fn solves_ends(&self) -> bool {
        <K as Finisher<G>>::SOLVES
    }
    fn cost(&self, position: &G) -> Option<u64> {
        self.knowledge.cost(position)
    }
    fn finish(&self, position: &G, budget: &mut Budget) -> Result<Finish<G::Move>, Stop> {
        // A finisher may keep a table, and the knowledge is shared: it works on a copy.
        K::clone(&self.knowledge).finish(position, budget)
    }
    fn knows_prior(&self) -> bool {
        <K as Prior<G>>::KNOWS
    }
    fn prior(&self, position: &G, chances: &mut Vec<f32>) {
        Prior::chances(&*self.knowledge, position, chances);
    }

    fn is_two_player(&self) -> bool {
        true
    }
    fn players(&self, _: &G) -> u8 {
        2
    }
    fn payoff(&self, position: &G, player: Player) -> f64 {
        position
            .outcome()
            .map_or(0.0, |outcome| payoff_of(outcome, player))
    }
    fn sum(&self, _: &G) -> Option<f64> {
        Some(0.0)
    }
}

/// What an outcome of a game of two is worth to a player: a win 1, points as they are.
fn payoff_of(outcome: Outcome, player: Player) -> f64 {
    let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
    match outcome {
        Outcome::Win(winner) if winner == player => 1.0,
        Outcome::Win(_) => -1.0,
        Outcome::Draw | Outcome::Loop => 0.0,
        Outcome::Points(points) => sign * f64::from(points),
    }
}

/// Chance, or several players, or both.
pub(super) struct OfPayoffs<E, M> {
    evaluator: Arc<E>,
    more: PhantomData<fn() -> M>,
}

impl<E, M> OfPayoffs<E, M> {
    pub fn new(evaluator: Arc<E>) -> Self {
        OfPayoffs {
            evaluator,
            more: PhantomData,
        }
    }
}

impl<E, M> Clone for OfPayoffs<E, M> {
    #[inline]
    fn clone(&self) -> Self {
        OfPayoffs::new(Arc::clone(&self.evaluator))
    }
}

/// What only some games tell, without any knowledge beside them. Where nothing is hidden the only
/// world is the true one.
#[allow(unused_variables, reason = "the defaults say that nothing is known")]
pub(super) trait More<G: Game> {
    const HIDDEN: bool = false;
    const STORED: bool = false;

    fn promise(position: &G, m: G::Move) -> i32 {
        0
    }
    fn likeness(position: &G, m: G::Move) -> Likeness {
        Likeness::Itself
    }
    fn news(position: &G, player: Player, from: usize) -> Vec<ErasedSeen> {
        Vec::new()
    }
    fn beginning(position: &G) -> G {
        position.clone()
    }
    fn imagine(position: &G, player: Player, rng: &mut Rng) -> Option<G> {
        Some(position.clone())
    }
    fn worlds(position: &G, player: Player, most: usize) -> Option<Vec<(G, f64)>> {
        (most > 0).then(|| vec![(position.clone(), 1.0)])
    }

    fn identity(position: &G) -> u128 {
        not_stored()
    }
    fn normalize(position: &mut G) {}
    fn encode(position: &G, m: G::Move) -> u32 {
        not_stored()
    }
    fn decode(position: &G, code: u32) -> Option<G::Move> {
        not_stored()
    }
    fn write(position: &G) -> String {
        not_stored()
    }
    fn read(text: &str) -> Result<G, String> {
        not_stored()
    }
    fn traits(position: &G, m: G::Move) -> MoveTraits {
        MoveTraits::default()
    }
    fn uci(position: &G, m: G::Move) -> String {
        not_stored()
    }
    fn number(position: &G) -> String {
        String::new()
    }
}

/// [`super::ErasedPosition::is_stored`] says it before.
#[cold]
fn not_stored() -> ! {
    panic!("a position that was made by ErasedPosition::stored")
}

/// Nothing more.
pub(super) struct Plain;

impl<G: Game> More<G> for Plain {}

/// Which moves look good.
pub(super) struct WithPromises;

impl<G: Guided> More<G> for WithPromises {
    fn promise(position: &G, m: G::Move) -> i32 {
        position.promise(m)
    }
    fn likeness(position: &G, m: G::Move) -> Likeness {
        position.likeness(m)
    }
}

/// Which moves look good, and how positions are saved on disk.
pub(super) struct WithArchive;

impl<G: Guided + Readable> More<G> for WithArchive {
    const STORED: bool = true;

    fn promise(position: &G, m: G::Move) -> i32 {
        position.promise(m)
    }
    fn likeness(position: &G, m: G::Move) -> Likeness {
        position.likeness(m)
    }
    fn identity(position: &G) -> u128 {
        position.identity()
    }
    fn normalize(position: &mut G) {
        position.normalize();
    }
    fn encode(position: &G, m: G::Move) -> u32 {
        position.encode(m)
    }
    fn decode(position: &G, code: u32) -> Option<G::Move> {
        position.decode(code)
    }
    fn write(position: &G) -> String {
        position.write()
    }
    fn read(text: &str) -> Result<G, String> {
        G::read(text)
    }
    fn traits(position: &G, m: G::Move) -> MoveTraits {
        position.traits(m)
    }
    fn uci(position: &G, m: G::Move) -> String {
        position.uci(m)
    }
    fn number(position: &G) -> String {
        position.number()
    }
}

/// What the players see.
pub(super) struct WithViews;

impl<G: HiddenGame> More<G> for WithViews {
    const HIDDEN: bool = true;

    fn news(position: &G, player: Player, from: usize) -> Vec<ErasedSeen> {
        let news = position.news(player, from);
        news.into_iter().map(ErasedSeen::new).collect()
    }
    fn beginning(position: &G) -> G {
        position.beginning()
    }
    fn imagine(position: &G, player: Player, rng: &mut Rng) -> Option<G> {
        position.imagine(player, rng)
    }
    fn worlds(position: &G, player: Player, most: usize) -> Option<Vec<(G, f64)>> {
        position.worlds(player, most)
    }
}

impl<G, E, M> Abilities<G> for OfPayoffs<E, M>
where
    G: PayoffGame,
    E: PayoffEvaluator<G> + Send + Sync + 'static,
    M: More<G>,
{
    type More = M;

    fn knowledge(&self) -> AnyKnowledge {
        self.evaluator.clone()
    }
    fn with_knowledge(&self, knowledge: &AnyKnowledge) -> Option<Self> {
        Arc::clone(knowledge).downcast().ok().map(OfPayoffs::new)
    }

    fn chances(&self, position: &G) -> Option<impl Iterator<Item = (G::Move, f64)>> {
        position.chances()
    }
    fn players(&self, position: &G) -> u8 {
        position.players()
    }
    fn payoff(&self, position: &G, player: Player) -> f64 {
        position.payoff(player)
    }
    fn bounds(&self, position: &G) -> Bounds {
        position.bounds()
    }
    fn sum(&self, position: &G) -> Option<f64> {
        position.sum()
    }
    fn expected_payoff(&self, position: &G, player: Player) -> f64 {
        self.evaluator.expected_payoff(position, player)
    }
}
