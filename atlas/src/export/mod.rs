//! Writing a project for others: one JSON object, drawings, pages.

mod dot;
mod json;
mod pages;
mod svg;

use std::io;

pub use pages::{Board, PlainBoard};

use crate::atlas::AtlasError;

/// What can go wrong while writing.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The project.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// The disk.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// A text with nothing in it that HTML, SVG and XML would take for their own, and no control
/// characters.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_that_markup_would_take_for_its_own_is_left() {
        assert_eq!(
            escaped("<a href='x'>\"&\u{0}"),
            "&lt;a href=&#39;x&#39;&gt;&quot;&amp;\u{fffd}"
        );
        assert_eq!(escaped("Sf3, 1½ \n"), "Sf3, 1½ \n");
    }
}
