//! Heaps as a row of numbers.

use gametree::Player;
use gametree::board::{Board, Drawn, Grid, Look, Squares};

use super::{Heaps, Take};

impl Drawn for Heaps {
    fn board_for(&self, _: Player) -> Option<Board> {
        let sizes = self.sizes();
        let text = |&size: &u32| match size {
            0 => String::new(),
            _ => size.to_string(),
        };
        let mut grid = Grid::new(1, sizes.len(), Look::Heaps).with_cells(sizes.iter().map(text));
        grid.col_names = (1..=sizes.len()).map(|heap| heap.to_string()).collect();
        Some(Board::Grid(grid))
    }

    /// The heap that matches are taken from.
    fn squares(&self, take: Take) -> Squares {
        Squares::onto(usize::from(take.heap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_for_each_heap() {
        let heaps: Heaps = "3,0,12 second".parse().unwrap();
        let Some(Board::Grid(grid)) = heaps.board() else {
            panic!("no grid")
        };
        assert_eq!((grid.cells.join("|").as_str(), grid.cols), ("3||12", 3));
        let take = Take {
            heap: 2,
            matches: 4,
        };
        assert_eq!(heaps.squares(take), Squares::onto(2));
    }
}
