//! Move ordering: the earlier the best move comes, the more is cut off.
//!
//! In this order: the table's move, killers (Huberman 1968: what refuted a sibling), then the
//! game's own promise together with history (Schaeffer 1983: what cut off elsewhere).

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::game::{Game, Guided, Player};

/// A game's promise of its moves, where it makes one.
pub trait Guide<G: Game> {
    /// Higher is searched earlier.
    fn promise(&self, position: &G, m: G::Move) -> i32;
}

/// No promises: the generator's order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {
    #[inline]
    fn promise(&self, _: &G, _: G::Move) -> i32 {
        0
    }
}

/// The game's own word, [`Guided::promise`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ByGame;

impl<G: Guided> Guide<G> for ByGame {
    #[inline]
    fn promise(&self, position: &G, m: G::Move) -> i32 {
        position.promise(m)
    }
}

/// A move, its index in the generator's order and what speaks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub m: M,
    pub index: u16,
    /// Put off because another thread is searching it.
    pub deferred: bool,
    pub key: i32,
}

const FIRST: i32 = i32::MAX;
const KILLER: i32 = 1 << 30;
const HISTORY_SLOTS: usize = 4096;
const HISTORY_MOST: i32 = 1 << 14;
const PROMISE_WEIGHT: i32 = 64;

/// What earlier cut-offs taught.
#[derive(Clone, Debug)]
pub(crate) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<[i32; 2]>,
}

impl<M: Copy + Eq + Hash> Experience<M> {
    pub fn new() -> Self {
        Experience { killers: Vec::new(), history: vec![[0; 2]; HISTORY_SLOTS] }
    }

    /// A new search: killers are forgotten, history fades.
    pub fn fade(&mut self) {
        self.killers.clear();
        for counts in &mut self.history {
            counts[0] /= 4;
            counts[1] /= 4;
        }
    }

    /// What speaks for a move, apart from table and promise.
    #[inline]
    pub fn key(&self, ply: u32, mover: Player, m: M, promise: i32) -> i32 {
        let [first, second] = self.killers.get(ply as usize).copied().unwrap_or_default();
        if first == Some(m) {
            return KILLER + 1;
        }
        if second == Some(m) {
            return KILLER;
        }
        let most = KILLER / 4;
        let promise = promise.saturating_mul(PROMISE_WEIGHT).clamp(-most, most);
        promise + self.history[slot(m)][mover.0 as usize & 1]
    }

    /// A move cut off: it is a killer here and gains, the ones tried in vain before it lose.
    pub fn cut(&mut self, ply: u32, mover: Player, depth: u32, m: M, before: impl Iterator<Item = M>) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        if self.killers[ply][0] != Some(m) {
            self.killers[ply] = [Some(m), self.killers[ply][0]];
        }
        let gain = (depth.min(32) * depth.min(32)) as i32;
        self.learn(mover, m, gain);
        for loser in before {
            self.learn(mover, loser, -gain);
        }
    }

    /// Moves a count towards its limit, the slower the nearer it is.
    #[inline]
    fn learn(&mut self, mover: Player, m: M, gain: i32) {
        let count = &mut self.history[slot(m)][mover.0 as usize & 1];
        *count += gain * 8 - *count * gain.abs() * 8 / HISTORY_MOST;
    }
}

/// The key of a move that must come first.
pub(crate) fn first() -> i32 {
    FIRST
}

/// Brings the best of the remaining candidates to the front.
#[inline]
pub(crate) fn pick<M: Copy>(rest: &mut [Candidate<M>]) -> Candidate<M> {
    let mut best = 0;
    for i in 1..rest.len() {
        if rest[i].key > rest[best].key {
            best = i;
        }
    }
    // Keep the order of the others: equal keys stay in the generator's order.
    rest[..=best].rotate_right(1);
    rest[0]
}

#[inline]
fn slot<M: Hash>(m: M) -> usize {
    let mut hasher = FxHasher::default();
    m.hash(&mut hasher);
    (hasher.finish() >> 20) as usize % HISTORY_SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cut_off_comes_earlier_next_time() {
        let mut experience = Experience::new();
        let key = |e: &Experience<u8>, ply, m| e.key(ply, Player::FIRST, m, 0);
        experience.cut(3, Player::FIRST, 5, 7u8, [1u8, 2].into_iter());
        assert!(key(&experience, 3, 7) > KILLER);
        assert!(
            key(&experience, 4, 7) > 0 && key(&experience, 4, 7) < KILLER,
            "history, not a killer elsewhere"
        );
        assert!(key(&experience, 4, 1) < 0);
        assert_eq!(experience.key(4, Player::SECOND, 7, 0), 0, "each player has its own");
        for _ in 0..10_000 {
            experience.cut(3, Player::FIRST, 30, 9, std::iter::empty());
        }
        assert!(key(&experience, 0, 9) <= HISTORY_MOST);
        assert_eq!(key(&experience, 3, 7), KILLER, "the older killer is second");
        experience.fade();
        assert!(key(&experience, 3, 9) <= HISTORY_MOST / 4);
    }

    #[test]
    fn pick_is_stable() {
        let list = |keys: &[i32]| -> Vec<Candidate<u8>> {
            let make =
                |(i, &key): (usize, &i32)| Candidate { m: i as u8, index: i as u16, deferred: false, key };
            keys.iter().enumerate().map(make).collect()
        };
        let mut rest = list(&[1, 5, 1, 5]);
        let order: Vec<u8> = (0..4).map(|i| pick(&mut rest[i..]).m).collect();
        assert_eq!(order, [1, 3, 0, 2]);
    }
}
