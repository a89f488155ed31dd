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

/// A win counts this much, less one point for every ply to it.
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

/// 5400 seconds as `1 h 30 m`.
pub fn lasting(seconds: f64) -> String {
    let s = seconds.max(0.0).round() as u64;
    match (s / 86_400, s / 3600 % 24, s / 60 % 60, s % 60) {
        (0, 0, 0, s) => format!("{s} s"),
        (0, 0, m, s) => format!("{m} m {s} s"),
        (0, h, m, _) => format!("{h} h {m} m"),
        (d, h, _, _) => format!("{d} d {h} h"),
    }
}

/// 1234567 as `1.2M`.
pub fn rounded(number: u64) -> String {
    let (unit, letter) = match number {
        0..10_000 => return number.to_string(),
        10_000..1_000_000 => (1e3, 'k'),
        1_000_000..1_000_000_000 => (1e6, 'M'),
        _ => (1e9, 'G'),
    };
    let parts = number as f64 / unit;
    let digits = usize::from(parts < 9.95);
    format!("{parts:.digits$}{letter}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_two_units() {
        assert_eq!(lasting(59.6), "1 m 0 s");
        assert_eq!(lasting(5400.0), "1 h 30 m");
        assert_eq!(lasting(200_000.0), "2 d 7 h");
    }

    #[test]
    fn large_numbers_are_rounded() {
        let cases = [
            (0, "0"),
            (9_999, "9999"),
            (50_012, "50k"),
            (999_400, "999k"),
            (1_234_567, "1.2M"),
            (73_700_000, "74M"),
            (5_000_000_000, "5.0G"),
        ];
        for (number, text) in cases {
            assert_eq!(rounded(number), text);
        }
    }

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
