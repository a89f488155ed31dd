//! Payoff searches as contenders: the searches for games with chance, several players or hidden
//! cards.

use gametree::clock::{Instant, ThreadTime};
use gametree::{AnyPayoffSearch, Limits, Payoffs, Stop};

use crate::contender::{Choice, Clock, Contender, Failure};

/// A search as a contender; the twin of [`crate::Searcher`]. It proves nothing: where chance or
/// other players still have their say, a proven value is not a proven result.
///
/// In games with hidden cards it is given the true position, as every contender is, and may use no
/// more of it than its seat has seen. [`crate::Blindfold`] makes sure of that.
pub struct PayoffContender<'a, G: Payoffs> {
    search: Box<dyn AnyPayoffSearch<G> + 'a>,
    clock: Clock,
}

impl<'a, G: Payoffs> PayoffContender<'a, G> {
    /// The search, its time measured by the processor.
    pub fn new(search: impl AnyPayoffSearch<G> + 'a) -> Self {
        PayoffContender::boxed(Box::new(search))
    }

    /// The same for a search selected at run time.
    #[must_use]
    pub fn boxed(search: Box<dyn AnyPayoffSearch<G> + 'a>) -> Self {
        PayoffContender {
            search,
            clock: Clock::Cpu,
        }
    }

    /// The same with another clock.
    #[must_use]
    pub fn by(self, clock: Clock) -> Self {
        PayoffContender { clock, ..self }
    }
}

impl<G: Payoffs> Contender<G> for PayoffContender<'_, G> {
    fn new_game(&mut self, seed: u64) {
        self.search.as_mut().new_game_any(seed);
    }

    fn choose(&mut self, position: &G, limits: &Limits) -> Result<Choice<G::Move>, Failure> {
        let (wall, cpu) = (Instant::now(), ThreadTime::now());
        let report = self.search.as_mut().search_payoffs_any(position, limits);
        let time = match self.clock {
            Clock::Cpu => cpu.elapsed(),
            Clock::Wall => wall.elapsed(),
        };
        if report.stop == Stop::Asked {
            return Err(Failure::Stopped);
        }
        let play = report
            .best()
            .ok_or_else(|| Failure::Broken("no move".into()))?;
        Ok(Choice {
            play,
            counts: report.counts,
            time,
            proven: None,
            value: None,
            depth: Some(report.depth).filter(|&depth| depth > 0),
        })
    }
}
