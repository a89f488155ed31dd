//! One climb (or descent, since less is better): a rule's choices, one after another, from one
//! start.

use std::fmt::Debug;

use super::problem::Problem;
use super::trace::Recorder;
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// Where a climb stands.
#[derive(Debug)]
pub struct At<'a, P: Problem> {
    /// The problem.
    pub problem: &'a P,
    /// The state.
    pub state: &'a P::State,
    /// Its cost, above 0.
    pub cost: u64,
}

/// What a rule does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice<M> {
    /// Makes a move, which changes the cost by this much.
    Go(M, i64),
    /// Stays: the neighbour that was drawn is refused, the next may not be.
    Stay,
    /// Gives up here.
    Stuck,
}

/// How neighbours are selected.
pub trait Rule<P: Problem> {
    /// A new climb begins: forgets the last one and gives the state to start from.
    fn start(&mut self, problem: &P, rng: &mut Rng) -> P::State {
        problem.random(rng)
    }

    /// The next choice. Pays for every neighbour that it looks at ([`Budget::spend`]), one at least
    /// unless it is stuck.
    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop>;
}

/// Any rule, behind a pointer: for programs that choose one at run time.
impl<P: Problem> Rule<P> for Box<dyn Rule<P> + '_> {
    fn start(&mut self, problem: &P, rng: &mut Rng) -> P::State {
        (**self).start(problem, rng)
    }

    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop> {
        (**self).choose(at, rng, budget)
    }
}

/// How a climb ended: solved, stuck, or stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Solved,
    Stuck,
    Stopped(Stop),
}

/// Everything a climb is made with.
pub(super) struct Climb<'a, P, R> {
    pub problem: &'a P,
    pub rule: &'a mut R,
    pub rng: &'a mut Rng,
    pub budget: &'a mut Budget,
}

impl<P: Problem, R: Rule<P>> Climb<'_, P, R> {
    /// Climbs from a new start; gives the last state.
    pub(super) fn run(&mut self, recorder: &mut Recorder<'_>) -> (P::State, End) {
        let mut state = self.rule.start(self.problem, self.rng);
        self.budget.visit();
        let mut cost = self.problem.cost(&state);
        recorder.start(cost);
        while cost > 0 {
            let at = At {
                problem: self.problem,
                state: &state,
                cost,
            };
            match self.rule.choose(&at, self.rng, self.budget) {
                Err(stop) => return (state, End::Stopped(stop)),
                Ok(Choice::Stuck) => return (state, End::Stuck),
                Ok(Choice::Stay) => {}
                Ok(Choice::Go(m, delta)) => {
                    self.problem.apply(&mut state, m);
                    self.budget.visit();
                    cost = cost.saturating_add_signed(delta);
                    debug_assert_eq!(
                        cost,
                        self.problem.cost(&state),
                        "{m:?} changed the cost otherwise"
                    );
                    recorder.step(cost);
                }
            }
        }
        (state, End::Solved)
    }
}
