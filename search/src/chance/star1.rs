//! Star1 (Ballard 1983; Hauk, Buro and Schaeffer 2004): alpha-beta that also cuts where chance
//! moves.
//!
//! Every value lies between the game's bounds. So a chance node is known to within what its
//! remaining outcomes can add, and is left as soon as that lies outside the window:
//!
//! ```text
//!                  MAX 1.5                 bounds −2 to 2
//!            ┌────────┴────────┐
//!       chance 1.5        chance ≤ 1       ½ · 0 + ½ · 2 = 1 < 1.5: nothing below the
//!       ┌────┴────┐       ┌────┴────┐      second outcome is visited, and of the
//!     MIN 2     MIN 1   MIN ≤ 0     ·      first no more than the leaf 0
//!      2 2       1 2     0 ·       · ·
//! ```
//!
//! Invariant: fail-soft. Within the window the value is that of [`crate::expectiminimax`]; below it
//! is an upper, above it a lower bound. Every node is visited at most once, so never more than
//! expectiminimax visits.

use crate::chance::real_table::Nothing;
use crate::chance::star::{NoProbing, Star};
use crate::evaluator::Blind;
use crate::minimax::ordering::Unguided;

/// Alpha-beta with cuts at chance nodes, for two players and a sum of zero. Prunes there by
/// [`crate::Payoffs::bounds`]; without bounds only the last outcome has a window.
///
/// ```
/// use gametree::{PayoffSearch, Bounds, Limits, star1::Star1, tree::Tree};
/// let text = "(max (chance 1/2:(min 2 2) 1/2:(min 1 2)) (chance 1/2:(min 0 2) 1/2:(min -1 0)))";
/// let tree: Tree = text.parse().unwrap();
/// let report = Star1::blind().search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!((report.values[0], report.counts.nodes), (1.5, 14), "all but the last leaf");
/// let tree = tree.bounded(Bounds::new(-2.0, 2.0)).unwrap();
/// let report = Star1::blind().search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!((report.values[0], report.counts.nodes), (1.5, 11), "nothing after the leaf 0");
/// ```
pub type Star1<E, H = Unguided, T = Nothing> = Star<E, H, T, NoProbing>;

impl Star1<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        Star1::new(Blind)
    }
}

impl<E> Star1<E> {
    /// Without a table, and without the game's own guess at good moves.
    pub fn new(evaluator: E) -> Self {
        Star::plain(evaluator)
    }
}
