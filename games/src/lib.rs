//! Games for gametree, a file or a folder each.

pub mod backgammon;
mod bits;
pub mod breakthrough;
pub mod cards;
pub mod connect4;
mod coordinates;
pub mod fork;
pub mod hearts;
pub mod hex;
mod identity;
pub mod kuhn;
pub mod nim;
pub mod othello;
pub mod pig;
pub mod queens;
pub mod squares;
mod standing;
pub mod tictactoe;
pub mod tictactoe3;
pub mod whist;

use std::fmt;

/// What is wrong with the text of a position, and how to fix it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct PositionError(pub String);

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The README's example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The example of the crate's own README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
