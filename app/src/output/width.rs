//! How wide the output may be.

use std::io::{self, IsTerminal};

use terminal_size::{Height, Width, terminal_size_of};

/// The width of a terminal that does not say it.
const USUAL_WIDTH: usize = 80;

/// The width of stdout: without a limit where it is no terminal.
pub fn stdout_width() -> usize {
    let seen = || columns(terminal_size_of(io::stdout()));
    said().unwrap_or_else(|| known(io::stdout().is_terminal(), seen))
}

/// The width of stderr.
pub fn stderr_width() -> usize {
    let seen = || columns(terminal_size_of(io::stderr()));
    said().unwrap_or_else(|| known(io::stderr().is_terminal(), seen))
}

fn columns(size: Option<(Width, Height)>) -> Option<u16> {
    size.map(|(width, _)| width.0)
}

/// What `COLUMNS` says.
fn said() -> Option<usize> {
    let text = std::env::var("COLUMNS").ok()?;
    text.parse().ok().filter(|&width| width > 0)
}

/// A terminal that does not know its width says 0.
fn known(terminal: bool, seen: impl FnOnce() -> Option<u16>) -> usize {
    if !terminal {
        return usize::MAX;
    }
    let width = seen().filter(|&width| width > 0);
    width.map_or(USUAL_WIDTH, usize::from)
}

/// A text in lines of at most this width, broken between words; a longer word has a line of its
/// own.
pub fn wrapped(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| wrapped_line(line, width)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_string();
    }
    let mut text = String::new();
    let mut room = width;
    for word in line.split(' ') {
        let length = word.chars().count();
        if text.is_empty() {
            room = width.saturating_sub(length);
        } else if length < room {
            text.push(' ');
            room -= length + 1;
        } else {
            text.push('\n');
            room = width.saturating_sub(length);
        }
        text.push_str(word);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let text = "values are White's, in pawns; * best, ~ own search";
        for width in 8..60 {
            let lines = wrapped(text, width);
            assert!(
                lines.lines().all(|line| line.chars().count() <= width),
                "{lines}"
            );
            assert_eq!(lines.replace('\n', " "), text);
        }
        assert_eq!(wrapped("a\nb", 5), "a\nb");
        assert_eq!(wrapped("abcdef gh", 3), "abcdef\ngh");
    }

    #[test]
    fn what_is_no_terminal_has_no_limit_and_an_unknown_width_is_the_usual_one() {
        assert_eq!(known(false, || Some(40)), usize::MAX);
        assert_eq!(known(true, || Some(0)), USUAL_WIDTH);
        assert_eq!(known(true, || None), USUAL_WIDTH);
        assert_eq!(known(true, || Some(100)), 100);
    }
}
