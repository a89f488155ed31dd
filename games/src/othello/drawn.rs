//! The board of Othello, cells row by row from the top.

use gametree::Player;
use gametree::board::{self, Drawn, Grid, Look, Squares};

use super::{Board, Move};

impl Drawn for Board {
    fn board_for(&self, _: Player) -> Option<board::Board> {
        let size = self.size();
        let owner = |cell: usize| {
            let square = cell / size * 8 + cell % size;
            let found = self.squares().iter().position(|set| set >> square & 1 == 1);
            found.map(|player| Player(player as u8))
        };
        let grid = Grid::new(size, size, Look::Stones).with_stones((0..size * size).map(owner));
        Some(board::Board::Grid(grid.lettered()))
    }

    fn squares(&self, m: Move) -> Squares {
        match m {
            Move::Place(square) => {
                Squares::onto(usize::from(square / 8) * self.size() + usize::from(square % 8))
            }
            Move::Pass => Squares::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Notation};

    use super::*;

    fn grid(board: &Board) -> Grid {
        match board.board() {
            Some(board::Board::Grid(grid)) => grid,
            other => panic!("no grid: {other:?}"),
        }
    }

    #[test]
    fn discs_stand_on_their_cells() {
        let start = Board::start(6).unwrap();
        let before = grid(&start);
        assert_eq!((before.rows, before.cells.len()), (6, 36));
        assert_eq!(
            (before.cells[14].as_str(), before.cells[15].as_str()),
            ("o", "x")
        );
        for m in start.moves() {
            let to: usize = Drawn::squares(&start, m).to.unwrap().parse().unwrap();
            let name = format!("{}{}", before.col_names[to % 6], before.row_names[to / 6]);
            assert_eq!(name, start.write_move(m));
            let after = grid(&start.after(m));
            assert_eq!(
                (before.cells[to].as_str(), after.cells[to].as_str()),
                ("", "x")
            );
        }
        assert_eq!(Drawn::squares(&start, Move::Pass), Squares::default());
    }
}
