//! Matches on the command line: what `match` and `sweep` share.

pub mod args;
mod bar;
mod budget;
mod drawing;
mod files;
mod keeping;
pub mod object;
mod over;
mod plan;
mod sequential;
pub mod tournament;
mod words;

pub use drawing::elo_over_values;
pub use files::{Files, write};
pub use keeping::tell_interrupted;
pub use over::Over;
pub use plan::{plan, run};
pub use words::print;
