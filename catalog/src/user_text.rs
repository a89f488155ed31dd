//! What users write for a position, before a game reads it.

/// The word for the starting position of a game.
pub const START: &str = "startpos";

/// The name of a game or of its rules at the head of a text, if there is one, and what follows:
/// `othello:6 d3 c5` is `othello:6` and `d3 c5`. `startpos` is left out, and `moves` after it.
#[must_use]
pub fn split<'t>(text: &'t str, names: &[&str]) -> (Option<&'t str>, &'t str) {
    let (head, rest) = word(text);
    let family = head.split(':').next().unwrap_or(head);
    if names.iter().any(|name| family.eq_ignore_ascii_case(name)) {
        return (Some(head), after_start(rest));
    }
    (None, after_start(text.trim()))
}

/// What follows `startpos` and `moves`.
fn after_start(text: &str) -> &str {
    let skip = |text: &'_ str, wanted: &str| {
        let (head, rest) = word(text);
        head.eq_ignore_ascii_case(wanted).then_some(rest.len())
    };
    let mut text = text.trim();
    for wanted in [START, "moves"] {
        if let Some(left) = skip(text, wanted) {
            text = &text[text.len() - left..];
        }
    }
    text
}

/// The first word, and what follows it.
#[must_use]
pub fn word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (head, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (head, rest.trim())
}

/// A move without the number before it: `12.Nf3` and `12...Nf6`; empty where it is a number only.
#[must_use]
pub fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = rest.trim_start_matches(['.', '…']);
    if rest.len() < word.len() && (rest.is_empty() || dots.len() < rest.len()) {
        dots
    } else {
        word
    }
}

/// The beginning of a text for a message.
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

/// An error about an argument in plain words: the library that reads arguments speaks of digits,
/// floats and target types. `None` where it is clear already.
#[must_use]
pub fn plain(message: &str) -> Option<String> {
    let (line, rest) = message.split_once('\n').unwrap_or((message, ""));
    let (what, said) = line.rsplit_once("': ")?;
    Some(format!("{what}': {}\n{rest}", plain_reason(said)?))
}

fn plain_reason(said: &str) -> Option<String> {
    let plain = match said {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "not a whole number"
        }
        "invalid float literal" | "cannot parse float from empty string" => "not a number",
        "number too large to fit in target type" => "the number is too large",
        "number too small to fit in target type" => "the number is too small",
        said => return plain_range(said),
    };
    Some(plain.into())
}

/// `-1 is not in 1..=1000` is `-1 is not from 1 to 1000`; bounds that only the type sets are left
/// out.
fn plain_range(said: &str) -> Option<String> {
    let (value, range) = said.split_once(" is not in ")?;
    let (least, most) = range.split_once("..=").or_else(|| range.split_once(".."))?;
    let open = most.is_empty()
        || most
            .parse::<u64>()
            .is_ok_and(|most| most >= u32::MAX.into());
    Some(if open {
        format!("{value} is less than {least}")
    } else {
        format!("{value} is not from {least} to {most}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_starts_are_taken_off() {
        assert_eq!(
            split(" othello:6  d3 c5", &["othello"]),
            (Some("othello:6"), "d3 c5")
        );
        assert_eq!(split("othello", &["othello"]), (Some("othello"), ""));
        assert_eq!(split("startpos", &["othello"]), (None, ""));
        assert_eq!(split("startpos moves d3", &["othello"]), (None, "d3"));
        assert_eq!(
            split("mnk:3x3x3 startpos moves b2", &["mnk"]),
            (Some("mnk:3x3x3"), "b2")
        );
        assert_eq!(split("othellos d3", &["othello"]), (None, "othellos d3"));
        assert_eq!(split("", &["othello"]), (None, ""));
    }

    #[test]
    fn numbers_of_moves_are_taken_off() {
        let read = [
            "1.e4", "12...Nf6", "3…d5", "7.", "7", "e4", "0-0", "0-0-0", "5.0-0", "...",
        ]
        .map(without_number);
        assert_eq!(
            read,
            [
                "e4", "Nf6", "d5", "", "", "e4", "0-0", "0-0-0", "0-0", "..."
            ]
        );
        assert_eq!(shortened(&"é".repeat(100)).chars().count(), 61);
    }

    #[test]
    fn errors_about_arguments_are_told_in_words() {
        for (said, plain) in [
            ("-1 is not in 0..=4294967295", "-1 is less than 0"),
            ("0 is not in 1..18446744073709551615", "0 is less than 1"),
            ("9 is not in 1..=5", "9 is not from 1 to 5"),
            ("invalid float literal", "not a number"),
        ] {
            let message = |why| format!("error: invalid value 'x' for '--n <N>': {why}\n\nmore");
            assert_eq!(super::plain(&message(said)), Some(message(plain)));
        }
        assert_eq!(
            super::plain("error: 'x' for '--n <N>': 'x' is not a time"),
            None
        );
    }
}
