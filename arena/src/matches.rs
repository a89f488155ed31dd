//! A match of two contenders.
//!
//! Games may have any number of seats. The two sides sit in turn, A B A B …, and change places in
//! the second game of each pair:
//!
//! ```text
//!   seats           1 2    1 2 3    1 2 3 4
//!   game 2k         A B    A B A    A B A B      partners face each other, as in whist
//!   game 2k + 1     B A    B A B    B A B A
//! ```
//!
//! There is one contender per side; it moves for each of its seats, and the position's turn says
//! for which. What it remembers, it remembers for all of them: where cards are hidden,
//! [`crate::Blindfold`] keeps seats apart as far as the position goes. A side's result is the mean
//! payoff of its seats less the mean of the other's ([`GameRecord::margin`]): above 0 is a win, 0 a
//! draw.
//!
//! Dice and cards are the same in both games of a pair, see [`crate::referee`].

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::rng::mix;
use gametree::{Game, Limits, Notation, TwoPlayer};

use crate::adjudicate::Oracle;
use crate::contender::Contender;
use crate::game::{GameRecord, Rules, Side, Spent};
use crate::game_loop::GameSetup;
use crate::ledger::{Ledger, Standing};
use crate::match_game::{self, Assignment};
use crate::opening::Opening;
use crate::referee::{Luck, Referee};
use crate::sprt::Sprt;
use crate::verdict::Verdict;
use crate::verify;
use crate::workers::{self, GameQueue, Work, WorkerError};

/// The two contenders of one worker; they stay there for all its games.
pub struct Table<'t, G> {
    /// The one whose view the result is.
    pub a: Box<dyn Contender<G> + 't>,
    /// The other one.
    pub b: Box<dyn Contender<G> + 't>,
}

/// Makes the contenders of a worker, on the worker's own thread.
pub type Seating<'s, 't, G> = &'s (dyn Fn() -> Result<Table<'t, G>, String> + Sync);

/// What is played.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    /// Who moves for chance and decides what each player gets.
    pub referee: Referee<G>,
    /// Where the pairs begin, one after the other, and again from the first when all are used.
    pub openings: Vec<Opening<G>>,
    /// The number of games, at most if there is a sequential test; even.
    pub games: usize,
    /// What A and B may spend on a move.
    pub limits: [Limits; 2],
    /// The seed of all games.
    pub seed: u64,
    /// When games end early.
    pub rules: Rules,
    /// Ends games whose result is known, as by endgame tables.
    pub oracle: Option<Oracle<G>>,
    /// When the match ends early.
    pub sprt: Option<Sprt>,
    /// How many games are played at a time.
    pub workers: usize,
    /// Set from outside to stop the match; games in progress are given up.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// There is nowhere to begin.
    #[error("a match needs at least one opening")]
    NoOpenings,
    /// The number of games is odd or 0.
    #[error(
        "{0} games: every opening is played with both colours, so the number of games must be even, and not 0"
    )]
    OddGames(usize),
    /// There is no opponent.
    #[error("a match needs two seats or more, this game has {0}")]
    Seats(u8),
    /// A known game is not one of this match.
    #[error("game {} of those known began at '{opening}', which is not its opening in this match", number + 1)]
    MismatchedGame {
        /// Its number.
        number: usize,
        /// Where it began.
        opening: String,
    },
    /// A contender could not be made.
    #[error("{0}")]
    Seating(String),
    /// What should be saved could not be.
    #[error("cannot save the games: {0}")]
    Io(#[from] io::Error),
}

/// What a match gave.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// The games that count, in order.
    pub games: Vec<GameRecord>,
    /// The result.
    pub standing: Standing,
    /// What A and B spent on these games.
    pub spent: [Spent; 2],
    /// How many games were known before.
    pub resumed: usize,
}

impl MatchResult {
    /// What may be said of it.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.standing.verdict()
    }
}

/// Called for every game that ends.
pub type OnGame<'a> = &'a mut dyn FnMut(&GameRecord, &Standing) -> io::Result<()>;

/// Takes a game that has ended, and returns whether that was the last one needed.
pub type TakeGame<'a> = &'a mut dyn FnMut(GameRecord) -> io::Result<bool>;

/// Plays the games of these numbers, wherever that is, in any order.
pub type PlayGames<'a> = &'a mut dyn FnMut(Vec<usize>, TakeGame<'_>) -> Result<(), MatchError>;

impl<G: TwoPlayer> Match<G> {
    /// This many games of two players without chance; openings and limits are still to be set.
    #[must_use]
    pub fn new(games: usize) -> Match<G> {
        Match::refereed(games, Referee::plain())
    }
}

impl<G: Game> Match<G> {
    /// This many games under a referee; openings and limits are still to be set.
    #[must_use]
    pub fn refereed(games: usize, referee: Referee<G>) -> Match<G> {
        Match {
            referee,
            openings: Vec::new(),
            games,
            limits: [Limits::none(), Limits::none()],
            seed: 1,
            rules: Rules::default(),
            oracle: None,
            sprt: None,
            workers: 1,
            stop: None,
        }
    }
}

impl<G: Game + Notation + Sync> Match<G> {
    /// Plays the match.
    pub fn run<'t>(&self, seating: Seating<'_, 't, G>) -> Result<MatchResult, MatchError>
    where
        G: 't,
    {
        self.resume(seating, Vec::new(), &mut |_, _| Ok(()))
    }

    /// Plays the games that are missing among those known, and reports every one that ends.
    pub fn resume<'t>(
        &self,
        seating: Seating<'_, 't, G>,
        known: Vec<GameRecord>,
        on_game: OnGame<'_>,
    ) -> Result<MatchResult, MatchError>
    where
        G: 't,
    {
        self.resume_with(known, on_game, &mut |missing, take| {
            Ok(self.play(seating, missing, take)?)
        })
    }

    /// The same where the games that are missing are played elsewhere.
    pub fn resume_with(
        &self,
        known: Vec<GameRecord>,
        on_game: OnGame<'_>,
        play: PlayGames<'_>,
    ) -> Result<MatchResult, MatchError> {
        self.check()?;
        let mut ledger = Ledger::new(self.games, self.sprt);
        for game in known.into_iter().filter(|game| game.number < self.games) {
            if self.opening(game.number).name != game.opening || first(game.number) != game.first {
                return Err(MatchError::MismatchedGame {
                    number: game.number,
                    opening: game.opening,
                });
            }
            ledger.add(game);
        }
        let resumed = ledger.finished();
        let missing = ledger.missing();
        play(missing, &mut |game| {
            ledger.add(game.clone());
            on_game(&game, &ledger.standing())?;
            Ok(ledger.complete())
        })?;
        Ok(result(ledger, resumed))
    }

    /// The game of a number; `None` when it was stopped before its end. It is the same whoever
    /// plays it, time limits apart.
    pub fn play_one<'t>(
        &self,
        number: usize,
        sides: &mut [&mut (dyn Contender<G> + 't); 2],
    ) -> Option<GameRecord>
    where
        G: 't,
    {
        let stopped = |limits: Limits| Limits {
            stop: self.stop.clone().or(limits.stop),
            ..limits
        };
        let limits = self.limits.clone().map(stopped);
        match_game::play(&self.assignment(number, &limits), sides)
    }

    /// Whether a record that comes from elsewhere can be one of this match: its moves are played
    /// again, and must lead to its result.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn verify(&self, number: usize, record: &GameRecord) -> Result<(), String> {
        let limits = [Limits::none(), Limits::none()];
        if record.number != number {
            return Err(format!(
                "it is game {}, not game {}",
                record.number + 1,
                number + 1
            ));
        }
        verify::check(&self.assignment(number, &limits), record)?;
        let sides = [(&record.a, &self.limits[0]), (&record.b, &self.limits[1])];
        verify::check_times(&record.stats, &sides)
    }

    fn check(&self) -> Result<(), MatchError> {
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(MatchError::OddGames(self.games));
        }
        if self.openings.is_empty() {
            return Err(MatchError::NoOpenings);
        }
        let mut seats = self
            .openings
            .iter()
            .map(|opening| (self.referee.seats)(&opening.position));
        seats
            .find(|&seats| seats < 2)
            .map_or(Ok(()), |seats| Err(MatchError::Seats(seats)))
    }

    /// Plays what is missing here, several games at a time.
    fn play<'t>(
        &self,
        seating: Seating<'_, 't, G>,
        missing: Vec<usize>,
        take: TakeGame<'_>,
    ) -> Result<(), WorkerError>
    where
        G: 't,
    {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = self
            .limits
            .clone()
            .map(|limits| limits.and_stop(stop.clone()));
        let queue = GameQueue {
            missing,
            workers: self.workers,
            asked: self.stop.clone(),
            stop,
        };
        let game = |table: &mut Table<'t, G>, number| {
            let sides = &mut [table.a.as_mut(), table.b.as_mut()];
            match_game::play(&self.assignment(number, &limits), sides)
        };
        workers::play(
            &queue,
            &Work {
                seating,
                game: &game,
            },
            take,
        )
    }

    /// Where the game of a number begins.
    ///
    /// # Panics
    /// When there are no openings.
    #[must_use]
    pub fn opening(&self, number: usize) -> &Opening<G> {
        &self.openings[number / 2 % self.openings.len()]
    }

    /// What the game of a number is.
    fn assignment<'a>(&'a self, number: usize, limits: &'a [Limits; 2]) -> Assignment<'a, G> {
        let seed = |side: u64| {
            let step = (2 * number as u64 + side).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mix(mix(self.seed).wrapping_add(step))
        };
        let (opening, first) = (self.opening(number), first(number));
        let seats = usize::from((self.referee.seats)(&opening.position));
        let setup = GameSetup {
            opening,
            referee: self.referee,
            luck: Luck::of(self.seed, number / 2),
            seats: (0..seats).map(|seat| (seat + first as usize) % 2).collect(),
            limits: limits.iter().collect(),
            seeds: vec![seed(1), seed(2)],
            rules: self.rules,
            oracle: self.oracle.as_ref(),
        };
        Assignment {
            number,
            first,
            setup,
        }
    }
}

/// Who begins the game of a number.
fn first(number: usize) -> Side {
    if number.is_multiple_of(2) {
        Side::A
    } else {
        Side::B
    }
}

impl From<WorkerError> for MatchError {
    fn from(error: WorkerError) -> MatchError {
        match error {
            WorkerError::Seating(why) => MatchError::Seating(why),
            WorkerError::Io(error) => MatchError::Io(error),
        }
    }
}

fn result(ledger: Ledger, resumed: usize) -> MatchResult {
    let standing = ledger.standing();
    let games = ledger.into_games();
    let mut spent = [Spent::default(); 2];
    for game in &games {
        spent[0] += game.a;
        spent[1] += game.b;
    }
    MatchResult {
        games,
        standing,
        spent,
        resumed,
    }
}
