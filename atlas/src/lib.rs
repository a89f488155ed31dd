//! A persistent analysis graph for any game.

pub mod fact;
pub mod settings;
pub mod store;
