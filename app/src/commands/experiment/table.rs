//! The table of an experiment: printed, and written as CSV, Markdown and a picture.

use std::path::Path;

use gametree_arena::{csv, markdown};

use super::args::FileArgs;
use crate::contest;
use crate::error::CliError;

/// Rows of text under a header.
pub struct Table {
    /// The names of the columns.
    pub header: Vec<&'static str>,
    /// The cells.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// In Markdown.
    pub fn markdown(&self) -> String {
        markdown::table(&self.header, &self.rows)
    }

    /// As comma-separated values.
    pub fn csv(&self) -> String {
        let head = self
            .header
            .iter()
            .map(|cell| csv::quoted(cell))
            .collect::<Vec<_>>();
        let body = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| csv::quoted(cell)).collect());
        std::iter::once(head)
            .chain(body)
            .map(|cells: Vec<String>| cells.join(",") + "\n")
            .collect()
    }
}

/// The texts of an experiment.
pub struct Texts<'a> {
    /// For people who read.
    pub markdown: &'a dyn Fn() -> String,
    /// For spreadsheets.
    pub csv: &'a dyn Fn() -> String,
    /// The picture.
    pub svg: &'a dyn Fn() -> String,
}

impl Texts<'_> {
    /// Writes the files that were asked for.
    pub fn write(&self, args: &FileArgs) -> Result<(), CliError> {
        let texts = [
            (&args.csv, self.csv),
            (&args.markdown, self.markdown),
            (&args.svg, self.svg),
        ];
        for (path, text) in texts {
            if let Some(path) = path {
                contest::write(path, &text())?;
            }
        }
        Ok(())
    }

    /// Writes all of them into a directory.
    pub fn write_all(&self, dir: &Path, name: &str) -> Result<(), CliError> {
        for (ending, text) in [("csv", self.csv), ("md", self.markdown), ("svg", self.svg)] {
            contest::write(&dir.join(format!("{name}.{ending}")), &text())?;
        }
        Ok(())
    }
}
