//! The grammar of `analyse`.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;
use gametree_project::EngineChoice;
use gametree_project::engines::FarmChoice;

use crate::broker_access::AccessArgs;
use crate::commands::growth::GrowthArgs;

/// The games that can be projects, as the catalog lists them.
fn game_help() -> String {
    let games = gametree_project::games::names().join(", ");
    format!("The game [default: the project's own, else chess]: {games}")
}

/// `analyse`.
#[derive(Args, Debug)]
pub struct AnalyseArgs {
    /// The position: a FEN, `startpos`, moves from there; or a PGN file, which comes in whole, with
    /// all tasks for the last position that is not over; in other games as `gametree search` takes
    /// it [default: the project's own, else startpos]
    #[arg(value_name = "POS|GAME.pgn")]
    pub position: Option<String>,
    /// All tasks for this position: after a move of the game, as in 23.Nf3 or 23...Nf6, `start`,
    /// `end`, or moves from the root
    #[arg(long, value_name = "MOVE")]
    pub at: Option<String>,
    /// Visit every position of the game in turn, the last first, rather than one; `gametree atlas
    /// game` shows the curve
    #[arg(long, conflicts_with = "at")]
    pub whole_game: bool,
    /// The project: a name, or a file ending in .atlas [default: named after the position]
    #[arg(long, value_name = "NAME|FILE")]
    pub project: Option<String>,
    /// The game.
    #[arg(long, value_name = "NAME", help = game_help())]
    pub game: Option<String>,
    /// Stop after this time: 30s, 10m, 8h
    #[arg(long = "for", value_name = "TIME", value_parser = gametree_catalog::units::duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Stop after this many evaluations
    #[arg(long, value_name = "N", value_parser = gametree_catalog::units::count, help_heading = "Limits")]
    pub evaluations: Option<u64>,
    /// Stop after engines have searched this many positions
    #[arg(long, value_name = "N", value_parser = gametree_catalog::units::count, help_heading = "Limits")]
    pub engine_nodes: Option<u64>,
    /// Engines.
    #[command(flatten)]
    pub engines: EngineArgs,
    /// How the project grows.
    #[command(flatten)]
    pub growth: GrowthArgs,
    /// Print one JSON object per line: every commit, then the result
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub jsonl: bool,
}

/// Which engines.
#[derive(Args, Clone, Debug)]
pub struct EngineArgs {
    /// A UCI engine: a command, quoted when it has arguments, or a name of the configuration file;
    /// repeat for several; `builtin` for the built-in one [default: the project's own engines with
    /// their options; in a new project the strongest engine found, else the built-in one]
    #[arg(long, value_name = "CMD", help_heading = "Engines")]
    pub engine: Vec<String>,
    /// An option of the engines, as in Threads=2; repeat for several
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Engines")]
    pub option: Vec<String>,
    /// How many engines work at once [default: one per processor]
    #[arg(long, value_name = "N", help_heading = "Engines")]
    pub engines: Option<usize>,
    /// Mebibytes of hash per engine [default: as before, else 128]
    #[arg(long, value_name = "MIB", help_heading = "Engines")]
    pub hash: Option<u64>,
    /// Let an engine work that has no result in the project yet, beside results of others
    #[arg(long, help_heading = "Engines")]
    pub engine_change: bool,
    /// A broker, as `gametree broker` prints it: its workers have the engines
    #[arg(
        long,
        value_name = "URL",
        env = "GAMETREE_BROKER",
        hide_env_values = true,
        conflicts_with_all = ["engine", "option", "hash"],
        help_heading = "Broker"
    )]
    pub broker: Option<String>,
    /// How to be let in by the broker.
    #[command(flatten)]
    pub access: AccessArgs,
    /// A directory of Syzygy tables, or several as in PATH: positions that they know are decided by
    /// them, and engines that can use them get them [default: those of
    /// the last run, else `syzygy` of the configuration file; '' for none]
    #[arg(long, value_name = "DIR", help_heading = "Engines")]
    pub syzygy: Option<OsString>,
}

impl EngineArgs {
    fn farm(&self) -> Option<FarmChoice> {
        let broker = self.broker.as_ref()?;
        Some(FarmChoice::at(self.access.broker(broker)))
    }

    /// Which engines.
    pub fn choice(&self) -> EngineChoice {
        EngineChoice {
            commands: self.engine.clone(),
            options: self.option.clone(),
            count: self.engines,
            hash: self.hash,
            syzygy: self.syzygy.clone(),
            reproducible: false,
            farm: self.farm(),
            may_change: self.engine_change,
        }
    }
}
