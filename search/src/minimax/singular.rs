//! Singular extensions (Anantharaman, Campbell and Hsu 1988): a move that is clearly better than
//! all others is worth a ply more, for everything hangs on it.
//!
//! Shown, not guessed: where the table holds a good move, all *other* moves are searched to a
//! reduced depth with a null window below its value. If none comes near, the move is singular.

use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::ordering::{Candidate, Guide};
use crate::minimax::pvs::{Node, Run};
use crate::minimax::quiescence::Horizon;
use crate::minimax::table::Entry;
use crate::observer::{Bound, Observer};
use crate::window::Window;

/// When a move counts as singular.
#[derive(Clone, Copy, Debug)]
pub struct Singular {
    /// How much better than all others it must be, in points.
    pub margin: i32,
    /// Looked for where at least so many plies are left.
    pub least_depth: u32,
}

impl Default for Singular {
    fn default() -> Self {
        Singular {
            margin: 50,
            least_depth: 4,
        }
    }
}

/// The table's entry may be so many plies shallower than the search that asks.
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
    pub(crate) fn extension(
        &mut self,
        node: &Node<'_, G>,
        known: Option<Entry>,
        candidate: &Candidate<G::Move>,
    ) -> Result<u32, Stop> {
        let (Some(rule), Some(entry)) = (self.params.singular, known) else {
            return Ok(0);
        };
        let spot = node.spot;
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
        let bar = entry.value.plus(-rule.margin);
        let complete = self.walk.complete;
        let mut others = Node {
            spot,
            via: node.via,
            without: Some(candidate.m),
        };
        others.spot.depth = (spot.depth / 2).max(2);
        self.walk.budget.begin()?;
        let value = self.node(others, Window::null_below(bar))?;
        self.walk.complete = complete;
        Ok(u32::from(value < bar))
    }
}
