//! Othello.

use gametree::{Persistent, Score, Verdict};
use gametree_games::othello::{Board as Othello, Move};

use super::{Board, BoardView, Grid, Look, Squares, column_names, letter, row_names, score, user};

/// So many hundredths of a disc multiply the odds by e: fitted to 7,916 positions of 150 games of
/// the analyst at 1,000 nodes a move (`--example chances`, which finds 747).
const NAT: f64 = 750.0;

/// Cells are counted row by row from the top.
impl BoardView for Othello {
    const NAT: f64 = NAT;
    const UNIT: &'static str = "discs";

    fn board(&self) -> Board {
        let size = self.size();
        let owns = |cell: usize| {
            self.squares()
                .map(|set| set >> (cell / size * 8 + cell % size) & 1 == 1)
        };
        Board::Grid(Grid {
            rows: size,
            cols: size,
            cells: (0..size * size).map(|cell| letter(owns(cell))).collect(),
            look: Look::Stones,
            row_names: row_names(size),
            col_names: column_names(size),
        })
    }

    fn squares(&self, m: Move) -> Squares {
        let to = match m {
            Move::Place(square) => {
                Some(usize::from(square / 8) * self.size() + usize::from(square % 8))
            }
            Move::Pass => None,
        };
        Squares {
            to: to.map(|cell| cell.to_string()),
            ..Squares::default()
        }
    }

    fn from_user(text: &str) -> Result<Othello, String> {
        let help = "write moves as in f5d6c3, othello:6 before them for a smaller board, or all squares as X, O and - \
                    and then who is to move";
        let (name, rest) = user::split(text, &["othello"]);
        let size = Othello::named(name.unwrap_or("othello")).map(|start| start.size());
        let read = size.and_then(|size| match <Othello as Persistent>::read(rest) {
            Ok(board) => Ok(board),
            Err(_) => Othello::read(size, rest),
        });
        read.map_err(|why| format!("This is not a position of Othello: {why}; {help}."))
    }

    fn players() -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn read_value(text: &str) -> Option<Score> {
        let decided = text.starts_with("win") || text.starts_with("loss");
        if decided {
            score::read(text)
        } else {
            score::read_hundredths(text)
        }
    }

    /// Discs: `+3.50`.
    fn words(value: Score) -> String {
        match value.verdict() {
            Verdict::Points(points) => score::hundredths(points),
            _ => score::words(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Notation};

    use super::*;

    #[test]
    fn discs_stand_on_their_cells() {
        let start = Othello::from_user("othello:6 startpos").unwrap();
        let Board::Grid(grid) = start.board() else {
            panic!("no grid")
        };
        assert_eq!((grid.rows, grid.cells.len()), (6, 36));
        assert_eq!(
            (grid.cells[14].as_str(), grid.cells[15].as_str()),
            ("o", "x")
        );
        for m in start.moves() {
            let to: usize = BoardView::squares(&start, m).to.unwrap().parse().unwrap();
            assert_eq!(
                format!("{}{}", grid.col_names[to % 6], grid.row_names[to / 6]),
                start.write_move(m)
            );
            let Board::Grid(after) = start.after(m).board() else {
                panic!("no grid")
            };
            assert_eq!(
                (grid.cells[to].as_str(), after.cells[to].as_str()),
                ("", "x")
            );
        }
        assert_eq!(BoardView::squares(&start, Move::Pass), Squares::default());
    }

    #[test]
    fn positions_are_read_in_both_ways() {
        assert_eq!(Othello::from_user("").unwrap(), Othello::start(8).unwrap());
        let small = Othello::start(4).unwrap();
        assert_eq!(
            Othello::from_user(&small.write()).unwrap(),
            small,
            "the size is that of the board"
        );
        assert_eq!(
            Othello::from_user("f5 d6 c3").unwrap(),
            Othello::read(8, "f5d6c3").unwrap()
        );
        for text in ["a1", "othello:5", "othello:6 h8", "--- X"] {
            let why = Othello::from_user(text).unwrap_err();
            assert!(
                why.starts_with("This is not") && why.ends_with('.'),
                "{why}"
            );
        }
        assert_eq!(
            [350, -7, 0].map(|points| Othello::words(Score::points(points))),
            ["+3.50", "-0.07", "0.00"]
        );
    }
}
