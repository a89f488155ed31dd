//! Real numbers as text, with no more digits than a reader needs.

use gametree::Score;

/// The value of the first player where two play, and a vector where more do.
#[must_use]
pub fn values_text(values: &[f64]) -> String {
    match values {
        [first] | [first, _] => short(*first),
        all => {
            let all: Vec<String> = all.iter().map(|&value| short(value)).collect();
            format!("[{}]", all.join(" "))
        }
    }
}

/// A number with at most four decimals.
#[must_use]
pub fn short(value: f64) -> String {
    trimmed(value, 4)
}

/// A number with at most `decimals` decimals, without trailing zeros.
pub(crate) fn trimmed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if !text.contains('.') {
        return text;
    }
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".into(),
        text => text.into(),
    }
}

/// A search's own numbers, by their names: `proof 1, disproof 3`.
pub(crate) fn labels_text(labels: &[(&'static str, f64)]) -> String {
    let all: Vec<String> = labels
        .iter()
        .map(|&(name, x)| format!("{name} {}", label(x)))
        .collect();
    all.join(", ")
}

/// One of them: whole numbers without a point, scores of won positions as such.
fn label(x: f64) -> String {
    if x.is_infinite() {
        return infinite(x).into();
    }
    if x == x.trunc()
        && x.abs() > f64::from(Score::MAX_POINTS)
        && x.abs() <= f64::from(Score::INFINITY.raw())
    {
        return Score::from_raw(x as i32).to_string();
    }
    if x == x.trunc() && x.abs() < 1e15 {
        format!("{x:.0}")
    } else {
        format!("{x:.3}")
    }
}

fn infinite(x: f64) -> &'static str {
    if x > 0.0 { "∞" } else { "−∞" }
}

/// A value with as many digits as fit into a drawn node.
pub(crate) fn coarse(x: f64) -> String {
    let decimals = match x.abs() {
        x if x < 99.995 => 2,
        x if x < 999.95 => 1,
        _ => 0,
    };
    trimmed(x, decimals)
}

/// A small part of 1, with three significant digits.
pub(crate) fn significant(x: f64) -> String {
    if x == 0.0 || x >= 0.001 {
        trimmed(x, 3)
    } else {
        format!("{x:.1e}")
    }
}

/// A weight or a penalty, with three digits.
pub(crate) fn fine(x: f64) -> String {
    if x.is_nan() {
        return "?".into();
    }
    if x.is_infinite() {
        return infinite(x).into();
    }
    if x == 0.0 {
        return "0".into();
    }
    let sign = if x < 0.0 { "−" } else { "" };
    let decimals = if x.abs() < 9.9995 { 3 } else { 2 };
    format!("{sign}{:.decimals$}", x.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_short() {
        let all = [5.0 / 3.0, -0.00001, 2.0, 100.0].map(short);
        assert_eq!(all, ["1.6667", "0", "2", "100"]);
        assert_eq!(values_text(&[1.0, 2.0, 6.5]), "[1 2 6.5]");
        assert_eq!(values_text(&[0.25, -0.25]), "0.25");
    }

    #[test]
    fn numbers_have_the_digits_that_fit() {
        assert_eq!(
            [2.0, 10.5585, 99.999, 517.96, 1023.2, 10.501].map(coarse),
            ["2", "10.56", "100", "518", "1023", "10.5"]
        );
        let all = [0.0, 0.0693, 15.0433, -0.01, f64::INFINITY, f64::NAN].map(fine);
        assert_eq!(all, ["0", "0.069", "15.04", "−0.010", "∞", "?"]);
    }
}
