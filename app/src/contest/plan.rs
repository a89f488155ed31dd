//! From the command line to a match.

use std::path::Path;

use gametree::Limits;
use gametree_arena::{GameRecord, MatchError, MatchResult, OnGame, Standing};
use gametree_catalog::AnyGame;
use gametree_catalog::defaults::{is_endless, within_memory};
use gametree_catalog::matches::{MatchPlan, MatchRequest, hypotheses, limits, threads_of};

use super::args::ContestArgs;
use super::end_args::ClockArg;
use super::journal;
use crate::error::CliError;
use crate::output::{self, Meter};

/// The match that the arguments ask for, everything in it checked.
pub fn plan<'g>(
    args: &ContestArgs,
    searches: [&str; 2],
    game: &'g AnyGame,
) -> Result<MatchPlan<'g>, CliError> {
    Ok(MatchPlan::new(game, request(args, searches)?)?)
}

/// The request of the arguments.
pub fn request(args: &ContestArgs, searches: [&str; 2]) -> Result<MatchRequest, CliError> {
    let limits = limits_of_both(args)?;
    let workers = workers(args, searches, &limits)?;
    let sprt = args.sprt.as_deref();
    let sprt = sprt.map(|text| hypotheses::sprt(text, args.elo_model.model()));
    Ok(MatchRequest {
        searches: searches.map(str::to_string),
        clock: args.end.clock.clock(),
        openings: args.openings.clone(),
        games: games(args)?,
        sprt: sprt.transpose()?,
        rules: args.end.rules(),
        tablebases: args.end.tablebases.clone(),
        patience: args.end.patience(),
        seed: args.seed,
        workers,
        stop: crate::interrupt::flag(),
        limits: limits.map(|limits| within_memory(limits, 2 * workers)),
    })
}

/// The limits of A and of B, without a stop flag.
fn limits_of_both(args: &ContestArgs) -> Result<[Limits; 2], CliError> {
    let own = |text: &Option<String>, name: &str| match text {
        Some(text) => limits::parse(text, name),
        None => Ok(Limits {
            stop: None,
            ..args.limits.limits()
        }),
    };
    let a = own(&args.limits_a, "--limits-a")?;
    let b = own(&args.limits_b, "--limits-b")?;
    let timed = args.end.rules().clock.is_some();
    if !timed && (is_endless(&a) || is_endless(&b)) {
        return Err(CliError::usage("a match needs a limit per move").hint(
            "give one of --time 10ms, --nodes 10k, --moves 10k, --depth 6, or --clock 10+0.1",
        ));
    }
    let clock = args.end.clock.clock();
    Ok([limits::by_clock(a, clock)?, limits::by_clock(b, clock)?])
}

/// Plays it; where a directory is given, every game is saved there, and those it holds are not
/// played again.
pub fn run(plan: &MatchPlan<'_>, out: Option<&Path>) -> anyhow::Result<MatchResult> {
    run_by(plan, out, |known, on_game| plan.resume(known, on_game))
}

/// The same, by a function that plays what is missing.
pub fn run_by(
    plan: &MatchPlan<'_>,
    out: Option<&Path>,
    play: impl FnOnce(Vec<GameRecord>, OnGame<'_>) -> Result<MatchResult, MatchError>,
) -> anyhow::Result<MatchResult> {
    let (mut journal, known) = journal::open(out, &plan.settings())?;
    let meter = Meter::of_games(plan.games() as u64, known.len() as u64);
    let mut on_game = |game: &GameRecord, standing: &Standing| {
        meter.say(standing.to_string());
        meter.advance();
        journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.append(game))
    };
    let result = play(known, &mut on_game).map_err(journal::match_error)?;
    drop(meter);
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
    let wall = args.end.clock != ClockArg::Cpu;
    let timed = limits
        .iter()
        .any(|limits| wall || limits.time.is_some() || limits.cpu.is_some());
    match args.threads {
        Some(0) => Err(CliError::usage("--threads 0: no thread would play").hint("give 1 or more")),
        Some(n) if timed && n > cores => {
            output::hint(&format!(
                "--threads {n}: only {cores} processors, and time is measured; \
                 {cores} games at a time"
            ));
            Ok(cores)
        }
        Some(n) => Ok(n.min(1024)),
        None if wall => Ok(1),
        None => Ok((cores / threads_of(searches)).max(1)),
    }
}
