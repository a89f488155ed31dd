//! Nim.

use gametree::Persistent;
use gametree_games::nim::{Heaps, Take};

use super::{Board, BoardView, Grid, Look, Squares, user};

/// The evaluator knows only odd and even, ±1: a point is a weak hint.
const NAT: f64 = 5.0;

/// So many matches at most in all: every one may be a move, and each is a row of a table.
const MOST: u32 = 200;

/// A cell for each heap.
impl BoardView for Heaps {
    const NAT: f64 = NAT;

    fn board(&self) -> Board {
        let sizes = self.sizes();
        Board::Grid(Grid {
            rows: 1,
            cols: sizes.len(),
            cells: sizes
                .iter()
                .map(|&size| {
                    if size == 0 {
                        String::new()
                    } else {
                        size.to_string()
                    }
                })
                .collect(),
            look: Look::Heaps,
            row_names: Vec::new(),
            col_names: (1..=sizes.len()).map(|heap| heap.to_string()).collect(),
        })
    }

    /// The heap that matches are taken from.
    fn squares(&self, take: Take) -> Squares {
        Squares {
            to: Some(take.heap.to_string()),
            ..Squares::default()
        }
    }

    fn from_user(text: &str) -> Result<Heaps, String> {
        let help = "write heaps as in 3,4,5 or 1,0,2 second";
        let (name, rest) = user::split(text, &["nim"]);
        let text = match name.and_then(|name| name.split_once(':')) {
            Some((_, sizes)) => format!("{sizes} {rest}"),
            None if rest.is_empty() => "3,4,5".into(),
            None => rest.into(),
        };
        let heaps = Heaps::read(text.trim())
            .map_err(|why| format!("This is not a position of Nim: {why}; {help}."))?;
        if heaps.sizes().iter().sum::<u32>() > MOST {
            return Err(format!(
                "These are too many matches to show; at most {MOST} in all."
            ));
        }
        Ok(heaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_are_shown_and_read() {
        let heaps = Heaps::from_user("nim:3,0,12 second").unwrap();
        let Board::Grid(grid) = heaps.board() else {
            panic!("no grid")
        };
        assert_eq!(
            (grid.cells, grid.cols),
            (vec!["3".to_string(), String::new(), "12".into()], 3)
        );
        assert_eq!(
            heaps
                .squares(Take {
                    heap: 2,
                    matches: 4
                })
                .to
                .as_deref(),
            Some("2")
        );
        assert_eq!(heaps.write(), "3,0,12 second");
        assert_eq!(Heaps::from_user("startpos").unwrap().sizes(), [3, 4, 5]);
        assert_eq!(Heaps::from_user("1 2 3").unwrap().sizes(), [1, 2, 3]);
        for text in ["a", "1000", "nim:", "1,2,3,4,5,6,7,8,9"] {
            assert!(Heaps::from_user(text).unwrap_err().ends_with('.'), "{text}");
        }
    }
}
