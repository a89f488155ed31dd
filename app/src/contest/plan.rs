//! From the command line to a match.

use std::path::Path;

use gametree::{Game, Keyed, Limits, Notation};
use gametree_arena::journal::{self, Settings};
use gametree_arena::{
    Clock, GameRecord, Match, MatchError, MatchResult, OnGame, Opening, Rules, Sprt, Standing,
    Table,
};

use super::args::{ClockArg, ContestArgs};
use super::bar::Bar;
use super::openings::Source;
use super::venue::{Hall, Hire, Terms, threads_of};
use super::{budget, keeping, sequential};
use crate::error::Problem;
use crate::games::Tuned;
use crate::output;

/// A match that is ready to be played.
pub struct Plan<'v> {
    /// The searches of A and B.
    pub names: [String; 2],
    /// The game.
    pub game: String,
    /// `--openings`.
    pub openings_text: String,
    /// Options that suit the game.
    tuned: Tuned,
    clock: Clock,
    /// A check sum of the openings, where they are not drawn by the seed.
    fingerprint: Option<u64>,
    opening_count: usize,
    /// Whether dice or cards make games from one opening differ.
    chance: bool,
    games: usize,
    limits: [Limits; 2],
    seed: u64,
    rules: Rules,
    sprt: Option<Sprt>,
    play: Box<dyn Playable + 'v>,
}

/// A match of whatever game.
trait Playable {
    /// Plays what is missing.
    fn resume(
        &self,
        known: Vec<GameRecord>,
        on_game: OnGame<'_>,
    ) -> Result<MatchResult, MatchError>;
}

/// A match of a game of one type.
struct Prepared<'v, 'h, G: Game> {
    inner: Match<G>,
    hire: &'v Hire<'h, G>,
    names: [String; 2],
    clock: Clock,
}

impl<G: Notation + Send + Sync> Playable for Prepared<'_, '_, G> {
    fn resume(
        &self,
        known: Vec<GameRecord>,
        on_game: OnGame<'_>,
    ) -> Result<MatchResult, MatchError> {
        let seating = || self.table().map_err(|problem| problem.what);
        self.inner.resume(&seating, known, on_game)
    }
}

impl<'h, G: Game> Prepared<'_, 'h, G> {
    /// The contenders of a worker.
    fn table(&self) -> Result<Table<'h, G>, Problem> {
        let make = |side: usize| {
            (self.hire)(&Terms {
                search: &self.names[side],
                limits: &self.inner.limits[side],
                seed: self.inner.seed,
                clock: self.clock,
            })
        };
        Ok(Table {
            a: make(0)?,
            b: make(1)?,
        })
    }
}

/// Games where none are given.
const GAMES: usize = 100;
/// The most games of a sequential test where none are given.
const GAMES_OF_A_TEST: usize = 20_000;

impl<'v> Plan<'v> {
    /// Checks everything that can be wrong.
    pub fn new<G>(
        args: &ContestArgs,
        names: [&str; 2],
        hall: &'v Hall<'_, G>,
    ) -> Result<Plan<'v>, Problem>
    where
        G: Keyed + Notation + Send + Sync,
    {
        let (limits, chance) = (budget::of_both(args)?, hall.entry.chance);
        let source = Source::parse(&args.openings, chance)?;
        let (given, sprt) = (games(args)?, sequential::of(args)?);
        let most = given.unwrap_or(if sprt.is_some() {
            GAMES_OF_A_TEST
        } else {
            GAMES
        });
        let openings = source.list(hall, most / 2, args.seed)?;
        let drawn = matches!(source, Source::Random(_));
        let inner = Match {
            referee: hall.referee,
            games: given.unwrap_or(match (drawn, sprt) {
                _ if chance => most,
                (true, None) => GAMES,
                (true, Some(_)) => most.min(2 * openings.len()),
                (false, _) => 2 * openings.len(),
            }),
            workers: workers(args, names, &limits)?,
            limits,
            seed: args.seed,
            rules: Rules {
                max_plies: args.max_plies,
                both_proven: args.adjudicate_proven,
            },
            sprt,
            stop: Some(crate::interrupt::flag()),
            openings,
        };
        let fingerprint = (!drawn).then(|| fingerprint(&inner.openings));
        Plan::prepared(args, names, (hall, inner), fingerprint)
    }

    fn prepared<G: Notation + Send + Sync>(
        args: &ContestArgs,
        names: [&str; 2],
        (hall, inner): (&'v Hall<'_, G>, Match<G>),
        fingerprint: Option<u64>,
    ) -> Result<Plan<'v>, Problem> {
        let clock = if args.clock == ClockArg::Wall {
            Clock::Wall
        } else {
            Clock::Cpu
        };
        let names = names.map(str::to_string);
        let prepared = Prepared {
            inner,
            hire: &hall.hire,
            names: names.clone(),
            clock,
        };
        prepared.table()?;
        let Match {
            games,
            seed,
            rules,
            sprt,
            ..
        } = prepared.inner;
        Ok(Plan {
            names,
            game: hall.name.to_string(),
            openings_text: args.openings.clone(),
            tuned: hall.entry.tuned,
            clock,
            fingerprint,
            opening_count: prepared.inner.openings.len(),
            chance: hall.entry.chance,
            games,
            limits: prepared.inner.limits.clone(),
            seed,
            rules,
            sprt,
            play: Box::new(prepared),
        })
    }

    /// Plays it; where a directory is given, every game is kept there, and those it holds are not
    /// played again.
    pub fn run(&self, out: Option<&Path>) -> anyhow::Result<MatchResult> {
        let (mut journal, known) = match out {
            Some(dir) => keeping::open(dir, &self.settings())
                .map(|(journal, known)| (Some(journal), known))?,
            None => (None, Vec::new()),
        };
        let bar = Bar::new(self.games, known.len());
        let mut on_game = |game: &GameRecord, standing: &Standing| {
            bar.show(standing);
            journal
                .as_mut()
                .map_or(Ok(()), |journal| journal.append(game))
        };
        let result = self
            .play
            .resume(known, &mut on_game)
            .map_err(keeping::problem)?;
        drop(bar);
        self.tell_repeats(result.games.len());
        Ok(result)
    }

    /// Pairs that begin alike are not independent.
    fn tell_repeats(&self, games: usize) {
        let openings = self.opening_count;
        if games > 2 * openings && !self.chance {
            output::hint(&format!(
                "{games} games from only {openings} different openings: where games repeat, the interval is too narrow"
            ));
        }
    }

    /// The sequential test.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// What a side may spend on a move.
    pub fn limit_words(&self, side: usize) -> String {
        budget::words(&self.limits[side])
    }

    /// Which time is measured.
    pub fn clock_word(&self) -> &'static str {
        match self.clock {
            Clock::Cpu => "cpu",
            Clock::Wall => "wall",
        }
    }

    /// Whether the game has dice or cards.
    pub fn chance(&self) -> bool {
        self.chance
    }

    /// How many openings there are.
    pub fn opening_count(&self) -> usize {
        self.opening_count
    }

    /// All that decides the games. Their number does not: a match may be made longer.
    fn settings(&self) -> Settings {
        let sprt = self
            .sprt
            .map(|sprt| format!("{:?} {},{}", sprt.model, sprt.elo0, sprt.elo1));
        let pairs = [
            (
                "program",
                concat!("gametree ", env!("CARGO_PKG_VERSION")).to_string(),
            ),
            ("game", self.game.clone()),
            ("a", self.names[0].clone()),
            ("b", self.names[1].clone()),
            ("limits of a", self.limit_words(0)),
            ("limits of b", self.limit_words(1)),
            ("clock", self.clock_word().into()),
            ("openings", self.openings_text.clone()),
            ("tuned", format!("{:?}", self.tuned)),
            (
                "positions",
                self.fingerprint
                    .map_or("drawn".into(), |sum| format!("{sum:016x}")),
            ),
            ("seed", self.seed.to_string()),
            ("sprt", sprt.unwrap_or_else(|| "none".into())),
            (
                "max plies",
                self.rules
                    .max_plies
                    .map_or("none".into(), |n| n.to_string()),
            ),
            ("adjudicate proven", self.rules.both_proven.to_string()),
        ];
        pairs
            .into_iter()
            .map(|(name, value)| (name.to_string(), value))
            .collect()
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

fn fingerprint<G>(openings: &[Opening<G>]) -> u64 {
    let names: Vec<&str> = openings
        .iter()
        .map(|opening| opening.name.as_str())
        .collect();
    journal::sum(names.join("\n").as_bytes())
}

/// `--games`, an even number.
fn games(args: &ContestArgs) -> Result<Option<usize>, Problem> {
    const MOST: u64 = 10_000_000;
    match args.games {
        None => Ok(None),
        Some(n) if n == 0 || n % 2 == 1 || n > MOST => Err(Problem::usage(format!(
            "--games {n} is not possible"
        ))
        .mend(format!(
            "every opening is played with both colours: give an even number from 2 to {MOST}"
        ))),
        Some(n) => Ok(Some(n as usize)),
    }
}

/// How many games at a time: no more than there are processors where time is measured.
fn workers(args: &ContestArgs, names: [&str; 2], limits: &[Limits; 2]) -> Result<usize, Problem> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let timed = limits
        .iter()
        .any(|limits| limits.time.is_some() || limits.cpu.is_some());
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
