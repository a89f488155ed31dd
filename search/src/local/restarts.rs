//! Random restarts: a rule that is stuck begins again elsewhere. If a climb succeeds with
//! probability p, 1/p climbs are expected; so even a poor rule is sure to solve a problem that has
//! a solution, if it is quick.
//!
//! ```text
//!  steepest descent on 8 queens: p ≈ 0.14, about 6 failures of 3 steps and 1 success of 4: some 22 steps
//! ```
//!
//! Invariant: every climb goes on with the random numbers where the last one ended, so a run is a
//! function of its seed.

use std::time::Duration;

use super::climb::{Climb, End, Rule};
use super::problem::Problem;
use super::trace::{Curve, Recorder, Watcher};
use crate::limits::{Budget, Counts, Limits, Stop};
use crate::rng::Rng;

/// A rule that begins again when it is stuck.
#[derive(Clone, Copy, Debug)]
pub struct Restarts<R> {
    /// How neighbours are selected.
    pub rule: R,
    /// The most restarts after the first climb; `None` for as many as it takes. (Without a solution
    /// and without another limit that is forever.)
    pub most: Option<u64>,
    /// The seed of everything random.
    pub seed: u64,
}

/// What a local search found.
#[derive(Clone, Debug)]
pub struct Report<S> {
    /// Whether `state` is a solution.
    pub solved: bool,
    /// The last state: the solution, or where the last climb ended.
    pub state: S,
    /// Its cost.
    pub cost: u64,
    /// The least cost of all states seen.
    pub best: u64,
    /// Steps made, over all climbs.
    pub steps: u64,
    /// How often it began again.
    pub restarts: u64,
    /// The limit that ended it; [`Stop::Done`] where it is solved, or stuck with no restarts left.
    pub stop: Stop,
    /// What was spent: states visited as nodes, neighbours examined as moves.
    pub counts: Counts,
    /// Time on the clock.
    pub elapsed: Duration,
    /// The cost over the steps.
    pub curve: Curve,
}

impl<R> Restarts<R> {
    /// One climb and no restart.
    pub fn once(rule: R, seed: u64) -> Restarts<R> {
        Restarts {
            rule,
            most: Some(0),
            seed,
        }
    }

    /// As many climbs as it takes.
    pub fn until_solved(rule: R, seed: u64) -> Restarts<R> {
        Restarts {
            rule,
            most: None,
            seed,
        }
    }

    /// Runs unwatched.
    pub fn search<P: Problem>(&mut self, problem: &P, limits: &Limits) -> Report<P::State>
    where
        R: Rule<P>,
    {
        self.watch(problem, limits, &mut ())
    }

    /// Runs until it is solved, stuck with no restarts left, or stopped. Always looks at one state
    /// at least.
    pub fn watch<P: Problem>(
        &mut self,
        problem: &P,
        limits: &Limits,
        watcher: &mut dyn Watcher,
    ) -> Report<P::State>
    where
        R: Rule<P>,
    {
        let mut budget = Budget::new(limits);
        let mut rng = Rng::new(self.seed);
        let mut recorder = Recorder::new(watcher);
        let (state, end) = loop {
            let mut climb = Climb {
                problem,
                rule: &mut self.rule,
                rng: &mut rng,
                budget: &mut budget,
            };
            let (state, end) = climb.run(&mut recorder);
            if end != End::Stuck || self.most.is_some_and(|most| recorder.now.restarts >= most) {
                break (state, end);
            }
            if let Err(stop) = budget.begin() {
                break (state, End::Stopped(stop));
            }
            recorder.now.restarts += 1;
        };
        Report {
            solved: end == End::Solved,
            state,
            cost: recorder.now.cost,
            best: recorder.best,
            steps: recorder.now.step,
            restarts: recorder.now.restarts,
            stop: if let End::Stopped(stop) = end {
                stop
            } else {
                Stop::Done
            },
            counts: budget.counts,
            elapsed: budget.elapsed(),
            curve: recorder.curve,
        }
    }
}
