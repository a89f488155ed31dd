//! The scores of Pig as a table.

use gametree::Player;
use gametree::board::{Board, Drawn, Grid, Look};

use super::Pig;

impl Drawn for Pig {
    fn board_for(&self, _: Player) -> Option<Board> {
        let [first, second] = self.scores;
        let grid = Grid::new(3, 1, Look::Table)
            .with_cells([first, second, self.total].map(|points| points.to_string()))
            .named("first second turn", "points");
        Some(Board::Grid(grid))
    }
}
