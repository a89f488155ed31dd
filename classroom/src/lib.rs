//! The classroom: searches step by step, trees to try them on, penalties by p, queens that climb,
//! exercises.
//!
//! Everything here is asked by a page, which may ask anything: no file is read, no program started,
//! and what is computed has a cap ([`guard`]). The server calls the functions; a page without a
//! server calls [`answer`](answer::answer) in the same code, compiled to WebAssembly ([`module`]).
//!
//! ```text
//!                       module
//!                          │
//!                       answer
//!     ┌──────────┬─────────┴┬───────────┬───────┬───────┐
//!  examples  exercises  random_tree  penalties trace  climb
//!                └─────────┴── guard ───┴───────┴───────┘
//! ```

pub mod answer;
mod climb;
mod examples;
mod exercises;
mod facts;
pub mod guard;
pub mod module;
mod penalties;
mod random_tree;
pub mod request;
mod trace;
pub mod watchdog;

#[cfg(test)]
mod tests;

pub use climb::climb;
pub use examples::{examples, lesson, lessons};
pub use exercises::{exercise, grade};
pub use penalties::penalties;
pub use random_tree::random_tree;
pub use trace::trace;
