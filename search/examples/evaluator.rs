//! An evaluator: what a position is worth where the search stops.
//!
//! Coins lie in a row. The players take in turn one from the left or right end; the difference of
//! what they have counts. A closure is an evaluator; so is any type that implements `Evaluator`.

use gametree::{Game, Limits, Outcome, Player, Search, TwoPlayer};
use gametree::{alphabeta::AlphaBeta, deepening::Deepening};

const COINS: [i32; 16] = [3, 9, 1, 2, 8, 4, 7, 1, 6, 2, 9, 5, 3, 8, 2, 4];

#[derive(Clone, Copy)]
struct Row {
    left: usize,
    right: usize,
    /// What the first player is ahead.
    lead: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum End {
    Left,
    Right,
}

impl Game for Row {
    type Move = End;

    fn turn(&self) -> Player {
        let taken = COINS.len() - (self.right - self.left);
        Player(u8::from(taken % 2 == 1))
    }

    fn moves(&self) -> impl Iterator<Item = End> {
        [End::Left, End::Right].into_iter()
    }

    fn play(&mut self, end: End) {
        let mover = self.turn();
        let coin = match end {
            End::Left => {
                self.left += 1;
                COINS[self.left - 1]
            }
            End::Right => {
                self.right -= 1;
                COINS[self.right]
            }
        };
        self.lead += if mover == Player::FIRST { coin } else { -coin };
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == self.right).then_some(Outcome::Points(self.lead))
    }
}

impl TwoPlayer for Row {}

/// What is taken, and half of the better end for the mover.
fn lead_and_next(row: &Row) -> i32 {
    let next = COINS[row.left].max(COINS[row.right - 1]) / 2;
    let sign = if row.turn() == Player::FIRST { 1 } else { -1 };
    row.lead + sign * next
}

/// Searches the row to growing depths, then to its end.
pub fn main() {
    let row = Row {
        left: 0,
        right: COINS.len(),
        lead: 0,
    };
    let mut search = Deepening::new(AlphaBeta::new(lead_and_next));
    for depth in [2, 4, 8] {
        let report = search.search(&row, &Limits::depth(depth));
        assert!(!report.proven, "an estimate");
        println!("depth {depth}: {:?}, {}", report.best(), report.value);
    }
    let report = search.search(&row, &Limits::none());
    println!("to the end: {:?}, {}", report.best(), report.value);
    assert!(report.proven, "the game's own value");
}
