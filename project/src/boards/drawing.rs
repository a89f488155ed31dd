//! A board as text, for a terminal.

use std::fmt::Write;

use super::{Board, Grid};

/// Rows of cells with their names, a dot for an empty cell.
pub fn text(board: &Board) -> String {
    match board {
        Board::Chess { fen, .. } => fen.clone(),
        Board::Grid(grid) => rows(grid),
    }
}

fn rows(grid: &Grid) -> String {
    let widest = |names: &[String]| names.iter().map(|name| name.chars().count()).max();
    let margin = widest(&grid.row_names).unwrap_or(0);
    let width = widest(&grid.cells)
        .max(widest(&grid.col_names))
        .unwrap_or(1)
        .max(1);
    let mut text = String::new();
    for row in 0..grid.rows {
        let name = grid.row_names.get(row).map_or("", String::as_str);
        let _ = write!(text, "{name:>margin$}");
        for cell in &grid.cells[row * grid.cols..(row + 1) * grid.cols] {
            let shown = if cell.is_empty() { "." } else { cell };
            let _ = write!(text, " {shown:>width$}");
        }
        text.push('\n');
    }
    if !grid.col_names.is_empty() {
        let _ = write!(text, "{:margin$}", "");
        for name in &grid.col_names {
            let _ = write!(text, " {name:>width$}");
        }
        text.push('\n');
    }
    text
}
