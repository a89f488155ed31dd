//! The certain draw before the `?` of the textbooks, for any search.
//!
//! A search that knows positions by their scores only, from a table or a proof, cannot tell play
//! without end from a draw: both are worth 0. Where such a search has proven a draw, and its line
//! does not show how the game ends, one retrograde analysis of the root tells the two apart.
//!
//! ```text
//!        MAX 0          proven: 0, by the first move of the two
//!       ┌──┴──┐         settled: the second ends the game, so MAX plays that one
//!       ?     0
//! ```
//!
//! Invariant: the value is the search's own; only the line differs, and only where the value is a
//! draw. It keeps the value, and it ends in `?` only where neither player can end the game for the
//! same value (docs/decisions/0009-endless-play.md). The analysis visits everything that can be
//! reached: this is for trees.

use crate::game::{Keyed, Outcome, TwoPlayer};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::retrograde::Retrograde;
use crate::score::Score;
use crate::search::Search;

/// A search that takes a certain draw before play without end.
///
/// ```
/// use gametree::{Limits, Search, certain_draw::CertainDraw, pvs::Pvs, tree::Tree};
/// let tree: Tree = "(max ? 0)".parse().unwrap();
/// let root = tree.two_player().unwrap();
/// assert_eq!(Pvs::blind().search(&root, &Limits::none()).best(), Some(0));
/// let mut search = CertainDraw { inner: Pvs::blind() };
/// assert_eq!(search.search(&root, &Limits::none()).best(), Some(1));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CertainDraw<S> {
    /// The search.
    pub inner: S,
}

impl<G: TwoPlayer + Keyed, S: Search<G>> Search<G> for CertainDraw<S> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        settled(self.inner.watch(root, limits, observer), root, limits)
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }

    fn search(&mut self, root: &G, limits: &Limits) -> Report<G::Move> {
        settled(self.inner.search(root, limits), root, limits)
    }
}

/// The report with a line to a certain draw, where there is one. What is spent on it counts; if the
/// limits do not allow it, nothing is proven.
fn settled<G: TwoPlayer + Keyed>(
    mut report: Report<G::Move>,
    root: &G,
    limits: &Limits,
) -> Report<G::Move> {
    if !report.proven || report.value != Score::DRAW || ends_surely(root, &report.line) {
        return report;
    }
    let settled = Retrograde::blind().search(root, &report.left_of(limits));
    report.counts += settled.counts;
    report.elapsed += settled.elapsed;
    report.proven = settled.proven;
    if settled.proven {
        report.line = settled.line;
    } else {
        report.stop = settled.stop;
    }
    report
}

/// Whether the line leads to an end of the game that is no `?`.
fn ends_surely<G: TwoPlayer>(root: &G, line: &[G::Move]) -> bool {
    let last = line.iter().fold(root.clone(), |at, &m| at.after(m));
    last.outcome().is_some_and(|end| end != Outcome::Loop)
}
