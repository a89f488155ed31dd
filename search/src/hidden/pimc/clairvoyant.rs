//! Solving a world in which nothing is hidden.

use crate::game::{Chance, Payoffs, Player};
use crate::limits::{Budget, Counts, Limits, Stop};
use crate::payoff_search::PayoffSearch;

/// Sees everything: says what each move is worth in a world. A double-dummy solver is one; any
/// [`PayoffSearch`] becomes one by [`InnerSearch`].
pub trait Clairvoyant<G: Payoffs> {
    /// What the moves of a world are worth. The game is not over there, and a player has to act.
    fn sight(&mut self, world: &G, limits: &Limits) -> Sight<G::Move>;

    /// A new game begins: forgets everything, and draws its random numbers from this seed.
    fn new_game(&mut self, seed: u64) {
        let _ = seed;
    }
}

/// What a [`Clairvoyant`] sees.
#[derive(Clone, PartialEq, Debug)]
pub struct Sight<M> {
    /// For each move what every player gets. Moves may be missing where a limit came first.
    pub moves: Vec<(M, Vec<f64>)>,
    /// Why it ended.
    pub stop: Stop,
    /// What was spent.
    pub counts: Counts,
}

/// Any search for open games as a clairvoyant. It is asked once where it reports the values of all
/// moves, as [`crate::expectiminimax`] does; otherwise, and among more than two players, once for
/// every move.
#[derive(Clone, Copy, Debug)]
pub struct InnerSearch<A> {
    /// The search.
    pub search: A,
    /// It has turned out not to report the values of all moves.
    one_by_one: bool,
}

impl<A> InnerSearch<A> {
    /// By this search.
    #[must_use]
    pub fn by(search: A) -> InnerSearch<A> {
        InnerSearch {
            search,
            one_by_one: false,
        }
    }
}

impl<G: Chance + Payoffs, A: PayoffSearch<G>> Clairvoyant<G> for InnerSearch<A> {
    fn sight(&mut self, world: &G, limits: &Limits) -> Sight<G::Move> {
        if world.players() != 2 || self.one_by_one {
            return self.move_by_move(world, limits, Counts::default());
        }
        let report = self.search.search_payoffs(world, limits);
        let limited = !matches!(report.stop, Stop::Done | Stop::Depth);
        if limited || report.moves.len() == world.moves().count() {
            let moves = report
                .moves
                .into_iter()
                .map(|(m, value)| (m, both(world, value)))
                .collect();
            return Sight {
                moves,
                stop: report.stop,
                counts: report.counts,
            };
        }
        self.one_by_one = true;
        self.move_by_move(world, limits, report.counts)
    }

    fn new_game(&mut self, seed: u64) {
        self.one_by_one = false;
        self.search.new_game(seed);
    }
}

impl<A> InnerSearch<A> {
    /// One search for every move, each with an equal part of what is left.
    fn move_by_move<G>(&mut self, world: &G, limits: &Limits, spent: Counts) -> Sight<G::Move>
    where
        G: Chance + Payoffs,
        A: PayoffSearch<G>,
    {
        let mut budget = Budget::new(limits);
        budget.counts += spent;
        let moves: Vec<G::Move> = world.moves().collect();
        let mut sight = Sight {
            moves: Vec::new(),
            stop: Stop::Done,
            counts: spent,
        };
        for (i, &m) in moves.iter().enumerate() {
            if let Err(stop) = budget.begin().and_then(|()| budget.spend()) {
                sight.stop = stop;
                break;
            }
            let left = super::share(&budget.left_of(limits), (moves.len() - i) as u64, 1);
            let left = Limits {
                depth: left.depth.map(|depth| depth.saturating_sub(1)),
                ..left
            };
            let report = self.search.search_payoffs(&world.after(m), &left);
            budget.counts += report.counts;
            if report.stop != Stop::Done {
                sight.stop = report.stop;
            }
            sight.moves.push((m, report.values));
        }
        sight.counts = budget.counts;
        sight
    }
}

/// What both of two players get, by what the mover gets.
fn both<G: Payoffs>(world: &G, mine: f64) -> Vec<f64> {
    let theirs = world.sum().unwrap_or(0.0) - mine;
    if world.turn() == Player::FIRST {
        vec![mine, theirs]
    } else {
        vec![theirs, mine]
    }
}
