//! `atlas list`, `show`, `moves`, `line`, `tree`, `stats`, `changes`, `history`, `queue`: prints one
//! view of a project each, as JSON or as a table. All of them read a project that another process
//! may be working on.

pub mod changes;
pub mod game;
pub mod history;
pub mod line;
pub mod list;
pub mod moves;
pub mod node;
pub mod place;
pub mod queue;
pub mod stats;
pub mod tree;
