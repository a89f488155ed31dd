//! From the command line to a match.

use std::path::Path;

use gametree::Limits;
use gametree_arena::{Clock, GameRecord, MatchResult, Rules, Standing};
use gametree_catalog::AnyGame;
use gametree_catalog::defaults::within_memory;
use gametree_catalog::matches::{MatchPlan, MatchRequest, threads_of};

use super::args::{ClockArg, ContestArgs};
use super::bar::Bar;
use super::{budget, keeping, sequential};
use crate::error::CliError;
use crate::output;

/// The match that the arguments ask for, everything in it checked.
pub fn plan<'g>(
    args: &ContestArgs,
    searches: [&str; 2],
    game: &'g AnyGame,
) -> Result<MatchPlan<'g>, CliError> {
    let limits = budget::of_both(args)?;
    let workers = workers(args, searches, &limits)?;
    let request = MatchRequest {
        searches: searches.map(str::to_string),
        clock: match args.clock {
            ClockArg::Wall => Clock::Wall,
            ClockArg::Cpu => Clock::Cpu,
        },
        openings: args.openings.clone(),
        games: games(args)?,
        sprt: sequential::of(args)?,
        rules: Rules {
            max_plies: args.max_plies,
            both_proven: args.adjudicate_proven,
        },
        seed: args.seed,
        workers,
        stop: crate::interrupt::flag(),
        limits: limits.map(|limits| within_memory(limits, 2 * workers)),
    };
    Ok(MatchPlan::new(game, request)?)
}

/// Plays it; where a directory is given, every game is kept there, and those it holds are not
/// played again.
pub fn run(plan: &MatchPlan<'_>, out: Option<&Path>) -> anyhow::Result<MatchResult> {
    let (mut journal, known) = match out {
        Some(dir) => {
            let (journal, known) = keeping::open(dir, &plan.settings())?;
            (Some(journal), known)
        }
        None => (None, Vec::new()),
    };
    let bar = Bar::new(plan.games(), known.len());
    let mut on_game = |game: &GameRecord, standing: &Standing| {
        bar.show(standing);
        journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.append(game))
    };
    let result = plan.resume(known, &mut on_game).map_err(keeping::problem)?;
    drop(bar);
    tell_repeats(plan, result.games.len());
    Ok(result)
}

/// Pairs that begin alike are not independent.
fn tell_repeats(plan: &MatchPlan<'_>, games: usize) {
    let openings = plan.opening_count();
    if games > 2 * openings && !plan.chance() {
        output::hint(&format!(
            "{games} games from only {openings} different openings: \
             where games repeat, the interval is too narrow"
        ));
    }
}

/// `--games`, an even number.
fn games(args: &ContestArgs) -> Result<Option<usize>, CliError> {
    const MOST: u64 = 10_000_000;
    match args.games {
        None => Ok(None),
        Some(n) if n == 0 || n % 2 == 1 || n > MOST => Err(CliError::usage(format!(
            "--games {n} is not possible"
        ))
        .hint(format!(
            "every opening is played with both colours: give an even number from 2 to {MOST}"
        ))),
        Some(n) => Ok(Some(n as usize)),
    }
}

/// How many games at a time: no more than there are processors where time is measured.
fn workers(
    args: &ContestArgs,
    searches: [&str; 2],
    limits: &[Limits; 2],
) -> Result<usize, CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let timed = limits
        .iter()
        .any(|limits| limits.time.is_some() || limits.cpu.is_some());
    match args.threads {
        Some(0) => Err(CliError::usage("--threads 0: somebody must play").hint("give 1 or more")),
        Some(n) if timed && n > cores => {
            output::hint(&format!(
                "--threads {n}: only {cores} processors, and time is measured; \
                 {cores} games at a time"
            ));
            Ok(cores)
        }
        Some(n) => Ok(n.min(1024)),
        None if args.clock == ClockArg::Wall => Ok(1),
        None => Ok((cores / threads_of(searches)).max(1)),
    }
}
