//! What the facts say of time.

use gametree_atlas::fact::{Fact, Found};

use crate::error::Result;
use crate::paths::File;

/// A silence longer than this is a pause, not work: seconds.
const PAUSE: u64 = 600;

/// What a source has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Its results.
    pub answers: u64,
    /// Positions that it has searched.
    pub nodes: u64,
    /// Milliseconds of searching.
    pub millis: u64,
}

/// What the facts say of time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Times {
    /// How many facts have been read.
    facts: u64,
    /// The first result.
    pub first: Option<u64>,
    /// The last result.
    pub last: Option<u64>,
    /// Seconds between results, without pauses.
    pub worked: u64,
    /// Results that took time here.
    answers: u64,
    /// Tasks that failed.
    pub failures: u64,
    by_source: Vec<Work>,
}

impl Times {
    /// Reads the facts of a project that it has not read yet.
    pub fn read(&mut self, atlas: &File) -> Result<()> {
        let mut next = self.clone();
        atlas
            .store()
            .replay_from(self.facts, &mut |fact| next.hear(&fact))?;
        *self = next;
        Ok(())
    }

    /// What a source has done.
    pub fn by_source(&self, number: usize) -> Work {
        self.by_source.get(number).copied().unwrap_or_default()
    }

    fn hear(&mut self, fact: &Fact) {
        self.facts += 1;
        match fact {
            Fact::Found(found) => self.found(found),
            Fact::Failed { .. } => self.failures += 1,
            _ => {}
        }
    }

    fn found(&mut self, found: &Found) {
        let place = usize::from(found.source);
        if self.by_source.len() <= place {
            self.by_source.resize(place + 1, Work::default());
        }
        let work = &mut self.by_source[place];
        work.answers += 1;
        work.nodes += found.nodes;
        work.millis += u64::from(found.millis);
        // What was imported took no time here.
        if found.ticket.is_some() {
            let gap = self.last.map_or(0, |last| found.at.saturating_sub(last));
            self.worked += if gap <= PAUSE { gap } else { 0 };
            self.answers += 1;
            self.first = self.first.or(Some(found.at));
            self.last = Some(found.at);
        }
    }

    /// Results per hour. Clocks tell seconds: a run too short for them is measured by the engines'
    /// own time.
    pub fn per_hour(&self) -> Option<f64> {
        let own: u64 = self.by_source.iter().map(|work| work.millis).sum();
        let seconds = if self.worked > 0 {
            self.worked as f64
        } else {
            own as f64 / 1000.0
        };
        (seconds > 0.0 && self.answers > 0).then(|| self.answers as f64 * 3600.0 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use gametree_atlas::fact::Scope;

    use super::*;

    fn found(at: u64, ticket: Option<u64>, millis: u32) -> Fact {
        Fact::Found(Found {
            ticket,
            node: 0,
            scope: Scope::Whole,
            value: 0,
            line: Vec::new(),
            shown: Vec::new(),
            depth: 1,
            nodes: 100,
            source: 0,
            millis,
            at,
            wdl: None,
            lines: Vec::new(),
        })
    }

    #[test]
    fn pauses_and_imports_do_not_count() {
        let mut times = Times::default();
        for fact in [
            found(100, Some(0), 500),
            found(150, None, 0),
            found(200, Some(1), 500),
        ] {
            times.hear(&fact);
        }
        times.hear(&found(90_000, Some(2), 500));
        assert_eq!(
            (times.answers, times.worked, times.first, times.last),
            (3, 100, Some(100), Some(90_000))
        );
        assert_eq!(times.per_hour(), Some(108.0));
        assert_eq!(
            times.by_source,
            [Work {
                answers: 4,
                nodes: 400,
                millis: 1500
            }]
        );
    }

    #[test]
    fn short_runs_are_measured_by_the_engines() {
        let mut times = Times::default();
        times.hear(&found(100, Some(0), 500));
        assert_eq!(times.per_hour(), Some(7200.0));
        assert_eq!(Times::default().per_hour(), None);
    }
}
