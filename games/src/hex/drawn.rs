//! The rhombus of Hex, cells row by row from the top.

use gametree::Player;
use gametree::board::{Board, Drawn, Grid, Look, Squares};

use super::Hex;

impl Drawn for Hex {
    fn board_for(&self, _: Player) -> Option<Board> {
        let side = usize::from(self.side);
        let stones = (0..self.cells()).map(|cell| self.stone(cell));
        let grid = Grid::new(side, side, Look::Hex).with_stones(stones);
        Some(Board::Grid(grid.lettered()))
    }

    fn squares(&self, cell: u8) -> Squares {
        Squares::onto(usize::from(cell))
    }
}
