//! The moves of a position in their order, and the replies that were good elsewhere.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::game::Payoffs;

/// A move in its place.
pub(super) struct Choice<G: Payoffs> {
    pub m: G::Move,
    /// Its index in the order of the game's moves.
    pub index: usize,
    /// The position after it, where it was needed for the order.
    pub child: Option<G>,
    pub key: Key,
}

/// What speaks for a move.
#[derive(Clone, Copy, Default)]
pub(super) struct Key {
    /// How good it looks.
    pub evaluator: f64,
    /// What was good elsewhere: decides where the first does not.
    pub experience: f64,
}

/// The best reply so far to every move, by ply: what answers a roll of the dice after one move
/// often answers it after another (the countermove heuristic, Uiterwijk 1992).
pub(super) struct Replies<M> {
    best: FxHashMap<(u32, Option<M>), M>,
}

/// What speaks most for a move, short of the table.
pub(super) const REPLY: f64 = 1e15;

impl<M: Copy + Eq + Hash> Replies<M> {
    pub fn new() -> Self {
        Replies {
            best: FxHashMap::default(),
        }
    }

    pub fn keep(&mut self, ply: u32, via: Option<M>, reply: M) {
        self.best.insert((ply, via), reply);
    }

    pub fn get(&self, ply: u32, via: Option<M>) -> Option<M> {
        self.best.get(&(ply, via)).copied()
    }
}
