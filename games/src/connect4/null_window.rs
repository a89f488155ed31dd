//! The recursion of the solver: a null-window, fail-soft alpha-beta on exact scores.
//!
//! Invariant: in every node the mover cannot win at once, and `safe` holds the moves after which
//! the opponent cannot either; there is at least one. So wins and losses in the next three plies
//! never cost a node: they are seen while the parent's moves are put in order.
//!
//! ```text
//!    mover's stones + move ──▶ squares that complete a four ──▶ what the opponent must do about it
//!                                        │                                   │
//!                                   rank of the move                  `safe` of the child
//! ```
//!
//! One map of winning squares per move thus serves three purposes: ordering, the child's forced
//! replies, and the wins by a double threat (no safe reply).

use gametree::{Budget, Stop};

use super::board::{STRIDE, landing};
use super::book::Book;
use super::node::{Node, safe_moves, winning_squares};
use super::table::{Bounds, Memory};

/// Below this many empty squares the children's bounds are not looked up before the search.
const LOOK_AHEAD_FROM: i32 = 12;
/// A score of more than this part of the empty squares, one in this many, is a fast win or loss.
const FAST: i32 = 5;
/// Below every score.
const WORST: i32 = -100;

/// A move on the list.
#[derive(Clone, Copy)]
struct Ranked {
    square: u64,
    /// The safe replies to it.
    safe: u64,
    rank: i32,
}

/// The moves of a node, the most promising first.
struct Moves {
    list: [Ranked; 7],
    count: usize,
}

/// How near to the middle each square is, by its bit.
static CENTRE: [i32; 64] = {
    let (mut near, mut bit) = ([0; 64], 0);
    while bit < 7 * STRIDE as usize {
        near[bit] = [0, 1, 2, 3, 2, 1, 0][bit / STRIDE as usize];
        bit += 1;
    }
    near
};

impl Moves {
    const NONE: Moves = Moves {
        list: [Ranked {
            square: 0,
            safe: 0,
            rank: 0,
        }; 7],
        count: 0,
    };

    /// Ranks the safe moves by the winning squares they leave the mover (one and a half times, if
    /// the opponent may not even play the square below), then by tempo (moves that force a reply
    /// come first where a fast win is asked for, and last elsewhere), then by the middle. False if
    /// a move wins against every reply. (In place: to return the list is to copy it.)
    #[inline(always)]
    fn rank(&mut self, node: &Node, beta: i32) -> bool {
        let forcing = if FAST * beta.abs() > node.empty {
            8
        } else {
            -8
        };
        let mut left = node.safe;
        while left != 0 {
            let square = left & left.wrapping_neg();
            left ^= square;
            let all = node.all | square;
            let wins = winning_squares(node.own | square, all);
            let safe = safe_moves(all, wins);
            if safe == 0 {
                return false;
            }
            let landing = landing(all);
            let tempo = if wins & landing != 0 { forcing } else { 0 };
            let guarded = (wins & (landing << 1)).count_ones() as i32;
            let centre = CENTRE[(square.trailing_zeros() & 63) as usize];
            self.insert(Ranked {
                square,
                safe,
                rank: 16 * wins.count_ones() as i32 + 8 * guarded + tempo + centre,
            });
        }
        true
    }

    #[inline(always)]
    fn insert(&mut self, new: Ranked) {
        let mut i = self.count;
        while i > 0 && self.list[i - 1].rank < new.rank {
            self.list[i] = self.list[i - 1];
            i -= 1;
        }
        self.list[i] = new;
        self.count += 1;
    }

    #[inline(always)]
    fn ranked(&self) -> &[Ranked] {
        &self.list[..self.count]
    }
}

/// The state of one search.
pub(crate) struct Walk<'a> {
    pub memory: &'a mut Memory,
    pub budget: &'a mut Budget,
    /// Where there is a book, its positions are leaves.
    pub book: Option<&'a Book>,
    /// With this many empty squares; impossible without a book.
    pub book_at: i32,
}

impl Walk<'_> {
    /// Asks whether the mover's score `t` is at least `beta`. The answer `v` is a bound on the
    /// right side: `v ≥ beta` means `t ≥ v`, and `v < beta` means `t ≤ v`.
    pub fn at_least(&mut self, node: Node, beta: i32) -> Result<i32, Stop> {
        debug_assert!(
            node.safe != 0 && winning_squares(node.own, node.all) & landing(node.all) == 0
        );
        self.budget.visit();
        if node.empty <= 2 {
            return Ok(0);
        }
        if node.empty == self.book_at
            && let Some(score) = self.by_book(&node)
        {
            return Ok(score);
        }
        let mut bounds = node.static_bounds();
        if let Some(value) = bounds.decide(beta) {
            return Ok(value);
        }
        if node.safe.is_power_of_two() {
            return self.only_move(&node, beta);
        }
        let key = node.key();
        if let Some(known) = self.memory.get(key, node.empty) {
            bounds = known;
            if let Some(value) = bounds.decide(beta) {
                return Ok(value);
            }
        } else if let Some(value) = node.zugzwang(beta) {
            return Ok(value);
        }
        let mut moves = Moves::NONE;
        if !moves.rank(&node, beta) {
            return Ok((node.empty - 1) / 2);
        }
        // No move wins with the stone after it.
        bounds.high = bounds.high.min((node.empty - 3) / 2);
        if bounds.high < beta {
            return Ok(bounds.high);
        }
        if let Some(value) = self.refutation(&node, &moves, beta) {
            return Ok(value);
        }
        self.best_move(&node, &moves, beta, key, bounds)
    }

    /// Out of line: most nodes are far from the opening.
    #[cold]
    #[inline(never)]
    fn by_book(&self, node: &Node) -> Option<i32> {
        let entry = self.book?.get(&node.position())?;
        Some(entry.score)
    }

    /// Asks whether a safe move keeps the score of the node. A move that leaves no safe reply wins
    /// with the stone after it, and nothing in a node is better.
    pub fn keeps(&mut self, node: &Node, square: u64, score: i32) -> Result<bool, Stop> {
        debug_assert!(node.safe & square != 0);
        let safe = node.safe_replies(square);
        if safe == 0 {
            return Ok(true);
        }
        self.budget.spend()?;
        Ok(self.at_least(node.child(square, safe), 1 - score)? <= -score)
    }

    /// The same as [`Walk::at_least`] where only one move is safe. The table holds no such node: it
    /// would cost more than the way to the next one.
    #[inline(always)]
    fn only_move(&mut self, node: &Node, beta: i32) -> Result<i32, Stop> {
        let safe = node.safe_replies(node.safe);
        if safe == 0 {
            return Ok((node.empty - 1) / 2);
        }
        // The move does not win with the stone after it.
        let high = (node.empty - 3) / 2;
        if high < beta {
            return Ok(high);
        }
        self.budget.spend()?;
        Ok(-self.at_least(node.child(node.safe, safe), 1 - beta)?)
    }

    /// Enhanced transposition cutoff (Schaeffer and Plaat 1996): a child that is known to be good
    /// enough.
    #[inline(always)]
    fn refutation(&self, node: &Node, moves: &Moves, beta: i32) -> Option<i32> {
        if node.empty < LOOK_AHEAD_FROM {
            return None;
        }
        let value = |m: &Ranked| {
            let child = node.child(m.square, m.safe);
            self.memory
                .get(child.key(), child.empty)
                .map(|known| -known.high)
        };
        moves
            .ranked()
            .iter()
            .filter_map(value)
            .find(|&value| value >= beta)
    }

    /// Searches the moves until one is good enough, and keeps what was learnt.
    #[inline(always)]
    fn best_move(
        &mut self,
        node: &Node,
        moves: &Moves,
        beta: i32,
        key: u64,
        mut bounds: Bounds,
    ) -> Result<i32, Stop> {
        let entered = self.budget.counts.nodes;
        let mut best = WORST;
        for m in moves.ranked() {
            self.budget.spend()?;
            best = best.max(-self.at_least(node.child(m.square, m.safe), 1 - beta)?);
            if best >= beta {
                break;
            }
        }
        if best >= beta {
            bounds.low = best;
        } else {
            bounds.high = best;
        }
        self.memory
            .put(key, node.empty, bounds, self.budget.counts.nodes - entered);
        Ok(best)
    }
}
