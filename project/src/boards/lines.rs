//! Tic-tac-toe and its kin: k in a row on any board, also in a cube.

use gametree::Readable;
use gametree_games::tictactoe::Board as Lines;

use super::{BoardView, user};

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

impl<const N: usize> BoardView for Lines<'static, N> {
    const NAT: f64 = NAT;

    fn from_user(text: &str) -> Result<Self, String> {
        let (name, rest) = user::split(text, &["tictactoe", "mnk", "cube", "custom"]);
        let name = match name {
            Some("mnk") | None => usual(N),
            Some("cube") => "cube:4",
            Some(name) => name,
        };
        let help = format!("write squares in order of play, as in {} b2 a1", usual(N));
        <Self as Readable>::read(&format!("{name} {rest}"))
            .map_err(|why| format!("This is not a position of k in a row: {why}; {help}."))
    }

    fn players() -> [&'static str; 2] {
        ["X", "O"]
    }
}
