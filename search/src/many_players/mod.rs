//! Searches for any number of players: every value is a vector, one number for each player.
//!
//! | module | what a player expects of the others |
//! | --- | --- |
//! | [`maxn`] | everyone plays for themselves |
//! | [`paranoid`] | all others play against the one to move |
//! | [`best_reply`] | only the most harmful of the others replies |
//!
//! What they share: [`vector`], [`vector_walk`] (the state of a search, a kind of
//! [`crate::chance::payoff_walk`]).

pub mod best_reply;
pub mod maxn;
pub mod paranoid;
pub mod vector;
pub mod vector_walk;
