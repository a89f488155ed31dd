//! What a page may ask: no files, no programs, nothing that takes all memory or goes on for ever.

use std::time::Duration;

use gametree::tree::{Tree, TreeError};
use gametree_catalog::CatalogError;
use gametree_catalog::games::{info, reads_file};
use gametree_catalog::units::{count, size};

use crate::facts::SearchFacts;

/// Positions visited by one search.
pub const MOST_NODES: u64 = 200_000;
/// The longest search.
pub const MOST_TIME: Duration = Duration::from_secs(5);
/// The plies of a small game in which play can go on for ever, where no limit is given.
pub const LOOPING_FEW: u32 = 6;
/// The most plies of any such game.
pub const LOOPING_MOST: u32 = 30;
/// The longest text of a tree, in bytes.
const LONGEST_TREE: usize = 40_000;
/// The most nodes of a tree.
const LARGEST_TREE: usize = 2_000;
/// The longest other text.
const LONGEST: usize = 2_000;

/// The tree of a text.
pub fn tree(text: &str) -> Result<Tree, CatalogError> {
    if text.len() > LONGEST_TREE {
        return Err(too_long("the tree", LONGEST_TREE));
    }
    let tree: Tree = text.parse().map_err(|error: TreeError| {
        CatalogError::usage(error.to_string())
            .hint("a tree looks like (max (min 3 12 8) (min 2 4 6)); ';' begins a comment")
    })?;
    if tree.len() > LARGEST_TREE {
        let what = format!(
            "the tree has {} nodes, more than {LARGEST_TREE}",
            tree.len()
        );
        return Err(CatalogError::usage(what).hint("leave some branches out"));
    }
    Ok(tree)
}

/// The game's name as the program knows it. A tree is its text, written again so that it can be
/// nothing else.
pub fn game(text: &str) -> Result<String, CatalogError> {
    let text = text.trim();
    if text.contains('(') {
        let written = tree(text.strip_prefix("tree:").unwrap_or(text))?.to_string();
        return Ok(if written.starts_with('(') {
            written
        } else {
            format!("tree:{written}")
        });
    }
    short("the game", text)?;
    info(text)?;
    if reads_file(text) {
        return Err(CatalogError::usage("files are not read here")
            .hint("write the tree or the sets themselves, as in (max 1 2) or sets:a b c/a b"));
    }
    Ok(text.to_string())
}

/// Whether a depth is allowed where play can go on for ever and the search does not notice.
pub fn depth_of_loops(asked: Option<u32>) -> Result<(), CatalogError> {
    match asked.filter(|&depth| depth > LOOPING_MOST) {
        None => Ok(()),
        Some(depth) => {
            let what = format!("a depth of {depth} where play can go on for ever");
            Err(CatalogError::usage(what).hint(format!("at most {LOOPING_MOST} plies here")))
        }
    }
}

/// Whether a text is not too long.
pub fn short(what: &str, text: &str) -> Result<(), CatalogError> {
    if text.len() > LONGEST {
        Err(too_long(what, LONGEST))
    } else {
        Ok(())
    }
}

fn too_long(what: &str, most: usize) -> CatalogError {
    CatalogError::usage(format!("{what} is longer than {most} characters"))
        .hint("ask for less at once")
}

/// Whether a search may be asked for: no files, no programs, no more memory or threads than a
/// lesson needs.
pub fn search(text: &str) -> Result<SearchFacts, CatalogError> {
    short("the search", text)?;
    let search = SearchFacts::new(text)?;
    if search.is_program {
        return Err(
            CatalogError::usage("external programs are not started here")
                .hint("select one of its own searches"),
        );
    }
    for (key, value) in &search.options {
        let fine = match key.as_str() {
            "weights" => matches!(value.as_str(), "own" | "learned"),
            "table" => size(value).is_ok_and(|bytes| bytes <= 64 << 20) || value == "auto",
            "memory" => size(value).is_ok_and(|bytes| bytes <= 256 << 20),
            "entries" => count(value).is_ok_and(|entries| entries <= 1 << 22),
            "threads" => value == "1",
            _ => true,
        };
        if !fine {
            return Err(not_here(key, value));
        }
    }
    Ok(search)
}

fn not_here(key: &str, value: &str) -> CatalogError {
    let hint = match key {
        "weights" => "weights here are own or learned; files are not read",
        "table" => "at most table=64MiB",
        "memory" => "at most memory=256MiB",
        "entries" => "at most entries=4194304",
        _ => "one thread, so that every step comes in its order",
    };
    let value: String = value.chars().take(60).collect();
    CatalogError::usage(format!("{key}={value} is not allowed here")).hint(hint)
}
