//! Connect-Four.

use gametree::{Persistent, Player};
use gametree_games::connect4::board::{HEIGHT, WIDTH};
use gametree_games::connect4::{Column, Connect4};

use super::{Board, BoardView, Grid, Look, Squares, letter, user};

/// The evaluator counts hundredths of a nat: 100 points multiply the odds by e. (`--example
/// chances` finds 97, on 4,586 positions of 300 games.)
const NAT: f64 = 100.0;

/// Cells are counted row by row from the top.
impl BoardView for Connect4 {
    const NAT: f64 = NAT;

    fn board(&self) -> Board {
        let bit = |row: u32, column: u32| 1u64 << (column * (HEIGHT + 1) + HEIGHT - 1 - row);
        let owns = |player, bit| self.stones(player) & bit != 0;
        let cell = |bit| letter([Player::FIRST, Player::SECOND].map(|player| owns(player, bit)));
        Board::Grid(Grid {
            rows: HEIGHT as usize,
            cols: WIDTH as usize,
            cells: (0..HEIGHT * WIDTH)
                .map(|cell_at| cell(bit(cell_at / WIDTH, cell_at % WIDTH)))
                .collect(),
            look: Look::Drop,
            row_names: Vec::new(),
            col_names: (1..=WIDTH).map(|column| column.to_string()).collect(),
        })
    }

    /// The cell on which the stone comes to lie.
    fn squares(&self, Column(column): Column) -> Squares {
        let stones = (self.taken() >> (u32::from(column) * (HEIGHT + 1)) & 0x7f).count_ones();
        let row = (HEIGHT - 1).saturating_sub(stones);
        Squares {
            to: Some((row * WIDTH + u32::from(column)).to_string()),
            ..Squares::default()
        }
    }

    fn from_user(text: &str) -> Result<Connect4, String> {
        let (_, rest) = user::split(text, &["connect4"]);
        let joined: String = rest
            .chars()
            .filter(|c| !c.is_whitespace() && *c != ',')
            .collect();
        let help = "write the columns in the order of play, as in 4453, or rows from the top with / between them";
        Connect4::read(&joined)
            .map_err(|why| format!("This is not a position of Connect-Four: {why}; {help}."))
    }

    fn players() -> [&'static str; 2] {
        ["X", "O"]
    }
}

#[cfg(test)]
mod tests {
    use gametree::Game;

    use super::*;

    #[test]
    fn stones_lie_where_they_fell() {
        let position = Connect4::from_user("startpos").unwrap();
        assert_eq!(position.squares(Column(3)).to.as_deref(), Some("38"));
        let position = Connect4::from_user("4 4, 453").unwrap();
        assert_eq!(position.ply(), 5);
        let Board::Grid(grid) = position.board() else {
            panic!("no grid")
        };
        assert_eq!(
            (
                grid.cells[38].as_str(),
                grid.cells[31].as_str(),
                grid.cells[24].as_str()
            ),
            ("x", "o", "x")
        );
        for m in position.moves() {
            let to: usize = position.squares(m).to.unwrap().parse().unwrap();
            let Board::Grid(after) = position.after(m).board() else {
                panic!("no grid")
            };
            assert_eq!(
                (grid.cells[to].as_str(), after.cells[to].as_str()),
                ("", "o")
            );
        }
        let why = Connect4::from_user("449").unwrap_err();
        assert!(why.contains("'9'") && why.ends_with('.'), "{why}");
    }
}
