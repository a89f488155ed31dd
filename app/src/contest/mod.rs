//! Matches on the command line: what `match` and `sweep` share.

pub mod args;
mod bar;
mod budget;
pub mod object;
mod openings;
mod plan;
mod sequential;

pub use plan::Plan;
