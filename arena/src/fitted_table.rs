//! Which columns of a table have room at a width, and how wide they are: columns are dropped, words
//! and numbers are never split.

use crate::TextTable;

/// A column of text is not made narrower than this while another column can be dropped.
const TEXT: usize = 16;
/// No text is cut shorter than this.
const SHORTEST: usize = 8;
/// The spaces around the text of a cell.
const PADDING: usize = 2;

/// How a table is made to fit a width.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fitting {
    /// Columns of numbers: put to the right, and never broken.
    pub numbers: Vec<usize>,
    /// The columns to drop where there is no room, the first one first.
    pub droppable: Vec<usize>,
}

/// A column that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FittedColumn {
    /// Its place in the table.
    pub index: usize,
    /// How wide it is, with the spaces around its text.
    pub width: usize,
    /// Whether its numbers stand to the right.
    pub is_number: bool,
    /// Its header, and its cells, with an ellipsis in every word that is longer than a line.
    pub cells: Vec<String>,
}

/// A table as it fits a width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fitted {
    /// What is shown.
    pub columns: Vec<FittedColumn>,
    /// The names of the columns that have no room.
    pub missing: Vec<String>,
    /// How wide it is.
    pub width: usize,
}

impl Fitting {
    /// The table at a width.
    #[must_use]
    pub fn fit(&self, text: &TextTable, width: usize) -> Fitted {
        let measured = Measured {
            text,
            fitting: self,
        };
        let shown = measured.shown(width);
        let widths = measured.widths(&shown, width);
        let column = |(&index, &width): (&usize, &usize)| FittedColumn {
            index,
            width: width + PADDING,
            is_number: self.numbers.contains(&index),
            cells: measured
                .column(index)
                .map(|cell| cut_words(cell, width))
                .collect(),
        };
        let missing = (0..text.header.len()).filter(|index| !shown.contains(index));
        Fitted {
            columns: shown.iter().zip(&widths).map(column).collect(),
            missing: missing.map(|index| text.header[index].clone()).collect(),
            width: total(widths.iter().copied()),
        }
    }

    /// Takes a column out of a table where it says nothing in any row. The others are numbered anew.
    pub fn drop_if_empty(&mut self, text: &mut TextTable, index: usize) {
        if text.rows.iter().any(|row| !row[index].is_empty()) {
            return;
        }
        text.header.remove(index);
        for row in &mut text.rows {
            row.remove(index);
        }
        for columns in [&mut self.numbers, &mut self.droppable] {
            columns.retain(|&column| column != index);
            for column in columns {
                *column -= usize::from(*column > index);
            }
        }
    }
}

/// A table whose columns are measured.
struct Measured<'a> {
    text: &'a TextTable,
    fitting: &'a Fitting,
}

impl Measured<'_> {
    /// The texts of a column, its header first.
    fn column(&self, index: usize) -> impl Iterator<Item = &str> {
        let cells = self.text.rows.iter();
        let cells = cells.map(move |row| row.get(index).map_or("", String::as_str));
        std::iter::once(self.text.header[index].as_str()).chain(cells)
    }

    /// The width at which nothing in a column is broken.
    fn natural(&self, index: usize) -> usize {
        let lines = self.column(index).flat_map(str::lines);
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }

    /// The width at which no word or number of a column is broken.
    fn least(&self, index: usize) -> usize {
        if self.fitting.numbers.contains(&index) {
            return self.natural(index);
        }
        let words = self.column(index).flat_map(str::split_whitespace);
        words.map(|word| word.chars().count()).max().unwrap_or(0)
    }

    /// The columns that are shown at a width.
    fn shown(&self, width: usize) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..self.text.header.len()).collect();
        let wanted = |&index: &usize| self.least(index).max(self.natural(index).min(TEXT));
        for dropped in &self.fitting.droppable {
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
        let cut = |&index: &usize| match self.fitting.numbers.contains(&index) {
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
}

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

/// The width of a table with columns of these widths.
fn total(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + PADDING + 1).sum::<usize>() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_column_goes_and_the_others_keep_their_places_in_the_queue() {
        let row = ["e4", "+0.35", "7,364,994", "1. e4 e5"].map(String::from);
        let mut text = TextTable::new(&["move", "value", "nodes", "line"], [row.to_vec()]);
        let mut fitting = Fitting {
            numbers: vec![1, 2],
            droppable: vec![2, 3],
        };
        fitting.drop_if_empty(&mut text, 1);
        assert_eq!(text.header.len(), 4);
        text.rows[0][1].clear();
        fitting.drop_if_empty(&mut text, 1);
        assert_eq!(text.header, ["move", "nodes", "line"]);
        assert_eq!((fitting.numbers, fitting.droppable), (vec![1], vec![1, 2]));
    }

    #[test]
    fn columns_are_dropped_before_words_are_cut() {
        let row = ["e4", "7,364,994", "1. e4 e5 2. Nf3"].map(String::from);
        let text = TextTable::new(&["move", "nodes", "line"], [row.to_vec()]);
        let fitting = Fitting {
            numbers: vec![1],
            droppable: vec![1],
        };
        let narrow = fitting.fit(&text, 24);
        assert_eq!(narrow.missing, ["nodes"]);
        assert!(narrow.width <= 24, "{narrow:?}");
        assert!(fitting.fit(&text, 60).missing.is_empty());
    }
}
