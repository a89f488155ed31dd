//! Who plays: anything that chooses a move under limits.

use std::time::Duration;

use gametree::clock::{Instant, ThreadTime};
use gametree::{AnySearch, Counts, Game, Limits, Score, Stop, TwoPlayer, Verdict};
use serde::{Deserialize, Serialize};

use crate::clock::TimeLeft;

/// A side of a match, or a participant of a tournament.
pub trait Contender<G: Game> {
    /// A new game begins: everything of earlier games is forgotten, and random numbers come from
    /// this seed.
    fn new_game(&mut self, seed: u64);

    /// The move to play for the seat whose turn it is: a side of a match may hold several. Called
    /// only while the game goes on and a player acts, not chance.
    fn choose(&mut self, position: &G, limits: &Limits) -> Result<Choice<G::Move>, Failure>;

    /// The same in a game with clocks. Without a mind of its own for them, a contender gets a share
    /// of its time.
    fn choose_on_clock(
        &mut self,
        position: &G,
        limits: &Limits,
        left: &TimeLeft,
    ) -> Result<Choice<G::Move>, Failure> {
        self.choose(position, &left.share(limits))
    }
}

/// A move and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub play: M,
    /// What was spent.
    pub counts: Counts,
    /// Time used, by the contender's clock.
    pub time: Duration,
    /// The game's value where the contender has proven it: the sign of the first player's result.
    pub proven: Option<i32>,
    /// What the position is worth to the first player, as far as the contender knows.
    pub value: Option<Score>,
    /// How deep it has searched, where it says so.
    pub depth: Option<u32>,
}

/// Why there is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The match is stopped: the game does not count.
    #[error("stopped")]
    Stopped,
    /// The move is none here: the contender loses.
    #[error("illegal move {0}")]
    Illegal(String),
    /// There was none in time: the contender loses.
    #[error("lost on time")]
    Late,
    /// The contender failed, and loses.
    #[error("{0}")]
    Broken(String),
}

/// Which time is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// The processor's time of the searching thread: what else runs on the machine does not matter.
    #[default]
    Cpu,
    /// Time on the clock; also the measure for a search on several threads.
    Wall,
}

/// A search as a contender.
pub struct Searcher<'a, G> {
    search: Box<dyn AnySearch<G> + 'a>,
    clock: Clock,
}

impl<'a, G: TwoPlayer> Searcher<'a, G> {
    /// The search, its time measured by the processor.
    pub fn new(search: impl AnySearch<G> + 'a) -> Self {
        Searcher::boxed(Box::new(search))
    }

    /// The same for a search selected at run time.
    #[must_use]
    pub fn boxed(search: Box<dyn AnySearch<G> + 'a>) -> Self {
        Searcher {
            search,
            clock: Clock::Cpu,
        }
    }

    /// The same with another clock.
    #[must_use]
    pub fn by(self, clock: Clock) -> Self {
        Searcher { clock, ..self }
    }
}

impl<G: TwoPlayer> Contender<G> for Searcher<'_, G> {
    fn new_game(&mut self, seed: u64) {
        self.search.as_mut().new_game_any(seed);
    }

    fn choose(&mut self, position: &G, limits: &Limits) -> Result<Choice<G::Move>, Failure> {
        let (wall, cpu) = (Instant::now(), ThreadTime::now());
        let report = self.search.as_mut().search_any(position, limits);
        let time = match self.clock {
            Clock::Cpu => cpu.elapsed(),
            Clock::Wall => wall.elapsed(),
        };
        if report.stop == Stop::Asked {
            return Err(Failure::Stopped);
        }
        let play = report
            .best()
            .ok_or_else(|| Failure::Broken("no move".into()))?;
        let proven = report.proven.then(|| sign(report.value));
        Ok(Choice {
            play,
            counts: report.counts,
            time,
            proven,
            value: Some(report.value),
            depth: Some(report.depth).filter(|&depth| depth > 0),
        })
    }
}

/// 1 where the first player wins, -1 where they lose.
fn sign(value: Score) -> i32 {
    match value.verdict() {
        Verdict::Win(_) => 1,
        Verdict::Loss(_) => -1,
        Verdict::Points(points) => points.signum(),
    }
}
