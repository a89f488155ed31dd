//! The window (α, β) of a search: the values that still matter.

use std::ops::Neg;

use crate::score::Score;

/// Values between α and β matter; of all others only the side on which they fall matters.
///
/// Inside a depth-first search the window is the mover's: they have α elsewhere already, and the
/// opponent will not allow more than β. In events it is the first player's: MAX has α, MIN has β.
///
/// ```
/// use gametree::{Score, Window};
/// let window = Window { alpha: Score::points(3), beta: Score::points(8) };
/// assert!(window.contains(Score::points(4)) && !window.contains(Score::points(8)));
/// assert_eq!(window.for_child(false), Window { alpha: Score::points(-8), beta: Score::points(-3) });
/// assert!(Window::null_above(Score::DRAW).is_null());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window<V = Score> {
    /// What one side is sure of: less does not matter.
    pub alpha: V,
    /// What the other side is sure of: more does not matter.
    pub beta: V,
}

impl<V: Copy + PartialOrd + Neg<Output = V>> Window<V> {
    /// The window of a child, as its mover sees it. Where the other player moves there, what was the
    /// most is now the least: both ends change places and signs.
    #[inline(always)]
    #[must_use]
    pub fn for_child(self, same_player: bool) -> Self {
        if same_player { self } else { -self }
    }

    /// The same window once this side is sure of `value`, if that is more than α.
    #[inline(always)]
    #[must_use]
    pub fn raise_alpha(self, value: V) -> Self {
        if value > self.alpha {
            Window {
                alpha: value,
                ..self
            }
        } else {
            self
        }
    }

    /// The same window once the other side is sure of `value`, if that is less than β.
    #[inline(always)]
    #[must_use]
    pub fn lower_beta(self, value: V) -> Self {
        if value < self.beta {
            Window {
                beta: value,
                ..self
            }
        } else {
            self
        }
    }

    /// Whether a fail-soft value is the true one: it fell out on neither side.
    #[inline(always)]
    #[must_use]
    pub fn contains(self, value: V) -> bool {
        value > self.alpha && value < self.beta
    }
}

impl Window {
    /// Every value matters.
    pub const OPEN: Window = Window {
        alpha: Score::from_raw(-Score::INFINITY.raw()),
        beta: Score::INFINITY,
    };

    /// No value lies inside: the search answers "more than α?".
    #[inline(always)]
    #[must_use]
    pub const fn null_above(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha.above(),
        }
    }

    /// No value lies inside: the search answers "at least β?".
    #[inline(always)]
    #[must_use]
    pub const fn null_below(beta: Score) -> Window {
        Window {
            alpha: beta.below(),
            beta,
        }
    }

    /// Whether no value lies inside.
    #[inline(always)]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.alpha.above() >= self.beta
    }
}

/// A window of real numbers, for games with chance or several players.
pub type RealWindow = Window<f64>;

impl RealWindow {
    /// Every value matters.
    pub const UNBOUNDED: RealWindow = Window {
        alpha: f64::NEG_INFINITY,
        beta: f64::INFINITY,
    };
}

impl<V: Neg<Output = V>> Neg for Window<V> {
    type Output = Self;

    /// The window of the other player.
    #[inline(always)]
    fn neg(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(alpha: i32, beta: i32) -> Window {
        Window {
            alpha: Score::points(alpha),
            beta: Score::points(beta),
        }
    }

    #[test]
    fn a_window_seen_twice_from_the_other_side_is_itself() {
        assert_eq!(-(-window(-3, 7)), window(-3, 7));
        assert_eq!(window(-3, 7).for_child(false), window(-7, 3));
        assert_eq!(window(-3, 7).for_child(true), window(-3, 7));
        assert_eq!(-Window::OPEN, Window::OPEN);
    }

    #[test]
    fn what_a_player_has_only_grows() {
        assert_eq!(window(-3, 7).raise_alpha(Score::points(2)), window(2, 7));
        assert_eq!(window(-3, 7).raise_alpha(Score::points(-5)), window(-3, 7));
        assert_eq!(window(-3, 7).lower_beta(Score::points(2)), window(-3, 2));
        assert_eq!(window(-3, 7).lower_beta(Score::points(9)), window(-3, 7));
    }

    #[test]
    fn nothing_lies_in_a_null_window() {
        for points in [-2, 0, 5] {
            let value = Score::points(points);
            assert!(Window::null_above(value).is_null());
            assert_eq!(Window::null_above(value), Window::null_below(value.above()));
            assert!(!Window::null_above(value).contains(value));
            assert!(!Window::null_above(value).contains(value.above()));
        }
        assert!(!window(0, 2).is_null() && window(0, 2).contains(Score::points(1)));
    }
}
