//! The board of k in a row: a cell is the square of its number.

use gametree::Player;
use gametree::board::{self, Drawn, Grid, Look, Squares, column_names};

use super::{Board, Rules};

impl Rules {
    /// The board with what stands on each square. The squares of a game without a grid stand in a
    /// row; the levels of a cube one below the other.
    pub(crate) fn drawing(&self, owner: impl Fn(u16) -> Option<Player>) -> Grid {
        let squares = 0..self.squares() as u16;
        let Some(shape) = self.grid() else {
            let mut grid = Grid::new(1, self.squares(), Look::Marks);
            grid.col_names = squares
                .clone()
                .map(|square| self.name(square).to_string())
                .collect();
            return grid.with_stones(squares.map(owner));
        };
        let rows = shape.rows * shape.levels;
        let mut grid = Grid::new(rows, shape.columns, Look::Marks).lettered();
        if shape.levels > 1 {
            // `1.2` is the first row of the second level.
            let name = |row: usize| format!("{}.{}", row % shape.rows + 1, row / shape.rows + 1);
            grid.row_names = (0..rows).map(name).collect();
            grid.col_names = column_names(shape.columns);
        }
        grid.with_stones(squares.map(owner))
    }
}

impl<const N: usize> Drawn for Board<'_, N> {
    fn board_for(&self, _: Player) -> Option<board::Board> {
        let grid = self.rules().drawing(|square| self.stone(square));
        Some(board::Board::Grid(grid))
    }

    fn squares(&self, square: u16) -> Squares {
        Squares::onto(usize::from(square))
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Notation, Readable};

    use super::*;

    fn grid(board: &impl Drawn) -> Grid {
        match board.board() {
            Some(board::Board::Grid(grid)) => grid,
            other => panic!("no grid: {other:?}"),
        }
    }

    #[test]
    fn marks_stand_on_their_cells() {
        let board = <Board<'static, 1> as Readable>::read("tictactoe b2 a1").unwrap();
        assert_eq!(grid(&board).cells, ["o", "", "", "", "x", "", "", "", ""]);
        let cube = <Board<'static, 6> as Readable>::read("cube:4 a1.2").unwrap();
        let drawn = grid(&cube);
        assert_eq!(
            (drawn.rows, drawn.cols, drawn.cells[16].as_str()),
            (16, 4, "x")
        );
        for m in cube.moves() {
            let cell: usize = cube.squares(m).to.unwrap().parse().unwrap();
            let name = format!("{}{}", drawn.col_names[cell % 4], drawn.row_names[cell / 4]);
            assert_eq!(name, cube.write_move(m));
        }
        let text = "custom:0+1,1+2:left,middle,right middle";
        let custom = grid(&<Board<'static, 1> as Readable>::read(text).unwrap());
        assert_eq!(custom.cells, ["", "x", ""]);
        assert_eq!(custom.col_names, ["left", "middle", "right"]);
    }
}
