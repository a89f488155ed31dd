//! Learning the network of [`crate::network`] from games that the built-in engine plays against
//! itself.
//!
//! ```text
//!   self_play ──▶ samples, in a file ──▶ data ──▶ trainer, on a model in floats ──▶ whole numbers
//! ```

pub mod data;
pub mod games_file;
pub mod model;
pub mod samples;
pub mod self_play;
#[cfg(test)]
mod testing;
pub mod trainer;
