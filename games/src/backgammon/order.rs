//! Which plays look good before any search.

use gametree::{Game, Guided, Player, Prospect};

use super::{Backgammon, Handmade, Move};

/// Plays by the value that [`Handmade`] gives them: hits, points made and blots covered come first. Who may double waits
/// first; who was doubled takes first. Rolls are all alike.
impl Guided for Backgammon {
    fn promise(&self, m: Move) -> i32 {
        match m {
            Move::Play(_) => {
                let first = Handmade::default().prospect(&self.after(m), Player::FIRST);
                (1000.0 * if self.turn == Player::FIRST { first } else { -first }) as i32
            }
            Move::Wait | Move::Take => 1,
            Move::Roll(_) | Move::Double | Move::Drop => 0,
        }
    }
}
