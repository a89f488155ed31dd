//! Words as a shell reads them back.

/// A word, in quotes where a shell needs them.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The command line as it can be given to a shell again.
pub fn this_command() -> String {
    let words = std::env::args().skip(1).map(|word| quoted(&word));
    std::iter::once("gametree".to_string())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_back_what_is_quoted() {
        assert_eq!(quoted("pvs:table=0"), "pvs:table=0");
        assert_eq!(quoted("(max 1 2)"), "'(max 1 2)'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's #3"), "'it'\\''s #3'");
    }
}
