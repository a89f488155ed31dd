//! The row of squares, with both tokens.

use gametree::board::{self, Board, Drawn, Grid, Look};
use gametree::{Game, Player};

use super::Squares;

impl Drawn for Squares {
    fn board_for(&self, _: Player) -> Option<Board> {
        let owner = |square: u16| {
            [Player::FIRST, Player::SECOND]
                .into_iter()
                .find(|&player| self.token(player) == square)
        };
        let squares = 1..=self.size();
        let mut grid = Grid::new(1, usize::from(self.size()), Look::Men)
            .with_stones(squares.clone().map(owner));
        grid.col_names = squares.map(|square| square.to_string()).collect();
        Some(Board::Grid(grid))
    }

    fn squares(&self, to: u16) -> board::Squares {
        let cell = |square: u16| usize::from(square.saturating_sub(1));
        board::Squares::between(cell(self.token(self.turn())), cell(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stand_on_their_squares() {
        let row = Squares::read(5, "2,4,B").unwrap();
        let Some(Board::Grid(grid)) = row.board() else {
            panic!("no grid")
        };
        assert_eq!(grid.cells, ["", "x", "", "o", ""]);
        assert_eq!(row.squares(3), board::Squares::between(3, 2));
    }
}
