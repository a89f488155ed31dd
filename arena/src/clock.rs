//! Game clocks: time for all moves of a game, and what each move adds.

use std::time::Duration;

use gametree::Limits;
use serde::{Deserialize, Serialize};

/// How a game is timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// What each side has at the start.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// How late a move may be before the game is lost on time.
    pub margin: Duration,
}

impl TimeControl {
    /// How late a move may be where nothing else is said: what a busy machine needs to hand a move
    /// over.
    pub const MARGIN: Duration = Duration::from_millis(100);

    /// This much time and increment, with the usual margin.
    #[must_use]
    pub fn new(base: Duration, increment: Duration) -> TimeControl {
        TimeControl {
            base,
            increment,
            margin: TimeControl::MARGIN,
        }
    }
}

/// What the clocks show to the side that is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Of the side to move.
    pub own: Duration,
    /// Of the other side; of several, the most.
    pub other: Duration,
    /// How the game is timed.
    pub control: TimeControl,
}

/// A game is planned as if this many moves were left.
const MOVES_LEFT: u32 = 25;

impl TimeLeft {
    /// The limits with a share of the time: for contenders that do not divide it themselves.
    #[must_use]
    pub fn share(&self, limits: &Limits) -> Limits {
        let TimeLeft { own, control, .. } = self;
        let planned = *own / MOVES_LEFT + control.increment * 3 / 4;
        let share = planned.min(*own / 2).max(Duration::from_millis(1));
        Limits {
            time: Some(limits.time.map_or(share, |time| time.min(share))),
            ..limits.clone()
        }
    }
}

/// The clocks of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameClocks {
    control: TimeControl,
    left: Vec<Duration>,
}

impl GameClocks {
    pub(crate) fn new(control: TimeControl, contenders: usize) -> GameClocks {
        GameClocks {
            control,
            left: vec![control.base; contenders],
        }
    }

    /// What a contender sees.
    pub(crate) fn seen_by(&self, who: usize) -> TimeLeft {
        let others = self.left.iter().enumerate().filter(|(at, _)| *at != who);
        TimeLeft {
            own: self.left[who],
            other: others.map(|(_, left)| *left).max().unwrap_or_default(),
            control: self.control,
        }
    }

    /// Takes the time of a move; `false` where it was too late.
    pub(crate) fn press(&mut self, who: usize, time: Duration) -> bool {
        let in_time = time <= self.left[who] + self.control.margin;
        self.left[who] = self.left[who].saturating_sub(time) + self.control.increment;
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_clock_runs_down_and_grows_by_the_increment() {
        let control = TimeControl {
            margin: ms(5),
            ..TimeControl::new(ms(1000), ms(10))
        };
        let mut clocks = GameClocks::new(control, 2);
        assert!(clocks.press(0, ms(300)));
        assert_eq!(clocks.seen_by(0).own, ms(710));
        assert_eq!(clocks.seen_by(1).other, ms(710));
        assert!(clocks.press(0, ms(715)), "within the margin");
        assert_eq!(clocks.seen_by(0).own, ms(10));
        assert!(!clocks.press(0, ms(16)), "too late");
        assert!(clocks.press(1, ms(1000)));
    }

    /// Whoever plays by shares does not run out of time.
    #[test]
    fn shares_last_for_a_long_game() {
        for increment in [0, 10, 200] {
            let mut clocks = GameClocks::new(TimeControl::new(ms(1000), ms(increment)), 2);
            for number in 0..120 {
                let share = clocks.seen_by(0).share(&Limits::none()).time.unwrap();
                assert!(share >= ms(1), "move {number}");
                assert!(clocks.press(0, share), "move {number}");
            }
            let given = Limits::time(ms(1));
            assert_eq!(clocks.seen_by(0).share(&given).time, Some(ms(1)));
        }
    }
}
