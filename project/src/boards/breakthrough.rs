//! Breakthrough.

use gametree::Persistent;
use gametree_games::breakthrough::{Board as Breakthrough, Step};

use super::{Board, BoardView, Grid, Look, Squares, column_names, letter, row_names, user};

/// The evaluator of 8 × 8 says it: 120 points are one unit of log-odds. (`--example chances` finds
/// 105, on 4,936 positions of 100 games.) On other boards the pieces weigh about twice as much, and
/// the chance is told a little too boldly.
const NAT: f64 = 120.0;

/// The cell of a square: rows from the top, where the first player wants to go.
fn cell(board: &Breakthrough, square: u8) -> String {
    let (row, column) = (usize::from(square / 8), usize::from(square % 8));
    ((board.rows() - 1).saturating_sub(row) * board.columns() + column).to_string()
}

impl BoardView for Breakthrough {
    const NAT: f64 = NAT;

    fn board(&self) -> Board {
        let (rows, cols) = (self.rows(), self.columns());
        let owns = |cell: usize| {
            let square = (rows - 1 - cell / cols) * 8 + cell % cols;
            self.squares().map(|set| set >> square & 1 == 1)
        };
        Board::Grid(Grid {
            rows,
            cols,
            cells: (0..rows * cols).map(|cell| letter(owns(cell))).collect(),
            look: Look::Men,
            row_names: row_names(rows).into_iter().rev().collect(),
            col_names: column_names(cols),
        })
    }

    fn squares(&self, step: Step) -> Squares {
        Squares {
            from: Some(cell(self, step.from)),
            to: Some(cell(self, step.to)),
            promotion: None,
        }
    }

    fn from_user(text: &str) -> Result<Breakthrough, String> {
        let help = "write moves as in a2a3 b7b6, breakthrough:6x5 before them for another board, or rows from the top \
                    with / between them and then who is to move";
        let (name, rest) = user::split(text, &["breakthrough"]);
        let read = if rest.contains('/') {
            <Breakthrough as Persistent>::read(rest)
        } else {
            let start = Breakthrough::named(name.unwrap_or("breakthrough"));
            let read =
                start.and_then(|start| Breakthrough::read(start.rows(), start.columns(), rest));
            read.map_err(|error| error.to_string())
        };
        read.map_err(|why| format!("This is not a position of Breakthrough: {why}; {help}."))
    }

    fn players() -> [&'static str; 2] {
        ["White", "Black"]
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Notation};

    use super::*;

    #[test]
    fn men_step_from_cell_to_cell() {
        let start = Breakthrough::from_user("breakthrough:6x5").unwrap();
        let Board::Grid(grid) = start.board() else {
            panic!("no grid")
        };
        assert_eq!(
            (grid.rows, grid.cols, grid.row_names[0].as_str()),
            (6, 5, "6")
        );
        assert_eq!(
            (grid.cells[0].as_str(), grid.cells[29].as_str()),
            ("o", "x")
        );
        for m in start.moves() {
            let squares = BoardView::squares(&start, m);
            let [from, to] =
                [squares.from, squares.to].map(|cell| cell.unwrap().parse::<usize>().unwrap());
            let name =
                |cell: usize| format!("{}{}", grid.col_names[cell % 5], grid.row_names[cell / 5]);
            assert_eq!(format!("{}{}", name(from), name(to)), start.write_move(m));
            let Board::Grid(after) = start.after(m).board() else {
                panic!("no grid")
            };
            assert_eq!(
                (grid.cells[from].as_str(), after.cells[from].as_str()),
                ("x", "")
            );
            assert_eq!(
                (grid.cells[to].as_str(), after.cells[to].as_str()),
                ("", "x")
            );
        }
    }

    #[test]
    fn positions_are_read_in_both_ways() {
        assert_eq!(
            Breakthrough::from_user("startpos").unwrap(),
            Breakthrough::start(8, 8).unwrap()
        );
        let board = Breakthrough::from_user("a2a3 b7b6").unwrap();
        assert_eq!(Breakthrough::from_user(&board.write()).unwrap(), board);
        for text in ["a2a5", "breakthrough:9", "XX/OO X", "OO/OO/XX/XX"] {
            let why = Breakthrough::from_user(text).unwrap_err();
            assert!(
                why.starts_with("This is not") && why.ends_with('.'),
                "{why}"
            );
        }
    }
}
