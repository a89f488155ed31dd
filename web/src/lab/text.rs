//! Texts that are safe to hand to the program: no files, no options, no control characters.

use gametree_catalog::games::reads_file;
use gametree_catalog::opponents::uci;

use crate::error::ApiError;

/// The longest search, and the longest tree.
const LONGEST: usize = 500;
const LONGEST_TREE: usize = 20_000;

/// A named text of a request.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    /// What it is for.
    pub name: &'a str,
    /// The text.
    pub value: &'a str,
}

impl Text<'_> {
    /// Refuses every character but these, and what would be taken for an option.
    pub(super) fn plain(&self, allowed: &str) -> Result<(), ApiError> {
        let Text { name, value } = self;
        if value.trim().is_empty() {
            return Err(ApiError::bad(format!("{name}: it is empty")));
        }
        if value.trim_start().starts_with('-') {
            return Err(ApiError::bad(format!("{name}: it must not begin with '-'")));
        }
        if value.len() > LONGEST {
            return Err(ApiError::bad(format!(
                "{name}: it is longer than {LONGEST} characters"
            )));
        }
        match value.chars().find(|&c| !allowed.contains(c)) {
            Some(c) => Err(ApiError::bad(format!(
                "{name}: there must be no {c:?} in '{}'",
                short(value)
            ))),
            None => Ok(()),
        }
    }
}

/// Letters, digits, and what stands between them in searches.
const OF_A_SEARCH: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:=,.+-_ ";

/// The option of searches that names a file, and the words that do not.
const FILE_KEY: &str = "weights";
const NO_FILES: [&str; 2] = ["own", "learned"];

/// A search, `NAME[:key=value,...]`, that reads no file.
pub(super) fn search(name: &str, value: &str) -> Result<(), ApiError> {
    if uci::command(value).is_some() {
        return engine(name, value);
    }
    Text { name, value }.plain(OF_A_SEARCH)?;
    no_way_up(name, value)?;
    let options = value.split_once(':').map_or("", |(_, options)| options);
    for option in options.split(',') {
        let (key, word) = option.split_once('=').unwrap_or((option, "on"));
        no_file(name, key.trim(), word.trim())?;
    }
    Ok(())
}

/// An engine's id and its options; which engines there are, the list of engines says.
fn engine(name: &str, value: &str) -> Result<(), ApiError> {
    let allowed = format!("{OF_A_SEARCH}?&");
    Text { name, value }.plain(&allowed)
}

/// The parameter of a sweep and its values.
pub(super) fn over(value: &str) -> Result<(), ApiError> {
    Text {
        name: "over",
        value,
    }
    .plain(OF_A_SEARCH)?;
    let Some((key, values)) = value.split_once('=') else {
        return Err(
            ApiError::bad(format!("over: there is no '=' in '{}'", short(value)))
                .hint("write c=0.5,1,2 or c=0.5..2:4"),
        );
    };
    values
        .split(',')
        .try_for_each(|word| no_file("over", key.trim(), word.trim()))
}

fn no_file(name: &str, key: &str, word: &str) -> Result<(), ApiError> {
    if key != FILE_KEY || NO_FILES.contains(&word) {
        return Ok(());
    }
    Err(ApiError::bad(format!(
        "{name}: {FILE_KEY}={word} names a file, and files are not read from here"
    ))
    .hint(format!(
        "write {FILE_KEY}={}, or use the command line",
        NO_FILES.join(" or ")
    )))
}

fn no_way_up(name: &str, value: &str) -> Result<(), ApiError> {
    if value.contains("..") {
        return Err(ApiError::bad(format!(
            "{name}: there must be no '..' in '{}'",
            short(value)
        )));
    }
    Ok(())
}

/// A game's name, or the text of a tree.
pub(super) fn game(value: &str) -> Result<(), ApiError> {
    if value.trim_start().starts_with('(') {
        return tree(value);
    }
    Text {
        name: "game",
        value,
    }
    .plain(OF_A_SEARCH)?;
    no_way_up("game", value)?;
    if reads_file(value) {
        return Err(
            ApiError::bad("game: a tree in a file is not read from here, nor are sets")
                .hint("give the tree itself, as in (max (min 3 12 8) (min 2 4 6))"),
        );
    }
    Ok(())
}

fn tree(value: &str) -> Result<(), ApiError> {
    if value.len() > LONGEST_TREE {
        return Err(ApiError::bad(format!(
            "game: the tree is longer than {LONGEST_TREE} characters"
        )));
    }
    match value
        .chars()
        .find(|&c| c.is_control() && c != '\n' && c != '\t' && c != '\r')
    {
        Some(c) => Err(ApiError::bad(format!(
            "game: there must be no {c:?} in a tree"
        ))),
        None => Ok(()),
    }
}

/// The beginning of a text, for messages.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}
