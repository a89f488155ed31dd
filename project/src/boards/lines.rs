//! Tic-tac-toe and its kin: k in a row on any board, also in a cube.

use gametree::{Persistent, Player};
use gametree_games::tictactoe::{Board as Lines, Rules};

use super::{Board, BoardView, Grid, Look, Squares, column_names, letter, row_names, user};

/// So many points of open lines multiply the odds by e. Four in a row on 7 × 7 squares has 25
/// (`--example chances`, 284 positions of 100 games); longer lines have more, and one number serves
/// all boards.
const NAT: f64 = 30.0;

/// What is played where nothing is said: tic-tac-toe on the small boards, five in a row on the
/// large ones.
fn usual(words: usize) -> &'static str {
    if words == 1 {
        "tictactoe"
    } else {
        "mnk:15x15x5"
    }
}

/// The squares of a game without a grid stand in a row; the levels of a cube one below the other.
fn shape(rules: &Rules) -> (usize, usize, usize) {
    rules.grid().map_or((1, rules.squares(), 1), |grid| {
        (grid.rows, grid.columns, grid.levels)
    })
}

/// `1`, `2`; in a cube `1.1` for the first row of the first level.
fn names_of_rows(rules: &Rules) -> Vec<String> {
    let (rows, _, levels) = shape(rules);
    if rules.grid().is_none() {
        return Vec::new();
    }
    if levels == 1 {
        return row_names(rows);
    }
    (1..=levels)
        .flat_map(|level| (1..=rows).map(move |row| format!("{row}.{level}")))
        .collect()
}

fn names_of_columns(rules: &Rules) -> Vec<String> {
    match rules.grid() {
        Some(grid) => column_names(grid.columns),
        None => (0..rules.squares() as u16)
            .map(|square| rules.name(square).to_string())
            .collect(),
    }
}

/// A cell is the square of its number.
impl<const N: usize> BoardView for Lines<'static, N> {
    const NAT: f64 = NAT;

    fn board(&self) -> Board {
        let (rows, cols, levels) = shape(self.rules());
        let owns = |square| {
            [Player::FIRST, Player::SECOND].map(|player| self.stone(square) == Some(player))
        };
        Board::Grid(Grid {
            rows: rows * levels,
            cols,
            cells: (0..self.rules().squares() as u16)
                .map(|square| letter(owns(square)))
                .collect(),
            look: Look::Marks,
            row_names: names_of_rows(self.rules()),
            col_names: names_of_columns(self.rules()),
        })
    }

    fn squares(&self, square: u16) -> Squares {
        Squares {
            to: Some(square.to_string()),
            ..Squares::default()
        }
    }

    fn from_user(text: &str) -> Result<Self, String> {
        let (name, rest) = user::split(text, &["tictactoe", "mnk", "cube", "custom"]);
        let name = match name {
            Some("mnk") | None => usual(N),
            Some("cube") => "cube:4",
            Some(name) => name,
        };
        let help = format!("write squares in order of play, as in {} b2 a1", usual(N));
        <Self as Persistent>::read(&format!("{name} {rest}"))
            .map_err(|why| format!("This is not a position of k in a row: {why}; {help}."))
    }

    fn players() -> [&'static str; 2] {
        ["X", "O"]
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Notation};

    use super::*;

    type Small = Lines<'static, 1>;
    type Large = Lines<'static, 6>;

    #[test]
    fn marks_stand_on_their_cells() {
        let board = Small::from_user("b2 a1").unwrap();
        let Board::Grid(grid) = board.board() else {
            panic!("no grid")
        };
        assert_eq!(grid.cells, ["o", "", "", "", "x", "", "", "", ""]);
        let cube = Large::from_user("cube a1.2").unwrap();
        let Board::Grid(grid) = cube.board() else {
            panic!("no grid")
        };
        assert_eq!(
            (grid.rows, grid.cols, grid.cells[16].as_str()),
            (16, 4, "x")
        );
        for m in cube.moves() {
            let cell: usize = cube.squares(m).to.unwrap().parse().unwrap();
            let name = format!("{}{}", grid.col_names[cell % 4], grid.row_names[cell / 4]);
            assert_eq!(name, cube.write_move(m));
        }
        let custom = Small::from_user("custom:0+1,1+2:left,middle,right middle").unwrap();
        let Board::Grid(grid) = custom.board() else {
            panic!("no grid")
        };
        assert_eq!(
            (grid.cells, grid.col_names),
            (
                vec!["".into(), "x".into(), "".into()],
                vec!["left".to_string(), "middle".into(), "right".into()]
            )
        );
    }

    #[test]
    fn rules_stand_before_the_moves() {
        let text = |board: Large| board.write().split(' ').next().unwrap().to_string();
        assert_eq!(text(Large::from_user("startpos").unwrap()), "mnk:15x15x5");
        assert_eq!(text(Large::from_user("mnk:4x5x3 b2").unwrap()), "mnk:4x5x3");
        assert_eq!(
            Small::from_user("startpos").unwrap().write(),
            "tictactoe .../.../..."
        );
        assert_eq!(Small::from_user("5137").unwrap().plies(), 4);
        let board = Large::from_user("mnk:15x15x5 h8 g7").unwrap();
        assert_eq!(
            Large::from_user(&board.write()).unwrap().identity(),
            board.identity()
        );
        for text in ["z9", "mnk:3x3x9", "mnk:15x15x5", "b2 b2"] {
            let why = Small::from_user(text).unwrap_err();
            assert!(
                why.starts_with("This is not") && why.ends_with('.'),
                "{why}"
            );
        }
    }
}
