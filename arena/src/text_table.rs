//! Rows of text under a header, for spreadsheets and for Markdown.

use crate::{csv, markdown};

/// Rows of text under a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The cells.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table of these rows.
    pub fn new(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> TextTable {
        TextTable {
            header: header.iter().map(|name| (*name).to_string()).collect(),
            rows: rows.into_iter().collect(),
        }
    }

    /// In Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        markdown::table(&header, &self.rows)
    }

    /// As comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let line = |cells: &Vec<String>| {
            let quoted: Vec<String> = cells.iter().map(|cell| csv::quoted(cell)).collect();
            quoted.join(",") + "\n"
        };
        std::iter::once(&self.header)
            .chain(&self.rows)
            .map(line)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::TextTable;

    #[test]
    fn the_same_rows_in_both_forms() {
        let table = TextTable::new(&["a", "b"], [vec!["1,5".into(), "x|y".into()]]);
        assert_eq!(table.csv(), "a,b\n\"1,5\",x|y\n");
        assert_eq!(
            table.markdown(),
            "| a | b |\n| --- | --- |\n| 1,5 | x\\|y |\n"
        );
    }
}
