//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983): a random neighbour is accepted if it
//! is better, or else with probability e^(−Δ/T), where the temperature T falls with time: first
//! nearly anything goes, in the end only what is better.
//!
//! ```text
//!   worse by 1 is accepted   T = 4: 78 times in 100    T = 0.5: 14 times in 100    T = 0.1: once in 22,000
//! ```
//!
//! Invariant: what is not worse is always accepted. It is stuck when it is frozen: the temperature
//! has reached its end.

use super::climb::{At, Choice, Rule};
use super::problem::Problem;
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// The temperature over time, in neighbours drawn since the start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Schedule {
    /// From `start`, a factor below 1 with every neighbour, down to `end`.
    Geometric {
        /// The first temperature.
        start: f64,
        /// The factor.
        factor: f64,
        /// Frozen below this.
        end: f64,
    },
    /// From `start` down to 0 in this many neighbours, by equal steps.
    Linear {
        /// The first temperature.
        start: f64,
        /// The number of neighbours.
        steps: u64,
    },
    /// `start` / ln(2 + t): slow enough to be sure of finding the best, given unlimited time (Geman
    /// and Geman 1984).
    Logarithmic {
        /// Some difference of costs that has to be overcome.
        start: f64,
    },
}

impl Schedule {
    /// The temperature after this many neighbours; `None` when frozen.
    ///
    /// ```
    /// use gametree::local::Schedule;
    /// let linear = Schedule::Linear { start: 4.0, steps: 100 };
    /// assert_eq!([0, 50, 100].map(|t| linear.temperature(t)), [Some(4.0), Some(2.0), None]);
    /// let geometric = Schedule::Geometric { start: 4.0, factor: 0.5, end: 0.9 };
    /// assert_eq!([0, 2, 3].map(|t| geometric.temperature(t)), [Some(4.0), Some(1.0), None]);
    /// ```
    #[must_use]
    pub fn temperature(&self, drawn: u64) -> Option<f64> {
        let temperature = match *self {
            Schedule::Geometric { start, factor, end } => {
                // From some power on it is 0 in any case.
                let temperature = start * factor.powf(drawn as f64);
                if temperature < end { 0.0 } else { temperature }
            }
            Schedule::Linear { start, steps } => start * (1.0 - drawn as f64 / steps.max(1) as f64),
            Schedule::Logarithmic { start } => start / (2.0 + drawn as f64).ln(),
        };
        (temperature > 0.0 && temperature.is_finite()).then_some(temperature)
    }
}

/// Simulated annealing.
#[derive(Clone, Copy, Debug)]
pub struct Annealing {
    /// The temperature over time.
    pub schedule: Schedule,
    drawn: u64,
}

impl Annealing {
    /// With this schedule.
    #[must_use]
    pub fn new(schedule: Schedule) -> Annealing {
        Annealing { schedule, drawn: 0 }
    }
}

impl<P: Problem> Rule<P> for Annealing {
    fn start(&mut self, problem: &P, rng: &mut Rng) -> P::State {
        self.drawn = 0;
        problem.random(rng)
    }

    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop> {
        let Some(temperature) = self.schedule.temperature(self.drawn) else {
            return Ok(Choice::Stuck);
        };
        self.drawn += 1;
        budget.spend()?;
        let Some(m) = at.problem.draw(at.state, rng) else {
            return Ok(Choice::Stuck);
        };
        let delta = at.problem.delta(at.state, m);
        let accepted = delta <= 0 || rng.unit() < (-(delta as f64) / temperature).exp();
        Ok(if accepted {
            Choice::Go(m, delta)
        } else {
            Choice::Stay
        })
    }
}
