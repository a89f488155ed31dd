//! The pages of gametree: a local server, its HTTP/JSON interface, and the assets it serves.
//!
//! ```text
//! browser ──▶ guard (host, origin, token, size) ──▶ api ──▶ gametree-project (projects, engines)
//!    ▲                                               │──▶ lab (matches as processes)
//!    └──── socket: any GET of the api, kept fresh ◀──┘──▶ gametree-classroom (searches, explained), play (a game against one)
//! ```

mod api;
mod blocking;
pub mod book;
pub mod error;
mod files;
mod fresh;
pub mod help;
pub mod lab;
mod play;
pub mod server;
mod state;

pub use api::description;
