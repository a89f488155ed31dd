//! The graph, its values and its store, as programs use them.
//!
//! One program for all of them: each further one would compile and link the crate's generic code again.

mod changes;
mod claims;
mod cycles;
mod export;
mod grown;
mod growth;
mod incremental;
mod journal;
mod map;
mod merge;
mod penalties;
mod query;
mod selection;
mod shadow;
mod steps;
mod store_damage;
mod store_file;
mod store_full;
mod store_kill;
mod store_power;
mod store_support;
mod weights;
mod world;
