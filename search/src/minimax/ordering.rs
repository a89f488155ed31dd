//! Move ordering: the earlier the best move comes, the more is cut off.
//!
//! The table's move comes first; the others by the sum of the game's own promise, a bonus for
//! killers (Huberman 1968: what refuted a sibling) and history (Schaeffer 1983: what cut off
//! elsewhere).

use std::hash::Hash;

use crate::game::{Game, Guided, Likeness, NullMove, Player};
use crate::minimax::kinds::KindHistory;
use crate::minimax::slots::slot;

/// A game's promise of its moves, where it makes one.
pub trait Guide<G: Game> {
    /// Higher is searched earlier.
    fn promise(&self, position: &G, m: G::Move) -> i32;

    /// As [`Guided::likeness`].
    #[inline]
    fn likeness(&self, _: &G, _: G::Move) -> Likeness {
        Likeness::Itself
    }

    /// As [`NullMove::null_move`]; there is none where the game does not tell.
    #[inline]
    fn null_move(&self, _: &G) -> Option<G> {
        None
    }

    /// As [`NullMove::in_check`].
    #[inline]
    fn in_check(&self, _: &G) -> bool {
        false
    }

    /// As [`NullMove::is_quiet`]; without the game's word no move is.
    #[inline]
    fn is_quiet(&self, _: &G, _: G::Move) -> bool {
        false
    }

    /// As [`NullMove::loses`].
    #[inline]
    fn loses(&self, _: &G, _: G::Move, _: i32) -> bool {
        false
    }

    /// As [`NullMove::gives_check`].
    #[inline]
    fn gives_check(&self, _: &G, _: G::Move) -> bool {
        false
    }
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

/// The game's own word on its moves, and on what it is worth to have the move, [`NullMove`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ByNullMove;

impl<G: Guided + NullMove> Guide<G> for ByNullMove {
    #[inline]
    fn promise(&self, position: &G, m: G::Move) -> i32 {
        position.promise(m)
    }

    #[inline]
    fn likeness(&self, position: &G, m: G::Move) -> Likeness {
        position.likeness(m)
    }

    #[inline]
    fn null_move(&self, position: &G) -> Option<G> {
        position.null_move()
    }

    #[inline]
    fn in_check(&self, position: &G) -> bool {
        position.in_check()
    }

    #[inline]
    fn is_quiet(&self, position: &G, m: G::Move) -> bool {
        position.is_quiet(m)
    }

    #[inline]
    fn loses(&self, position: &G, m: G::Move, points: i32) -> bool {
        position.loses(m, points)
    }

    #[inline]
    fn gives_check(&self, position: &G, m: G::Move) -> bool {
        position.gives_check(m)
    }
}

/// A move, its index in the generator's order and what speaks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    /// Key and index as one number, which is all that picking compares: a higher key first, then a
    /// lower index.
    rank: i64,
    pub m: M,
    /// Put off because another thread is searching it.
    pub deferred: bool,
    /// As [`Guide::is_quiet`].
    pub quiet: bool,
}

impl<M: Copy> Candidate<M> {
    #[inline]
    pub fn new(m: M, index: u16, quiet: bool, key: i32) -> Candidate<M> {
        Candidate {
            rank: i64::from(key) << 16 | i64::from(!index),
            m,
            deferred: false,
            quiet,
        }
    }

    /// The same at the end of all.
    pub fn put_off(self) -> Candidate<M> {
        Candidate {
            deferred: true,
            ..Candidate::new(self.m, self.index(), self.quiet, i32::MIN)
        }
    }

    /// The place in the generator's order.
    #[inline]
    pub fn index(&self) -> u16 {
        !(self.rank as u16)
    }

    /// What speaks for the move.
    #[inline]
    pub fn key(&self) -> i32 {
        (self.rank >> 16) as i32
    }
}

/// A killer counts as a bonus among the others: where the game makes promises, they say more.
const KILLER: i32 = 1 << 10;
const HISTORY_SLOTS: usize = 4096;
const HISTORY_MOST: i32 = 1 << 14;
const PROMISE_WEIGHT: i32 = 32;
const PROMISE_MOST: i32 = 1 << 28;

/// What earlier cutoffs taught.
#[derive(Clone, Debug)]
pub(crate) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Box<[[i32; 2]; HISTORY_SLOTS]>,
    /// Where the game says which moves are alike.
    pub kinds: KindHistory,
}

impl<M: Copy + Eq + Hash> Experience<M> {
    pub fn new() -> Self {
        Experience {
            killers: Vec::new(),
            history: Box::new([[0; 2]; HISTORY_SLOTS]),
            kinds: KindHistory::new(),
        }
    }

    /// A new search: killers are forgotten, history fades.
    pub fn fade(&mut self) {
        self.killers.clear();
        self.kinds.fade();
        for counts in self.history.iter_mut() {
            counts[0] /= 4;
            counts[1] /= 4;
        }
    }

    /// The killers of a ply.
    #[inline]
    pub fn killers(&self, ply: u32) -> [Option<M>; 2] {
        self.killers.get(ply as usize).copied().unwrap_or_default()
    }

    /// What speaks for a move, apart from the table.
    #[inline]
    pub fn key(&self, killers: [Option<M>; 2], mover: Player, m: M, promise: i32) -> i32 {
        let killer = KILLER * i32::from(killers[0] == Some(m))
            + KILLER / 2 * i32::from(killers[1] == Some(m));
        weighed(promise) + killer + self.history[slot(m, HISTORY_SLOTS)][mover.0 as usize & 1]
    }

    /// A move cut off at this ply.
    #[inline]
    pub fn kill(&mut self, ply: u32, m: M) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        if self.killers[ply][0] != Some(m) {
            self.killers[ply] = [Some(m), self.killers[ply][0]];
        }
    }

    /// A move cut off: it is a killer here and gains, the ones tried in vain before it lose.
    pub fn cut(
        &mut self,
        ply: u32,
        mover: Player,
        depth: u32,
        m: M,
        before: impl Iterator<Item = M>,
    ) {
        self.kill(ply, m);
        let gain = (depth.min(32) * depth.min(32)) as i32;
        self.learn(mover, m, gain);
        for loser in before {
            self.learn(mover, loser, -gain);
        }
    }

    /// Moves a count towards its limit, the slower the nearer it is.
    #[inline]
    fn learn(&mut self, mover: Player, m: M, gain: i32) {
        let count = &mut self.history[slot(m, HISTORY_SLOTS)][mover.0 as usize & 1];
        *count += gain * 8 - *count * gain.abs() * 8 / HISTORY_MOST;
    }
}

/// What a promise adds to the key of a move.
#[inline]
pub(crate) fn weighed(promise: i32) -> i32 {
    promise
        .saturating_mul(PROMISE_WEIGHT)
        .clamp(-PROMISE_MOST, PROMISE_MOST)
}

/// Brings the best of the remaining candidates to the front. Equal keys come in the generator's order.
#[inline]
pub(crate) fn pick<M: Copy>(rest: &mut [Candidate<M>]) -> Candidate<M> {
    let mut best = 0;
    let mut most = rest[0].rank;
    for (i, candidate) in rest.iter().enumerate() {
        if candidate.rank > most {
            (best, most) = (i, candidate.rank);
        }
    }
    rest.swap(0, best);
    rest[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cut_off_comes_earlier_next_time() {
        let mut experience = Experience::new();
        let key = |e: &Experience<u8>, ply, m| e.key(e.killers(ply), Player::FIRST, m, 0);
        experience.cut(3, Player::FIRST, 5, 7u8, [1u8, 2].into_iter());
        assert!(
            key(&experience, 3, 7) > key(&experience, 4, 7),
            "a killer here, history elsewhere"
        );
        assert!(key(&experience, 4, 7) > 0);
        assert!(key(&experience, 4, 1) < 0);
        assert_eq!(
            experience.key([None; 2], Player::SECOND, 7, 0),
            0,
            "each player has its own"
        );
        for _ in 0..10_000 {
            experience.cut(3, Player::FIRST, 30, 9, std::iter::empty());
        }
        assert!(key(&experience, 0, 9) <= HISTORY_MOST);
        assert!(
            key(&experience, 3, 7) > key(&experience, 4, 7),
            "the older killer is second"
        );
        assert!(
            experience.key([None; 2], Player::FIRST, 5, 1000) > key(&experience, 3, 9),
            "a promise says more"
        );
        experience.fade();
        assert!(key(&experience, 3, 9) <= HISTORY_MOST / 4);
    }

    #[test]
    fn equal_keys_keep_the_generators_order() {
        let list = |keys: &[i32]| -> Vec<Candidate<u8>> {
            let make = |(i, &key): (usize, &i32)| Candidate::new(i as u8, i as u16, false, key);
            keys.iter().enumerate().map(make).collect()
        };
        let mut rest = list(&[1, 5, 1, 5]);
        let order: Vec<u8> = (0..4).map(|i| pick(&mut rest[i..]).m).collect();
        assert_eq!(order, [1, 3, 0, 2]);
        for key in [i32::MIN, -1, 0, i32::MAX] {
            let candidate = Candidate::new(0u8, 7, true, key);
            assert_eq!((candidate.key(), candidate.index()), (key, 7));
        }
    }
}
