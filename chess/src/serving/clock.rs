//! How long to think.

use std::time::Duration;

use super::command::Go;
use shakmaty::Color;

/// Time to think: a new iteration is not begun after `soft`, and none goes on after `hard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// No new iteration.
    pub soft: Duration,
    /// The end.
    pub hard: Duration,
}

/// At least this long, where there is so much time.
const LEAST: Duration = Duration::from_millis(10);
/// The moves that a game still has, by default.
const MOVES: u32 = 30;

/// The share of the clock that this move gets; `None` where no clock runs. `overhead` is what every
/// move loses between the interface and the engine.
#[must_use]
pub fn share(go: &Go, color: Color, overhead: Duration) -> Option<Share> {
    if let Some(time) = go.move_time {
        let time = time
            .saturating_sub(overhead / 4)
            .max(Duration::from_millis(1));
        return Some(Share {
            soft: time,
            hard: time,
        });
    }
    let side = usize::from(color.is_black());
    let left = go.time[side]?;
    let moves = go.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
    // What all these moves will lose on the way is no time to think, and two of them may be slow.
    let to_come = left + go.increment[side] * (moves - 1);
    let usable = left.saturating_sub(overhead);
    // Where that leaves nothing, half of what the clock shows: the game may be shorter.
    let fair = (to_come.saturating_sub(overhead * (moves + 2)) / moves).max(usable / (2 * moves));
    let most = if moves == 1 {
        usable * 9 / 10
    } else {
        usable / 3
    };
    // In the worst case a moment, for a move that is not just any.
    let least = LEAST.min(left / 8).max(Duration::from_millis(1));
    Some(Share {
        soft: (fair * 6 / 10).min(most),
        hard: (fair * 2).min(most).max(least),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    /// Whatever the clock says, every move of a long game leaves time for the next.
    #[test]
    fn the_clock_never_runs_out() {
        for (start, increment, to_go) in [
            (1000, 0, None),
            (60_000, 100, None),
            (5000, 0, Some(10)),
            (30, 0, None),
        ] {
            let mut left = Duration::from_millis(start);
            let mut moves = to_go;
            for _ in 0..200 {
                let go = Go {
                    time: [Some(left), None],
                    increment: [Duration::from_millis(increment), Duration::ZERO],
                    moves_to_go: moves,
                    ..Go::default()
                };
                let share = share(&go, Color::White, OVERHEAD).unwrap();
                assert!(
                    share.soft <= share.hard && share.hard <= left.max(Duration::from_millis(1))
                );
                left = left.saturating_sub(share.hard) + Duration::from_millis(increment);
                moves = moves.map(|moves| if moves == 1 { 10 } else { moves - 1 });
                if moves == Some(10) {
                    left += Duration::from_millis(start);
                }
            }
        }
        // What is lost on the way is made good by the increment: such a game goes on for ever.
        let mut left = Duration::from_secs(1);
        for number in 0..1000 {
            let go = Go {
                time: [Some(left), None],
                increment: [OVERHEAD * 3 / 2, Duration::ZERO],
                ..Go::default()
            };
            let spent = share(&go, Color::White, OVERHEAD).unwrap().hard + OVERHEAD;
            assert!(spent < left, "move {number}: {left:?} left");
            left = left - spent + OVERHEAD * 3 / 2;
        }
        assert_eq!(share(&Go::default(), Color::White, OVERHEAD), None);
        let go = Go {
            time: [None, Some(Duration::from_secs(1))],
            ..Go::default()
        };
        assert!(share(&go, Color::White, OVERHEAD).is_none());
        assert!(share(&go, Color::Black, OVERHEAD).is_some());
    }
}
