//! Connect-Four.

use gametree::Readable;
use gametree_games::connect4::Connect4;

use super::{BoardView, user};

/// The evaluator counts hundredths of a nat: 100 points multiply the odds by e. (`--example
/// chances` finds 97, on 4,586 positions of 300 games.)
const NAT: f64 = 100.0;

impl BoardView for Connect4 {
    const NAT: f64 = NAT;

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
