//! Everything that reads bytes from elsewhere, as fuzz targets: a function each, which must not
//! panic whatever the bytes are, and checks that what was accepted can be used.
//!
//! | file | holds |
//! | --- | --- |
//! | [`targets`] | the functions, by name |
//! | [`interface`] | the interface of the pages, asked in process |
//! | [`shapes`] | requests from the description of the interface |
//! | [`driver`] | seeded mutations of the corpus; needs no coverage and no nightly compiler |
//!
//! `cargo run --release -p gametree-fuzz -- [--seconds N] [NAME...]` runs them. Under cargo-fuzz a
//! target is one line: `fuzz_target!(|bytes: &[u8]| drop(gametree_fuzz::targets::pgn(bytes)))`.

pub mod corpus;
pub mod driver;
pub mod interface;
pub mod shapes;
pub mod targets;
