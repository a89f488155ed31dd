//! An engine that plays a game: one move at a time, under clocks, with nothing believed that the
//! rules do not allow.
//!
//! Unlike a task of an analysis, a move counts without a value, and being late is the engine's loss
//! instead of a reason to ask again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gametree::Score;
use shakmaty::Move;

use super::super::cancel::CancelToken;
use super::super::declared::{Kind, named};
use super::super::error::{EngineError, ErrorKind};
use super::super::protocol::Message;
use super::super::thought::InfoAccumulator;
use super::{Engine, POLL_INTERVAL};
use crate::Chess;

/// What both clocks of a game show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// White's.
    pub white: Duration,
    /// Black's.
    pub black: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// What a move may cost: whatever is reached first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveLimits {
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// Time for the game.
    pub clock: Option<GameClock>,
    /// How late a move may be.
    pub margin: Duration,
}

impl MoveLimits {
    fn go(&self) -> String {
        let mut text = "go".to_owned();
        if let Some(clock) = self.clock {
            let GameClock {
                white,
                black,
                increment,
            } = clock;
            let [white, black] = [white, black].map(|time| time.as_millis().max(1));
            let increment = increment.as_millis();
            text += &format!(" wtime {white} btime {black} winc {increment} binc {increment}");
        }
        let numbers = [
            ("depth", self.depth.map(u128::from)),
            ("nodes", self.nodes.map(u128::from)),
            ("movetime", self.time.map(|time| time.as_millis())),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                text += &format!(" {name} {}", number.max(1));
            }
        }
        text + "\n"
    }

    /// When a move comes too late.
    fn deadline(&self, position: &Chess) -> Option<Duration> {
        let own = self.clock.map(|clock| {
            if position.color().is_white() {
                clock.white
            } else {
                clock.black
            }
        });
        let least = [self.time, own].into_iter().flatten().min();
        least.map(|time| time + self.margin)
    }
}

/// A move that an engine played.
#[derive(Clone, PartialEq, Debug)]
pub struct MovePlayed {
    /// The move: it is legal.
    pub play: Move,
    /// The position's value, White's view, where the engine gave one that can be believed.
    pub value: Option<Score>,
    /// The depth of that value.
    pub depth: Option<u32>,
    /// Positions searched, as it says.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl Engine {
    /// A new game begins: it forgets what it knows, by `ucinewgame` and by its own button where it
    /// has one.
    ///
    /// # Errors
    /// When it does not get ready again.
    pub fn begin_game(&mut self) -> Result<(), EngineError> {
        self.guarded(|engine| {
            engine.process.write("ucinewgame\n");
            let button = named(&engine.declared, "Clear Hash").ok();
            if button.is_some_and(|option| option.kind == Kind::Button) {
                engine.process.write("setoption name Clear Hash\n");
            }
            engine.synchronise(&CancelToken::new())
        })
    }

    /// Its move in a game. `stop` gives the game up.
    ///
    /// # Errors
    /// When there is no move in time, or it is not legal, or the engine is gone.
    pub fn play(
        &mut self,
        position: &Chess,
        limits: &MoveLimits,
        stop: &AtomicBool,
    ) -> Result<MovePlayed, EngineError> {
        self.guarded(|engine| {
            let variant = engine.variant(position)?;
            let text = format!("{variant}position {}\n", position.uci_position());
            engine.process.write(&text);
            engine.synchronise(&CancelToken::new())?;
            engine.process.write(&limits.go());
            engine.await_move(position, limits, stop)
        })
    }

    fn await_move(
        &mut self,
        position: &Chess,
        limits: &MoveLimits,
        stop: &AtomicBool,
    ) -> Result<MovePlayed, ErrorKind> {
        let start = Instant::now();
        let deadline = limits.deadline(position);
        let mut heard = start;
        let mut said = InfoAccumulator::new(position, &[]);
        loop {
            if stop.load(Ordering::SeqCst) {
                return Err(ErrorKind::Aborted);
            }
            let left = deadline.map(|deadline| deadline.saturating_sub(start.elapsed()));
            if left == Some(Duration::ZERO) {
                return Err(ErrorKind::OutOfTime);
            }
            if deadline.is_none() && heard.elapsed() >= self.timeouts.silence {
                return Err(ErrorKind::Silent {
                    what: "best move",
                    waited: start.elapsed(),
                    stderr: self.process.last_stderr(),
                });
            }
            let wait = left.map_or(POLL_INTERVAL, |left| left.min(POLL_INTERVAL));
            let Some(message) = self.listen(wait, "searching")? else {
                continue;
            };
            heard = Instant::now();
            match message {
                Message::Info(info) => said.hear(&info),
                Message::BestMove(best) => return said.played(&best, start.elapsed()),
                _ => {}
            }
        }
    }
}

impl InfoAccumulator<'_> {
    /// The move of a game, with a value where there is one.
    fn played(self, best: &str, elapsed: Duration) -> Result<MovePlayed, ErrorKind> {
        let nodes = self.nodes();
        let best = self.decide(best)?;
        Ok(MovePlayed {
            play: best.play,
            value: best.line.as_ref().map(|line| line.value),
            depth: best.line.map(|line| line.depth).filter(|&depth| depth > 0),
            nodes,
            elapsed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_says_all_limits() {
        let clock = GameClock {
            white: Duration::from_millis(1500),
            black: Duration::ZERO,
            increment: Duration::from_millis(100),
        };
        let limits = MoveLimits {
            clock: Some(clock),
            margin: Duration::from_millis(50),
            ..MoveLimits::default()
        };
        assert_eq!(limits.go(), "go wtime 1500 btime 1 winc 100 binc 100\n");
        let start = Chess::default();
        assert_eq!(limits.deadline(&start), Some(Duration::from_millis(1550)));
        let black = Chess::after_words(&start, ["e4"]).unwrap();
        assert_eq!(limits.deadline(&black), Some(Duration::from_millis(50)));
        let mixed = MoveLimits {
            nodes: Some(0),
            depth: Some(7),
            ..MoveLimits::default()
        };
        assert_eq!(mixed.go(), "go depth 7 nodes 1\n");
        assert_eq!(mixed.deadline(&start), None);
    }
}
