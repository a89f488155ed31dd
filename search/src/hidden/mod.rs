//! Searches for games in which something is hidden: cards, or what the others did.
//!
//! | module | idea |
//! | --- | --- |
//! | [`pimc`] | solve worlds that fit what was seen as if nothing were hidden |
//! | [`ismcts`] | one tree over information sets, a fresh world for every playout |
//! | [`cfr`] | equilibria of small games by counterfactual regret |
//!
//! What they share: [`worlds`] (positions that fit what a player saw), [`extensive`] (the whole
//! tree of a small game). [`fully_observed`] makes a game with nothing hidden look like one of these.

pub mod cfr;
pub mod extensive;
pub mod fully_observed;
pub mod ismcts;
pub mod pimc;
pub mod worlds;
