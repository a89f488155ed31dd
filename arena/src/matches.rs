//! A match of two contenders.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::rng::mix;
use gametree::{Limits, Notation, TwoPlayer};

use crate::contender::Contender;
use crate::game::{Assignment, GameRecord, Rules, Side, Spent};
use crate::ledger::{Ledger, Standing};
use crate::opening::Opening;
use crate::sprt::Sprt;
use crate::verdict::Verdict;
use crate::workers;

/// The two contenders of one worker; they stay there for all its games.
pub struct Table<'t, G> {
    /// The one whose view the result is.
    pub a: Box<dyn Contender<G> + 't>,
    /// The other one.
    pub b: Box<dyn Contender<G> + 't>,
}

/// Makes the contenders of a worker, on the worker's own thread.
pub type Seating<'s, 't, G> = &'s (dyn Fn() -> Result<Table<'t, G>, String> + Sync);

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match<G> {
    /// Where the pairs begin, one after the other, and again from the first when all are used.
    pub openings: Vec<Opening<G>>,
    /// How many games, at most where there is a sequential test; even.
    pub games: usize,
    /// What A and B may spend on a move.
    pub limits: [Limits; 2],
    /// The seed of all games.
    pub seed: u64,
    /// When games end early.
    pub rules: Rules,
    /// When the match ends early.
    pub sprt: Option<Sprt>,
    /// How many games are played at a time.
    pub workers: usize,
    /// Raised by somebody else to stop the match; games in progress are given up.
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
    /// A known game is not one of this match.
    #[error("game {} of those known began at '{opening}', which is not its opening in this match", number + 1)]
    Stranger {
        /// Its number.
        number: usize,
        /// Where it began.
        opening: String,
    },
    /// A contender could not be made.
    #[error("{0}")]
    Seating(String),
    /// What was to be kept could not be.
    #[error("cannot keep the games: {0}")]
    Keeping(#[from] io::Error),
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
        let standing = &self.standing;
        match (standing.llr, standing.decided) {
            (None, _) => Verdict::of(standing.complete, standing.estimate.as_ref()),
            (Some(_), Some(hypothesis)) => Verdict::Accepted(hypothesis),
            (Some(_), None) if standing.complete => Verdict::NotDecided,
            (Some(_), None) => Verdict::Running,
        }
    }
}

/// Is told of every game that ends.
pub type OnGame<'a> = &'a mut dyn FnMut(&GameRecord, &Standing) -> io::Result<()>;

impl<G> Match<G> {
    /// So many games; openings and limits are still to be set.
    #[must_use]
    pub fn new(games: usize) -> Match<G> {
        Match {
            openings: Vec::new(),
            games,
            limits: [Limits::none(), Limits::none()],
            seed: 1,
            rules: Rules::default(),
            sprt: None,
            workers: 1,
            stop: None,
        }
    }
}

impl<G: TwoPlayer + Notation + Sync> Match<G> {
    /// Plays the match.
    pub fn run<'t>(&self, seating: Seating<'_, 't, G>) -> Result<MatchResult, MatchError>
    where
        G: 't,
    {
        self.resume(seating, Vec::new(), &mut |_, _| Ok(()))
    }

    /// Plays the games that are missing among those known, and tells of every one that ends.
    pub fn resume<'t>(
        &self,
        seating: Seating<'_, 't, G>,
        known: Vec<GameRecord>,
        on_game: OnGame<'_>,
    ) -> Result<MatchResult, MatchError>
    where
        G: 't,
    {
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(MatchError::OddGames(self.games));
        }
        if self.openings.is_empty() {
            return Err(MatchError::NoOpenings);
        }
        let mut ledger = Ledger::new(self.games, self.sprt);
        for game in known.into_iter().filter(|game| game.number < self.games) {
            let Assignment { opening, first, .. } = self.assignment(game.number, &self.limits);
            if opening.name != game.opening || first != game.first {
                return Err(MatchError::Stranger { number: game.number, opening: game.opening });
            }
            ledger.add(game);
        }
        let resumed = ledger.finished();
        workers::play(self, seating, &mut ledger, on_game)?;
        Ok(result(ledger, resumed))
    }

    /// What the game of a number is.
    pub(crate) fn assignment<'a>(&'a self, number: usize, limits: &'a [Limits; 2]) -> Assignment<'a, G> {
        let seed = |side: u64| {
            let step = (2 * number as u64 + side).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mix(mix(self.seed).wrapping_add(step))
        };
        Assignment {
            number,
            opening: &self.openings[number / 2 % self.openings.len()],
            first: if number.is_multiple_of(2) { Side::A } else { Side::B },
            limits: [&limits[0], &limits[1]],
            seeds: [seed(1), seed(2)],
            rules: self.rules,
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
    MatchResult { games, standing, spent, resumed }
}
