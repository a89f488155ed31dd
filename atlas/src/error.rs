//! What can go wrong with a project.

use crate::graph::InconsistentFact;
use crate::store::StoreError;

/// What can go wrong with a project.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The facts do not fit together.
    #[error("the project's facts do not fit together: {0}")]
    InconsistentFact(#[from] InconsistentFact),
    /// A position or a move of the project is not one of this game.
    #[error("the project's facts do not fit the game: {0}")]
    Foreign(String),
    /// A result without a task.
    #[error("answer {got} came where {expected} was to be applied")]
    OutOfTurn {
        /// The result's number.
        got: u64,
        /// The number whose turn it was.
        expected: u64,
    },
}
