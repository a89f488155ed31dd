//! Searches for two players and dice: values are expectations.
//!
//! | module | idea |
//! | --- | --- |
//! | [`expectiminimax`] | every position, every outcome: start reading here |
//! | [`star1`], [`star2`] | alpha-beta that also cuts where chance moves |
//! | [`minmax_chance`] | the min/max approximation with chance nodes |
//! | [`payoff_deepening`] | depth by depth until a limit is met |
//! | [`one_ply`] | the best position after one move |
//!
//! What they share: [`payoff_walk`] (the state of a search), [`real_table`], [`star`].

pub mod expectiminimax;
pub mod minmax_chance;
pub mod one_ply;
pub mod payoff_deepening;
pub mod payoff_walk;
pub mod real_table;
pub mod real_walk;
pub mod star;
pub mod star1;
pub mod star2;
