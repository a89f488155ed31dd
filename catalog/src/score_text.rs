//! Values as most games write them.

use gametree::{Score, Verdict};

/// Points, or plus or minus (1000000 − plies) where it is decided.
#[must_use]
pub fn number(value: Score) -> i64 {
    match value.verdict() {
        Verdict::Points(points) => i64::from(points),
        Verdict::Win(plies) => 1_000_000 - i64::from(plies),
        Verdict::Loss(plies) => i64::from(plies) - 1_000_000,
    }
}

/// The value of a [`number`]; none where there is no such value.
#[must_use]
pub fn from_number(number: i64) -> Option<Score> {
    let plies = 1_000_000 - number.abs();
    match plies {
        0..=10_000 if number > 0 => Some(Score::win_in(plies as u32)),
        0..=10_000 => Some(Score::loss_in(plies as u32)),
        _ => i32::try_from(number)
            .ok()
            .filter(|points| points.abs() <= 100_000)
            .map(Score::points),
    }
}

/// The first player's chance: 1 or 0 where it is decided, else by the odds of an evaluator's
/// points, where `nat` points multiply them by e.
#[must_use]
pub fn chance(value: Score, nat: f64) -> f64 {
    match value.verdict() {
        Verdict::Win(_) => 1.0,
        Verdict::Loss(_) => 0.0,
        Verdict::Points(points) => 1.0 / (1.0 + (-f64::from(points) / nat).exp()),
    }
}

/// `win in 7` (plies), `won`, `+120`, `0`.
#[must_use]
pub fn words(value: Score) -> String {
    match value.verdict() {
        Verdict::Win(0) => "won".into(),
        Verdict::Loss(0) => "lost".into(),
        Verdict::Win(plies) => format!("win in {plies}"),
        Verdict::Loss(plies) => format!("loss in {plies}"),
        Verdict::Points(0) => "0".into(),
        Verdict::Points(points) => format!("{points:+}"),
    }
}

/// What [`words`] writes: `+120`, `win in 7`.
#[must_use]
pub fn read(text: &str) -> Option<Score> {
    let plies = |text: &str| text.trim().parse().ok().filter(|plies| *plies <= 1000);
    if let Some(text) = text.strip_prefix("win in ") {
        return plies(text).map(Score::win_in);
    }
    if let Some(text) = text.strip_prefix("loss in ") {
        return plies(text).map(Score::loss_in);
    }
    let points: i32 = text.trim().parse().ok()?;
    (points.abs() <= 100_000).then(|| Score::points(points))
}

/// The same with points in hundredths of something: `+0.34`, `0.00`.
#[must_use]
pub fn hundredths(points: i32) -> String {
    let sign = match points.signum() {
        1 => "+",
        -1 => "-",
        _ => "",
    };
    let size = points.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// What [`hundredths`] writes: `+0.34`, `-1.2`.
#[must_use]
pub fn read_hundredths(text: &str) -> Option<Score> {
    let number: f64 = text.trim().parse().ok()?;
    let fits = (-1000.0..=1000.0).contains(&number);
    fits.then(|| Score::points((number * 100.0).round() as i32))
}

/// `0.5` and `-1.25` in pawns, `#4` and `-#4` or `#-4` for mates.
#[must_use]
pub fn read_pawns(text: &str) -> Option<Score> {
    let mate = |text: &str| text.parse().ok().filter(|moves| (1..=500).contains(moves));
    let mated = text.strip_prefix("-#").or(text.strip_prefix("#-"));
    if let Some(moves) = mated {
        return mate(moves).map(|moves: u32| Score::loss_in(2 * moves));
    }
    if let Some(moves) = text.strip_prefix('#') {
        return mate(moves).map(|moves: u32| Score::win_in(2 * moves));
    }
    read_hundredths(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_words_and_numbers() {
        let told = [
            (Score::win_in(7), "win in 7", 999_993),
            (Score::loss_in(6), "loss in 6", -999_994),
            (Score::win_in(0), "won", 1_000_000),
            (Score::loss_in(0), "lost", -1_000_000),
            (Score::points(-12), "-12", -12),
            (Score::points(40), "+40", 40),
            (Score::DRAW, "0", 0),
        ];
        for (value, text, points) in told {
            assert_eq!((words(value).as_str(), number(value)), (text, points));
            assert_eq!(from_number(points), Some(value));
            if !text.ends_with("won") && !text.ends_with("lost") {
                assert_eq!(read(text), Some(value), "{text}");
            }
        }
        let parts = [0, 5, -5, 120, -34_001].map(hundredths);
        assert_eq!(parts, ["0.00", "+0.05", "-0.05", "+1.20", "-340.01"]);
        assert_eq!(read_hundredths("-340.01"), Some(Score::points(-34_001)));
    }

    #[test]
    fn chances_rise_with_the_value_and_are_fair() {
        assert_eq!(
            [Score::win_in(9), Score::loss_in(9), Score::DRAW].map(|v| chance(v, 100.0)),
            [1.0, 0.0, 0.5]
        );
        let odds = |points: i32| {
            let chance = chance(Score::points(points), 100.0);
            (chance / (1.0 - chance)).ln()
        };
        assert!((odds(100) - 1.0).abs() < 1e-9 && (odds(-250) + 2.5).abs() < 1e-9);
        let most = chance(Score::points(Score::MAX_POINTS), 100.0);
        assert!(
            (0.0..=1.0).contains(&most) && chance(Score::points(-Score::MAX_POINTS), 100.0) >= 0.0
        );
    }
}
