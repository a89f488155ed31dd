//! The `gametree` command.
fn main() {}
