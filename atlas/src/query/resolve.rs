//! Why a text names no position of the graph.

use crate::error::AtlasError;

/// Why a text names no position of the graph.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// There is nothing in the project yet.
    #[error("the project has no position yet")]
    Empty,
    /// A word is no legal move.
    #[error("move {number}, {word}, is not legal{}", known_words(.known))]
    Illegal {
        /// Which one, from 1.
        number: usize,
        /// The word.
        word: String,
        /// The moves that are in the graph there.
        known: Vec<String>,
    },
    /// A move is not in the graph.
    #[error("move {number}, {word}, is not in the graph{}", known_words(.known))]
    Unknown {
        /// Which one, from 1.
        number: usize,
        /// The word.
        word: String,
        /// The moves that are in the graph there.
        known: Vec<String>,
    },
    /// The position is not in the graph.
    #[error("the position {0} is not in the graph")]
    Absent(String),
    /// The text is neither.
    #[error("neither moves from a root nor a position: {0}")]
    Unreadable(String),
    /// The project.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
}

impl ResolveError {
    /// How many words were understood: the best of several failures is the one that came furthest.
    pub(crate) fn reach(&self) -> usize {
        match self {
            ResolveError::Illegal { number, .. } => 2 * number - 1,
            ResolveError::Unknown { number, .. } => 2 * number,
            _ => 0,
        }
    }
}

fn known_words(known: &[String]) -> String {
    if known.is_empty() {
        "; no move is known there".into()
    } else {
        format!("; known: {}", known.join(" "))
    }
}
