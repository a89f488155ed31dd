//! The player's guide names no command that the grammar does not know.

use clap::Parser;

use crate::cli::Cli;

/// Every `gametree …` of the guide: lines after `$ ` in its blocks, and words between backquotes.
fn commands() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide.md");
    let text = std::fs::read_to_string(path).expect("the guide");
    let mut all = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside {
            all.extend(line.strip_prefix("$ ").map(String::from));
        } else {
            all.extend(line.split('`').skip(1).step_by(2).map(String::from));
        }
    }
    all.retain(|command| command.starts_with("gametree "));
    all
}

/// The words of a command, as a shell finds them: quotes keep spaces, a comment ends it.
fn words(command: &str) -> Vec<String> {
    let (mut all, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => all.extend(word.take()),
            (None, '#') if word.is_none() => return all,
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    all.extend(word);
    all
}

#[test]
fn the_guide_s_commands_are_commands() {
    let all = commands();
    assert!(all.len() >= 25, "only {} commands in the guide", all.len());
    for command in all {
        if let Err(error) = Cli::try_parse_from(words(&command)) {
            panic!("{command}: {error}");
        }
    }
}

#[test]
fn words_are_split_as_a_shell_does() {
    assert_eq!(
        words("a 'b c' \"d'e\" '' f=g  # h"),
        ["a", "b c", "d'e", "", "f=g"]
    );
}
