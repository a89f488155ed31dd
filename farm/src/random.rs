//! Numbers that no one can guess: tokens, and the names of sessions and workers. (They decide
//! nothing that must repeat.)

use rand::RngCore;

/// 64 random bits.
#[must_use]
pub fn bits() -> u64 {
    rand::rng().next_u64()
}

/// A secret of 128 random bits.
#[must_use]
pub fn token() -> String {
    format!("{:016x}{:016x}", bits(), bits())
}
