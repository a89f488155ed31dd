//! The pages of gametree: a local server, its HTTP/JSON interface, and the assets it serves.
//!
//! ```text
//! browser ──▶ guard (host, origin, token, size) ──▶ api ──▶ gametree-project (projects, engines)
//!    ▲                                               │──▶ lab (matches as processes)
//!    └──── socket: any GET of the api, kept fresh ◀──┘──▶ host (the searches of the program, explained)
//! ```

mod api;
pub mod help;
pub mod host;
pub mod lab;
pub mod refusal;
pub mod server;

pub use api::description;
