//! What the map and the guard let pass for now. The aim is that both lists are empty; an entry that
//! is no longer needed is an error, so that they only shrink.

/// Crates in which some modules still use each other in a circle.
pub const CYCLES: &[&str] = &["search", "web", "app"];

/// Files that are still too long, or hold a function that is.
pub const SIZES: &[&str] = &[
    "search/src/df_pn.rs",
    "search/src/mcts.rs",
    "search/src/pvs.rs",
    "search/src/thinkers.rs",
    "search/tests/minmax.rs",
    "app/src/explain/tests.rs",
    "app/src/explain/trace.rs",
    "app/src/explain/words.rs",
    "app/src/opponents/gnubg.rs",
    "app/src/searches.rs",
    "app/tests/cli/bad_input.rs",
    "app/tests/cli/train.rs",
];
