//! What a contender spent on one move, and what it said of it.

use gametree::{Score, Verdict};
use serde::{Deserialize, Serialize};

use crate::contender::Choice;

/// A move's cost and value. Moves of chance have neither.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveStats {
    /// Time used, to the microsecond.
    pub seconds: f64,
    /// How deep it was searched, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// What the position was worth to the first player, in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// Instead of points: the first player wins in this many plies; negative where they lose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
}

impl MoveStats {
    /// What the position was worth to the first player.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let decided = self.win_in.map(|plies| {
            if plies < 0 {
                Score::loss_in(plies.unsigned_abs())
            } else {
                Score::win_in(plies.unsigned_abs())
            }
        });
        decided.or(self.points.map(Score::points))
    }

    /// Of a choice.
    pub(crate) fn of<M>(choice: &Choice<M>) -> MoveStats {
        let verdict = choice.value.map(Score::verdict);
        MoveStats {
            seconds: (choice.time.as_secs_f64() * 1e6).round() / 1e6,
            depth: choice.depth,
            points: match verdict {
                Some(Verdict::Points(points)) => Some(points),
                _ => None,
            },
            win_in: match verdict {
                Some(Verdict::Win(plies)) => Some(plies as i32),
                Some(Verdict::Loss(plies)) => Some(-(plies as i32)),
                _ => None,
            },
        }
    }
}
