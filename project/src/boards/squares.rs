//! The race on a row of squares, in which play may go on for ever.

use gametree::Readable;
use gametree_games::squares::Squares as Row;

use super::{BoardView, user};

/// A square ahead, which is two points, multiplies the odds by e.
const NAT: f64 = 2.0;

/// So many squares at most can be shown.
const MOST: u16 = 40;

impl BoardView for Row {
    const NAT: f64 = NAT;

    fn from_user(text: &str) -> Result<Row, String> {
        let help = "write squares:8, then A's square, B's square and who moves, as in 1,8,A";
        let (name, rest) = user::split(text, &["squares"]);
        let read = match (Row::named(name.unwrap_or("squares")), rest) {
            (Ok(start), "") => Ok(start),
            (Ok(_), rest) if rest.contains(':') => <Row as Readable>::read(rest),
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
