//! How large the tree of a generalized tic-tac-toe can be (Russell and Norvig, exercise on S and
//! W), by its number of squares N alone.
//!
//! ```text
//!  N = 3, no winning sets:   1 + 3 + 6 + 6 = 16 nodes       after k stones: N · (N−1) · … · (N−k+1)
//!                            3! = 6 leaves, one for each order of the squares
//!                            C(3, 2) = 3 full boards
//! ```
//!
//! | what | formula | N = 9 |
//! | --- | --- | --- |
//! | leaves at most | N! | 362,880 |
//! | nodes at most, reached if neither can win | Σ N!/i!, i = 0 … N, which is ⌊e · N!⌋ | 986,410 |
//! | the textbook's estimate of them | Σ i!, i = 1 … N | 409,113 |
//! | full boards, a lower bound for the states | C(N, ⌈N/2⌉) | 126 |
//!
//! The textbook's sum counts the products from the wrong end: it is no bound (N = 2 has 5 nodes,
//! not 3), but it is below the truth by less than a factor of e. Both are given, so that they can
//! be compared.
//!
//! ```
//! use gametree_games::tictactoe::bounds;
//! assert_eq!(bounds::leaves(9), Some(362_880));
//! assert_eq!(bounds::nodes(9), Some(986_410));
//! assert_eq!(bounds::textbook_nodes(9), Some(409_113));
//! assert_eq!(bounds::full_boards(9), Some(126));
//! ```

/// N!, the most leaves that a tree on N squares can have. `None` beyond 128 bits, from 35 squares
/// on.
#[must_use]
pub fn leaves(squares: u32) -> Option<u128> {
    (1..=u128::from(squares)).try_fold(1, |product: u128, factor| product.checked_mul(factor))
}

/// Σ N!/i! for i from 0 to N, the most nodes: 1 at the root, N below it, N(N−1) below those, and so
/// on. Exact where no game ends early. `None` beyond 128 bits.
#[must_use]
pub fn nodes(squares: u32) -> Option<u128> {
    // From the leaves up: a node with r free squares has a tree of T(r) = 1 + r · T(r − 1) nodes.
    (1..=u128::from(squares)).try_fold(1u128, |below, free| free.checked_mul(below)?.checked_add(1))
}

/// Σ i! for i from 1 to N, which the textbook's answer gives for the nodes. Too few by less than a
/// factor of e.
#[must_use]
pub fn textbook_nodes(squares: u32) -> Option<u128> {
    (1..=squares).try_fold(0u128, |sum, i| sum.checked_add(leaves(i)?))
}

/// C(N, ⌈N/2⌉), the full boards with ⌈N/2⌉ stones of X: a lower bound for the distinct states where
/// neither can win. `None` where 128 bits are not enough, from 128 squares on.
#[must_use]
pub fn full_boards(squares: u32) -> Option<u128> {
    let chosen = u128::from(squares / 2);
    // After k factors the product is C(N − chosen + k, k): every division is exact.
    (1..=chosen).try_fold(1u128, |product, k| {
        Some(product.checked_mul(u128::from(squares) - chosen + k)? / k)
    })
}

/// The same figures for any N, as far as a float reaches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// N!.
    pub leaves: f64,
    /// Σ N!/i!.
    pub nodes: f64,
    /// C(N, ⌈N/2⌉).
    pub full_boards: f64,
}

/// The bounds as floats; infinite from 171 squares on (full boards later).
#[must_use]
pub fn estimate(squares: u32) -> Estimate {
    let (mut leaves, mut nodes, mut full_boards) = (1.0, 1.0, 1.0);
    for free in 1..=squares {
        leaves *= f64::from(free);
        nodes = 1.0 + f64::from(free) * nodes;
    }
    for k in 1..=squares / 2 {
        full_boards *= f64::from(squares - squares / 2 + k) / f64::from(k);
    }
    Estimate {
        leaves,
        nodes,
        full_boards,
    }
}

/// How a tree is searched, which decides how large a tree can be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every node is visited.
    Minimax,
    /// Alpha-beta with perfect ordering: about the root of the leaves (Knuth and Moore 1975).
    PerfectAlphaBeta,
}

/// A machine: what it does per second, and what a node costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Machine {
    /// Instructions per second.
    pub speed: f64,
    /// Instructions for a node, for each square of the board.
    pub per_square: f64,
}

impl Machine {
    /// The textbook's: two billion instructions per second, 100·N for a node.
    pub const TEXTBOOK: Machine = Machine {
        speed: 2e9,
        per_square: 100.0,
    };

    /// One that visits this many nodes per second, whatever the board.
    #[must_use]
    pub const fn of_nodes(per_second: f64) -> Machine {
        Machine {
            speed: per_second,
            per_square: 0.0,
        }
    }

    /// The seconds that it needs for N squares.
    #[must_use]
    pub fn seconds(&self, squares: u32, method: Method) -> f64 {
        let all = estimate(squares).nodes;
        let visited = match method {
            Method::Minimax => all,
            Method::PerfectAlphaBeta => all.sqrt(),
        };
        visited * (self.per_square * f64::from(squares)).max(1.0) / self.speed
    }

    /// The largest N that it solves in this many seconds, as far as floats reach: to 170 by
    /// minimax.
    ///
    /// ```
    /// use gametree_games::tictactoe::bounds::{Machine, Method};
    /// let largest = |seconds| Machine::TEXTBOOK.largest(seconds, Method::Minimax);
    /// assert_eq!([1.0, 60.0, 3600.0].map(largest), [9, 11, 12]);
    /// let pruned = |seconds| Machine::TEXTBOOK.largest(seconds, Method::PerfectAlphaBeta);
    /// assert_eq!([1.0, 60.0, 3600.0].map(pruned), [14, 17, 20]);
    /// ```
    #[must_use]
    pub fn largest(&self, seconds: f64, method: Method) -> u32 {
        let solved = |&squares: &u32| {
            let needed = self.seconds(squares, method);
            needed.is_finite() && needed <= seconds
        };
        (1..).take_while(solved).last().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tictactoe::{Board, Rules};
    use gametree::testkit::{census, perft, states};

    #[test]
    fn boards_that_nobody_can_win_reach_the_bounds() {
        for n in 1..=8u32 {
            // One winning set of all squares: both have stones in it from the second ply on.
            let rules = Rules::mnk(1, n as usize, n as usize).unwrap();
            let board = Board::<1>::new(&rules).unwrap();
            if n > 1 {
                assert_eq!(
                    u128::from(census(&board).nodes),
                    nodes(n).unwrap(),
                    "{n} squares"
                );
                assert_eq!(
                    u128::from(perft(&board, n)),
                    leaves(n).unwrap(),
                    "{n} squares"
                );
                assert!(states(&board) as u128 >= full_boards(n).unwrap());
            }
        }
    }

    #[test]
    fn tictactoe_stays_below_them() {
        let rules = Rules::tictactoe();
        let sum = census(&Board::<1>::new(&rules).unwrap());
        assert_eq!(sum.nodes, 549_946);
        assert!(u128::from(sum.nodes) < nodes(9).unwrap());
        assert!(u128::from(sum.first + sum.second + sum.drawn) < leaves(9).unwrap());
    }

    #[test]
    fn sums_are_what_they_say() {
        for n in 0..=30u32 {
            let terms = (0..=n).map(|i| leaves(n).unwrap() / leaves(i).unwrap());
            assert_eq!(nodes(n), Some(terms.sum()), "{n}");
            let float = estimate(n);
            assert!((float.nodes / nodes(n).unwrap() as f64 - 1.0).abs() < 1e-12);
            assert!((float.leaves / leaves(n).unwrap() as f64 - 1.0).abs() < 1e-12);
            assert!((float.full_boards / full_boards(n).unwrap() as f64 - 1.0).abs() < 1e-12);
            if n > 0 {
                let (truth, book) = (nodes(n).unwrap(), textbook_nodes(n).unwrap());
                assert!(
                    book <= truth && truth as f64 / (book as f64) < std::f64::consts::E,
                    "{n}"
                );
            }
        }
        let rows = [1u128, 1, 2, 3, 6, 10, 20, 35, 70, 126];
        assert!(
            (0..)
                .zip(rows)
                .all(|(n, boards)| full_boards(n) == Some(boards))
        );
    }

    #[test]
    fn what_does_not_fit_is_said() {
        assert_eq!((leaves(34).is_some(), leaves(35)), (true, None));
        assert_eq!(
            (nodes(33).is_some(), nodes(40), textbook_nodes(50)),
            (true, None, None)
        );
        assert_eq!(
            (full_boards(100).is_some(), full_boards(1000)),
            (true, None)
        );
        assert!(estimate(200).nodes.is_infinite());
    }

    #[test]
    fn more_time_solves_more_and_none_solves_nothing() {
        let machine = Machine::of_nodes(1e7);
        assert_eq!(machine.largest(0.0, Method::Minimax), 0);
        assert_eq!(machine.largest(f64::INFINITY, Method::Minimax), 170);
        let mut before = 0;
        for second in [1.0, 60.0, 3600.0, 86_400.0] {
            let n = machine.largest(second, Method::Minimax);
            assert!(n >= before && machine.seconds(n, Method::Minimax) <= second);
            assert!(machine.seconds(n + 1, Method::Minimax) > second);
            before = n;
        }
    }
}
