//! Boards on pages.

use std::fmt::Write;

use gametree::board::{Grid, Look};
use gametree::{Persistent, Player, Score};
use gametree_atlas::export::Board;
use gametree_catalog::{Position as Erased, StoredGame};
use gametree_chess::Chess;
use gametree_chess::shakmaty::{Position, Role, Square};

use crate::drawing;

/// The side of a square, and the room for the names of files and ranks.
const SIDE: u32 = 45;
const EDGE: u32 = 18;

/// The colours of the pages, light and dark: to be added to the style of all games.
pub const STYLE: &str = include_str!("board.css");

/// A drawing of the board, the first player below.
pub struct Drawing(pub &'static StoredGame);

impl Board<Erased> for Drawing {
    fn board_html(&self, position: &Erased) -> String {
        match drawing::board(position) {
            gametree::board::Board::Chess { fen, .. } => {
                fen.parse().map_or(fen, |position| chess_board(&position))
            }
            gametree::board::Board::Grid(grid) => grid_board(&grid, &position.write()),
        }
    }

    fn value(&self, value: Score) -> String {
        self.0.words(value)
    }

    fn player(&self, player: Player) -> String {
        self.0.players[usize::from(player != Player::FIRST)].into()
    }
}

fn chess_board(position: &Chess) -> String {
    let whole = 8 * SIDE + EDGE;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {whole} {whole}\" role=\"img\" aria-label=\"{}\">\n",
        position.fen()
    );
    for square in Square::ALL {
        draw_square(&mut svg, position, square);
    }
    names(&mut svg);
    svg.push_str("</svg>");
    svg
}

/// Cells with discs, men or numbers on them.
fn grid_board(grid: &Grid, about: &str) -> String {
    // A row of hexagons begins half a cell to the right of the one above it.
    let shift = if grid.look == Look::Hex { SIDE / 2 } else { 0 };
    let width = grid.cols as u32 * SIDE + (grid.rows as u32).saturating_sub(1) * shift;
    let height = grid.rows as u32 * SIDE;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{about}\">\n"
    );
    for (place, cell) in grid.cells.iter().enumerate() {
        let column = (place % grid.cols) as u32;
        let row = (place / grid.cols) as u32;
        let dark = grid.look == Look::Men && (column + row) % 2 == 1;
        let class = if dark { "dark" } else { "light" };
        let (x, y) = (column * SIDE + row * shift, row * SIDE);
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
        );
        draw_cell(&mut svg, cell, x + SIDE / 2, y + SIDE / 2);
    }
    svg.push_str("</svg>");
    svg
}

fn draw_cell(svg: &mut String, cell: &str, x: u32, y: u32) {
    let radius = SIDE * 2 / 5;
    let _ = match cell {
        "" => Ok(()),
        "x" => writeln!(
            svg,
            "<circle class=\"black\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        ),
        "o" => writeln!(
            svg,
            "<circle class=\"white\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        ),
        number => writeln!(
            svg,
            "<text class=\"name\" x=\"{x}\" y=\"{y}\">{number}</text>"
        ),
    };
}

fn draw_square(svg: &mut String, position: &Chess, square: Square) {
    let (x, y) = (
        EDGE + u32::from(square.file()) * SIDE,
        (7 - u32::from(square.rank())) * SIDE,
    );
    let class = if square.is_light() { "light" } else { "dark" };
    let _ = writeln!(
        svg,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
    );
    if let Some(piece) = position.inner().board().piece_at(square) {
        let side = if piece.color.is_white() {
            "white"
        } else {
            "black"
        };
        let (x, y) = (x + SIDE / 2, y + SIDE / 2 + 1);
        let _ = writeln!(
            svg,
            "<text class=\"piece {side}\" x=\"{x}\" y=\"{y}\">{}</text>",
            glyph(piece.role)
        );
    }
}

/// The full shape, as text and not as a picture; its colour says whose it is.
fn glyph(role: Role) -> &'static str {
    match role {
        Role::King => "\u{265a}\u{fe0e}",
        Role::Queen => "\u{265b}\u{fe0e}",
        Role::Rook => "\u{265c}\u{fe0e}",
        Role::Bishop => "\u{265d}\u{fe0e}",
        Role::Knight => "\u{265e}\u{fe0e}",
        Role::Pawn => "\u{265f}\u{fe0e}",
    }
}

fn names(svg: &mut String) {
    for (place, file) in (0u32..).zip("abcdefgh".chars()) {
        let (x, y) = (EDGE + place * SIDE + SIDE / 2, 8 * SIDE + EDGE - 5);
        let _ = writeln!(
            svg,
            "<text class=\"name\" x=\"{x}\" y=\"{y}\">{file}</text>"
        );
        let (x, y) = (EDGE / 2 - 1, (7 - place) * SIDE + SIDE / 2 + 4);
        let _ = writeln!(
            svg,
            "<text class=\"name\" x=\"{x}\" y=\"{y}\">{}</text>",
            place + 1
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_stands_on_its_square() {
        let position: Chess = "6k1/8/8/8/8/8/8/K6R w - - 0 1".parse().expect("a position");
        let html = chess_board(&position);
        assert_eq!(html.matches("class=\"piece white\"").count(), 2);
        assert_eq!(html.matches("class=\"piece black\"").count(), 1);
        assert_eq!(html.matches("<rect").count(), 64);
        let corner = format!(
            "x=\"{}\" y=\"{}\">\u{265a}",
            EDGE + SIDE / 2,
            7 * SIDE + SIDE / 2 + 1
        );
        assert!(
            html.contains(&format!("class=\"piece white\" {corner}")),
            "{html}"
        );
    }
}
