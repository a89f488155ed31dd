//! What the map and the guard let pass for now. The aim is that both lists are empty; an entry that
//! is no longer needed is an error, so that they only shrink.

/// Crates in which some modules still use each other in a circle.
pub const CYCLES: &[&str] = &[];

/// Files that are still too long, or hold a function that is.
pub const SIZES: &[&str] = &[];
