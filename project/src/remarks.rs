//! Comments of a PGN: those that an export makes, so that an import knows them again, and what is
//! left of the others for a person to read.

/// Before the place of a position that stands elsewhere.
pub const TRANSPOSES: &str = "transposes to ";
/// Before the place of a position that was on the way here.
pub const REPEATS: &str = "repeats ";
/// Before the line that an engine expects.
pub const EXPECTED: &str = "expected: ";
/// Before the moves that lead to a game's first position.
pub const AFTER: &str = "after ";
/// The root, where a place is named.
pub const START: &str = "the start";

/// Whether an export wrote the comment to say where a position stands.
fn is_reference(text: &str) -> bool {
    [TRANSPOSES, REPEATS]
        .iter()
        .any(|words| names_line(text, words))
}

/// Whether an export wrote the comment to say what an engine expects.
#[must_use]
pub fn is_expectation(text: &str) -> bool {
    names_line(text, EXPECTED)
}

/// These words and then nothing but moves.
fn names_line(text: &str, words: &str) -> bool {
    let Some(line) = text.strip_prefix(words) else {
        return false;
    };
    let numbered = line.starts_with(|first: char| first.is_ascii_digit());
    line == START || (numbered && line.split_whitespace().all(is_move))
}

/// `12.Nf3`, `12...O-O`, `exd8=Q+`.
fn is_move(word: &str) -> bool {
    let name = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    !name.is_empty()
        && name
            .chars()
            .all(|c| "KQRBNOabcdefgh12345678x+#=-".contains(c))
}

/// Comments as one text for people: without what an export made, and without commands such as
/// `[%clk 0:01:00]`.
pub fn readable<'a>(comments: impl Iterator<Item = &'a String>) -> String {
    let made = |text: &str| is_reference(text) || is_expectation(text) || names_line(text, AFTER);
    let texts = comments
        .filter(|text| !made(text))
        .map(|text| without_commands(text));
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}

fn without_commands(text: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else {
            break;
        };
        left.push_str(&rest[..start]);
        left.push(' ');
        rest = &rest[start + length + 1..];
    }
    left.push_str(rest);
    left.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_export_writes_is_known_again() {
        for made in [
            "transposes to 1.d4 Nf6 2.c4",
            "repeats the start",
            "transposes to 12...O-O",
        ] {
            assert!(is_reference(made), "{made}");
        }
        assert!(is_expectation("expected: 30.Qxh7+ Kxh7 31.e8=Q"));
        for human in [
            "transposes to the Italian",
            "transposes to d4",
            "repeats 1.e4 and hopes",
            "expected: a draw",
        ] {
            assert!(!is_reference(human) && !is_expectation(human), "{human}");
        }
    }

    #[test]
    fn commands_are_not_for_people() {
        let comments = [
            "[%clk 0:01:00] best [%emt 3]",
            "transposes to 1.d4",
            "[%cal Ge2e4]",
            "by test",
        ];
        let comments = comments.map(String::from);
        assert_eq!(readable(comments.iter()), "best by test");
        assert_eq!(
            without_commands("[%open is not closed"),
            "[%open is not closed"
        );
    }
}
