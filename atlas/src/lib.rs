//! A persistent analysis graph for any game.

pub mod atlas;
pub mod fact;
pub mod graph;
mod pricing;
pub mod query;
pub mod run;
pub mod select;
pub mod settings;
pub mod store;
pub mod walk;

pub use atlas::{Atlas, AtlasError};
