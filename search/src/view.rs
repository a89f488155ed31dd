//! The only file that turns absolute values (the first player's) into the mover's view and back.

use crate::game::{Outcome, Player};
use crate::observer::Bound;
use crate::score::Score;
use crate::window::{RealWindow, Window};

/// A value of the first player's as `viewer` sees it; its own inverse.
#[inline]
#[must_use]
pub fn flip(value: Score, viewer: Player) -> Score {
    if viewer == Player::FIRST {
        value
    } else {
        -value
    }
}

/// A window of the mover's as the first player sees it; its own inverse.
#[inline]
#[must_use]
pub fn flip_window(window: Window, viewer: Player) -> Window {
    window.for_child(viewer == Player::FIRST)
}

/// How a value of the mover's relates to the truth, as the first player sees it; its own inverse.
#[inline]
#[must_use]
pub fn flip_bound(bound: Bound, viewer: Player) -> Bound {
    if viewer == Player::FIRST {
        bound
    } else {
        bound.flip()
    }
}

/// The value of a child for its parent's mover: the child's own mover found it.
#[inline(always)]
#[must_use]
pub fn from_child(value: Score, same_player: bool) -> Score {
    if same_player { value } else { -value }
}

/// What an outcome reached `ply` plies below the root is worth to `viewer`.
#[inline]
#[must_use]
pub fn outcome_score(outcome: Outcome, viewer: Player, ply: u32) -> Score {
    match outcome {
        Outcome::Win(winner) if winner == viewer => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
        Outcome::Draw | Outcome::Loop => Score::DRAW,
        Outcome::Points(points) => flip(Score::points(points), viewer),
    }
}

/// The fixed-point scale in which events tell the real numbers of games with chance or several
/// players.
pub const FIXED_SCALE: f64 = 10_000.0;

/// A real number as the score that events tell: whole ten-thousandths, within the range of points;
/// infinity is beyond all of them.
#[must_use]
pub fn to_fixed(value: f64) -> Score {
    if value.is_infinite() {
        return if value > 0.0 {
            Score::INFINITY
        } else {
            -Score::INFINITY
        };
    }
    let most = f64::from(Score::MAX_POINTS);
    Score::points((value * FIXED_SCALE).round().clamp(-most, most) as i32)
}

/// A window of real numbers as events tell it.
#[must_use]
pub fn told_window(window: RealWindow) -> Window {
    Window {
        alpha: to_fixed(window.alpha),
        beta: to_fixed(window.beta),
    }
}

/// The real number of a score made by [`to_fixed`].
#[must_use]
pub fn from_fixed(value: Score) -> f64 {
    f64::from(value.raw()) / FIXED_SCALE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_numbers_are_told_in_parts_and_read_back() {
        assert_eq!(
            (to_fixed(5.0 / 3.0), to_fixed(-0.25)),
            (Score::points(16_667), Score::points(-2_500))
        );
        assert_eq!(from_fixed(to_fixed(-0.25)), -0.25);
        assert_eq!(
            (to_fixed(f64::INFINITY), to_fixed(f64::NEG_INFINITY)),
            (Score::INFINITY, -Score::INFINITY)
        );
        assert!(!to_fixed(1e300).is_decided());
    }

    #[test]
    fn both_players_see_the_same_outcome_with_opposite_signs() {
        let outcomes = [
            Outcome::Win(Player::FIRST),
            Outcome::Win(Player::SECOND),
            Outcome::Draw,
            Outcome::Loop,
            Outcome::Points(-17),
        ];
        for outcome in outcomes {
            let first = outcome_score(outcome, Player::FIRST, 4);
            assert_eq!(first, -outcome_score(outcome, Player::SECOND, 4));
            assert_eq!(flip(flip(first, Player::SECOND), Player::SECOND), first);
        }
    }
}
