//! The grammar of `tournament`.

use std::path::PathBuf;

use clap::Args;
use gametree::Limits;
use gametree_arena::Clock;
use gametree_catalog::defaults::within_memory;
use gametree_catalog::matches::{TournamentRequest, limits};

use super::args::RemoteArgs;
use super::end_args::EndArgs;
use crate::error::CliError;
use crate::limits::LimitArgs;

/// `tournament`.
#[derive(Args, Debug, Clone)]
pub struct TournamentArgs {
    /// The searches: NAME[:key=value,...], see `gametree searches`, or chess engines:
    /// uci:COMMAND[?Option=value&...]; at least as many as the game has players
    #[arg(value_name = "SEARCH", required = true, num_args = 2..)]
    pub searches: Vec<String>,
    /// The game: a name (`gametree games`), or a tree
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// Limits per move; --time is processor time.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How often all searches meet; at a table each search takes every seat in turn
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub rounds: usize,
    /// Let only the first player meet all others, instead of all meeting all
    #[arg(long)]
    pub gauntlet: bool,
    /// Clocks, and when games end early.
    #[command(flatten)]
    pub end: EndArgs,
    /// A broker whose workers play.
    #[command(flatten)]
    pub remote: RemoteArgs,
    /// Write the games of a chess tournament to a file, as PGN with values and times
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub pgn: Option<PathBuf>,
    /// Where games begin: plies:N, random:N, a file, or auto
    #[arg(long, value_name = "OPENINGS", default_value = gametree_catalog::matches::openings::AUTO)]
    pub openings: String,
    /// Save every game in this directory; the same command resumes an interrupted tournament
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Seed of openings and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at a time [default: all processors]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// More rounds than this are a mistake.
const MOST_ROUNDS: usize = 1_000_000;

impl TournamentArgs {
    /// The tournament that is asked for.
    pub fn request(&self) -> Result<TournamentRequest, CliError> {
        let args = self;
        if args.rounds == 0 || args.rounds > MOST_ROUNDS {
            return Err(
                CliError::usage(format!("--rounds {} is not possible", args.rounds))
                    .hint(format!("give a number from 1 to {MOST_ROUNDS}")),
            );
        }
        let clock = args.end.clock.clock();
        let rules = args.end.rules();
        if rules.clock.is_none() && args.limits.is_endless() {
            return Err(CliError::usage("a tournament needs a limit per move")
                .hint("give one of --time 10ms, --nodes 10k, --moves 10k, --depth 6"));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let usual = if clock == Clock::Wall { 1 } else { cores };
        let workers = args.threads.unwrap_or(usual).clamp(1, 1024);
        let given = args.limits.limits();
        let limits = Limits {
            stop: None,
            ..limits::by_clock(given, clock)?
        };
        Ok(TournamentRequest {
            searches: args.searches.clone(),
            limits: within_memory(limits, workers * args.searches.len()),
            rounds: args.rounds,
            gauntlet: args.gauntlet,
            clock,
            rules,
            tablebases: args.end.tablebases.clone(),
            patience: args.end.patience(),
            openings: args.openings.clone(),
            seed: args.seed,
            workers,
            stop: crate::interrupt::flag(),
        })
    }
}
