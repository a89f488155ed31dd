//! The last moves of a game of Othello, exactly.
//!
//! Alpha-beta on discs, with what endgame solvers have (Buro 1997; Andersson 1998): the move that
//! leaves the opponent the fewest replies comes first (fastest first), squares of odd regions
//! before those of even ones (parity: whoever enters an odd region tends to have the last move in
//! it), a table where enough squares are empty for positions to come up again, and near the end
//! neither moves nor order are worked out: the empty squares are simply tried.

use gametree::finishing::{Finish, Finisher};
use gametree::{Budget, Game, Stop};

use super::{Board, DISC, Move, flips};
use crate::bits::Bits;

/// Solves positions with few empty squares.
///
/// ```
/// use gametree::{Budget, Limits, Score, finishing::Finisher};
/// use gametree_games::othello::{Board, DISC, Endgame};
/// let start = Board::start(4).unwrap();
/// let found = Endgame::default().finish(&start, &mut Budget::new(&Limits::none())).unwrap();
/// assert_eq!(found.value, Score::points(-8 * DISC));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Endgame {
    /// Made when it is first needed.
    table: Vec<Entry>,
}

/// What is known of a position: bounds of its value in discs, the mover's.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    mine: u64,
    theirs: u64,
    low: i8,
    high: i8,
    best: u8,
}

/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 15;
/// Positions with fewer empty squares are not remembered.
const REMEMBERED: u32 = 7;
/// Positions with fewer are not sorted.
const SORTED: u32 = 5;

/// More than any difference of discs.
const MOST: i32 = 64;

/// A position with n empty squares takes about 2^(1.22 n) calls, as measured in self-play for n
/// from 8 to 15: a third more than the mean.
const GROWTH: f64 = 1.22;

impl Finisher<Board> for Endgame {
    fn cost(&self, board: &Board) -> Option<u64> {
        let empty = (board.area() & !(board.discs[0] | board.discs[1])).count_ones();
        Some((GROWTH * f64::from(empty)).exp2() as u64)
    }

    fn finish(&mut self, board: &Board, budget: &mut Budget) -> Result<Finish<Move>, Stop> {
        if self.table.is_empty() {
            self.table = vec![Entry::default(); ENTRIES];
        }
        budget.visit();
        let (mine, theirs) = board.sides();
        let mut solver = Solver {
            area: board.area(),
            table: &mut self.table,
            budget,
        };
        let (value, m) = solver.root(Sides { mine, theirs }, board)?;
        let first = if board.turn() == gametree::Player::FIRST {
            value
        } else {
            -value
        };
        Ok(Finish {
            value: gametree::Score::points(first * DISC),
            best: m,
        })
    }

    /// What is remembered makes later positions cheaper, and under a limit on calls that shows.
    fn forget(&mut self) {
        self.table.clear();
    }
}

/// The discs of the mover and of the opponent.
#[derive(Clone, Copy)]
struct Sides {
    mine: u64,
    theirs: u64,
}

impl Sides {
    /// After a disc on a square that turns these.
    #[inline]
    fn after(self, square: u8, turned: u64) -> Sides {
        Sides {
            mine: self.theirs & !turned,
            theirs: self.mine | turned | 1 << square,
        }
    }

    #[inline]
    fn passed(self) -> Sides {
        Sides {
            mine: self.theirs,
            theirs: self.mine,
        }
    }

    #[inline]
    fn difference(self) -> i32 {
        self.mine.count_ones() as i32 - self.theirs.count_ones() as i32
    }
}

/// A move to be searched: the lower the key the earlier.
#[derive(Clone, Copy, Default)]
struct Candidate {
    key: i32,
    square: u8,
    turned: u64,
}

struct Solver<'a> {
    area: u64,
    table: &'a mut [Entry],
    budget: &'a mut Budget,
}

impl Solver<'_> {
    #[inline]
    fn empty(&self, sides: Sides) -> u64 {
        self.area & !(sides.mine | sides.theirs)
    }

    /// The value for the mover, and a move that has it.
    fn root(&mut self, sides: Sides, board: &Board) -> Result<(i32, Move), Stop> {
        if board.legal == 0 {
            self.budget.spend()?;
            return Ok((-self.node(sides.passed(), (-MOST, MOST))?, Move::Pass));
        }
        let (mut alpha, mut best) = (-MOST - 1, Move::Pass);
        let mut list = [Candidate::default(); 64];
        let count = self.sort(sides, board.legal, u8::MAX, &mut list);
        for &Candidate { square, turned, .. } in &list[..count] {
            self.budget.spend()?;
            let value = -self.node(sides.after(square, turned), (-MOST, -alpha.max(-MOST)))?;
            if value > alpha {
                (alpha, best) = (value, Move::Place(square));
            }
        }
        Ok((alpha, best))
    }

    /// The value for the mover within the window (α, β), fail-soft.
    fn node(&mut self, sides: Sides, (alpha, beta): (i32, i32)) -> Result<i32, Stop> {
        self.budget.visit();
        let empty = self.empty(sides);
        let left = empty.count_ones();
        if left < SORTED {
            return self.near_the_end(sides, (alpha, beta), false);
        }
        let legal = flips::legal(sides.mine, sides.theirs, self.area);
        if legal == 0 {
            let other = sides.passed();
            if flips::legal(other.mine, other.theirs, self.area) == 0 {
                return Ok(sides.difference());
            }
            self.budget.spend()?;
            return Ok(-self.node(other, (-beta, -alpha))?);
        }
        if left < REMEMBERED {
            return Ok(self.moves(sides, legal, u8::MAX, (alpha, beta))?.0);
        }
        self.remembered(sides, legal, (alpha, beta))
    }

    /// The same with the table.
    fn remembered(
        &mut self,
        sides: Sides,
        legal: u64,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stop> {
        let slot = slot(sides);
        let entry = self.table[slot];
        let known = entry.mine == sides.mine && entry.theirs == sides.theirs;
        let (low, high) = if known {
            (i32::from(entry.low), i32::from(entry.high))
        } else {
            (-MOST, MOST)
        };
        if known && (low >= beta || low == high) {
            return Ok(low);
        }
        if known && high <= alpha {
            return Ok(high);
        }
        let first = if known { entry.best } else { u8::MAX };
        let (value, best) = self.moves(sides, legal, first, (alpha, beta))?;
        let low = if value > alpha { value } else { low };
        let high = if value < beta { value } else { high };
        let Sides { mine, theirs } = sides;
        self.table[slot] = Entry {
            mine,
            theirs,
            low: low as i8,
            high: high as i8,
            best,
        };
        Ok(value)
    }

    /// Searches the moves of a position that has some, `first` before the others.
    fn moves(
        &mut self,
        sides: Sides,
        legal: u64,
        first: u8,
        (mut alpha, beta): (i32, i32),
    ) -> Result<(i32, u8), Stop> {
        let mut list = [Candidate::default(); 64];
        let count = self.sort(sides, legal, first, &mut list);
        let (mut best, mut chosen) = (-MOST - 1, u8::MAX);
        for (i, &Candidate { square, turned, .. }) in list[..count].iter().enumerate() {
            self.budget.spend()?;
            let below = sides.after(square, turned);
            let floor = if i == 0 { -beta } else { -alpha - 1 };
            let mut value = -self.node(below, (floor, -alpha))?;
            if floor > -beta && value > alpha && value < beta {
                value = -self.node(below, (-beta, -alpha))?;
            }
            if value > best {
                (best, chosen) = (value, square);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        Ok((best, chosen))
    }

    /// Lists the moves, the most promising first; how many there are.
    fn sort(&self, sides: Sides, legal: u64, first: u8, list: &mut [Candidate; 64]) -> usize {
        let odd = odd_regions(self.empty(sides));
        let mut count = 0;
        for square in Bits(legal) {
            let turned = flips::turned(sides.mine, sides.theirs, square);
            let below = sides.after(square, turned);
            let replies = flips::legal(below.mine, below.theirs, self.area).count_ones() as i32;
            let parity = i32::from(odd >> square & 1 == 1);
            let key = if square == first {
                -1000
            } else {
                4 * replies - 3 * parity
            };
            let mut at = count;
            while at > 0 && list[at - 1].key > key {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = Candidate {
                key,
                square,
                turned,
            };
            count += 1;
        }
        count
    }

    /// Few squares are empty: tries them, those of odd regions first.
    fn near_the_end(
        &mut self,
        sides: Sides,
        (mut alpha, beta): (i32, i32),
        passed: bool,
    ) -> Result<i32, Stop> {
        let empty = self.empty(sides);
        if empty == 0 {
            return Ok(sides.difference());
        }
        let odd = if empty.count_ones() > 2 {
            odd_regions(empty)
        } else {
            0
        };
        let mut best = -MOST - 1;
        for square in Bits(empty & odd).chain(Bits(empty & !odd)) {
            let turned = flips::turned(sides.mine, sides.theirs, square);
            if turned == 0 {
                continue;
            }
            self.budget.spend()?;
            self.budget.visit();
            let value = -self.near_the_end(sides.after(square, turned), (-beta, -alpha), false)?;
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    return Ok(value);
                }
            }
        }
        if best > -MOST - 1 {
            return Ok(best);
        }
        if passed {
            return Ok(sides.difference());
        }
        Ok(-self.near_the_end(sides.passed(), (-beta, -alpha), true)?)
    }
}

/// The empty squares in quarters of the board (four by four squares) with an odd number of them.
#[inline]
fn odd_regions(empty: u64) -> u64 {
    const QUARTERS: [u64; 4] = [
        0x0f0f_0f0f,
        0xf0f0_f0f0,
        0x0f0f_0f0f << 32,
        0xf0f0_f0f0 << 32,
    ];
    let odd = |quarter: u64| {
        if (empty & quarter).count_ones() & 1 == 1 {
            quarter
        } else {
            0
        }
    };
    QUARTERS
        .into_iter()
        .map(odd)
        .fold(0, |all, quarter| all | quarter)
}

#[inline]
fn slot(sides: Sides) -> usize {
    let hash = sides.mine.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ sides.theirs.wrapping_mul(0xd1b5_4a32_d192_ed03);
    (hash ^ hash >> 29) as usize >> 8 & (ENTRIES - 1)
}
