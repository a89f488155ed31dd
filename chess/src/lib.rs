//! Chess for gametree: rules (by shakmaty, also Chess960), notation, books, tablebases, UCI engines
//! as processes, and an engine of our own on the searches of [`gametree`].

mod archive;
pub mod builtin;
mod captures;
mod checks;
mod dead;
mod drawn;
pub mod epd;
pub mod evaluate;
pub mod exchange;
mod game_text;
mod identity;
pub mod kriegspiel;
pub mod learning;
mod masks;
mod move_traits;
pub mod network;
mod notation;
mod null_move;
pub mod openings;
mod packed;
mod past;
pub mod pgn;
pub mod polyglot;
mod position;
pub mod serving;
mod sight;
pub mod syzygy;
pub mod uci;
mod weights;
pub mod with_tables;

pub use notation::{BadMove, BadPosition};
pub use position::Chess;
pub use shakmaty;
