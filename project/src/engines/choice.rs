//! Which engines a run has.

use std::ffi::OsString;
use std::path::PathBuf;

use gametree_farm::BrokerAddress;

/// The word for the built-in engine.
pub const BUILTIN: &str = "builtin";

/// The most workers that a run may have.
pub const MOST_WORKERS: usize = 256;

/// How many engines a farm is expected to have: its workers are not known before they come.
const FARM_ENGINES: usize = 16;

/// The most tasks that may be open at once.
const MOST_WINDOW: usize = 100_000;

/// How many tasks may be open at once, so that this many engines are busy.
#[must_use]
pub fn fitting_window(engines: usize) -> u32 {
    engines.saturating_mul(2).clamp(4, MOST_WINDOW) as u32
}

/// The most hash that a worker may have, in mebibytes.
pub const MOST_HASH: u64 = 1 << 20;

/// The farm of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FarmChoice {
    /// The broker.
    pub broker: BrokerAddress,
    /// Where a broker of this computer has its tokens.
    pub directory: PathBuf,
    /// The game, by its name.
    pub game: String,
    /// The project's name there.
    pub project: String,
    /// The engines that have results in the project; empty where there are none yet.
    pub engines: Vec<String>,
}

impl FarmChoice {
    /// The farm of a broker, for any project.
    #[must_use]
    pub fn at(broker: BrokerAddress) -> FarmChoice {
        FarmChoice {
            broker,
            ..FarmChoice::default()
        }
    }

    /// The same with the directory where a broker of this computer has its tokens.
    #[must_use]
    pub fn kept_in(self, directory: PathBuf) -> FarmChoice {
        FarmChoice { directory, ..self }
    }
}

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
    /// configuration file; empty: no tables.
    pub syzygy: Option<OsString>,
    /// Tables are cleared before every task.
    pub reproducible: bool,
    /// The farm whose workers have the engines; none: they are on this computer.
    pub farm: Option<FarmChoice>,
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

    /// The window of a new project that these engines work for.
    #[must_use]
    pub fn window(&self) -> u32 {
        fitting_window(match (&self.farm, self.count) {
            (Some(_), None) => FARM_ENGINES,
            _ => self.count(),
        })
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
