//! The board of Breakthrough: rows from the top, where the first player wants to go.

use gametree::Player;
use gametree::board::{self, Drawn, Grid, Look, Squares};

use super::{Board, Step};

impl Board {
    /// The cell of a square.
    fn cell(&self, square: u8) -> usize {
        let row = usize::from(square / 8);
        (self.rows() - 1).saturating_sub(row) * self.columns() + usize::from(square % 8)
    }
}

impl Drawn for Board {
    fn board_for(&self, _: Player) -> Option<board::Board> {
        let (rows, columns) = (self.rows(), self.columns());
        let owner = |cell: usize| {
            let square = (rows - 1 - cell / columns) * 8 + cell % columns;
            let found = self.squares().iter().position(|set| set >> square & 1 == 1);
            found.map(|player| Player(player as u8))
        };
        let mut grid = Grid::new(rows, columns, Look::Men)
            .with_stones((0..rows * columns).map(owner))
            .lettered();
        grid.row_names.reverse();
        Some(board::Board::Grid(grid))
    }

    fn squares(&self, step: Step) -> Squares {
        Squares::between(self.cell(step.from), self.cell(step.to))
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
    fn men_step_from_cell_to_cell() {
        let start = Board::start(6, 5).unwrap();
        let before = grid(&start);
        assert_eq!(
            (before.rows, before.cols, before.row_names[0].as_str()),
            (6, 5, "6")
        );
        assert_eq!(
            (before.cells[0].as_str(), before.cells[29].as_str()),
            ("o", "x")
        );
        for m in start.moves() {
            let squares = Drawn::squares(&start, m);
            let cells = [squares.from, squares.to].map(|cell| cell.unwrap().parse().unwrap());
            let name = |cell: usize| {
                format!(
                    "{}{}",
                    before.col_names[cell % 5],
                    before.row_names[cell / 5]
                )
            };
            assert_eq!(cells.map(name).concat(), start.write_move(m));
            let after = grid(&start.after(m));
            assert_eq!(cells.map(|cell| before.cells[cell].as_str()), ["x", ""]);
            assert_eq!(cells.map(|cell| after.cells[cell].as_str()), ["", "x"]);
        }
    }
}
