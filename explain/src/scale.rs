//! The unit in which values are written.

use gametree::{Score, Verdict, view};
use serde_json::{Number, Value, json};

use crate::decimals::trimmed;

/// How many points make one unit of the game's own text. A tree with one decimal counts tenths:
/// its 2.5 is a score of 25 points.
///
/// ```
/// use gametree::Score;
/// use gametree_explain::Scale;
///
/// assert_eq!(Scale::per_unit(10).text(Score::points(25)), "2.5");
/// assert_eq!(Scale::default().text(Score::win_in(3)), "+#3");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    points_per_unit: i32,
    labels_per_unit: f64,
    draw: Option<&'static str>,
    /// Words for a win and a loss, where their lengths are not asked about.
    ends: Option<Ends>,
}

/// What the ends of a game are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ends {
    win: &'static str,
    loss: &'static str,
}

impl Default for Scale {
    fn default() -> Self {
        Scale::per_unit(1)
    }
}

impl Scale {
    /// Real values, which events report in fixed point. A search's own labels are in units there.
    pub const FIXED_POINT: Scale = Scale {
        points_per_unit: view::FIXED_SCALE as i32,
        labels_per_unit: 1.0,
        draw: None,
        ends: None,
    };

    /// This many points make a unit.
    #[must_use]
    pub const fn per_unit(points: i32) -> Scale {
        Scale {
            points_per_unit: points,
            labels_per_unit: points as f64,
            draw: None,
            ends: None,
        }
    }

    /// The same scale with words for every win and every loss, such as `+1` and `−1` where a
    /// textbook does not count moves.
    #[must_use]
    pub const fn ends_as(self, win: &'static str, loss: &'static str) -> Scale {
        Scale {
            ends: Some(Ends { win, loss }),
            ..self
        }
    }

    /// Whether values are real numbers.
    pub(crate) fn is_real(&self) -> bool {
        *self == Scale::FIXED_POINT
    }

    /// The same scale with a word for 0, such as `?` where play never ends.
    #[must_use]
    pub const fn draw_as(self, word: &'static str) -> Scale {
        Scale {
            draw: Some(word),
            ..self
        }
    }

    /// A value as text.
    #[must_use]
    pub fn text(&self, value: Score) -> String {
        if let Some(word) = self.end_word(value) {
            return word.into();
        }
        match (value.verdict(), self.draw) {
            (Verdict::Points(0), Some(word)) => word.into(),
            (Verdict::Points(points), _) if self.points_per_unit > 1 => {
                trimmed(f64::from(points) / f64::from(self.points_per_unit), 6)
            }
            _ => value.to_string(),
        }
    }

    /// A value as a JSON number; wins, losses and draws that have a word are text.
    #[must_use]
    pub fn json(&self, value: Score) -> Value {
        if let Some(word) = self.end_word(value) {
            return json!(word);
        }
        match (value.verdict(), self.draw) {
            (Verdict::Points(0), Some(word)) => json!(word),
            (Verdict::Points(points), _) => Value::Number(self.number(points)),
            _ => json!(value.to_string()),
        }
    }

    pub(crate) fn end_word(&self, value: Score) -> Option<&'static str> {
        match value.verdict() {
            Verdict::Win(_) => self.ends.map(|ends| ends.win),
            Verdict::Loss(_) => self.ends.map(|ends| ends.loss),
            Verdict::Points(_) => None,
        }
    }

    /// Points as a JSON number, in units.
    #[must_use]
    pub fn number(&self, points: i32) -> Number {
        if points % self.points_per_unit == 0 {
            return Number::from(points / self.points_per_unit);
        }
        let units = f64::from(points) / f64::from(self.points_per_unit);
        Number::from_f64(units).unwrap_or_else(|| Number::from(0))
    }

    /// One of a search's own numbers, in units.
    pub(crate) fn label(&self, label: f64) -> f64 {
        label / self.labels_per_unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_never_pass_through_text() {
        let tenths = Scale::per_unit(10);
        assert_eq!(tenths.json(Score::points(25)), json!(2.5));
        assert_eq!(tenths.json(Score::points(-30)), json!(-3));
        assert_eq!(tenths.json(Score::loss_in(4)), json!("-#4"));
        let sixth = view::to_fixed(1.0 / 6.0);
        assert_eq!(Scale::FIXED_POINT.json(sixth), json!(0.1667));
        assert_eq!(Scale::FIXED_POINT.text(sixth), "0.1667");
    }

    #[test]
    fn a_draw_may_have_a_word() {
        let loops = Scale::default().draw_as("?");
        assert_eq!(
            (loops.text(Score::DRAW), loops.json(Score::DRAW)),
            ("?".into(), json!("?"))
        );
        assert_eq!(loops.text(Score::points(1)), "1");
    }
}
