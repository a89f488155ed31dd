//! A persistent analysis graph for any game.

pub mod atlas;
pub mod changes;
mod error;
pub mod export;
mod extract;
pub mod fact;
pub mod forecast;
pub mod graph;
pub mod history;
pub mod journal;
pub mod map;
pub mod merge;
mod pricing;
pub mod query;
mod rules;
pub mod run;
pub mod select;
pub mod settings;
pub mod shards;
pub mod sheet;
pub mod snapshot;
pub mod store;
mod transfer;
pub mod walk;
mod weights;

pub use atlas::Atlas;
pub use error::AtlasError;
