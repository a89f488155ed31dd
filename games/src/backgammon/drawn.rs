//! The board of backgammon as two rows of points, as the first player counts them.
//!
//! ```text
//!   13 14 15 16 17 18  X's bar  19 20 21 22 23 24  O's off
//!   12 11 10  9  8  7  O's bar   6  5  4  3  2  1  X's off
//! ```

use gametree::Player;
use gametree::board::{Board, Drawn, Grid, Look, Squares};

use super::{BAR, Backgammon, Move, OFF, Stage};
use gametree::Game;

const COLUMNS: usize = 14;
/// The column of the bar, and of what is borne off.
const MIDDLE: usize = 6;
const END: usize = 13;

/// The cell of a player's point, as that player counts.
fn cell(player: Player, point: u8) -> usize {
    let first = player == Player::FIRST;
    match (point, first) {
        (BAR, true) => MIDDLE,
        (BAR, false) => COLUMNS + MIDDLE,
        (OFF, true) => COLUMNS + END,
        (OFF, false) => END,
        (point, _) => {
            let point = usize::from(if first { point } else { 25 - point });
            // The bar stands between the halves.
            let beyond = |column: usize| column + usize::from(column >= MIDDLE);
            match point {
                13.. => beyond(point - 13),
                _ => COLUMNS + beyond(12 - point),
            }
        }
    }
}

impl Drawn for Backgammon {
    /// The roll to be played stands beside its player's home.
    fn board_for(&self, _: Player) -> Option<Board> {
        let mut grid =
            Grid::new(2, COLUMNS, Look::Points).named("", "12 11 10 9 8 7 bar 6 5 4 3 2 1 off");
        for (player, letter) in [(Player::FIRST, 'x'), (Player::SECOND, 'o')] {
            for (point, &count) in (0u8..).zip(self.men(player)) {
                if count > 0 {
                    grid.cells[cell(player, point)] = format!("{letter}{count}");
                }
            }
        }
        grid.row_names = vec![String::new(); 2];
        if let Stage::Play(dice) = self.stage() {
            grid.row_names[usize::from(self.turn() == Player::FIRST)] = dice.to_string();
        }
        Some(Board::Grid(grid))
    }

    /// Of a play of several steps, the first.
    fn squares(&self, m: Move) -> Squares {
        let Move::Play(play) = m else {
            return Squares::default();
        };
        let step = play.steps().next();
        step.map_or_else(Squares::default, |step| {
            Squares::between(cell(self.turn(), step.from), cell(self.turn(), step.to))
        })
    }
}

#[cfg(test)]
mod tests {
    use gametree::Notation;

    use super::*;

    #[test]
    fn checkers_stand_on_their_points() {
        let mut game = Backgammon::start();
        game.play(game.read_move("3-1").unwrap());
        let Some(Board::Grid(grid)) = game.board() else {
            panic!("no grid")
        };
        assert_eq!(grid.row_names, ["", "3-1"]);
        assert_eq!(grid.cells[0], "x5", "the first player's 13");
        assert_eq!(grid.cells[12], "x2", "the first player's 24");
        assert_eq!(
            grid.cells[14], "o5",
            "the first player's 12, the second's 13"
        );
        let play = game.read_move("8/5 6/5").unwrap();
        assert_eq!(game.squares(play), Squares::between(14 + 4, 14 + 8));
        let men = |grid: &Grid| -> u32 {
            let count = |cell: &String| cell.get(1..).and_then(|text| text.parse::<u32>().ok());
            grid.cells.iter().filter_map(count).sum()
        };
        assert_eq!(men(&grid), 30);
    }
}
