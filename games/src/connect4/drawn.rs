//! The board of Connect-Four, cells row by row from the top.

use gametree::Player;
use gametree::board::{Board, Drawn, Grid, Look, Squares};

use super::board::{HEIGHT, STRIDE, WIDTH};
use super::rivest::Bare;
use super::{Column, Connect4};

impl Drawn for Connect4 {
    fn board_for(&self, _: Player) -> Option<Board> {
        let owner = |cell: u32| {
            let bit = 1u64 << (cell % WIDTH * STRIDE + HEIGHT - 1 - cell / WIDTH);
            [Player::FIRST, Player::SECOND]
                .into_iter()
                .find(|&player| self.stones(player) & bit != 0)
        };
        let grid = Grid::new(HEIGHT as usize, WIDTH as usize, Look::Drop)
            .with_stones((0..HEIGHT * WIDTH).map(owner))
            .named("", "1 2 3 4 5 6 7");
        Some(Board::Grid(grid))
    }

    /// The cell on which the stone comes to lie.
    fn squares(&self, Column(column): Column) -> Squares {
        let stones = (self.taken() >> (u32::from(column) * STRIDE) & 0x7f).count_ones();
        let row = (HEIGHT - 1).saturating_sub(stones);
        Squares::onto((row * WIDTH + u32::from(column)) as usize)
    }
}

impl Drawn for Bare {
    fn board_for(&self, viewer: Player) -> Option<Board> {
        self.0.board_for(viewer)
    }

    fn squares(&self, column: Column) -> Squares {
        self.0.squares(column)
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Readable};

    use super::*;

    fn cells(position: &Connect4) -> Vec<String> {
        match position.board() {
            Some(Board::Grid(grid)) => grid.cells,
            other => panic!("no grid: {other:?}"),
        }
    }

    #[test]
    fn stones_lie_where_they_fell() {
        assert_eq!(Connect4::new().squares(Column(3)), Squares::onto(38));
        let position = Connect4::read("44453").unwrap();
        let before = cells(&position);
        assert_eq!(
            [38, 31, 24].map(|cell| before[cell].as_str()),
            ["x", "o", "x"]
        );
        for m in position.moves() {
            let to: usize = position.squares(m).to.unwrap().parse().unwrap();
            let after = cells(&position.after(m));
            assert_eq!((before[to].as_str(), after[to].as_str()), ("", "o"));
        }
    }
}
