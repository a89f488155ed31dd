//! The program speaks one language: every help text and every text in the sources is free of the
//! words that were retired.

use std::path::{Path, PathBuf};

use crate::gametree;

/// A phrase that is not used any more.
struct Retired {
    phrase: String,
    instead: String,
    /// Parts of the names of sources and commands in which it is right.
    allowed: Vec<String>,
}

impl Retired {
    fn is_right_in(&self, place: &str) -> bool {
        self.allowed
            .iter()
            .any(|part| place.contains(part.as_str()))
    }
}

fn retired() -> Vec<Retired> {
    let lines = include_str!("retired-words.txt").lines();
    let entries = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let (phrase, rest) = line.split_once(" -> ").expect("an arrow");
        let (instead, allowed) = rest.split_once('|').unwrap_or((rest, ""));
        Retired {
            phrase: phrase.to_string(),
            instead: instead.trim().to_string(),
            allowed: allowed.split_whitespace().map(String::from).collect(),
        }
    };
    entries.map(entry).collect()
}

/// Whether a text has a phrase in it, as whole words.
fn has(text: &str, phrase: &str) -> bool {
    let text = text.to_lowercase();
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        !inside(before) && !inside(after)
    })
}

/// The help of a command and of all below it.
fn helps(command: &[String], all: &mut Vec<(String, String)>) {
    let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
    words.push("--help");
    let run = gametree(&words);
    assert_eq!(run.code, 0, "{words:?}: {}", run.err);
    let listed = run
        .out
        .split_once("\nCommands:\n")
        .map_or("", |(_, rest)| rest);
    let block = listed.split("\n\n").next().unwrap_or("");
    // A command begins after two spaces; what is further in goes on with its description.
    let names = block.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.split_whitespace().next()?;
        (!line.starts_with("   ") && name != "help").then(|| name.to_string())
    });
    for name in names.collect::<Vec<_>>() {
        helps(&[command, &[name]].concat(), all);
    }
    all.push((words.join(" "), run.out));
}

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !is_test(&path) {
            all.push(path);
        }
    }
}

/// Whether a source is nothing but tests.
fn is_test(path: &Path) -> bool {
    let parts = path.with_extension("");
    parts.iter().any(|part| part == "tests")
}

/// The texts between quotes of a source, its unit tests left out.
fn literals(source: &str) -> Vec<String> {
    let source = source
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or("");
    let chars: Vec<char> = source.chars().collect();
    let mut all = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        match (chars[at], chars.get(at + 1), chars.get(at + 2)) {
            ('/', Some('/'), _) => {
                while at < chars.len() && chars[at] != '\n' {
                    at += 1;
                }
            }
            // A character, not a lifetime.
            ('\'', Some('\\'), _) => at += 3,
            ('\'', Some(_), Some('\'')) => at += 2,
            ('"', _, _) => {
                let mut text = String::new();
                at += 1;
                while at < chars.len() && chars[at] != '"' {
                    if chars[at] == '\\' {
                        at += 1;
                        // An escaped end of the line goes on with the next word.
                        text.push(' ');
                    } else {
                        text.push(chars[at]);
                    }
                    at += 1;
                }
                all.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            _ => {}
        }
        at += 1;
    }
    all
}

#[test]
fn no_help_text_has_a_retired_word() {
    let mut all = Vec::new();
    helps(&[], &mut all);
    assert!(all.len() > 45, "only {} commands were found", all.len());
    let retired = retired();
    let mut found = Vec::new();
    for (command, text) in &all {
        assert!(text.starts_with("Examples:"), "{command}: examples first");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let retired = retired.iter().filter(|one| !one.is_right_in(command));
        for one in retired {
            if has(&text, &one.phrase) {
                found.push(format!(
                    "{command}: {} (write: {})",
                    one.phrase, one.instead
                ));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_text_of_the_program_has_a_retired_word() {
    let mut files = Vec::new();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["app", "catalog", "exercises", "explain", "project", "web"] {
        sources(&workspace.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 200, "only {} sources", files.len());
    let mut found = Vec::new();
    for file in &files {
        let path = file
            .strip_prefix(&workspace)
            .expect("below it")
            .display()
            .to_string();
        let texts = literals(&std::fs::read_to_string(file).expect("a source"));
        for one in retired().iter().filter(|one| !one.is_right_in(&path)) {
            for text in texts.iter().filter(|text| has(text, &one.phrase)) {
                found.push(format!(
                    "{path}: \"{text}\": {} (write: {})",
                    one.phrase, one.instead
                ));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn phrases_are_found_as_words() {
    assert!(has("So many moves", "so many") && !has("also many", "so many"));
    assert!(has("is it his?", "his") && !has("this", "his"));
    let source = "let a = \"one \\\n two\"; // \"no\"\nlet b = ('\"', '\\'', \"three\");\n";
    assert_eq!(literals(source), ["one two", "three"]);
}
