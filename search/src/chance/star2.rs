//! Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004): Star1 with a look at one reply to every
//! outcome first.
//!
//! One move of MIN bounds a MIN node from above, one move of MAX a MAX node from below. So before
//! any outcome of a chance node is searched to its end, the most promising move after each is
//! *probed*; often these bounds alone fall outside the window, even where the game itself has none:
//!
//! ```text
//!                   MAX 3                       no bounds at all
//!            ┌────────┴─────────┐
//!        chance 3          chance ≤ 1           ½ · 2 + ½ · 0 = 1 < 3 after one
//!       ┌────┴────┐       ┌────┴────┐           leaf behind each outcome
//!     MIN 4     MIN 2   MIN ≤ 2   MIN ≤ 0
//!      4 5       2 7     2 ·  ·    0 ·  ·
//! ```
//!
//! Invariant: the values of [`crate::star1`], fail-soft. What a probe finds is kept, and the node
//! goes on from there when its outcome is searched: no position is visited twice. Still no order of
//! visits is best for every tree: where the first outcome alone would have settled the node, the
//! probes of the others were in vain. Therefore probing ends when it can settle nothing more, and
//! when the bounds found so far point the other way.

use crate::chance::real_table::Nothing;
use crate::chance::star::Star;
use crate::evaluator::Blind;
use crate::minimax::ordering::Unguided;

pub use crate::chance::star::Probing;

/// Star1 with probes, for two players and a sum of zero.
///
/// ```
/// use gametree::{PayoffSearch, Limits, star1::Star1, star2::Star2, tree::Tree};
/// let text = "(max (chance 1/2:(min 4 5) 1/2:(min 2 7)) (chance 1/2:(min 2 8 9) 1/2:(min 0 6 6)))";
/// let tree: Tree = text.parse().unwrap();
/// let visits = |report: gametree::PayoffReport<u32>| (report.values[0], report.counts.nodes);
/// assert_eq!(visits(Star1::blind().search_payoffs(&tree.root(), &Limits::none())), (3.0, 15));
/// assert_eq!(visits(Star2::blind().search_payoffs(&tree.root(), &Limits::none())), (3.0, 13));
/// ```
pub type Star2<E, H = Unguided, T = Nothing> = Star<E, H, T, Probing>;

impl Star2<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        Star2::new(Blind)
    }
}

impl<E> Star2<E> {
    /// Without a table, and without the game's own guess at good moves.
    pub fn new(evaluator: E) -> Self {
        Star::plain(evaluator)
    }
}

impl<E, H, T> Star2<E, H, T> {
    /// The same with other probes.
    #[must_use]
    pub fn probing(self, probing: Probing) -> Self {
        Star { probing, ..self }
    }
}
