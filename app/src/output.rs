//! Data on stdout, hints on stderr; colour and spinners only on a terminal; a reader that goes away
//! is no panic.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

pub use gametree_catalog::format::shorten;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

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

/// One JSON value on a line of stdout.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(value)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
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

/// What is being done, a line on stderr where somebody sees it.
pub fn progress(text: &str) {
    if io::stderr().is_terminal() {
        hint(text);
    }
}

/// A bar on stderr that goes away when dropped; nothing where stderr is not a terminal.
pub struct Meter(ProgressBar);

impl Meter {
    /// For so many steps.
    pub fn new(doing: String, steps: u64) -> Meter {
        let bar = ProgressBar::new(steps).with_message(doing);
        let template = "{bar:30} {pos}/{len} {msg} {elapsed} (about {eta} left; Ctrl-C stops)";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Meter(bar)
    }

    /// So many steps are done.
    pub fn at(&self, steps: u64) {
        self.0.set_position(steps);
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A spinner on stderr that goes away when dropped; nothing where stderr is not a terminal.
pub struct Spinner(ProgressBar);

impl Spinner {
    /// Spins until dropped.
    pub fn new(doing: String) -> Spinner {
        let bar = ProgressBar::new_spinner().with_message(doing);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed} (Ctrl-C stops)")
        {
            bar.set_style(style);
        }
        // The ticker is a thread: not where nobody sees it.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Spinner(bar)
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// 1234567 as `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// 5400 seconds as `1 h 30 m`.
pub fn lasting(seconds: f64) -> String {
    let s = seconds.max(0.0).round() as u64;
    match (s / 86_400, s / 3600 % 24, s / 60 % 60, s % 60) {
        (0, 0, 0, s) => format!("{s} s"),
        (0, 0, m, s) => format!("{m} m {s} s"),
        (0, h, m, _) => format!("{h} h {m} m"),
        (d, h, _, _) => format!("{d} d {h} h"),
    }
}

/// So much of a drawing as a screen holds.
pub fn on_a_screen(text: &str) -> String {
    let lines = text.lines().take(40);
    let lines: Vec<String> = lines.map(|line| shorten(line, 200)).collect();
    lines.join("\n")
}

/// The width of tables that do not go to a terminal.
const WIDTH: u16 = 120;

/// A table in the one style of all commands.
pub fn table<const N: usize>(header: [&str; N]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_FULL_CONDENSED);
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    if !io::stdout().is_terminal() {
        table.set_width(WIDTH);
    }
    table.set_header(header);
    table
}

/// Puts the columns that hold numbers to the right.
pub fn right_align(table: &mut comfy_table::Table, columns: &[usize]) {
    for &index in columns {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_long_texts_cut() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(lasting(59.6), "1 m 0 s");
        assert_eq!(lasting(5400.0), "1 h 30 m");
        assert_eq!(lasting(200_000.0), "2 d 7 h");
    }
}
