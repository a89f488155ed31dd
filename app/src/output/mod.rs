//! Data on stdout, hints on stderr; colour and spinners only on a terminal; a reader that goes away
//! is no panic.

mod progress;
mod table;
mod width;

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use serde::Serialize;

pub use gametree_catalog::format::{grouped, lasting, rounded, shorten};
pub use progress::{Meter, Spinner};
pub use table::{Table, right_align, table};
pub use width::{stderr_width, wrapped};

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// One JSON object per line.
    JsonLines,
}

static FORMAT: OnceLock<Format> = OnceLock::new();

/// Decides, once, how results are printed.
pub fn set_format(format: Format) {
    // Only `main` decides, before any command runs.
    let _ = FORMAT.set(format);
}

/// How results are printed.
pub fn format() -> Format {
    FORMAT.get().copied().unwrap_or(Format::Text)
}

/// Whether scripts read the results.
pub fn is_json() -> bool {
    format() != Format::Text
}

/// Begins bold text. Stripped where stdout is not a terminal or `NO_COLOR` is set.
pub const BOLD: &str = "\x1b[1m";
/// Begins dim text.
pub const DIM: &str = "\x1b[2m";
/// Begins red text.
pub const RED: &str = "\x1b[1;31m";
/// Ends all of them.
pub const PLAIN: &str = "\x1b[0m";

/// One line, or several, on stdout.
pub fn line(text: impl Display) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Text on stdout that is broken between words where the terminal ends.
pub fn paragraph(text: impl Display) -> io::Result<()> {
    line(wrapped(&text.to_string(), width::stdout_width()))
}

/// One JSON value on a line of stdout.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(value)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// The result: as JSON where scripts read it, else as `print` shows it to people.
pub fn show<T: Serialize>(
    object: &T,
    print: impl FnOnce(&T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if is_json() {
        json(object)
    } else {
        print(object)
    }
}

/// Bytes as they are: completions and man pages.
pub fn bytes(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// A line on stderr, for people; never fails.
pub fn hint(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// What is being done: a line on stderr, where that is a terminal.
pub fn progress(text: &str) {
    if io::stderr().is_terminal() {
        hint(text);
    }
}

/// As much of a drawing as a screen holds.
pub fn on_a_screen(text: &str) -> String {
    let lines = text.lines().take(40);
    let lines: Vec<String> = lines.map(|line| shorten(line, 200)).collect();
    lines.join("\n")
}
