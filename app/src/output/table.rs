//! Tables that fit the terminal: columns are dropped, words and numbers are never split.

use std::fmt;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width};
use gametree_arena::TextTable;

use super::width::{stdout_width, wrapped};

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

    /// Takes a column out that says nothing in any row. The others are numbered anew.
    pub fn drop_if_empty(&mut self, index: usize) -> &mut Table {
        if self.column(index).skip(1).any(|cell| !cell.is_empty()) {
            return self;
        }
        self.text.header.remove(index);
        for row in &mut self.text.rows {
            row.remove(index);
        }
        for columns in [&mut self.numbers, &mut self.droppable] {
            columns.retain(|&column| column != index);
            for column in columns {
                *column -= usize::from(*column > index);
            }
        }
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

    /// The widths of the columns that are shown: the widest texts are broken between words, and
    /// words that are longer than the room are cut short.
    fn widths(&self, shown: &[usize], width: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = shown.iter().map(|&index| self.natural(index)).collect();
        let least = |&index: &usize| self.least(index);
        narrow(
            &mut widths,
            &shown.iter().map(least).collect::<Vec<_>>(),
            width,
        );
        let cut = |&index: &usize| match self.numbers.contains(&index) {
            true => self.natural(index),
            false => self.least(index).min(SHORTEST),
        };
        narrow(
            &mut widths,
            &shown.iter().map(cut).collect::<Vec<_>>(),
            width,
        );
        widths
    }

    /// The table at a width, and the names of the columns that have no room.
    fn fitted(&self, width: usize) -> (comfy_table::Table, Vec<&str>) {
        let shown = self.shown(width);
        let widths = self.widths(&shown, width);
        let cells = |row: &Vec<String>| -> Vec<String> {
            let cell = |(&index, &width): (&usize, &usize)| {
                let text = row.get(index).map_or("", String::as_str);
                cut_words(text, width)
            };
            shown.iter().zip(&widths).map(cell).collect()
        };
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::UTF8_FULL_CONDENSED);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header(cells(&self.text.header));
        self.text.rows.iter().for_each(|row| {
            table.add_row(cells(row));
        });
        let whole = total(widths.iter().copied());
        table.set_width(u16::try_from(whole).unwrap_or(u16::MAX));
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

/// No text is cut shorter than this.
const SHORTEST: usize = 8;

/// Takes from the widest columns what is too much, none below its least.
fn narrow(widths: &mut [usize], least: &[usize], width: usize) {
    while total(widths.iter().copied()) > width {
        let narrower = (0..widths.len()).filter(|&place| widths[place] > least[place]);
        let Some(widest) = narrower.max_by_key(|&place| widths[place]) else {
            return;
        };
        widths[widest] -= 1;
    }
}

/// A text with an ellipsis in every word that is longer than a line.
fn cut_words(text: &str, width: usize) -> String {
    let long = |word: &str| word.chars().count() > width;
    if !text.split_whitespace().any(long) {
        return text.to_string();
    }
    let cut = |word: &str| match long(word) {
        true => word
            .chars()
            .take(width.saturating_sub(1))
            .chain(['…'])
            .collect(),
        false => word.to_string(),
    };
    let words: Vec<String> = text.split_whitespace().map(cut).collect();
    words.join(" ")
}

/// The spaces around the text of a cell.
const PADDING: usize = 2;

/// The width of a table with columns of these widths.
fn total(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + PADDING + 1).sum::<usize>() + 1
}

impl Table {
    /// The table at a width, and below it the columns that have no room.
    pub fn at_width(&self, width: usize) -> String {
        let (table, missing) = self.fitted(width);
        if missing.is_empty() {
            return table.to_string();
        }
        let missing = format!("not shown at this width: {}", missing.join(", "));
        format!("{table}\n{}", wrapped(&missing, width))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.at_width(stdout_width()))
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
    fn an_empty_column_goes_and_the_others_keep_their_places_in_the_queue() {
        let mut table = sample();
        assert_eq!(table.drop_if_empty(1).text.header.len(), 4);
        for row in &mut table.text.rows {
            row[1].clear();
        }
        table.drop_if_empty(1);
        assert_eq!(table.text.header, ["move", "nodes", "line"]);
        assert_eq!((table.numbers, table.droppable), (vec![1], vec![1, 2]));
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

    /// What a project prints: long lines, large numbers, a FEN.
    fn rich() -> Table {
        let header = [
            "move", "value", "nodes", "share", "state", "position", "line",
        ];
        let mut table = table(header);
        let fen = "rnb1kb1r/1p3ppp/p2ppn2/6B1/3NPP2/q1N5/P1PQ2PP/1R2KB1R w Kkq - 2 10";
        let line = "10.f5 Be7 11.fxe6 Bxe6 12.Nxe6 fxe6 13.Bc4 Nbd7 14.Bxe6";
        table.add_row(["f5*", "+0.35", "73,700,123", "68.2 %", "open", fen, line]);
        table.add_row([
            "e5",
            "~-0.57",
            "224,001",
            "3.0 %",
            "searched (user)",
            "",
            "h6",
        ]);
        table.add_row(["41 others", "<+0.13", "0", "28.1 %", "stale", "", ""]);
        table.right(&[1, 2, 3]).drop_first(&[4, 2, 6]);
        table
    }

    #[test]
    fn no_line_is_too_long_and_no_number_is_broken_at_any_width() {
        let table = rich();
        for width in 40..=200 {
            let text = table.at_width(width);
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{width}:\n{text}");
            }
            for &number in table
                .shown(width)
                .iter()
                .filter(|index| (1..4).contains(*index))
            {
                for row in &table.text.rows {
                    assert!(
                        text.contains(&row[number]),
                        "{width}: {}\n{text}",
                        row[number]
                    );
                }
            }
            for kept in ["f5*", "others", "+0.35", "~-0.57", "68.2 %"] {
                assert!(text.contains(kept), "{width}: {kept}\n{text}");
            }
        }
        let wide = table.at_width(usize::MAX);
        assert!(
            wide.contains("14.Bxe6") && !wide.contains("not shown"),
            "{wide}"
        );
    }

    #[test]
    fn what_may_not_be_dropped_stays() {
        let table = sample();
        let (fitted, missing) = table.fitted(5);
        assert_eq!(missing, ["nodes", "line"]);
        assert!(fitted.to_string().contains("+0.35"), "{fitted}");
    }
}
