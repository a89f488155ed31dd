//! The book: chapters in Markdown (`docs/book/src`), served under Help and written as pages that
//! need no server.
//!
//! ```text
//!  static_site   view
//!       └─── render ───┐
//!            └────── source
//! ```

#[cfg(test)]
mod keys;
mod render;
mod source;
mod static_site;
mod view;

pub use static_site::write;
pub use view::{BookView, ChapterView, book, chapter};
