//! The race on a row of squares, in which play may go on for ever.

use gametree::{Game, Persistent, Player};
use gametree_games::squares::Squares as Row;

use super::{Board, BoardView, Grid, Look, Squares, letter, user};

/// A square ahead, which is two points, multiplies the odds by e.
const NAT: f64 = 2.0;

/// So many squares at most can be shown.
const MOST: u16 = 40;

impl BoardView for Row {
    const NAT: f64 = NAT;

    fn board(&self) -> Board {
        let owns = |square: u16| {
            [Player::FIRST, Player::SECOND].map(|player| self.token(player) == square)
        };
        Board::Grid(Grid {
            rows: 1,
            cols: usize::from(self.size()),
            cells: (1..=self.size())
                .map(|square| letter(owns(square)))
                .collect(),
            look: Look::Men,
            row_names: Vec::new(),
            col_names: (1..=self.size()).map(|square| square.to_string()).collect(),
        })
    }

    fn squares(&self, to: u16) -> Squares {
        let cell = |square: u16| Some(square.saturating_sub(1).to_string());
        Squares {
            from: cell(self.token(self.turn())),
            to: cell(to),
            promotion: None,
        }
    }

    fn from_user(text: &str) -> Result<Row, String> {
        let help = "write squares:8, then A's square, B's square and who moves, as in 1,8,A";
        let (name, rest) = user::split(text, &["squares"]);
        let read = match (Row::named(name.unwrap_or("squares")), rest) {
            (Ok(start), "") => Ok(start),
            (Ok(_), rest) if rest.contains(':') => <Row as Persistent>::read(rest),
            (start, rest) => start
                .and_then(|start| Row::read(start.size(), rest))
                .map_err(|error| error.to_string()),
        };
        let row = read
            .map_err(|why| format!("This is not a position on a row of squares: {why}; {help}."))?;
        if row.size() > MOST {
            return Err(format!(
                "These are too many squares to show; at most {MOST}."
            ));
        }
        Ok(row)
    }

    fn players() -> [&'static str; 2] {
        ["A", "B"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_shown_and_read() {
        let row = Row::from_user("squares:5 2,4,B").unwrap();
        let Board::Grid(grid) = row.board() else {
            panic!("no grid")
        };
        assert_eq!(grid.cells, ["", "x", "", "o", ""]);
        let squares = row.squares(3);
        assert_eq!(
            (squares.from.as_deref(), squares.to.as_deref()),
            (Some("3"), Some("2"))
        );
        assert_eq!(Row::from_user(&row.write()).unwrap(), row);
        assert_eq!(Row::from_user("startpos").unwrap(), Row::new(4).unwrap());
        for text in ["squares:2", "squares:50", "1", "9: 1", "1,1,A"] {
            assert!(Row::from_user(text).unwrap_err().ends_with('.'), "{text}");
        }
    }
}
