//! How long tasks will take, from how long tasks took.

use std::time::Duration;

use gametree::Persistent;

use crate::atlas::{Atlas, AtlasError};
use crate::fact::{Fact, Found};
use crate::store::Store;

/// A silence longer than this is a pause, not work: seconds.
const PAUSE: u64 = 600;

/// How many of the latest results count.
const RECENT: usize = 1000;

/// How fast results came recently.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Speed {
    /// Results that count.
    pub evaluations: usize,
    /// Seconds in which an engine worked on them.
    pub seconds: f64,
    /// Positions searched for them.
    pub nodes: u64,
}

impl Speed {
    /// Results per hour; `None` while nothing is measured.
    #[must_use]
    pub fn per_hour(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.evaluations as f64 * 3600.0 / self.seconds)
    }

    /// Positions searched a second; `None` while nothing is measured.
    #[must_use]
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.seconds > 0.0 && self.nodes > 0).then(|| self.nodes as f64 / self.seconds)
    }
}

/// How long this many new tasks will take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// This many.
    pub questions: u64,
    /// The least that will be searched for them.
    pub nodes: u64,
    /// The time, at the recent rate; `None` while nothing is measured.
    pub time: Option<Duration>,
    /// What was measured.
    pub speed: Speed,
}

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// How fast results came recently. Analyses from elsewhere do not count.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn speed(&self) -> Result<Speed, AtlasError> {
        let mut recent = std::collections::VecDeque::new();
        self.each_fact(|fact| {
            if let Fact::Found(Found {
                ticket: Some(_),
                at,
                millis,
                nodes,
                ..
            }) = fact
            {
                recent.push_back((at, millis, nodes));
                if recent.len() > RECENT {
                    recent.pop_front();
                }
            }
        })?;
        Ok(measure(recent.make_contiguous()))
    }

    /// How long this many new tasks will take with the present settings.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn forecast(&self, questions: u64) -> Result<Forecast, AtlasError> {
        let speed = self.speed()?;
        let nodes = questions.saturating_mul(self.graph().settings().nodes);
        let by_nodes = speed.nodes_per_second().map(|rate| nodes as f64 / rate);
        let by_count = speed
            .per_hour()
            .map(|rate| questions as f64 * 3600.0 / rate);
        let time = by_nodes
            .or(by_count)
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Ok(Forecast {
            questions,
            nodes,
            time,
            speed,
        })
    }
}

/// The time between the first result and the last, without pauses. Clocks tell only seconds: the
/// time of the first result itself is added, and a run too short for the clock counts as one
/// worker's.
fn measure(answers: &[(u64, u32, u64)]) -> Speed {
    let gaps = answers
        .windows(2)
        .map(|pair| pair[1].0.saturating_sub(pair[0].0));
    let clock: u64 = gaps.filter(|&gap| gap <= PAUSE).sum();
    let first = answers
        .first()
        .map_or(0.0, |answer| f64::from(answer.1) / 1000.0);
    let work: f64 = answers
        .iter()
        .map(|answer| f64::from(answer.1) / 1000.0)
        .sum();
    let seconds = if clock == 0 {
        work
    } else {
        clock as f64 + first
    };
    Speed {
        evaluations: answers.len(),
        seconds,
        nodes: answers.iter().map(|answer| answer.2).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_do_not_count() {
        let answers = [(100, 2000, 10), (110, 0, 10), (5000, 0, 10), (5010, 0, 10)];
        let speed = measure(&answers);
        assert_eq!((speed.evaluations, speed.nodes), (4, 40));
        assert_eq!(speed.seconds, 22.0);
        assert_eq!(speed.per_hour().map(f64::round), Some(655.0));
    }

    #[test]
    fn short_runs_count_their_own_time() {
        assert_eq!(measure(&[(7, 250, 5), (7, 250, 5)]).seconds, 0.5);
        assert_eq!(measure(&[]).per_hour(), None);
        assert_eq!(measure(&[(7, 0, 5)]).nodes_per_second(), None);
    }
}
