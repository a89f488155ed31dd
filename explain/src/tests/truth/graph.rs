//! A small game whose positions are the nodes of a random graph: play can go round.

use std::fmt;
use std::sync::Arc;

use gametree::rng::{Rng, mix};
use gametree::{Game, Keyed, Notation, Outcome, Player, TwoPlayer};

/// Where the next moves lead from each node; from an end nowhere.
type Edges = Arc<Vec<Vec<u8>>>;

/// A position: a node, and who moves.
#[derive(Clone)]
pub struct Walk {
    edges: Edges,
    at: u8,
    turn: Player,
}

impl Walk {
    /// Seven nodes with up to three moves each; some are ends.
    pub fn random(seed: u64) -> Walk {
        let mut rng = Rng::new(seed);
        let mut edges: Vec<Vec<u8>> = Vec::new();
        for node in 0..7 {
            let ends = node > 0 && rng.below(4) == 0;
            let count = if ends { 0 } else { 1 + rng.below(3) };
            let mut to: Vec<u8> = (0..count).map(|_| rng.below(7) as u8).collect();
            to.sort_unstable();
            to.dedup();
            edges.push(to);
        }
        Walk {
            edges: Arc::new(edges),
            at: 0,
            turn: Player::FIRST,
        }
    }
}

impl Game for Walk {
    type Move = u8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        self.edges[usize::from(self.at)].iter().copied()
    }

    fn play(&mut self, to: u8) {
        self.at = to;
        self.turn = self.turn.opponent();
    }

    /// Who cannot move has lost.
    fn outcome(&self) -> Option<Outcome> {
        let over = self.edges[usize::from(self.at)].is_empty();
        over.then(|| Outcome::Win(self.turn.opponent()))
    }
}

impl TwoPlayer for Walk {}

impl Keyed for Walk {
    fn key(&self) -> u64 {
        mix((u64::from(self.at) << 8) | (u64::from(self.turn.0) + 1))
    }
}

impl Notation for Walk {
    fn write_move(&self, to: u8) -> String {
        to.to_string()
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}", self.at)
    }
}
