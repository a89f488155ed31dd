//! The grammar of `match` and `sweep`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gametree_arena::Model;
use gametree_project::engines::farm::BrokerAddress;

use super::end_args::EndArgs;
use crate::broker_access::AccessArgs;
use crate::limits::LimitArgs;

/// `match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// A search: NAME[:key=value,...], see `gametree searches`; or a chess engine:
    /// uci:COMMAND[?Option=value&...]; the result is in its view
    #[arg(value_name = "A")]
    pub a: String,
    /// The search or engine it plays against
    #[arg(value_name = "B")]
    pub b: String,
    /// What both commands share.
    #[command(flatten)]
    pub contest: ContestArgs,
    /// A broker whose workers play.
    #[command(flatten)]
    pub remote: RemoteArgs,
    /// Write one row per game to a file, as CSV
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,
    /// Write the result to a file, as a Markdown table
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub markdown: Option<PathBuf>,
    /// Write a plot of Elo (and LLR) over the games to a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,
    /// Write the games of a chess match to a file, as PGN with values and times
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub pgn: Option<PathBuf>,
    /// Write the games to a file, as readable text
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub games_out: Option<PathBuf>,
}

/// Where the games are played: what `match` and `tournament` share.
#[derive(Args, Debug, Clone)]
pub struct RemoteArgs {
    /// A broker, as `gametree broker` prints it: its workers play the games
    #[arg(
        long,
        value_name = "URL",
        conflicts_with = "threads",
        help_heading = "Broker"
    )]
    pub broker: Option<String>,
    /// How to be let in by the broker.
    #[command(flatten)]
    pub access: AccessArgs,
}

impl RemoteArgs {
    /// The broker, where one is given.
    pub fn broker(&self) -> Option<BrokerAddress> {
        let url = self.broker.as_deref();
        url.map(|url| self.access.broker(url))
    }
}

/// `sweep`.
#[derive(Args, Debug)]
pub struct SweepArgs {
    /// The search with a parameter to try: NAME[:key=value,...]
    #[arg(value_name = "SEARCH")]
    pub search: String,
    /// The parameter and its values: key=a,b,c or key=from..to:steps, with :log for steps of equal
    /// ratio
    #[arg(long, value_name = "KEY=VALUES")]
    pub over: String,
    /// The search it plays against
    #[arg(long, value_name = "SEARCH")]
    pub against: String,
    /// What both commands share.
    #[command(flatten)]
    pub contest: ContestArgs,
    /// Write one row per value to a file, as CSV
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,
    /// Write the result to a file, as a Markdown table
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub markdown: Option<PathBuf>,
    /// Write a plot of Elo over the values to a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,
}

/// What `match` and `sweep` share.
#[derive(Args, Debug, Clone)]
pub struct ContestArgs {
    /// The game: a name (`gametree games`), or a tree
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// Limits per move; in a match --time is processor time, unless --clock wall.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Other limits for A: time=5ms,nodes=10k,moves=N,depth=N
    #[arg(long, value_name = "LIMITS", help_heading = "Limits")]
    pub limits_a: Option<String>,
    /// Other limits for B
    #[arg(long, value_name = "LIMITS", help_heading = "Limits")]
    pub limits_b: Option<String>,
    /// Where games begin: plies:N (all lines of N plies), random:N (N random plies), or a file with
    /// one position per line, for chess also FILE.pgn, .epd or a Polyglot .bin, with ,plies=N to cut
    /// lines; auto: random:4, or the starting position (plies:0) where dice or cards
    /// make games differ
    #[arg(long, value_name = "OPENINGS", default_value = gametree_catalog::matches::openings::AUTO)]
    pub openings: String,
    /// How many games, two per opening; with --sprt the most [default: 100; with plies:N or a file
    /// two per opening; with --sprt at most 20000]
    #[arg(long, value_name = "N", value_parser = gametree_catalog::units::count)]
    pub games: Option<u64>,
    /// Stop as soon as a sequential test decides: Elo of the two hypotheses, as in 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Which Elo --sprt means
    #[arg(long, value_enum, default_value_t = ModelArg::Logistic, requires = "sprt")]
    pub elo_model: ModelArg,
    /// Clocks, and when games end early.
    #[command(flatten)]
    pub end: EndArgs,
    /// Save every game in this directory; the same command resumes an interrupted match
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Seed of openings and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at a time [default: all processors; 1 with --clock wall]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// A kind of Elo.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelArg {
    /// The usual one, by the logistic curve
    Logistic,
    /// In standard deviations of a game
    Normalized,
}

impl ModelArg {
    /// The model of the arena.
    pub fn model(self) -> Model {
        match self {
            ModelArg::Logistic => Model::Logistic,
            ModelArg::Normalized => Model::Normalized,
        }
    }
}
