//! Chess for gametree: rules (by shakmaty, also Chess960), notation, books, tablebases, UCI engines as
//! processes, and an engine of our own on the searches of [`gametree`].

pub mod epd;
mod identity;
mod notation;
pub mod openings;
pub mod pgn;
pub mod polyglot;
mod position;
pub mod syzygy;

pub use notation::{BadMove, BadPosition};
pub use position::Chess;
pub use shakmaty;
