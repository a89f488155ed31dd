//! Numbers and texts as people and scripts get them.

use gametree::{Score, Verdict};
pub use gametree_explain::{short, values_text};
use serde_json::Number;

/// The text, or its beginning and how much is missing.
pub fn shorten(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_string();
    }
    let head: String = text.chars().take(most).collect();
    format!("{head}… ({} more characters)", count - most)
}

/// A number for scripts: whole where it is whole.
pub fn number(value: f64) -> Number {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return Number::from(value as i64);
    }
    Number::from_f64(value).unwrap_or_else(|| Number::from(0))
}

/// How a game's points become numbers and text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// Points that make one unit of what people read: 100 where a disc counts 100 points.
    pub unit: i32,
    /// Whether a draw is play that never ends, the `?` of the textbooks.
    pub draw_is_loop: bool,
}

impl Default for Scale {
    fn default() -> Self {
        Scale {
            unit: 1,
            draw_is_loop: false,
        }
    }
}

/// A win counts this much less a point for every ply to it.
const WIN: i64 = 1_000_000;

impl Scale {
    /// Points with this unit.
    pub const fn of(unit: i32) -> Scale {
        Scale {
            unit,
            draw_is_loop: false,
        }
    }

    /// The value for scripts: units, or ±(1000000 − plies) for a win or loss.
    pub fn number(self, value: Score) -> Number {
        match value.verdict() {
            Verdict::Win(plies) => Number::from(WIN - i64::from(plies)),
            Verdict::Loss(plies) => Number::from(i64::from(plies) - WIN),
            Verdict::Points(points) => number(self.units(points)),
        }
    }

    /// The value for people.
    pub fn text(self, value: Score) -> String {
        match value.verdict() {
            Verdict::Points(0) if self.draw_is_loop => "?".into(),
            Verdict::Points(points) => self.units(points).to_string(),
            _ => value.to_string(),
        }
    }

    fn units(self, points: i32) -> f64 {
        f64::from(points) / f64::from(self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shorten("héllo", 5), "héllo");
        assert_eq!(shorten("héllo", 2), "hé… (3 more characters)");
    }

    #[test]
    fn points_are_shown_in_units() {
        let discs = Scale::of(100);
        let shown = [-800, 0, 350, -7].map(|points| discs.text(Score::points(points)));
        assert_eq!(shown, ["-8", "0", "3.5", "-0.07"]);
        assert_eq!(discs.number(Score::points(350)).to_string(), "3.5");
        assert_eq!(discs.number(Score::points(-800)).to_string(), "-8");
        let squares = Scale {
            draw_is_loop: true,
            ..Scale::default()
        };
        assert_eq!(squares.text(Score::DRAW), "?");
        assert_eq!(squares.number(Score::DRAW).to_string(), "0");
    }
}
