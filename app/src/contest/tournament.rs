//! From the command line to a tournament of many searches.

use std::path::PathBuf;

use clap::Args;
use gametree::Limits;
use gametree_arena::journal::Settings;
use gametree_arena::{Journal, TableRecord, TournamentError, TournamentResult};
use gametree_catalog::AnyGame;
use gametree_catalog::defaults::within_memory;
use gametree_catalog::matches::{PROGRAM, TournamentRequest, limit_words};
use indicatif::ProgressBar;

use super::keeping;
use crate::args::JsonArg;
use crate::error::{CliError, Code};
use crate::limits::LimitArgs;

/// `tournament`.
#[derive(Args, Debug, Clone)]
pub struct TournamentArgs {
    /// The searches: NAME[:key=value,...], see `gametree searches`; at least as many as the game
    /// has players
    #[arg(value_name = "SEARCH", required = true, num_args = 2..)]
    pub searches: Vec<String>,
    /// The game: a name (`gametree games`), or a tree
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// Limits on every move; --time is time of the processor.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How often everybody meets everybody; at a table every seat is taken by everybody in turn
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub rounds: usize,
    /// Where games begin: plies:N, random:N, a file, or auto
    #[arg(long, value_name = "OPENINGS", default_value = gametree_catalog::matches::openings::AUTO)]
    pub openings: String,
    /// Keep every game in this directory; the same command takes an interrupted tournament up again
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Seed of openings and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at a time [default: all processors]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// More rounds than this are a mistake.
const MOST_ROUNDS: usize = 1_000_000;

/// Plays a tournament.
pub fn play(args: &TournamentArgs, game: &AnyGame) -> anyhow::Result<TournamentResult> {
    let request = request(args)?;
    let plan = request.plan(game)?;
    let (mut journal, known) = kept(args)?;
    let bar = bar(known.len());
    let mut on_table = |game: &TableRecord| {
        bar.inc(1);
        journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.append(game))
    };
    let lineup = || request.lineup(game).map_err(|error| error.what);
    let result = plan
        .resume(&lineup, known, &mut on_table)
        .map_err(problem)?;
    bar.finish_and_clear();
    Ok(result)
}

fn request(args: &TournamentArgs) -> Result<TournamentRequest, CliError> {
    if args.rounds == 0 || args.rounds > MOST_ROUNDS {
        return Err(
            CliError::usage(format!("--rounds {} is not possible", args.rounds))
                .hint(format!("give a number from 1 to {MOST_ROUNDS}")),
        );
    }
    if args.limits.is_endless() {
        return Err(CliError::usage("a tournament needs a limit on every move")
            .hint("give one of --time 10ms, --nodes 10k, --moves 10k, --depth 6"));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = args.threads.unwrap_or(cores).clamp(1, 1024);
    let given = args.limits.limits();
    let limits = Limits {
        cpu: given.cpu.or(given.time),
        time: None,
        stop: None,
        ..given
    };
    Ok(TournamentRequest {
        searches: args.searches.clone(),
        limits: within_memory(limits, workers * args.searches.len()),
        rounds: args.rounds,
        openings: args.openings.clone(),
        seed: args.seed,
        workers,
        stop: crate::interrupt::flag(),
    })
}

type Kept = (Option<Journal<TableRecord>>, Vec<TableRecord>);

/// The journal, and the games in it.
fn kept(args: &TournamentArgs) -> Result<Kept, CliError> {
    let Some(dir) = &args.out else {
        return Ok((None, Vec::new()));
    };
    let pairs = [
        ("program", PROGRAM.to_string()),
        ("game", args.game.clone()),
        ("searches", args.searches.join(" ")),
        ("limits", limit_words(&args.limits.limits())),
        ("openings", args.openings.clone()),
        ("seed", args.seed.to_string()),
    ];
    let settings: Settings = pairs
        .into_iter()
        .map(|(name, value)| (name.to_string(), value))
        .collect();
    let (journal, known) = Journal::open_of(dir, &settings).map_err(keeping::journal_problem)?;
    Ok((Some(journal), known))
}

fn bar(known: usize) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_position(known as u64);
    bar.set_message("games");
    bar
}

fn problem(error: TournamentError) -> CliError {
    let what = error.to_string();
    match error {
        TournamentError::Keeping(_) => CliError::failed(what).hint(
            "is there room on the disk? The games before it are safe: the same command goes on from there",
        ),
        TournamentError::Stranger(_) => CliError { code: Code::Damaged, what, hint: None }
            .hint("the openings of this program are not those of the one that began; give another --out"),
        _ => CliError::usage(what),
    }
}
