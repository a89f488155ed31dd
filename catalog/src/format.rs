//! Numbers and texts as people and scripts get them.

use gametree::{Score, Verdict};
pub use gametree_explain::{Scale, short, values_text};
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

/// A win counts this much less a point for every ply to it.
const WIN: i64 = 1_000_000;

/// A value for scripts: units of the game, or ±(1000000 − plies) for a win or loss.
pub fn score_number(scale: Scale, value: Score) -> Number {
    match value.verdict() {
        Verdict::Win(plies) => Number::from(WIN - i64::from(plies)),
        Verdict::Loss(plies) => Number::from(i64::from(plies) - WIN),
        Verdict::Points(points) => scale.number(points),
    }
}

/// 1234567 as `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn points_are_numbers_in_units() {
        let discs = Scale::per_unit(100);
        let number = |value| score_number(discs, value).to_string();
        assert_eq!(number(Score::points(350)), "3.5");
        assert_eq!(number(Score::points(-800)), "-8");
        assert_eq!(number(Score::win_in(3)), "999997");
        assert_eq!(number(Score::loss_in(2)), "-999998");
    }
}
