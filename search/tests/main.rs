//! Every search against its oracle.
//!
//! One program for all of them: each further one would compile and link the crate's generic code again.

mod capabilities;
mod erased;
mod examples;
mod growing_connect4;
mod growing_cycles;
mod growing_limits;
mod growing_trees;
mod hidden;
mod laws;
mod laws_chance;
mod memory;
mod minmax;
#[path = "support/phantom.rs"]
mod phantom;
mod players;
mod refinements;
mod rivest;
#[path = "support/searches.rs"]
mod searches;
mod support;
#[path = "support/veiled.rs"]
mod veiled;
mod worlds;
