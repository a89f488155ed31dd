//! Values of chess as people and scripts read them: pawns, centipawns, mates in moves.

use gametree::{Score, Verdict};
use serde_json::Number;

/// `+0.31`, `-1.20`, `#4` (White mates in four moves), `-#3`.
pub fn text(value: Score) -> String {
    match value.verdict() {
        Verdict::Points(points) => format!("{:+.2}", f64::from(points) / 100.0),
        Verdict::Win(plies) => format!("#{}", plies.div_ceil(2)),
        Verdict::Loss(plies) => format!("-#{}", plies.div_ceil(2)),
    }
}

/// Centipawns, or ±(1000000 − plies) for a mate.
pub fn number(value: Score) -> Number {
    match value.verdict() {
        Verdict::Points(points) => Number::from(points),
        Verdict::Win(plies) => Number::from(1_000_000 - i64::from(plies)),
        Verdict::Loss(plies) => Number::from(i64::from(plies) - 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_as_text_and_numbers() {
        assert_eq!(text(Score::points(31)), "+0.31");
        assert_eq!(text(Score::points(-120)), "-1.20");
        assert_eq!(
            (text(Score::win_in(7)), text(Score::loss_in(6))),
            ("#4".into(), "-#3".into())
        );
        assert_eq!(number(Score::loss_in(6)), Number::from(-999_994));
        assert_eq!(number(Score::points(-5)), Number::from(-5));
    }
}
