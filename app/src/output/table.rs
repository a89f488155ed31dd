//! Tables that fit the terminal: columns are dropped, words and numbers are never split.

use std::fmt;
use std::io;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width};
use gametree_arena::TextTable;

/// The width where no terminal says one.
const USUAL_WIDTH: usize = 120;
/// A column of text is not made narrower than this while another column can be dropped.
const TEXT: usize = 16;

/// A table in the one style of all commands.
pub struct Table {
    text: TextTable,
    /// Columns of numbers: put to the right, and never broken.
    numbers: Vec<usize>,
    /// The columns to drop where there is no room, the first one first.
    droppable: Vec<usize>,
}

/// A table with this header.
pub fn table<const N: usize>(header: [&str; N]) -> Table {
    Table::of(TextTable::new(&header, []))
}

/// Puts the columns that hold numbers to the right.
pub fn right_align(table: &mut Table, columns: &[usize]) {
    table.right(columns);
}

impl Table {
    /// Of rows that are there already. Without [`Table::drop_first`] the last columns are dropped
    /// first.
    pub fn of(text: TextTable) -> Table {
        Table {
            droppable: (1..text.header.len()).rev().collect(),
            numbers: Vec::new(),
            text,
        }
    }

    /// Puts the columns that hold numbers to the right.
    pub fn right(&mut self, columns: &[usize]) -> &mut Table {
        self.numbers = columns.to_vec();
        self
    }

    /// Which columns are dropped where there is no room, the least important first; the others
    /// stay.
    pub fn drop_first(&mut self, columns: &[usize]) -> &mut Table {
        self.droppable = columns.to_vec();
        self
    }

    /// One row more.
    pub fn add_row<C: ToString>(&mut self, cells: impl IntoIterator<Item = C>) {
        let cells = cells.into_iter().map(|cell| cell.to_string());
        self.text.rows.push(cells.collect());
    }

    /// The texts of a column, its header first.
    fn column(&self, index: usize) -> impl Iterator<Item = &str> {
        let cells = self.text.rows.iter().filter_map(move |row| row.get(index));
        std::iter::once(&self.text.header[index])
            .chain(cells)
            .map(String::as_str)
    }

    /// The width at which nothing in a column is broken.
    fn natural(&self, index: usize) -> usize {
        let lines = self.column(index).flat_map(str::lines);
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }

    /// The width at which no word or number of a column is broken.
    fn least(&self, index: usize) -> usize {
        if self.numbers.contains(&index) {
            return self.natural(index);
        }
        let words = self.column(index).flat_map(str::split_whitespace);
        words.map(|word| word.chars().count()).max().unwrap_or(0)
    }

    /// The columns that are shown at a width.
    fn shown(&self, width: usize) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..self.text.header.len()).collect();
        let wanted = |&index: &usize| self.least(index).max(self.natural(index).min(TEXT));
        for dropped in &self.droppable {
            if total(shown.iter().map(wanted)) <= width {
                break;
            }
            shown.retain(|index| index != dropped);
        }
        shown
    }

    /// The widths of the columns that are shown: the widest texts are broken between words.
    fn widths(&self, shown: &[usize], width: usize) -> Vec<usize> {
        let least: Vec<usize> = shown.iter().map(|&index| self.least(index)).collect();
        let mut widths: Vec<usize> = shown.iter().map(|&index| self.natural(index)).collect();
        while total(widths.iter().copied()) > width {
            let narrower = (0..widths.len()).filter(|&place| widths[place] > least[place]);
            let Some(widest) = narrower.max_by_key(|&place| widths[place]) else {
                break;
            };
            widths[widest] -= 1;
        }
        widths
    }

    /// The table at a width, and the names of the columns that have no room.
    fn fitted(&self, width: usize) -> (comfy_table::Table, Vec<&str>) {
        let shown = self.shown(width);
        let cells = |row: &Vec<String>| -> Vec<String> {
            let cell = |&index: &usize| row.get(index).cloned().unwrap_or_default();
            shown.iter().map(cell).collect()
        };
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::UTF8_FULL_CONDENSED);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header(cells(&self.text.header));
        self.text.rows.iter().for_each(|row| {
            table.add_row(cells(row));
        });
        let widths = self.widths(&shown, width);
        table.set_width(total(widths.iter().copied()) as u16);
        for (place, index) in shown.iter().enumerate() {
            let Some(column) = table.column_mut(place) else {
                continue;
            };
            let padded = widths[place] as u16 + PADDING as u16;
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(padded)));
            if self.numbers.contains(index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let missing = (0..self.text.header.len()).filter(|index| !shown.contains(index));
        let names = missing.map(|index| self.text.header[index].as_str());
        (table, names.collect())
    }
}

/// The spaces around the text of a cell.
const PADDING: usize = 2;

/// The width of a table with columns of these widths.
fn total(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + PADDING + 1).sum::<usize>() + 1
}

/// The width of the terminal: what `COLUMNS` says, or the terminal itself.
fn terminal_width() -> usize {
    let said = std::env::var("COLUMNS").ok();
    let said = said.and_then(|text| text.parse::<usize>().ok());
    let seen = || {
        let size = terminal_size::terminal_size_of(io::stdout());
        size.map(|(width, _)| usize::from(width.0))
    };
    let said = said.filter(|&width| width > 0);
    said.or_else(seen).unwrap_or(USUAL_WIDTH)
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, missing) = self.fitted(terminal_width());
        write!(f, "{table}")?;
        if missing.is_empty() {
            return Ok(());
        }
        write!(f, "\nnot shown at this width: {}", missing.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = table(["move", "value", "nodes", "line"]);
        table.add_row(["e4", "+0.35", "7,364,994", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"]);
        table.add_row(["h4", "-0.50", "12", "1. h4 d5"]);
        table.right(&[1, 2]).drop_first(&[2, 3]);
        table
    }

    fn widest(table: &comfy_table::Table) -> usize {
        let text = table.to_string();
        text.lines()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn a_table_fits_and_no_word_is_broken() {
        let table = sample();
        for width in 20..100 {
            let (fitted, missing) = table.fitted(width);
            assert!(widest(&fitted) <= width, "{width}:\n{fitted}");
            let text = fitted.to_string();
            for row in &table.text.rows {
                for index in table.shown(width) {
                    for word in row[index].split_whitespace() {
                        assert!(text.contains(word), "{width}: {word}\n{text}");
                    }
                }
            }
            assert_eq!(
                missing.contains(&"nodes"),
                width < 47,
                "{width}: {missing:?}"
            );
        }
        assert_eq!(table.fitted(20).1, ["nodes", "line"]);
        assert!(table.fitted(100).1.is_empty());
    }

    #[test]
    fn what_may_not_be_dropped_stays() {
        let table = sample();
        let (fitted, missing) = table.fitted(5);
        assert_eq!(missing, ["nodes", "line"]);
        assert!(fitted.to_string().contains("+0.35"), "{fitted}");
    }
}
