//! The exact value of a deal with open hands, and of every card that can be played.
//!
//! ```text
//!   tricks of the first side   0 ··· 3 ··· 8     can it take g? yes: try one more; no: try one less;
//!                              low ├────┤ high   until both ends meet
//! ```
//!
//! The questions are answered by partition search (`partition`), and its memory (`table`) speaks of
//! future tricks only, so it serves every question, and every deal.

use gametree::{Budget, Game, Limits, Stop};

use super::open::DoubleDummy;
use super::partition::Walk;
use super::payoff_evaluator::share;
use super::table::Table;
use crate::cards::Card;

/// The result of [`Solver::solve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The tricks of the first side minus those of the second at the end of perfect play, those
    /// already won included.
    pub points: i32,
    /// Nodes visited.
    pub nodes: u64,
}

/// Solves deals with open hands, and remembers what it learnt from one to the next.
///
/// ```
/// use gametree_games::whist::{DoubleDummy, Solver};
/// let mut solver = Solver::new(1 << 20);
/// // North and South have all the spades that matter; hearts are worth a trick to either side.
/// let deal: DoubleDummy = "N:AK.2.. QJ.3.. 32.A.. 54.K..".parse().unwrap_or_else(|e| panic!("{e}"));
/// assert_eq!(solver.solve(&deal).points, 3);
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    table: Table,
}

/// A table of 64 MiB at most.
impl Default for Solver {
    fn default() -> Solver {
        Solver::new(1 << 26)
    }
}

impl Solver {
    /// With a table of at most this many bytes. It starts small; full, it forgets everything.
    #[must_use]
    pub fn new(table_bytes: usize) -> Solver {
        Solver {
            table: Table::new(table_bytes),
        }
    }

    /// Forgets everything. Never needed for correctness.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// How many families of positions it remembers.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.table.len()
    }

    /// The value of a position.
    pub fn solve(&mut self, position: &DoubleDummy) -> Solved {
        match self.solve_within(position, &mut Budget::new(&Limits::none())) {
            Ok(solved) => solved,
            Err(stop) => unreachable!("stopped without a limit: {stop:?}"),
        }
    }

    /// The same within a budget. What was learnt before a stop is saved.
    pub fn solve_within(
        &mut self,
        position: &DoubleDummy,
        budget: &mut Budget,
    ) -> Result<Solved, Stop> {
        let before = budget.counts.nodes;
        let tricks = self.tricks(position, guess(position), budget)?;
        Ok(Solved {
            points: points(position, tricks),
            nodes: budget.counts.nodes - before,
        })
    }

    /// The value after each legal card, as [`Solved::points`], in the order of
    /// [`DoubleDummy::legal`], lowest first.
    pub fn card_values(&mut self, position: &DoubleDummy) -> Vec<(Card, i32)> {
        match self.card_values_within(position, &mut Budget::new(&Limits::none())) {
            (values, Ok(())) => values,
            (_, Err(stop)) => unreachable!("stopped without a limit: {stop:?}"),
        }
    }

    /// The same within a budget: the values of the cards for which there was time, and why there
    /// are no others.
    pub fn card_values_within(
        &mut self,
        position: &DoubleDummy,
        budget: &mut Budget,
    ) -> (Vec<(Card, i32)>, Result<(), Stop>) {
        let mut known = Vec::new();
        let result = self.distinct_values(position, budget, &mut known);
        let value = |card: Card| {
            known
                .iter()
                .find(|(choice, _)| *choice == position.alike(card))
        };
        let values = position
            .legal()
            .iter()
            .filter_map(|card| value(card).map(|&(_, value)| (card, value)));
        (values.collect(), result)
    }

    /// The values of the cards that differ in effect; each is the guess for the next.
    fn distinct_values(
        &mut self,
        position: &DoubleDummy,
        budget: &mut Budget,
        known: &mut Vec<(Card, i32)>,
    ) -> Result<(), Stop> {
        if position.outcome().is_some() {
            return Ok(());
        }
        let mut guess = guess(position);
        for card in position.moves() {
            budget.spend()?;
            let after = position.after(card);
            let gained = i32::from(after.won()[0]) - i32::from(position.won()[0]);
            let tricks = self.tricks(&after, guess - gained, budget)?;
            guess = tricks + gained;
            known.push((card, points(&after, tricks)));
        }
        Ok(())
    }

    /// How many of the tricks that are left the first side takes.
    fn tricks(
        &mut self,
        position: &DoubleDummy,
        guess: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stop> {
        let (mut low, mut high) = (0, i32::from(position.left()));
        let mut goal = guess;
        while low < high {
            goal = goal.clamp(low + 1, high);
            budget.begin()?;
            if (Walk {
                table: &mut self.table,
                budget,
            })
            .takes(position, goal)?
            .yes
            {
                low = goal;
                goal += 1;
            } else {
                high = goal - 1;
                goal -= 1;
            }
        }
        Ok(low)
    }
}

/// Tricks of the first side by its high cards.
fn guess(position: &DoubleDummy) -> i32 {
    let left = f64::from(position.left());
    ((share(position.hands(), position.in_sight(), position.trump()) + 1.0) / 2.0 * left).round()
        as i32
}

/// The points at the end if the first side takes this many of the tricks that are left.
fn points(position: &DoubleDummy, tricks: i32) -> i32 {
    let [first, second] = position.won().map(i32::from);
    first - second + 2 * tricks - i32::from(position.left())
}
