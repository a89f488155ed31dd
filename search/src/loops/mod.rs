//! Games in which play may loop.
//!
//! | module | a position that comes again |
//! | --- | --- |
//! | [`on_path`] | is recognised on the way from the root |
//! | [`retrograde`] | is solved backwards from the ends, with all others |
//! | [`repetition`] | is a draw by the rules of the game |
//! | [`certain_draw`] | is no draw: a certain one is taken before it |

pub mod certain_draw;
pub mod on_path;
mod price;
pub mod repetition;
pub mod retrograde;
