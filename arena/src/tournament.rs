//! Many contenders at tables of any number of seats.
//!
//! [`Schedule`] says who sits where; all games of a table have the same opening and the same luck
//! (see [`crate::referee`]), and all tables of a round the same opening. As in a match, every game
//! is a function of the seed and its number, and only the unbroken run of whole tables from the
//! first on counts: neither workers nor kills change the result.
//!
//! Each plays alone. In games of partners whoever sits well shares the partner's payoff:
//! there a [`crate::Match`], which gives both seats to the same side, says more.
//!
//! ```
//! use gametree::{Limits, expectiminimax::Expectiminimax, tree::Tree};
//! use gametree_arena::{PayoffContender, Opening, Referee, Tournament, tournament::Lineup};
//!
//! let tree: Tree = "(max (chance 1/2:(min 1 -1) 1/2:(max -3 2)) (chance 1/2:-1 1/2:1))".parse().unwrap();
//! let plan = Tournament {
//!     openings: vec![Opening { name: "start".into(), position: tree.root() }],
//!     limits: [1, 2, 3].map(Limits::depth).into(),
//!     ..Tournament::refereed(10, Referee::of_payoffs())
//! };
//! let lineup = || {
//!     let mut lineup: Lineup<_> = Vec::new();
//!     (0..3).for_each(|_| lineup.push(Box::new(PayoffContender::new(Expectiminimax::blind()))));
//!     Ok(lineup)
//! };
//! let result = plan.run(&lineup).unwrap();
//! assert_eq!(result.games.len(), 10 * 3 * 2, "ten rounds of three pairs, each with both seats");
//! assert_eq!(result.ratings().unwrap().ratings.len(), 3);
//! ```

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::rng::mix;
use gametree::{Game, Limits, Notation};

use crate::adjudicate::Oracle;
use crate::average::{Average, Running};
use crate::contender::Contender;
use crate::game::{Rules, Spent};
use crate::game_loop::{self, GameSetup};
use crate::opening::Opening;
use crate::rating::{Finish, RatingError, Ratings};
use crate::referee::{Luck, Referee};
use crate::schedule::{Schedule, rotated};
use crate::table_record::TableRecord;
use crate::verify;
use crate::workers::{self, GameQueue, Work, WorkerError};

/// All contenders, in the order of their numbers; each worker has its own.
pub type Lineup<'t, G> = Vec<Box<dyn Contender<G> + 't>>;

/// Makes the contenders of a worker, on the worker's own thread.
pub type Invitation<'s, 't, G> = &'s (dyn Fn() -> Result<Lineup<'t, G>, String> + Sync);

/// Called for every game that ends.
pub type OnTable<'a> = &'a mut dyn FnMut(&TableRecord) -> io::Result<()>;

/// Takes a game that has ended, and returns whether that was the last one needed.
pub type TakeTable<'a> = &'a mut dyn FnMut(TableRecord) -> io::Result<bool>;

/// Plays the games of these numbers, wherever that is, in any order.
pub type PlayTables<'a> =
    &'a mut dyn FnMut(Vec<usize>, TakeTable<'_>) -> Result<(), TournamentError>;

/// What is played.
#[derive(Clone, Debug)]
pub struct Tournament<G: Game> {
    /// Who moves for chance and decides what each player gets.
    pub referee: Referee<G>,
    /// Where the rounds begin, one after the other, and again from the first when all are used. All
    /// have the same seats.
    pub openings: Vec<Opening<G>>,
    /// What each contender may spend on a move; there are as many contenders.
    pub limits: Vec<Limits>,
    /// How many rounds.
    pub rounds: usize,
    /// The seed of all games.
    pub seed: u64,
    /// When games end early.
    pub rules: Rules,
    /// Ends games whose result is known, as by endgame tables.
    pub oracle: Option<Oracle<G>>,
    /// Whether only the first contender meets all others, instead of all meeting all. Only where
    /// there are two seats.
    pub gauntlet: bool,
    /// How many games are played at a time.
    pub workers: usize,
    /// Set from outside to stop; games in progress are given up.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Why a tournament could not be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There is nowhere to begin.
    #[error("a tournament needs at least one opening")]
    NoOpenings,
    /// There is nothing to play.
    #[error("a tournament needs at least one round")]
    NoRounds,
    /// There is no opponent, or openings are of different games.
    #[error(
        "a tournament needs two seats or more, the same number everywhere; opening '{opening}' has {seats}"
    )]
    Seats {
        /// The opening's name.
        opening: String,
        /// Its seats.
        seats: u8,
    },
    /// A contender would have to play against itself.
    #[error("{contenders} contenders for {seats} seats: everybody can have one seat only")]
    TooFew {
        /// How many there are.
        contenders: usize,
        /// How many are needed.
        seats: usize,
    },
    /// A known game is not one of this tournament.
    #[error("game {} of those known is not the one of this tournament: other opening or other seats", .0 + 1)]
    MismatchedGame(usize),
    /// The contenders could not be made.
    #[error("{0}")]
    Seating(String),
    /// What should be saved could not be.
    #[error("cannot save the games: {0}")]
    Io(#[from] io::Error),
}

impl From<WorkerError> for TournamentError {
    fn from(error: WorkerError) -> TournamentError {
        match error {
            WorkerError::Seating(why) => TournamentError::Seating(why),
            WorkerError::Io(error) => TournamentError::Io(error),
        }
    }
}

impl<G: Game> Tournament<G> {
    /// This many rounds under a referee; openings and limits are still to be set.
    #[must_use]
    pub fn refereed(rounds: usize, referee: Referee<G>) -> Tournament<G> {
        Tournament {
            referee,
            openings: Vec::new(),
            limits: Vec::new(),
            rounds,
            seed: 1,
            rules: Rules::default(),
            oracle: None,
            gauntlet: false,
            workers: 1,
            stop: None,
        }
    }
}

impl<G: Game + Notation + Sync> Tournament<G> {
    /// Plays the tournament.
    pub fn run<'t>(
        &self,
        lineup: Invitation<'_, 't, G>,
    ) -> Result<TournamentResult, TournamentError>
    where
        G: 't,
    {
        self.resume(lineup, Vec::new(), &mut |_| Ok(()))
    }

    /// Plays the games that are missing among those known, and reports every one that ends.
    pub fn resume<'t>(
        &self,
        lineup: Invitation<'_, 't, G>,
        known: Vec<TableRecord>,
        on_table: OnTable<'_>,
    ) -> Result<TournamentResult, TournamentError>
    where
        G: 't,
    {
        let draw = self.draw()?;
        self.resume_with(
            &draw,
            known,
            (on_table, &mut |missing, take| {
                Ok(self.play(&draw, missing, (lineup, take))?)
            }),
        )
    }

    /// The same where the games that are missing are played elsewhere.
    pub fn resume_with(
        &self,
        draw: &Draw,
        known: Vec<TableRecord>,
        (on_table, play): (OnTable<'_>, PlayTables<'_>),
    ) -> Result<TournamentResult, TournamentError> {
        let mut games: Vec<Option<TableRecord>> = vec![None; draw.games()];
        for game in known.into_iter().filter(|game| game.number < draw.games()) {
            if game.opening != self.opening(draw, game.number).name
                || game.seats != draw.seats_of(game.number)
            {
                return Err(TournamentError::MismatchedGame(game.number));
            }
            let number = game.number;
            games[number] = Some(game);
        }
        let resumed = games.iter().flatten().count();
        let missing: Vec<usize> = (0..games.len())
            .filter(|&number| games[number].is_none())
            .collect();
        let mut left = missing.len();
        play(missing, &mut |game| {
            on_table(&game)?;
            let number = game.number;
            left -= usize::from(games[number].replace(game).is_none());
            Ok(left == 0)
        })?;
        Ok(TournamentResult::of(games, draw, resumed))
    }

    /// The game of a number.
    #[must_use]
    pub fn game(&self, draw: &Draw, number: usize) -> TableGame<'_, G> {
        TableGame {
            number,
            seats: draw.seats_of(number),
            opening: self.opening(draw, number),
        }
    }

    /// Lets the contenders of a table play a game, in the order of their seats; `None` when it was
    /// stopped before its end. It is the same whoever plays it, time limits apart.
    pub fn play_one<'t>(
        &self,
        game: &TableGame<'_, G>,
        seated: &mut [&mut (dyn Contender<G> + 't)],
    ) -> Option<TableRecord>
    where
        G: 't,
    {
        let stopped = |limits: &Limits| Limits {
            stop: self.stop.clone().or(limits.stop.clone()),
            ..limits.clone()
        };
        let limits: Vec<Limits> = self.limits.iter().map(stopped).collect();
        self.play_seated(game, &limits, seated)
    }

    /// Whether a record that comes from elsewhere can be that of a game: its moves are played
    /// again, and must lead to its result.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn verify(&self, game: &TableGame<'_, G>, record: &TableRecord) -> Result<(), String> {
        if record.number != game.number {
            let (found, wanted) = (record.number.saturating_add(1), game.number + 1);
            return Err(format!("it is game {found}, not game {wanted}"));
        }
        let endless = vec![Limits::none(); self.limits.len()];
        verify::check_table(&self.setup(game, &endless), &game.seats, record)?;
        let limits = game.seats.iter().map(|&who| &self.limits[who]);
        let spent: Vec<_> = record.spent.iter().zip(limits).collect();
        verify::check_times(&record.stats, &spent)
    }

    /// All tables of all rounds.
    ///
    /// # Errors
    /// There is nowhere to begin, nothing to play, or nobody to play against.
    pub fn draw(&self) -> Result<Draw, TournamentError> {
        let seats_of = |opening: &Opening<G>| (self.referee.seats)(&opening.position);
        let seats = seats_of(self.openings.first().ok_or(TournamentError::NoOpenings)?);
        let odd = |opening: &&Opening<G>| seats_of(opening) != seats || seats < 2;
        if let Some(opening) = self.openings.iter().find(odd) {
            return Err(TournamentError::Seats {
                opening: opening.name.clone(),
                seats: seats_of(opening),
            });
        }
        if self.rounds == 0 {
            return Err(TournamentError::NoRounds);
        }
        let (contenders, seats) = (self.limits.len(), usize::from(seats));
        if contenders < seats {
            return Err(TournamentError::TooFew { contenders, seats });
        }
        let schedule = Schedule {
            contenders,
            seats,
            seed: self.seed,
            gauntlet: self.gauntlet && seats == 2,
        };
        let tables = (0..self.rounds)
            .flat_map(|round| schedule.round(round))
            .collect();
        Ok(Draw {
            contenders,
            seats,
            tables,
            tables_a_round: schedule.tables(),
        })
    }

    fn opening(&self, draw: &Draw, number: usize) -> &Opening<G> {
        let round = number / draw.seats / draw.tables_a_round;
        &self.openings[round % self.openings.len()]
    }

    /// Plays what is missing here, several games at a time.
    fn play<'t>(
        &self,
        draw: &Draw,
        missing: Vec<usize>,
        (lineup, take): (Invitation<'_, 't, G>, TakeTable<'_>),
    ) -> Result<(), WorkerError>
    where
        G: 't,
    {
        let stop = Arc::new(AtomicBool::new(false));
        let limits: Vec<Limits> = self
            .limits
            .iter()
            .map(|limits| limits.clone().and_stop(stop.clone()))
            .collect();
        let queue = GameQueue {
            missing,
            workers: self.workers,
            asked: self.stop.clone(),
            stop,
        };
        let seating = || full(lineup()?, draw.contenders);
        let game = |lineup: &mut Lineup<'t, G>, number: usize| {
            let game = self.game(draw, number);
            self.play_seated(&game, &limits, &mut seated(lineup, &game.seats))
        };
        workers::play(
            &queue,
            &Work {
                seating: &seating,
                game: &game,
            },
            take,
        )
    }

    fn play_seated<'t>(
        &self,
        game: &TableGame<'_, G>,
        limits: &[Limits],
        seated: &mut [&mut (dyn Contender<G> + 't)],
    ) -> Option<TableRecord>
    where
        G: 't,
    {
        let played = game_loop::play(&self.setup(game, limits), seated)?;
        let begun = (game.opening.name.clone(), game.seats.clone());
        Some(TableRecord::of(game.number, begun, played))
    }

    /// What a game is, with the limits of all contenders.
    fn setup<'a>(&'a self, game: &TableGame<'a, G>, limits: &'a [Limits]) -> GameSetup<'a, G> {
        let (number, seats) = (game.number, game.seats.len());
        let seed = |seat: u64| {
            let step = (number as u64 * 256 + seat + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mix(mix(self.seed).wrapping_add(step))
        };
        GameSetup {
            opening: game.opening,
            referee: self.referee,
            luck: Luck::of(self.seed, number / seats),
            seats: (0..seats).collect(),
            limits: game.seats.iter().map(|&who| &limits[who]).collect(),
            seeds: (0..seats as u64).map(seed).collect(),
            rules: self.rules,
            oracle: self.oracle.as_ref(),
        }
    }
}

/// A game of a tournament.
#[derive(Clone, Debug)]
pub struct TableGame<'a, G> {
    /// Its number, from 0.
    pub number: usize,
    /// The contender in each seat.
    pub seats: Vec<usize>,
    /// Where it begins.
    pub opening: &'a Opening<G>,
}

/// Who sits where in all games of a tournament.
#[derive(Clone, Debug)]
pub struct Draw {
    contenders: usize,
    seats: usize,
    tables: Vec<Vec<usize>>,
    tables_a_round: usize,
}

impl Draw {
    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.tables.len() * self.seats
    }

    /// The contenders of a game, in the order of their seats.
    #[must_use]
    pub fn seats_of(&self, number: usize) -> Vec<usize> {
        rotated(&self.tables[number / self.seats], number % self.seats)
    }
}

/// The line-up, if it is one.
fn full<'t, G: Game>(lineup: Lineup<'t, G>, wanted: usize) -> Result<Lineup<'t, G>, String> {
    if lineup.len() != wanted {
        return Err(format!(
            "limits are given for {wanted} contenders, but there are {}",
            lineup.len()
        ));
    }
    Ok(lineup)
}

/// The contenders of a table in the order of their seats.
fn seated<'l, 't, G: Game>(
    lineup: &'l mut Lineup<'t, G>,
    seats: &[usize],
) -> Vec<&'l mut (dyn Contender<G> + 't)> {
    let at_the_table = lineup
        .iter_mut()
        .enumerate()
        .filter_map(|(who, contender)| {
            let seat = seats.iter().position(|&other| other == who)?;
            Some((seat, contender.as_mut()))
        });
    let mut seated: Vec<_> = at_the_table.collect();
    seated.sort_by_key(|(seat, _)| *seat);
    seated.into_iter().map(|(_, contender)| contender).collect()
}

/// What a tournament gave.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentResult {
    /// The games that count, in order: those of whole tables, from the first on.
    pub games: Vec<TableRecord>,
    /// How many contenders there are.
    pub contenders: usize,
    /// How many games a table plays: its seats.
    pub seats: usize,
    /// Whether all games are played.
    pub complete: bool,
    /// How many games were known before.
    pub resumed: usize,
}

impl TournamentResult {
    fn of(games: Vec<Option<TableRecord>>, draw: &Draw, resumed: usize) -> TournamentResult {
        let all = games.len();
        let mut games: Vec<TableRecord> = games.into_iter().map_while(|game| game).collect();
        games.truncate(games.len() / draw.seats * draw.seats);
        let complete = games.len() == all;
        TournamentResult {
            games,
            contenders: draw.contenders,
            seats: draw.seats,
            complete,
            resumed,
        }
    }

    /// The orders of finish, table by table.
    #[must_use]
    pub fn finishes(&self) -> Vec<Finish> {
        let finish = |game: &TableRecord| Finish {
            table: game.number / self.seats,
            seats: game.seats.clone(),
            ranks: game.ranks.clone(),
        };
        self.games.iter().map(finish).collect()
    }

    /// The ratings.
    pub fn ratings(&self) -> Result<Ratings, RatingError> {
        Ratings::of(self.contenders, &self.finishes())
    }

    /// What each contender got in a game, on average; the table is the unit. `None` where nothing
    /// is known. Tables with a game that did not end by its rules are left out.
    #[must_use]
    pub fn payoffs(&self) -> Vec<Option<Average>> {
        let mut averages = vec![Running::default(); self.contenders];
        for table in self.games.chunks(self.seats) {
            let Some(payoffs) = table
                .iter()
                .map(|game| game.payoffs.as_ref())
                .collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            for &who in &table[0].seats {
                let own = table.iter().zip(&payoffs).filter_map(|(game, payoffs)| {
                    game.seats
                        .iter()
                        .position(|&other| other == who)
                        .map(|seat| payoffs[seat])
                });
                averages[who].add(own.sum::<f64>() / table.len() as f64);
            }
        }
        averages.iter().map(Running::average).collect()
    }

    /// What each contender spent.
    #[must_use]
    pub fn spent(&self) -> Vec<Spent> {
        let mut spent = vec![Spent::default(); self.contenders];
        for game in &self.games {
            game.seats
                .iter()
                .zip(&game.spent)
                .for_each(|(&who, &cost)| spent[who] += cost);
        }
        spent
    }
}
