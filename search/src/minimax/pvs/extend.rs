//! Singular extensions at a node: the rule of [`crate::minimax::singular`].

use super::run::{Node, Run};
use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::ordering::{Candidate, Guide};
use crate::minimax::quiescence::Horizon;
use crate::minimax::table::Entry;
use crate::observer::{Bound, Observer};
use crate::window::Window;

/// The table's entry may be this many plies shallower than the search that asks.
const ENTRY_SLACK: u32 = 3;

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// Plies to add for this move: 1 where it is singular.
    pub(super) fn singular_extension(
        &mut self,
        node: &Node<'_, G>,
        known: Option<Entry>,
        candidate: &Candidate<G::Move>,
    ) -> Result<u32, Stop> {
        let (Some(rule), Some(entry)) = (self.params.singular, known) else {
            return Ok(0);
        };
        let spot = node.spot;
        // Only the table's best move can be singular, and only where its value is at least a lower
        // bound of some depth: an upper bound says nothing of how good it is.
        let worth_asking = spot.ply > 0
            && spot.ply < self.most_plies
            && spot.depth >= rule.least_depth
            && entry.best == Some(candidate.index)
            && entry.bound != Bound::Upper
            && entry.depth + ENTRY_SLACK >= spot.depth
            && !entry.value.is_decided();
        if !worth_asking {
            return Ok(0);
        }
        // Do the others come near? Half the depth shows it, and a null window is enough.
        let bar = entry.value.plus(-rule.margin);
        let complete = self.walk.complete;
        let mut others = Node {
            spot,
            via: node.via,
            excluded_move: Some(candidate.m),
        };
        others.spot.depth = (spot.depth / 2).max(2);
        self.walk.budget.begin()?;
        let value = self.node(others, Window::null_below(bar))?;
        // The question was not the node's own: the horizons it met do not count.
        self.walk.complete = complete;
        Ok(u32::from(value < bar))
    }
}
