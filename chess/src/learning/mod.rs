//! Learning the network of [`crate::network`] from games that the built-in engine plays against
//! itself.
//!
//! ```text
//!   self_play ──▶ samples (a file) ──▶ trainer (floats) ──▶ quantized weights
//! ```

pub mod data;
pub mod model;
pub mod samples;
pub mod self_play;
pub mod trainer;
