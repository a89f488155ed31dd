//! Who runs out of good moves: bounds on a score without a search.
//!
//! Both rules follow from one way to play: reply in the same column. Where an even number of
//! squares is empty, the one who replies gets every second square of it (Allis 1988: *claimeven*).
//!
//! ```text
//!   row 6  o   o gets the even rows of a column of even height;
//!   row 5  x   a column of odd height begins with an even square:
//!   row 4  o   two such columns are paired, and o replies in the other one (*baseinverse*),
//!   row 3  x   so each player gets one of the two squares
//! ```
//!
//! *The second player holds.* With the first to move, the columns of odd height are even in number,
//! so the second can always reply. If what the first gets, all in all, completes no four, they do
//! not win. If what the second gets does, the first loses.
//!
//! *The first player follows up.* They have a winning square in an odd row of a column of odd
//! height, and the second is to move. The first replies everywhere, in this column up to the square
//! under the winning one. At last only that is left, and the second has to play there. If what the
//! second gets until then completes no four, they lose.

use super::board::{
    BOARD, BOTTOM, EVEN_ROWS, ODD_ROWS, STRIDE, column, completions, has_four, landing,
};
use super::node::Node;

/// What holding a position is worth at most: a win on row 2.
const MOST_BY_HOLDING: i32 = 3;
/// What a follow-up is worth at most: a win on row 3.
const MOST_BY_FOLLOW_UP: i32 = 2;

impl Node {
    /// A bound that answers whether the mover's score is at least `beta`, where a rule knows it:
    /// `v ≥ beta` means that the score is at least `v`, `v < beta` that it is at most `v`.
    #[inline(always)]
    pub fn zugzwang(&self, beta: i32) -> Option<i32> {
        if self.empty & 1 == 0 {
            return self.is_held(beta);
        }
        self.holds(beta).or_else(|| self.is_followed_up(beta))
    }

    /// The first player is to move, and the second holds: an upper bound.
    #[inline(always)]
    fn is_held(&self, beta: i32) -> Option<i32> {
        if beta <= -MOST_BY_HOLDING {
            return None;
        }
        let squares = Squares::of(self.all);
        let first = self.own | squares.odd_rows;
        if has_four(first) || !has_no_four_with_paired(first, squares.unpaired) {
            return None;
        }
        let bound = -worth_of_even_rows(self.own ^ self.all, squares.even_rows);
        (bound < beta).then_some(bound)
    }

    /// The second player is to move, puts a stone on a column of odd height, and holds: a lower
    /// bound.
    #[inline(always)]
    fn holds(&self, beta: i32) -> Option<i32> {
        if beta > MOST_BY_HOLDING {
            return None;
        }
        let squares = Squares::of(self.all);
        let first = (self.own ^ self.all) | squares.odd_rows;
        if has_four(first) {
            return None;
        }
        let mut left = squares.unpaired & self.safe;
        while left != 0 {
            let square = left & left.wrapping_neg();
            left ^= square;
            if !has_four(first | (squares.unpaired ^ square)) {
                let bound = worth_of_even_rows(self.own | square, squares.even_rows);
                if bound >= beta {
                    return Some(bound);
                }
            }
        }
        None
    }

    /// The second player is to move, and the first follows up: an upper bound.
    #[inline(always)]
    fn is_followed_up(&self, beta: i32) -> Option<i32> {
        if beta <= -MOST_BY_FOLLOW_UP {
            return None;
        }
        let squares = Squares::of(self.all);
        let mut wins = completions(self.own ^ self.all) & squares.odd_rows;
        while wins != 0 {
            let win = wins & wins.wrapping_neg();
            let bit = win.trailing_zeros();
            let column = column(bit / STRIDE);
            // The lowest winning square of a column counts: the game ends there.
            wins &= !column;
            if squares.unpaired & column == 0 {
                continue;
            }
            let under = squares.even_rows & column & (win - 1);
            let second = self.own | (squares.odd_rows & !column) | squares.unpaired | under;
            // What is left empty above the winning square are stones the winner did not need.
            let row = (bit % STRIDE) as i32 + 1;
            let bound = -((7 - row) / 2);
            if bound < beta && !has_four(second) {
                return Some(bound);
            }
        }
        None
    }
}

/// The empty squares, as replies in the same column share them out.
struct Squares {
    /// All that lie in odd rows.
    odd_rows: u64,
    /// Those in even rows that are a reply to the square below.
    even_rows: u64,
    /// The lowest ones of columns of odd height: in even rows, and no reply.
    unpaired: u64,
}

impl Squares {
    #[inline(always)]
    fn of(all: u64) -> Squares {
        let free = BOARD & !all;
        let unpaired = landing(all) & EVEN_ROWS;
        Squares {
            odd_rows: free & ODD_ROWS,
            even_rows: free & EVEN_ROWS & !unpaired,
            unpaired,
        }
    }
}

/// Whether these stones complete no four with one square of each pair. Of two squares either one is
/// tried; of four or more, all are given away at once.
#[inline(always)]
fn has_no_four_with_paired(stones: u64, squares: u64) -> bool {
    let rest = squares & squares.wrapping_sub(1);
    if rest & rest.wrapping_sub(1) == 0 {
        !has_four(stones | rest) && !has_four(stones | (squares ^ rest))
    } else {
        !has_four(stones | squares)
    }
}

/// What the second player's score is at least, if they hold and get these squares of even rows. A
/// winning square is reached at the latest when all other columns are full.
#[inline(always)]
fn worth_of_even_rows(stones: u64, squares: u64) -> i32 {
    let wins = completions(stones) & squares;
    if wins & (BOTTOM << 1) != 0 {
        3
    } else if wins & (BOTTOM << 3) != 0 {
        2
    } else {
        i32::from(wins != 0 || has_four(stones | squares))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::Connect4;
    use crate::connect4::node::{safe_moves, winning_squares};
    use gametree::rng::Rng;
    use gametree::{Game, Outcome};

    /// The mover's score by the rules of the game alone.
    fn plain(position: &Connect4, mut alpha: i32, beta: i32) -> i32 {
        match position.outcome() {
            Some(Outcome::Draw) => return 0,
            Some(_) => return -((44 - position.ply() as i32) / 2),
            None => {}
        }
        let mut best = -100;
        for m in position.moves() {
            best = best.max(-plain(&position.after(m), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// A random position in which the mover does not win at once and a safe move is left.
    fn random_node(rng: &mut Rng) -> Option<Node> {
        let mut position = Connect4::new();
        for _ in 0..28 + rng.below(8) {
            let moves: Vec<_> = position.moves().collect();
            position.play(moves[rng.below(moves.len())]);
            position.outcome().is_none().then_some(())?;
        }
        let (own, all) = (position.own, position.all);
        let safe = safe_moves(all, winning_squares(position.other(), all));
        (safe != 0 && winning_squares(own, all) & landing(all) == 0).then_some(Node {
            own,
            all,
            safe,
            empty: 42 - position.ply() as i32,
        })
    }

    #[test]
    fn every_bound_is_true() {
        let mut rng = Rng::new(9);
        let mut by_rule = [0; 3];
        while by_rule.iter().any(|&count| count < 200) {
            let Some(node) = random_node(&mut rng) else {
                continue;
            };
            let score = plain(&node.position(), -100, 100);
            for beta in -4..=4 {
                let rules = [
                    (node.empty & 1 == 0).then(|| node.is_held(beta)).flatten(),
                    (node.empty & 1 == 1).then(|| node.holds(beta)).flatten(),
                    (node.empty & 1 == 1)
                        .then(|| node.is_followed_up(beta))
                        .flatten(),
                ];
                for (count, bound) in by_rule.iter_mut().zip(rules) {
                    let Some(bound) = bound else { continue };
                    *count += 1;
                    let is_true = if bound >= beta {
                        score >= bound
                    } else {
                        score <= bound
                    };
                    assert!(is_true, "{beta}: {bound}, not {score}\n{}", node.position());
                }
            }
        }
    }
}
