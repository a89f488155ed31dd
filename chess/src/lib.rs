//! Chess for gametree: rules (by shakmaty, also Chess960), notation, books, tablebases, UCI engines as
//! processes, and an engine of our own on the searches of [`gametree`].

pub mod builtin;
pub mod epd;
pub mod evaluate;
pub mod exchange;
mod identity;
mod notation;
pub mod pgn;
mod position;
pub mod serving;
mod tempo;

pub use notation::{BadMove, BadPosition};
pub use position::Chess;
pub use shakmaty;
