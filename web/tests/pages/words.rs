//! Words that were retired stay retired: `retired-words.txt` names them and the files.

use std::fs;
use std::path::{Path, PathBuf};

const RETIRED: &str = include_str!("../retired-words.txt");

/// Every file below a place that holds words for people.
fn files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_path_buf()];
    }
    let entries =
        fs::read_dir(place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    let below = entries.map(|entry| entry.unwrap().path());
    let own = below.filter(|path| !path.ends_with("vendor"));
    own.flat_map(|path| files(&path)).collect()
}

/// What a file says, without its comments, and the number of each line.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let comment = |line: &str| ["//", "*", "/*"].iter().any(|sign| line.starts_with(sign));
    let numbered = (1..).zip(text.lines().map(str::trim));
    numbered.filter(move |(_, line)| !comment(line))
}

fn found(line: &str, words: &str) -> bool {
    let line = line.to_lowercase();
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    line.match_indices(words).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + words.len()..].chars().next();
        let own = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        (apart(before) || !own(words.chars().next()))
            && (apart(after) || !own(words.chars().next_back()))
    })
}

#[test]
fn retired_words_stay_retired() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let rows = RETIRED
        .lines()
        .filter(|row| !row.is_empty() && !row.starts_with('#'));
    for row in rows {
        let (place, words) = row.split_once(": ").expect("place: words");
        for file in files(&web.join(place)) {
            let Ok(text) = fs::read_to_string(&file) else {
                continue;
            };
            for (number, line) in lines(&text).filter(|(_, line)| found(line, words)) {
                wrong.push(format!("{}:{number}: '{words}' in: {line}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_are_found_as_words() {
    assert!(found("<p>Look here now</p>", "look here now"));
    assert!(!found("const questionable = 1;", "question"));
    assert!(found("'17 k an hour'", "an hour"));
}
