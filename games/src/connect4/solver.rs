//! exact
use gametree::{Budget, Game, Limits, Outcome, Stop};

use super::Connect4;
use super::board::{BOARD, BOTTOM, EVEN_ROWS, ODD_ROWS, SQUARES, completions, has_four, landing};
use super::table::{Bounds, Table};

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The score.
    pub score: i32,
    /// Nodes visited.
    pub nodes: u64,
}

/// Solver
pub struct Solver {
    table: Table,
    /// hist
    history: [[i32; 64]; 2],
}

struct Node {
    own: u64,
    all: u64,
    /// Moves after which the opponent cannot win at once.
    safe: u64,
    empty: i32,
}

struct Walk<'a> {
    table: &'a mut Table,
    history: &'a mut [[i32; 64]; 2],
    budget: &'a mut Budget,
}

#[inline(always)]
fn safe_moves(all: u64, opponent_wins: u64) -> u64 {
    let landing = landing(all);
    let forced = landing & opponent_wins;
    let allowed = if forced == 0 {
        landing
    } else if forced & (forced - 1) == 0 {
        forced
    } else {
        0
    };
    allowed & !(opponent_wins >> 1)
}

#[derive(Clone, Copy)]
struct Child {
    mv: u64,
    safe: u64,
    rank: i32,
}

impl Walk<'_> {
    fn search(&mut self, node: Node, beta: i32) -> Result<i32, Stop> {
        self.budget.visit();
        let Node { own, all, safe, empty } = node;
        if empty <= 2 {
            return Ok(0);
        }
        let mut low = -((empty - 2) / 2);
        if low >= beta {
            return Ok(low);
        }
        let mut high = (empty - 1) / 2;
        if high < beta {
            return Ok(high);
        }
        let key = own + all + BOTTOM;
        if let Some(known) = self.table.get(key) {
            if known.low >= beta {
                return Ok(known.low);
            }
            if known.high < beta {
                return Ok(known.high);
            }
            low = known.low;
            high = known.high;
        }
        let entered = self.budget.counts.nodes;
        let side = (empty & 1) as usize;
        let mut children = [Child { mv: 0, safe: 0, rank: 0 }; 7];
        let mut count = 0;
        let mut left = safe;
        while left != 0 {
            let mv = left & left.wrapping_neg();
            left ^= mv;
            let after = all | mv;
            let wins = completions(own | mv) & BOARD & !after;
            let replies = safe_moves(after, wins);
            if replies == 0 {
                return Ok((empty - 1) / 2);
            }
            let rank = wins.count_ones() as i32 * 1024 + self.history[side][mv.trailing_zeros() as usize];
            let mut i = count;
            while i > 0 && children[i - 1].rank < rank {
                children[i] = children[i - 1];
                i -= 1;
            }
            children[i] = Child { mv, safe: replies, rank };
            count += 1;
        }
        high = high.min((empty - 3) / 2);
        if high < beta {
            return Ok(high);
        }
        let mut best = -100;
        for i in 0..count {
            let child = children[i];
            self.budget.spend()?;
            let next = Node { own: own ^ all, all: all | child.mv, safe: child.safe, empty: empty - 1 };
            let value = -self.search(next, 1 - beta)?;
            best = best.max(value);
            if value >= beta {
                break;
            }
        }
        let bounds = if best >= beta { Bounds { low: best, high } } else { Bounds { low, high: best } };
        self.table.put(key, bounds, self.budget.counts.nodes - entered);
        Ok(best)
    }
}

impl Solver {
    /// New
    pub fn new(bytes: usize) -> Solver {
        Solver { table: Table::new(bytes), history: [[0; 64]; 2] }
    }
    /// Clear.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Solve.
    pub fn solve(&mut self, position: &Connect4) -> Solved {
        let mut budget = Budget::new(&Limits::none());
        let score = self.score(position, &mut budget).unwrap();
        Solved { score, nodes: budget.counts.nodes }
    }

    fn score(&mut self, position: &Connect4, budget: &mut Budget) -> Result<i32, Stop> {
        let empty = (SQUARES - position.ply()) as i32;
        if position.wins_now() != 0 {
            return Ok((empty + 1) / 2);
        }
        let safe = safe_moves(position.all, completions(position.other()) & BOARD & !position.all);
        if safe == 0 {
            return Ok(-(empty / 2));
        }
        for side in 0..2 {
            for sq in 0..64 {
                let c: i32 = sq / 7;
                self.history[side][sq as usize] = 8 - 2 * (c - 3).abs();
            }
        }
        let (mut low, mut high) = (-((empty - 2) / 2), (empty - 1) / 2);
        while low < high {
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let mut walk = Walk { table: &mut self.table, history: &mut self.history, budget };
            let value = walk.search(Node { own: position.own, all: position.all, safe, empty }, middle + 1)?;
            if value > middle { low = value } else { high = value }
        }
        Ok(low)
    }
}
