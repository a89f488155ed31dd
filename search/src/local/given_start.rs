//! A climb from a given state: the figure in a book, or where another search ended.

use super::climb::{At, Choice, Rule};
use super::problem::Problem;
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// A rule whose first climb begins at a given state; restarts begin where the rule says.
#[derive(Clone, Debug)]
pub struct GivenStart<R, S> {
    rule: R,
    start: Option<S>,
}

impl<R, S> GivenStart<R, S> {
    /// The rule, from this state on.
    #[must_use]
    pub fn new(rule: R, start: S) -> GivenStart<R, S> {
        GivenStart {
            rule,
            start: Some(start),
        }
    }
}

impl<P: Problem, R: Rule<P>> Rule<P> for GivenStart<R, P::State> {
    fn start(&mut self, problem: &P, rng: &mut Rng) -> P::State {
        // The rule forgets the last climb when it is asked for a start.
        let drawn = self.rule.start(problem, rng);
        self.start.take().unwrap_or(drawn)
    }

    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop> {
        self.rule.choose(at, rng, budget)
    }
}
