//! Advisers as contenders: the searches for games with chance, several players or hidden cards.

use std::time::Instant;

use cpu_time::ThreadTime;
use gametree::{AnyAdviser, Limits, Payoffs, Stop};

use crate::contender::{Choice, Clock, Contender, Failure};

/// An adviser as a contender; the twin of [`crate::Searcher`]. It proves nothing: where chance or
/// other players still have their say, a proven value is not a proven result.
///
/// In games with hidden cards it is given the true position, as every contender is, and may use no
/// more of it than its seat has seen. [`crate::Blindfold`] makes sure of that.
pub struct Advised<'a, G: Payoffs> {
    adviser: Box<dyn AnyAdviser<G> + 'a>,
    clock: Clock,
}

impl<'a, G: Payoffs> Advised<'a, G> {
    /// The adviser, its time measured by the processor.
    pub fn new(adviser: impl AnyAdviser<G> + 'a) -> Self {
        Advised::boxed(Box::new(adviser))
    }

    /// The same for an adviser chosen at run time.
    #[must_use]
    pub fn boxed(adviser: Box<dyn AnyAdviser<G> + 'a>) -> Self {
        Advised {
            adviser,
            clock: Clock::Cpu,
        }
    }

    /// The same with another clock.
    #[must_use]
    pub fn by(self, clock: Clock) -> Self {
        Advised { clock, ..self }
    }
}

impl<G: Payoffs> Contender<G> for Advised<'_, G> {
    fn new_game(&mut self, seed: u64) {
        self.adviser.as_mut().new_game_any(seed);
    }

    fn choose(&mut self, position: &G, limits: &Limits) -> Result<Choice<G::Move>, Failure> {
        let (wall, cpu) = (Instant::now(), ThreadTime::now());
        let advice = self.adviser.as_mut().advise_any(position, limits);
        let time = match self.clock {
            Clock::Cpu => cpu.elapsed(),
            Clock::Wall => wall.elapsed(),
        };
        if advice.stop == Stop::Asked {
            return Err(Failure::Stopped);
        }
        let play = advice
            .best()
            .ok_or_else(|| Failure::Broken("no move".into()))?;
        Ok(Choice {
            play,
            counts: advice.counts,
            time,
            proven: None,
        })
    }
}
