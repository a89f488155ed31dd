//! What the pages and scripts read: one object a question, values always the first player's.

mod engines;
mod node;
mod project;
mod value;

pub use engines::{EngineCard, EngineOption, WorkerRow, Workers};
pub use node::{Crumb, LegalMove, MoveRow, Moves, Node, Ply, Rest, SourceName};
pub use project::{Card, News, Project, Running, State};
pub use value::Worth;
