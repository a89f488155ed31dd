//! Othello.

use gametree::{Readable, Score, Verdict};
use gametree_games::othello::Board as Othello;

use super::{BoardView, score, user};

/// So many hundredths of a disc multiply the odds by e: fitted to 7,916 positions of 150 games of
/// the analyst at 1,000 nodes a move (`--example chances`, which finds 747).
const NAT: f64 = 750.0;

impl BoardView for Othello {
    const NAT: f64 = NAT;
    const UNIT: &'static str = "discs";

    fn from_user(text: &str) -> Result<Othello, String> {
        let help = "write moves as in f5d6c3, othello:6 before them for a smaller board, or all squares as X, O and - \
                    and then who is to move";
        let (name, rest) = user::split(text, &["othello"]);
        let size = Othello::named(name.unwrap_or("othello")).map(|start| start.size());
        let read = size.and_then(|size| match <Othello as Readable>::read(rest) {
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
