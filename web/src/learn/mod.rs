//! The classroom of the pages: searches step by step, trees to try them on, penalties by p, queens
//! that climb.
//!
//! Everything here is asked by a page, which may ask anything: no file is read, no program started,
//! and what is computed has a cap ([`guard`]).
//!
//! ```text
//!  examples   random_tree   penalties        trace   climb
//!                  └────── guard ──────┴───────┴───────┘
//! ```

mod climb;
mod examples;
mod exercises;
mod facts;
pub mod guard;
mod penalties;
mod random_tree;
pub mod request;
mod trace;

#[cfg(test)]
mod tests;

pub use climb::climb;
pub use examples::{examples, lesson};
pub use exercises::{check_answers, grade};
pub use penalties::penalties;
pub use random_tree::random_tree;
pub use trace::trace;
