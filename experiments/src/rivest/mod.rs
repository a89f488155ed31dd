//! The tables of 1987 again: min/max approximation against alpha-beta on the 49 openings of two
//! plies of Connect-Four.

mod players;
mod published;
mod render;
mod report;
mod rows;

pub use players::{Choices, Sides};
pub use published::Published;
pub use report::{RivestReport, RivestSetup};
pub use rows::{Kind, Pair, Row, Step};
