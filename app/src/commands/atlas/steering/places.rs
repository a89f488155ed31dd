//! Positions of a project by the words that people use for them, both ways.

use clap::Args;
use gametree::{Archived, Game};
use gametree_atlas::fact::NodeId;
use gametree_atlas::query::ResolveError;
use gametree_chess::Chess;

use crate::error::Problem;
use crate::output;
use crate::project::{self, Project};

/// A move of chess.
pub type Move = <Chess as Game>::Move;

/// A position of a project.
#[derive(Args, Clone, Debug)]
pub struct PlaceArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The position: moves from a root as in 'e4 e5 Nf3', '' for the root itself, or a FEN
    #[arg(value_name = "PATH")]
    pub path: String,
}

impl PlaceArgs {
    /// Opens the project, and finds the position.
    pub fn open(&self) -> anyhow::Result<(Project, NodeId)> {
        let project = project::open(&self.name)?;
        let node = find(&project, &self.path)?;
        Ok((project, node))
    }
}

/// The position that a text names.
pub fn find(project: &Project, text: &str) -> Result<NodeId, Problem> {
    project.resolve(text).map_err(|error| match error {
        ResolveError::Atlas(error) => project::problem(&error),
        error => {
            let shown = output::shorten(text, 200);
            Problem::not_found(format!("'{shown}' is no position of the project: {error}")).mend(
                "moves from a root as in 'e4 e5 Nf3', '' for the root itself, or a FEN; \
                 `gametree atlas add` puts new moves into the project",
            )
        }
    })
}

/// The moves to a position, where they find it again; else its FEN.
pub fn path(project: &Project, node: NodeId) -> anyhow::Result<String> {
    let (root, codes) = project.query().path(node);
    let start = project
        .position(root)
        .map_err(|error| project::problem(&error))?;
    let words = project.words(&start, &codes).join(" ");
    if project.resolve(&words).is_ok_and(|found| found == node) {
        return Ok(words);
    }
    Ok(project
        .position(node)
        .map_err(|error| project::problem(&error))?
        .write())
}

/// A position for a sentence.
pub fn named(project: &Project, node: NodeId) -> anyhow::Result<String> {
    let words = path(project, node)?;
    Ok(if words.is_empty() {
        "the root".into()
    } else {
        words
    })
}

/// A word without the number of a move before it: `12.Nf3` is `Nf3`, and `12...` is nothing.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// The moves of a text from a position on; how many could be read, and why the next could not.
pub fn read_line(start: &Chess, text: &str) -> Result<Vec<Move>, (usize, Problem)> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for word in text
        .split_whitespace()
        .map(without_number)
        .filter(|word| !word.is_empty())
    {
        let refuse = |why: String| {
            let what = format!(
                "move {}, {}: {why}",
                moves.len() + 1,
                output::shorten(word, 40)
            );
            (
                moves.len(),
                Problem::usage(what).mend(format!("the position there: {}", position.fen())),
            )
        };
        if position.outcome().is_some() {
            return Err(refuse("the game is over there".into()));
        }
        let m = position
            .parse_move(word)
            .map_err(|error| refuse(error.to_string()))?;
        moves.push(m);
        position.play(m);
        position.settle();
    }
    Ok(moves)
}

/// A move of a position, by name.
pub fn read_move(position: &Chess, text: &str) -> Result<Move, Problem> {
    match read_line(position, text) {
        Ok(moves) if moves.len() == 1 => Ok(moves[0]),
        Ok(_) => Err(Problem::usage(format!(
            "'{}' is not one move",
            output::shorten(text, 40)
        ))),
        Err((_, problem)) => Err(problem),
    }
}
