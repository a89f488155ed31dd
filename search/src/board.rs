//! Boards as data: what a page or a terminal draws, and where a move begins and ends.
//!
//! Whoever draws knows no rules: a game that implements [`Drawn`] says what stands where, and which
//! cells a move touches.
//!
//! ```
//! use gametree::board::{Grid, Look};
//! let grid = Grid::new(2, 2, Look::Marks).with_cells(["x", "", "", "o"]).named("a1 b1", "left right");
//! assert_eq!(grid.to_string(), "a1     x     .\nb1     .     o\n    left right\n");
//! ```

use std::fmt;

use crate::game::{Game, Player};

/// A game that can be drawn; `impl Drawn for MyGame {}` says that it cannot.
#[allow(unused_variables, reason = "the defaults say that nothing is drawn")]
pub trait Drawn: Game {
    /// The board as a player may see it; `None` where the game has no board.
    fn board_for(&self, viewer: Player) -> Option<Board> {
        None
    }

    /// The board as the player to move may see it.
    fn board(&self) -> Option<Board> {
        self.board_for(self.turn())
    }

    /// The squares of a move: where it comes from, where it goes to. Names of chess squares, or
    /// numbers of cells.
    fn squares(&self, m: Self::Move) -> Squares {
        Squares::default()
    }
}

/// What to draw.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Board {
    /// A chess board.
    Chess {
        /// The position; where men are hidden, only those that can be seen.
        fen: String,
        /// The square of a king in check.
        check: Option<String>,
    },
    /// A board of cells.
    Grid(Grid),
}

/// A board of cells, rows from the top.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Grid {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// What stands on each cell, row by row: `x` the first player's stone, `o` the second's, `z`
    /// the third's, a number, a card, `?` for what cannot be seen, empty.
    pub cells: Vec<String>,
    /// How it looks.
    pub look: Look,
    /// What stands beside the rows, from the top; may be empty.
    pub row_names: Vec<String>,
    /// What stands below the columns; may be empty.
    pub col_names: Vec<String>,
}

/// How a board of cells looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Look {
    /// Stones fall into columns: a click anywhere in a column plays there.
    Drop,
    /// Stones on squares: discs.
    Stones,
    /// Crosses and noughts.
    Marks,
    /// Men on a chequered board.
    Men,
    /// Numbers.
    Heaps,
    /// Stones on hexagons: every row begins half a cell to the right of the row above it.
    Hex,
    /// Points with checkers: `x5` are five of the first player's.
    Points,
    /// Cards, suit first, as in `SA`.
    Cards,
    /// Words and numbers.
    Table,
}

/// The squares of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Squares {
    /// Where it comes from; none where something is put on the board.
    pub from: Option<String>,
    /// Where it goes to; none for a pass.
    pub to: Option<String>,
    /// What a pawn becomes: `q`, `r`, `b`, `n`.
    pub promotion: Option<String>,
}

impl Squares {
    /// Something is put on a cell.
    #[must_use]
    pub fn onto(cell: usize) -> Squares {
        Squares {
            to: Some(cell.to_string()),
            ..Squares::default()
        }
    }

    /// Something goes from cell to cell.
    #[must_use]
    pub fn between(from: usize, to: usize) -> Squares {
        Squares {
            from: Some(from.to_string()),
            ..Squares::onto(to)
        }
    }
}

impl Grid {
    /// An empty board without names.
    #[must_use]
    pub fn new(rows: usize, cols: usize, look: Look) -> Grid {
        Grid {
            rows,
            cols,
            cells: vec![String::new(); rows * cols],
            look,
            row_names: Vec::new(),
            col_names: Vec::new(),
        }
    }

    /// The same with these on its cells, row by row from the top.
    #[must_use]
    pub fn with_cells<T: Into<String>>(self, cells: impl IntoIterator<Item = T>) -> Grid {
        let cells = cells.into_iter().map(Into::into).collect();
        Grid { cells, ..self }
    }

    /// The same with the players' stones on its cells, row by row from the top.
    #[must_use]
    pub fn with_stones(self, cells: impl IntoIterator<Item = Option<Player>>) -> Grid {
        let letter = |owner: Option<Player>| match owner {
            Some(Player(player)) => ["x", "o", "z"].get(usize::from(player)).unwrap_or(&"?"),
            None => "",
        };
        self.with_cells(cells.into_iter().map(letter))
    }

    /// The same with names beside its rows and below its columns, a space between two.
    #[must_use]
    pub fn named(self, rows: &str, columns: &str) -> Grid {
        let split = |names: &str| names.split_whitespace().map(str::to_string).collect();
        Grid {
            row_names: split(rows),
            col_names: split(columns),
            ..self
        }
    }

    /// The same with names like `a1`: letters below the columns, `1` beside the top row.
    #[must_use]
    pub fn lettered(self) -> Grid {
        Grid {
            row_names: (1..=self.rows).map(|row| row.to_string()).collect(),
            col_names: column_names(self.cols),
            ..self
        }
    }
}

/// `a` to `z`, then `aa`, `ab`, …
#[must_use]
pub fn column_names(columns: usize) -> Vec<String> {
    let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
    // Boards have fewer than 702 columns: two letters are enough.
    let name = |index: usize| match index / 26 {
        0 => letter(index).to_string(),
        more => format!("{}{}", letter(more - 1), letter(index)),
    };
    (0..columns).map(name).collect()
}

/// Rows of cells with their names, a dot for an empty cell.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widest = |names: &[String]| names.iter().map(|name| name.chars().count()).max();
        let margin = widest(&self.row_names).unwrap_or(0);
        let width = widest(&self.cells)
            .max(widest(&self.col_names))
            .unwrap_or(1)
            .max(1);
        for row in 0..self.rows {
            let name = self.row_names.get(row).map_or("", String::as_str);
            write!(f, "{name:>margin$}")?;
            for cell in &self.cells[row * self.cols..(row + 1) * self.cols] {
                let shown = if cell.is_empty() { "." } else { cell };
                write!(f, " {shown:>width$}")?;
            }
            writeln!(f)?;
        }
        if self.col_names.is_empty() {
            return Ok(());
        }
        write!(f, "{:margin$}", "")?;
        for name in &self.col_names {
            write!(f, " {name:>width$}")?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        let names = column_names(384);
        let some = [0, 25, 26, 51, 52, 383].map(|index| names[index].as_str());
        assert_eq!(some, ["a", "z", "aa", "az", "ba", "nt"]);
    }

    #[test]
    fn a_board_is_drawn_row_by_row() {
        let stones = [Some(Player::FIRST), None, None, Some(Player(2))];
        let grid = Grid::new(2, 2, Look::Stones).with_stones(stones).lettered();
        assert_eq!(grid.to_string(), "1 x .\n2 . z\n  a b\n");
        assert_eq!(Squares::between(3, 1).from.as_deref(), Some("3"));
    }
}
