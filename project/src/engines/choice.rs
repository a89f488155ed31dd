//! Which engines a run has.

use std::ffi::OsString;

use super::last_run::LastRun;

/// The word for the built-in engine.
pub const BUILTIN: &str = "builtin";

/// The most workers that a run may have.
pub const MOST_WORKERS: usize = 256;

/// The most hash that a worker may have, in mebibytes.
pub const MOST_HASH: u64 = 1 << 20;

/// Which engines, how many, with what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineChoice {
    /// Commands, or names of the configuration file; none: what is found.
    pub commands: Vec<String>,
    /// Options as `NAME=VALUE`.
    pub options: Vec<String>,
    /// How many processes, or threads of the built-in engine, in all; one per processor where it is
    /// not given.
    pub count: Option<usize>,
    /// Mebibytes of hash for each.
    pub hash: Option<u64>,
    /// Directories of Syzygy tables, separated as in the search path of programs; none: those of the
    /// configuration file.
    pub syzygy: Option<OsString>,
    /// Tables are cleared before every task.
    pub reproducible: bool,
    /// Whether engines may work that have no result in the project yet, beside results of others.
    pub may_change: bool,
}

impl EngineChoice {
    /// The built-in engine.
    #[must_use]
    pub fn builtin(count: usize) -> EngineChoice {
        EngineChoice {
            commands: vec![BUILTIN.into()],
            count: Some(count),
            ..EngineChoice::default()
        }
    }

    /// What is not chosen is as in the last run. Another engine begins without options.
    #[must_use]
    pub fn or_as_before(self, last: Option<&LastRun>) -> EngineChoice {
        let Some(last) = last else { return self };
        let same = self.commands.is_empty() || self.commands == last.commands;
        let or_last = |given: Vec<String>, before: &[String]| match given.is_empty() {
            true => before.to_vec(),
            false => given,
        };
        EngineChoice {
            options: match same {
                true => or_last(self.options, &last.options),
                false => self.options,
            },
            commands: or_last(self.commands, &last.commands),
            count: self.count.or(last.count),
            hash: self.hash.or(last.hash),
            ..self
        }
    }

    /// How many at once.
    #[must_use]
    pub fn count(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.count
            .unwrap_or_else(|| processors().max(self.commands.len()))
            .max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last() -> LastRun {
        LastRun {
            commands: vec!["stockfish".into()],
            options: vec!["Threads=2".into()],
            count: Some(3),
            hash: Some(64),
            ..LastRun::default()
        }
    }

    #[test]
    fn what_is_not_chosen_is_as_before() {
        let chosen = EngineChoice {
            hash: Some(256),
            ..EngineChoice::default()
        };
        let choice = chosen.clone().or_as_before(Some(&last()));
        assert_eq!(choice.commands, ["stockfish"]);
        assert_eq!(choice.options, ["Threads=2"]);
        assert_eq!((choice.count, choice.hash), (Some(3), Some(256)));
        assert_eq!(chosen.clone().or_as_before(None), chosen);
    }

    #[test]
    fn another_engine_begins_without_the_options_of_the_last_one() {
        let other = EngineChoice {
            commands: vec!["lc0".into()],
            ..EngineChoice::default()
        };
        let choice = other.or_as_before(Some(&last()));
        assert_eq!(
            (choice.commands, choice.options),
            (vec!["lc0".into()], vec![])
        );
        let again = EngineChoice {
            commands: vec!["stockfish".into()],
            options: vec!["Threads=1".into()],
            ..EngineChoice::default()
        };
        assert_eq!(again.or_as_before(Some(&last())).options, ["Threads=1"]);
    }
}
