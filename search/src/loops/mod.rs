//! Games that may go round in circles.
//!
//! | module | a position that comes again |
//! | --- | --- |
//! | [`on_path`] | is recognised on the way from the root |
//! | [`retrograde`] | is solved backwards from the ends, with all others |
//! | [`repetition`] | is a draw by the rules of the game |

pub mod on_path;
pub mod repetition;
pub mod retrograde;
