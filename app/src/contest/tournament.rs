//! From the command line to a tournament of many searches.

use std::path::PathBuf;

use clap::Args;
use gametree::{Keyed, Limits, Notation};
use gametree_arena::journal::Settings;
use gametree_arena::tournament::Lineup;
use gametree_arena::{Clock, Journal, TableRecord, Tournament, TournamentError, TournamentResult};
use indicatif::ProgressBar;

use super::keeping;
use super::openings::Source;
use super::venue::{Hall, Terms};
use crate::args::JsonArg;
use crate::error::{Code, Problem};
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
    #[arg(long, value_name = "OPENINGS", default_value = super::openings::AUTO)]
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

/// Plays a tournament in a hall.
pub fn play<G>(args: &TournamentArgs, hall: &Hall<'_, G>) -> anyhow::Result<TournamentResult>
where
    G: Keyed + Notation + Send + Sync,
{
    let plan = plan(args, hall)?;
    let hire = &hall.hire;
    let lineup = || -> Result<Lineup<'_, G>, Problem> {
        let one = |search: &String| {
            let limits = &plan.limits[0];
            hire(&Terms {
                search,
                limits,
                seed: args.seed,
                clock: Clock::Cpu,
            })
        };
        args.searches.iter().map(one).collect()
    };
    lineup()?;
    let (mut journal, known) = kept(args)?;
    let bar = bar(known.len());
    let mut on_table = |game: &TableRecord| {
        bar.inc(1);
        journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.append(game))
    };
    let result = plan
        .resume(
            &|| lineup().map_err(|problem| problem.what),
            known,
            &mut on_table,
        )
        .map_err(problem)?;
    bar.finish_and_clear();
    Ok(result)
}

fn plan<G>(args: &TournamentArgs, hall: &Hall<'_, G>) -> Result<Tournament<G>, Problem>
where
    G: Keyed + Notation,
{
    if args.rounds == 0 || args.rounds > MOST_ROUNDS {
        return Err(
            Problem::usage(format!("--rounds {} is not possible", args.rounds))
                .mend(format!("give a number from 1 to {MOST_ROUNDS}")),
        );
    }
    if args.limits.is_endless() {
        return Err(Problem::usage("a tournament needs a limit on every move")
            .mend("give one of --time 10ms, --nodes 10k, --moves 10k, --depth 6"));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = args.limits.limits();
    let limits = Limits {
        cpu: limits.cpu.or(limits.time),
        time: None,
        stop: None,
        ..limits
    };
    Ok(Tournament {
        openings: Source::parse(&args.openings, hall.entry.chance)?.list(
            hall,
            args.rounds,
            args.seed,
        )?,
        limits: vec![limits; args.searches.len()],
        seed: args.seed,
        workers: args.threads.unwrap_or(cores).clamp(1, 1024),
        stop: Some(crate::interrupt::flag()),
        ..Tournament::refereed(args.rounds, hall.referee)
    })
}

type Kept = (Option<Journal<TableRecord>>, Vec<TableRecord>);

/// The journal, and the games in it.
fn kept(args: &TournamentArgs) -> Result<Kept, Problem> {
    let Some(dir) = &args.out else {
        return Ok((None, Vec::new()));
    };
    let pairs = [
        (
            "program",
            concat!("gametree ", env!("CARGO_PKG_VERSION")).to_string(),
        ),
        ("game", args.game.clone()),
        ("searches", args.searches.join(" ")),
        ("limits", super::budget::words(&args.limits.limits())),
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

fn problem(error: TournamentError) -> Problem {
    let what = error.to_string();
    match error {
        TournamentError::Keeping(_) => Problem::failed(what).mend(
            "is there room on the disk? The games before it are safe: the same command goes on from there",
        ),
        TournamentError::Stranger(_) => Problem { code: Code::Damaged, what, mend: None }
            .mend("the openings of this program are not those of the one that began; give another --out"),
        _ => Problem::usage(what),
    }
}
