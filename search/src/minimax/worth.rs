//! A value, and whether it is the `?` of the textbooks: play without end.
//!
//! The order is loss < `?` < win. Against points a `?` counts as a draw, 0; between `?` and a
//! certain 0 either player takes the certain one, so that a value is `?` only if nothing better and
//! nothing surer is there (docs/decisions/0009-endless-play.md).

use crate::score::Score;

/// What a position is worth to its mover.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Worth {
    pub score: Score,
    /// It is `?`: the score is that of a draw, but nothing certain gives it.
    pub open: bool,
}

impl Worth {
    /// What any move is better than.
    pub const NOTHING: Worth = Worth {
        score: Score::from_raw(-Score::INFINITY.raw()),
        open: true,
    };

    /// `?`.
    pub const OPEN: Worth = Worth {
        score: Score::DRAW,
        open: true,
    };

    /// A value that is no `?`.
    pub fn sure(score: Score) -> Worth {
        Worth { score, open: false }
    }

    /// Whether the mover takes this before the other.
    #[inline(always)]
    pub fn beats(self, other: Worth) -> bool {
        (self.score, !self.open) > (other.score, !other.open)
    }

    /// The same for the player one ply up, who may be the same.
    #[inline(always)]
    pub fn flipped(self, same: bool) -> Worth {
        if same {
            self
        } else {
            Worth {
                score: -self.score,
                ..self
            }
        }
    }
}
