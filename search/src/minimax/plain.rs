//! Minimax (Zermelo 1913, von Neumann 1928, Shannon 1950): the oracle of every other search.
//!
//! ```text
//!               MAX 3
//!          ┌──────┼──────┐
//!        MIN 3  MIN 2  MIN 2
//!        3 12 8  2 4 6  14 5 2
//! ```
//!
//! Invariant: the value of a node is the best of its children's for the player to move.

use crate::deep::deep;
use crate::evaluator::{Blind, Evaluator};
use crate::game::TwoPlayer;
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::{DfsState, NodeRef};
use crate::minimax::worth::Worth;
use crate::observer::{Bound, Observer};
use crate::report::Report;
use crate::search::Search;
use crate::window::Window;

/// Visits everything down to the depth limit.
///
/// ```
/// use gametree::{Limits, Score, Search, minimax::Minimax, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = Minimax::blind().search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.counts.nodes), (Score::points(3), 13));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax<E> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
}

impl<E> Minimax<E> {
    /// With an evaluator for the depth limit.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Minimax { evaluator }
    }
}

impl Minimax<Blind> {
    /// Without an evaluator.
    #[must_use]
    pub fn blind() -> Self {
        Minimax::new(Blind)
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Search<G> for Minimax<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let mut walk = DfsState::new(&mut budget, &self.evaluator, observer);
        let spot = NodeRef::root(root, limits.depth.unwrap_or(u32::MAX));
        let result = walk
            .begin(root)
            .and_then(|()| minimax(&mut walk, spot, None));
        walk.finish(result.map(|worth| worth.score))
            .report(root, &budget)
    }
}

/// What a position is worth to its mover.
fn minimax<G: TwoPlayer, E: Evaluator<G>, O: Observer<G>>(
    walk: &mut DfsState<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    via: Option<G::Move>,
) -> Result<Worth, Stop> {
    walk.enter(spot, via, Window::OPEN);
    if let Some(score) = walk.leaf(spot) {
        let open = walk.endless;
        return Ok(Worth { score, open });
    }
    let mut best = Worth::NOTHING;
    let mut line = Line::EMPTY;
    for m in spot.position.moves() {
        let child = walk.play(spot.position, m)?;
        let same = child.turn() == spot.position.turn();
        let mark = walk.mark();
        let worth = deep(spot.ply, || minimax(walk, spot.child(&child), Some(m)))?.flipped(same);
        walk.let_go(mark);
        if worth.beats(best) {
            best = worth;
            line = walk.improve(spot, m, worth.score, Window::OPEN);
        }
    }
    walk.leave(spot, best.score, Bound::Exact, line);
    Ok(best)
}
