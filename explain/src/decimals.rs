//! Real numbers as text, with no more digits than a reader needs.

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
}
