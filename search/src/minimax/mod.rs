//! Depth-first search for two players and perfect information: minimax and its descendants.
//!
//! | module | idea |
//! | --- | --- |
//! | [`Minimax`] | every position down to the depth limit: start reading here |
//! | [`alphabeta`] | leave out what cannot change the value at the root |
//! | [`pvs`] | alpha-beta that asks "better?" first: the strong search |
//! | [`mtdf`] | null windows only |
//! | [`deepening`] | depth 1, 2, 3, … until a limit is met |
//! | [`multi_pv`] | the best moves one after the other, not only the best |
//! | [`sorted`] | alpha-beta that sorts every node by static value, as in 1987 |
//!
//! What they share: [`depth_first`] (the state of a search), [`windowed`] (one depth, one window),
//! [`ordering`], [`table`], [`horizon_table`], [`quiescence`], [`finishing`]. What `pvs` can switch on: [`pruning`],
//! [`reductions`], [`singular`], [`parallel`].

pub mod alphabeta;
pub mod deepening;
pub mod depth_first;
pub(crate) mod depths;
pub mod finishing;
pub mod horizon_table;
pub(crate) mod kinds;
pub mod mtdf;
pub mod multi_pv;
pub mod ordering;
pub mod parallel;
mod plain;
mod prefetch;
pub mod pruning;
pub mod pvs;
pub mod quiescence;
pub mod reductions;
pub mod singular;
pub(crate) mod slots;
pub mod sorted;
pub mod table;
pub mod windowed;
pub(crate) mod worth;

pub use plain::Minimax;
