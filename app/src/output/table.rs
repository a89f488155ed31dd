//! Tables that fit the terminal: columns are dropped, words and numbers are never split.

use std::fmt;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width};
use gametree_arena::{Fitted, Fitting, TextTable};

use super::width::{stdout_width, wrapped};

/// A table in the one style of all commands.
pub struct Table {
    text: TextTable,
    fitting: Fitting,
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
        let fitting = Fitting {
            droppable: (1..text.header.len()).rev().collect(),
            numbers: Vec::new(),
        };
        Table { text, fitting }
    }

    /// Puts the columns that hold numbers to the right.
    pub fn right(&mut self, columns: &[usize]) -> &mut Table {
        self.fitting.numbers = columns.to_vec();
        self
    }

    /// Which columns are dropped where there is no room, the least important first; the others
    /// stay.
    pub fn drop_first(&mut self, columns: &[usize]) -> &mut Table {
        self.fitting.droppable = columns.to_vec();
        self
    }

    /// Takes a column out that says nothing in any row.
    pub fn drop_if_empty(&mut self, index: usize) -> &mut Table {
        self.fitting.drop_if_empty(&mut self.text, index);
        self
    }

    /// One row more.
    pub fn add_row<C: ToString>(&mut self, cells: impl IntoIterator<Item = C>) {
        let cells = cells.into_iter().map(|cell| cell.to_string());
        self.text.rows.push(cells.collect());
    }

    /// The table at a width, and below it the columns that have no room.
    pub fn at_width(&self, width: usize) -> String {
        let fitted = self.fitting.fit(&self.text, width);
        let table = drawn(&fitted, self.text.rows.len());
        if fitted.missing.is_empty() {
            return table.to_string();
        }
        let missing = format!("not shown at this width: {}", fitted.missing.join(", "));
        format!("{table}\n{}", wrapped(&missing, width))
    }
}

fn drawn(fitted: &Fitted, rows: usize) -> comfy_table::Table {
    let line = |place: usize| {
        fitted
            .columns
            .iter()
            .map(move |column| &column.cells[place])
    };
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_FULL_CONDENSED);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(line(0));
    for place in 1..=rows {
        table.add_row(line(place));
    }
    table.set_width(u16::try_from(fitted.width).unwrap_or(u16::MAX));
    for (shown, column) in fitted.columns.iter().zip(table.column_iter_mut()) {
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(shown.width as u16)));
        if shown.is_number {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
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

    fn shown(table: &Table, width: usize) -> Vec<usize> {
        let fitted = table.fitting.fit(&table.text, width);
        fitted.columns.iter().map(|column| column.index).collect()
    }

    fn fitted(table: &Table, width: usize) -> (comfy_table::Table, Vec<String>) {
        let fitted = table.fitting.fit(&table.text, width);
        (drawn(&fitted, table.text.rows.len()), fitted.missing)
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
            let (fitted, missing) = fitted(&table, width);
            assert!(widest(&fitted) <= width, "{width}:\n{fitted}");
            let text = fitted.to_string();
            for row in &table.text.rows {
                for index in shown(&table, width) {
                    for word in row[index].split_whitespace() {
                        assert!(text.contains(word), "{width}: {word}\n{text}");
                    }
                }
            }
            assert_eq!(
                missing.contains(&"nodes".to_string()),
                width < 47,
                "{width}: {missing:?}"
            );
        }
        assert_eq!(fitted(&table, 20).1, ["nodes", "line"]);
        assert!(fitted(&table, 100).1.is_empty());
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
            for &number in shown(&table, width)
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
        let (fitted, missing) = fitted(&table, 5);
        assert_eq!(missing, ["nodes", "line"]);
        assert!(fitted.to_string().contains("+0.35"), "{fitted}");
    }
}
