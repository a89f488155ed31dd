//! A game of your own in 40 lines, and three searches of it.
//!
//! Take one, two or three matches from a heap; who takes the last one wins.
//! Run it with `cargo run -p gametree --example own_game`.

use gametree::rng::mix;
use gametree::{Game, Keyed, Limits, Outcome, Player, Search, TwoPlayer};
use gametree::{alphabeta::AlphaBeta, deepening::Deepening, pvs::Pvs};

#[derive(Clone, Copy)]
struct Matches {
    left: u8,
    turn: Player,
}

impl Game for Matches {
    type Move = u8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        1..=self.left.min(3)
    }

    fn play(&mut self, taken: u8) {
        self.left -= taken;
        self.turn = self.turn.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::Win(self.turn.opponent()))
    }
}

/// Two players, zero sum, no chance, nothing hidden: minimax and its kin may search it.
impl TwoPlayer for Matches {}

/// A hash: transposition tables need one.
impl Keyed for Matches {
    fn key(&self) -> u64 {
        mix(u64::from(self.left) << 1 | u64::from(self.turn.0))
    }
}

/// Searches a heap of 21.
pub fn main() {
    let heap = Matches {
        left: 21,
        turn: Player::FIRST,
    };
    let plain = AlphaBeta::blind().search(&heap, &Limits::none());
    let mut pvs = Deepening::new(Pvs::blind().with_table(1 << 20));
    let table = pvs.search(&heap, &Limits::none());
    println!("take {:?}: {}", plain.best(), plain.value);
    println!(
        "alpha-beta: {} nodes; PVS with a table: {} nodes",
        plain.counts.nodes, table.counts.nodes
    );
    assert_eq!(plain.best(), Some(1), "leave a multiple of four");
    assert!(plain.proven && table.value == plain.value);
    assert!(table.counts.nodes < plain.counts.nodes);
}
