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
}
