//! Matches, tournaments and ratings, played and computed.
//!
//! One program for all of them: each further one would compile and link the crate's generic code again.

mod elsewhere;
mod games;
mod luck;
mod matches;
mod ratings;
mod tournaments;
