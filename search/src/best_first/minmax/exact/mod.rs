//! The min/max approximation as its paper has it: Rivest, *Game Tree Searching by Min/Max
//! Approximation*, Artificial Intelligence 34 (1987).
//!
//! Minimum and maximum say which tip decides the root's value, but not what happens if another tip
//! should prove a little better than it looks. The generalized mean of positive numbers `M_p(a) =
//! ((1/n) Σ a_i^p)^(1/p)` goes to the maximum for p → ∞ and to the minimum for p → −∞, and it has
//! derivatives. So
//!
//! | letter | is |
//! | --- | --- |
//! | `ṽ` | the value: a tip's own number; `M_p` of the children at MAX, `M_−p` at MIN |
//! | `v̂` | the backed-up estimate: a tip's own number; maximum and minimum of the children's |
//! | `w` | the weight of an edge from f to c, −ln ∂ṽ(f)/∂ṽ(c) = ln n − (q − 1) ln(ṽ(c)/ṽ(f)) with q = p at MAX, −p at MIN |
//! | penalty | of a tip: the sum of the weights from the root to it; e^−penalty is `D`, the root's derivative by it |
//! | `π` | the least penalty, counted from here, of a tip below that can be expanded; 0 in such a tip, ∞ where there is none |
//! | `a` | the child below which that tip lies; the tip itself in a tip, none (the paper's ω) where there is no tip |
//!
//! A step follows `a` from the root to the tip that the root's value depends on most, adds all its
//! successors, and computes `ṽ`, `w`, `a` and `π` again on the way up. With p = 10:
//!
//! ```text
//!         □ s 9.851 [u, .165]                     □ s 10.622 [u, 1.078]
//!     15.043 ┌──┴──┐ .069                     15.721 ┌──┴──┐ .069
//!           t 2    ○ u 10.558 [w, .095]  ──▶        t 2    ○ u 11.384 [w, 1.009]
//!            .095 ┌──┴──┐ 2.101                       .316 ┌──┴──┐ 1.273
//!                w 10   x 12                              □ w 11  x 12
//!           expanded: .069 + .095                    .693 ┌──┴──┐ .693
//!                                                       y 11   z 11      y is next: .069 + .316 + .693
//! ```
//!
//! The search ends when no tip is left: the paper's E = C. Of equal penalties the first child's
//! counts; penalties that agree to twelve digits are equal, so that rounding decides nothing.
//!
//! Invariant: `ṽ` of an inner node is the mean of its children's, `v̂` the best of theirs.
//!
//! Everything is done in logarithms ([`Mean`]), so that p = ±1000 neither overflows nor loses
//! digits.
//!
//! [`Reverse`] is what the paper's program ran: `v̂` in place of `ṽ` everywhere. The weights are
//! then `ln n + (p − 1) ln(v̂_best/v̂)` at MAX and `ln n + (p + 1) ln(v̂/v̂_best)` at MIN.
//!
//! [`Proving`] adds what is not in the paper: proven bounds stand beside the values. A node is
//! settled when they meet; settled nodes have π = ∞. A child that can no longer raise what its
//! parent's mover is sure of is closed: none of its tips will be expanded. The search ends when the
//! root is settled: then its value is minimax's, with the shortest win and the longest loss.
//!
//! A tip is expanded with all its successors, as in the paper, which wishes for a way to leave out
//! most of them. The atlas has one, the *rest* of a position; here there is none.
//!
//! Positions at a depth limit are settled at their evaluator's value, and only wins and losses are
//! proven then. Play that never ends makes an endless tree: give a limit.

use crate::evaluator::Evaluator;
use crate::game::TwoPlayer;
use crate::limits::{Budget, Limits};
use crate::observer::Observer;
use crate::report::Report;
use crate::search::Search;

use super::cost::Breadth;
use grower::Grower;
use model::{Model, Task};
use rule::Rule;

mod grower;
mod means;
mod model;
mod rule;
#[cfg(test)]
mod tests;

pub use means::Mean;

/// The min/max approximation with exact means: the paper's seven steps, and nothing else.
///
/// The means need positive numbers. A position of this many points counts as points + `shift`, but
/// at least 1; a lost game as 1, a won one as 2 · `shift` − 1 or 1023, whichever is more (in the
/// paper: 1, 1023, and a shift of 512).
///
/// An evaluator that goes beyond ±`shift` should get a greater one: its bad positions would all
/// count 1, its best ones more than won games. (Only the choice of tips suffers.)
///
/// The value is the root's `v̂`. The move is the one of the best `v̂` for the mover, of equals the
/// one of the best `ṽ`.
///
/// ```
/// use gametree::{Limits, Score, Search, minmax::Exact, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let mut search = Exact { evaluator: Estimates, p: 10.0, shift: 1 };
/// let report = search.search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exact<E> {
    /// First values of new positions.
    pub evaluator: E,
    /// The exponent of the means, any real number: the larger, the nearer to minimax, and the
    /// narrower the search.
    pub p: f64,
    /// Added to points to make them positive.
    pub shift: i32,
}

/// The reverse approximation by its formulas, on a tree: maximum and minimum in place of the means.
/// [`super::MinMax`] is the fast form of it, in steps of a 64th and with p for both sides.
#[derive(Clone, Copy, Debug)]
pub struct Reverse<E> {
    /// First values of new positions.
    pub evaluator: E,
    /// The exponent of the means that it stands for.
    pub p: f64,
    /// Added to points to make them positive, as in [`Exact`].
    pub shift: i32,
    /// What a node adds to each of its edges. By [`Breadth::Count`], the paper's formula, ratios
    /// count p − 1 times for the first player and p + 1 times for the second; else p times.
    pub breadth: Breadth,
}

/// The same search with proven bounds, which close tips that can no longer matter.
#[derive(Clone, Copy, Debug)]
pub struct Proving<S>(pub S);

/// [`Exact`] or [`Reverse`].
pub trait Formula {
    /// The type of its evaluator.
    type Evaluator;

    /// What it computes with.
    fn task(&self) -> Task<'_, Self::Evaluator>;
}

impl<E> Formula for Exact<E> {
    type Evaluator = E;

    fn task(&self) -> Task<'_, E> {
        Task {
            evaluator: &self.evaluator,
            model: Model {
                rule: Rule::Means { p: self.p },
                shift: self.shift,
            },
            proofs: false,
        }
    }
}

impl<E> Formula for Reverse<E> {
    type Evaluator = E;

    fn task(&self) -> Task<'_, E> {
        Task {
            evaluator: &self.evaluator,
            model: Model {
                rule: Rule::Reverse {
                    p: self.p,
                    breadth: self.breadth,
                },
                shift: self.shift,
            },
            proofs: false,
        }
    }
}

impl<S: Formula> Formula for Proving<S> {
    type Evaluator = S::Evaluator;

    fn task(&self) -> Task<'_, S::Evaluator> {
        Task {
            proofs: true,
            ..self.0.task()
        }
    }
}

impl<E> Task<'_, E> {
    fn run<G: TwoPlayer, O: Observer<G>>(
        self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move>
    where
        E: Evaluator<G>,
    {
        let mut budget = Budget::new(limits);
        let mut grower = Grower::new(root, self, &mut budget, observer);
        let stopped = grower.run().err();
        grower.finish(root, stopped)
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Search<G> for Exact<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        self.task().run(root, limits, observer)
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Search<G> for Reverse<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        self.task().run(root, limits, observer)
    }
}

impl<G: TwoPlayer, S: Formula<Evaluator: Evaluator<G>>> Search<G> for Proving<S> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        self.task().run(root, limits, observer)
    }
}
