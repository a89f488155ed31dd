//! New nodes, and nodes that are there already.

use crate::evaluator::Evaluator;
use crate::game::{Forced, Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;

use super::cost::EdgeCost;
use super::descent::Descent;

impl<G, E, H, C, O> Descent<'_, G, E, H, C, O>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    H: Horizon<G>,
    C: EdgeCost<G>,
    O: Observer<G>,
{
    /// The node of a position: the one in memory where there is one, else a new one.
    #[inline(always)]
    pub(super) fn find_or_expand(&mut self, position: &G, ply: u32) -> Result<u32, Stop> {
        if !self.valuer.params.transpositions {
            return self.expand(position, ply);
        }
        let key = position.key();
        if let Some(found) = self.dag.index.find(key) {
            self.idle += 1;
            return Ok(found);
        }
        let node = self.expand(position, ply)?;
        self.dag.index.insert(key, node);
        Ok(node)
    }

    /// A new node with all its children, or none.
    fn expand(&mut self, position: &G, ply: u32) -> Result<u32, Stop> {
        self.idle = 0;
        self.rushed = false;
        self.valuer.children(position, ply, &mut self.tips)?;
        self.dag.certainty = self.dag.certainty.max(self.valuer.certainty);
        let node = self.dag.add(&self.tips).ok_or(Stop::Memory)?;
        if C::EXTRA {
            self.dag.keep_extras(node, &self.tips);
        }
        Ok(node)
    }
}
