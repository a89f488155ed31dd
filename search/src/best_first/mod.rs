//! Searches that keep a tree in memory and choose where it grows.
//!
//! | module | grows |
//! | --- | --- |
//! | [`minmax`] | the tip whose error would matter most (Rivest's min/max approximation) |
//! | [`BestFirst`] | the tip at the end of the best line |
//! | [`proof_number`], [`df_pn`] | the tip that is cheapest to prove |
//! | [`mcts`] | the tip that playouts recommend |

mod best_first_minimax;
pub mod df_pn;
mod grown;
pub mod mcts;
pub mod minmax;
pub mod playout;
pub mod proof_number;

pub use best_first_minimax::BestFirst;
