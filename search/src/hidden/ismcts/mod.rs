//! Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012): a tree over what
//! players know and not over what is true.
//!
//! ```text
//!   each round                                     two roads: 1 on road A, 3 or −5 behind the fork of road B
//!     draw a world that fits what was seen
//!     walk down: a node is what its player saw,        ○ ──A── 1
//!       a move's count is that of the rounds            ╲
//!       in which it could be selected                    ○ ──left─── 3, −5, 3, …   mean −1
//!     play to the end at random                           ╲─right─── −5, 3, …      mean −1
//!     back up what each player got                     one node for both worlds: A is right
//! ```
//!
//! A move of a node is selected by mean + c √(ln n′ / n), where n counts the rounds in which it was
//! selected and n′ those in which it was there to be selected (a bandit with a subset of its arms).
//! Payoffs become numbers from 0 to 1 by the game's bounds, or by the least and the most that has
//! come up.
//!
//! With [`Observers::Each`] every player has their own tree over what they have seen: no player
//! acts on what is hidden from them. With [`Observers::Single`] there is one tree over what the
//! searching player sees; the others' moves are selected there as if all that they cannot tell apart
//! were one.
//!
//! What the others knew before the search began is part of their nodes where all worlds are listed
//! ([`Minds::Own`]): a player with the king acts otherwise than one with the jack. Where worlds are
//! too many to meet any twice, as in the paper, all their nodes begin alike ([`Minds::Shared`]).
//!
//! The counts do not tend to an equilibrium in every game: the moves are good responses to each
//! other, but not mixed as an equilibrium mixes them. [`crate::cfr`] finds these where a game is
//! small.

mod forest;

use crate::evaluator::Blind;
use crate::game::{Chance, Hidden, Payoffs, Player};
use crate::hidden::worlds::{Auto, Sampler};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::Observer;
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch, with_a_move};
use crate::rng::Rng;
use forest::Forest;

/// Whose eyes the tree is seen through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Observers {
    /// A tree for every player, over what they see (MO-ISMCTS).
    #[default]
    Each,
    /// One tree over what the searching player sees (SO-ISMCTS).
    Single,
}

/// What the other players know before the search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Minds {
    /// `Own` where all worlds are listed, else `Shared`.
    #[default]
    Auto,
    /// All that they have seen.
    Own,
    /// Only what they see from now on.
    Shared,
}

/// Information-set MCTS.
///
/// ```
/// use gametree::{PayoffSearch, Limits, ismcts::Ismcts, fully_observed::FullyObserved, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = Ismcts::new(1).search_payoffs(&FullyObserved::new(tree.root()), &Limits::none());
/// assert_eq!((report.best(), report.worlds), (Some(0), 10_000));
/// ```
#[derive(Clone, Debug)]
pub struct Ismcts<S, E = Blind> {
    /// Gives a world for each round.
    pub sampler: S,
    /// What a game is worth that is not played to its end.
    pub evaluator: E,
    /// The same seed, the same search.
    pub seed: u64,
    /// The weight of curiosity, c. The paper's is 0.7.
    pub exploration: f64,
    /// Whose eyes the tree is seen through.
    pub observers: Observers,
    /// What the other players know before the search begins.
    pub minds: Minds,
    /// A random game is broken off after this many moves; then [`Ismcts::evaluator`] is asked.
    pub playout: u32,
    /// This many rounds where no limit of nodes, moves or time ends the search.
    pub rounds: u64,
}

impl<G: Hidden> Ismcts<Auto<G>> {
    /// The settings of the paper, a tree for each player, games to the end, 10,000 rounds.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Ismcts::with(Blind, seed)
    }
}

impl<G: Hidden, E> Ismcts<Auto<G>, E> {
    /// The same, with values for games that are broken off.
    #[must_use]
    pub fn with(evaluator: E, seed: u64) -> Self {
        Ismcts {
            sampler: Auto::default(),
            evaluator,
            seed,
            exploration: 0.7,
            observers: Observers::Each,
            minds: Minds::Auto,
            playout: 10_000,
            rounds: 10_000,
        }
    }
}

/// With a depth limit the tree ends there, and random games begin. Where chance acts at the root
/// no player is to move, and there is no value.
impl<G, S, E> PayoffSearch<G> for Ismcts<S, E>
where
    G: Hidden + Chance + Payoffs,
    S: Sampler<G>,
    E: PayoffEvaluator<G>,
{
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut budget = Budget::new(limits);
        let mut rng = Rng::new(self.seed);
        let mut forest = Forest::new(
            root,
            Tools {
                budget: &mut budget,
                rng: &mut rng,
                observer,
            },
        );
        let silent = root.outcome().is_some() || root.chances().is_some();
        let result = if silent {
            Ok(0)
        } else {
            forest.run(self, limits)
        };
        let rounds = forest.rounds();
        let findings = forest.findings();
        let stop = match result {
            Err(stop) => stop,
            Ok(_) if root.outcome().is_some() => Stop::Done,
            Ok(_) => Stop::Depth,
        };
        let values = findings
            .best
            .as_ref()
            .map_or_else(|| known(root), |(_, values)| values.clone());
        PayoffReport {
            values,
            line: with_a_move(findings.best.into_iter().map(|(m, _)| m).collect(), root),
            moves: findings.moves,
            proven: root.outcome().is_some(),
            stop,
            depth: 0,
            worlds: rounds,
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.sampler.forget();
    }
}

/// What the players get at an end; nothing elsewhere.
fn known<G: Payoffs>(root: &G) -> Vec<f64> {
    let over = root.outcome().is_some();
    (0..root.players())
        .map(|p| if over { root.payoff(Player(p)) } else { 0.0 })
        .collect()
}

/// What a search works with.
struct Tools<'a, O> {
    budget: &'a mut Budget,
    rng: &'a mut Rng,
    observer: &'a mut O,
}

/// What the rounds found at the root.
struct Findings<M> {
    /// The mean of each move that was tried, for the player to move.
    moves: Vec<(M, f64)>,
    /// The move that was selected most, and its mean for every player.
    best: Option<(M, Vec<f64>)>,
}
