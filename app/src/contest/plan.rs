//! From the command line to a match.

use gametree_arena::{Clock, Match, MatchResult, Rules, Searcher, Sprt, Standing, Table};

use super::args::{ClockArg, ContestArgs};
use super::bar::Bar;
use super::openings::Source;
use super::{budget, sequential};
use crate::error::Problem;
use crate::output;
use crate::searches::{self, Setup};
use crate::seat::{CliEvaluator, CliGame, Seat};
use crate::spec::Spec;

/// A match that is ready to be played.
pub struct Plan<G> {
    /// The searches of A and B.
    pub names: [String; 2],
    /// The game.
    pub game: String,
    /// `--openings`.
    pub openings_text: String,
    clock: Clock,
    inner: Match<G>,
}

/// Games where none are given.
const GAMES: usize = 100;
/// The most games of a sequential test where none are given.
const GAMES_OF_A_TEST: usize = 20_000;

impl<G: CliGame> Plan<G> {
    /// Checks everything that can be wrong.
    pub fn new<E: CliEvaluator<G>>(
        args: &ContestArgs,
        names: [&str; 2],
        seat: &Seat<'_, G, E>,
    ) -> Result<Plan<G>, Problem> {
        let limits = budget::of_both(args)?;
        let sprt = sequential::of(args)?;
        let source = Source::parse(&args.openings)?;
        let given = games(args)?;
        let most = given.unwrap_or(if sprt.is_some() { GAMES_OF_A_TEST } else { GAMES });
        let openings = source.list(seat, most / 2, args.seed)?;
        let all =
            if sprt.is_none() && !matches!(source, Source::Random(_)) { 2 * openings.len() } else { most };
        let games = given.unwrap_or(all);
        tell_repeats(games, openings.len());
        let rules = Rules { max_plies: args.max_plies, both_proven: args.adjudicate_proven };
        let stop = Some(crate::interrupt::flag());
        let workers = workers(args, names)?;
        let plan = Plan {
            names: names.map(str::to_string),
            game: seat.name.to_string(),
            openings_text: args.openings.clone(),
            clock: if args.clock == ClockArg::Wall { Clock::Wall } else { Clock::Cpu },
            inner: Match { openings, games, limits, seed: args.seed, rules, sprt, workers, stop },
        };
        plan.table(&seat.evaluator)?;
        Ok(plan)
    }

    /// The contenders of a worker.
    fn table<'t, E: CliEvaluator<G> + 't>(&self, evaluator: &E) -> Result<Table<'t, G>, Problem>
    where
        G: 't,
    {
        let make = |side: usize| {
            let setup = Setup { seed: self.inner.seed, limits: self.inner.limits[side].clone() };
            let search = searches::build(&self.names[side], &setup, evaluator.clone())?;
            Ok::<_, Problem>(Box::new(Searcher::boxed(search).by(self.clock)))
        };
        Ok(Table { a: make(0)?, b: make(1)? })
    }

    /// Plays it.
    pub fn run<E: CliEvaluator<G>>(&self, evaluator: &E) -> anyhow::Result<MatchResult> {
        let bar = Bar::new(self.inner.games, 0);
        let seating = || self.table(evaluator).map_err(|problem| problem.what);
        let mut show = |_: &_, standing: &Standing| {
            bar.show(standing);
            Ok(())
        };
        Ok(self.inner.resume(&seating, Vec::new(), &mut show)?)
    }
}

impl<G> Plan<G> {
    /// The sequential test.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.inner.sprt.as_ref()
    }

    /// What a side may spend on a move.
    pub fn limit_words(&self, side: usize) -> String {
        budget::words(&self.inner.limits[side])
    }

    /// Which time is measured.
    pub fn clock_word(&self) -> &'static str {
        match self.clock {
            Clock::Cpu => "cpu",
            Clock::Wall => "wall",
        }
    }

    /// How many openings there are.
    pub fn opening_count(&self) -> usize {
        self.inner.openings.len()
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.inner.seed
    }
}

/// `--games`, an even number.
fn games(args: &ContestArgs) -> Result<Option<usize>, Problem> {
    const MOST: u64 = 10_000_000;
    match args.games {
        None => Ok(None),
        Some(n) if n == 0 || n % 2 == 1 || n > MOST => Err(Problem::usage(format!(
            "--games {n} is not possible"
        ))
        .mend(format!("every opening is played with both colours: give an even number from 2 to {MOST}"))),
        Some(n) => Ok(Some(n as usize)),
    }
}

fn tell_repeats(games: usize, openings: usize) {
    if games > 2 * openings {
        output::hint(&format!(
            "{games} games, but only {openings} different openings: they are played again (between searches without chance, \
             under limits other than time, the same games)"
        ));
    }
}

/// How many games at a time: no more than there are processors where time is measured.
fn workers(args: &ContestArgs, names: [&str; 2]) -> Result<usize, Problem> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let timed = args.limits.time.is_some() || args.limits.cpu.is_some();
    match args.threads {
        Some(0) => Err(Problem::usage("--threads 0: somebody must play").mend("give 1 or more")),
        Some(n) if timed && n > cores => {
            output::hint(&format!(
                "--threads {n}: only {cores} processors, and time is measured; {cores} games at a time"
            ));
            Ok(cores)
        }
        Some(n) => Ok(n.min(1024)),
        None if args.clock == ClockArg::Wall => Ok(1),
        None => Ok((cores / threads_of(names)).max(1)),
    }
}

/// The most threads that one of the searches uses.
fn threads_of(names: [&str; 2]) -> usize {
    let of = |name: &str| {
        let pairs = Spec::parse(name).map(|spec| spec.pairs).unwrap_or_default();
        pairs.iter().find(|(key, _)| key == "threads").and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
    };
    names.into_iter().map(of).max().unwrap_or(1).max(1)
}
