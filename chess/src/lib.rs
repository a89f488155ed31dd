//! Chess for gametree: rules (by shakmaty, also Chess960), notation, books, tablebases, UCI engines as
//! processes, and an engine of our own on the searches of [`gametree`].

mod position;
pub mod uci;

pub use position::{BadPosition, Chess};
pub use shakmaty;
