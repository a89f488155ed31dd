//! One node, step by step.

use super::run::{Node, Run};
use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::ordering::Guide;
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;
use crate::score::Score;
use crate::window::Window;

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// The value of a position for its mover.
    ///
    /// Contract, fail-soft: a value at or below α is an upper bound, one at or above β a lower
    /// bound, one between them is exact.
    pub(super) fn node(&mut self, mut node: Node<'_, G>, window: Window) -> Result<Score, Stop> {
        let mut spot = node.spot;
        self.walk.enter(spot, node.via, window);

        // Step 1. The end of the game. The rules are asked before the table: they cannot be wrong.
        if let Some(value) = self.walk.end(spot) {
            return Ok(value);
        }

        // Step 2. The horizon: the evaluator, or quiescence, speaks.
        // A singular move that is remembered, and legal here, is tried beyond it.
        if spot.depth == 0 {
            return match self.remembered_move(spot) {
                None => self.at_horizon(spot, window),
                Some(m) => self.beyond_horizon(spot, m, window),
            };
        }

        // Step 3. Repetition. Who can come back once can come back forever: a draw, before the
        // table says what the position is worth on another way. A search without one of its moves
        // stands on its own path and is no repetition.
        let keyed = self.table.is_some() || self.params.repetitions;
        let key = if keyed { spot.position.key() } else { 0 };
        let whole = self.is_whole(&node);
        if self.params.repetitions && whole && self.path.contains(&key) {
            return Ok(self.walk.repeated(spot));
        }

        // Step 4. The table. Its entries speak of all moves: not asked where one is excluded.
        let known = if whole {
            self.table.and_then(|table| table.probe(key))
        } else {
            None
        };
        if let Some(entry) = known
            && let Some(value) = self.table_cutoff(&entry, spot, window)
        {
            return Ok(value);
        }

        if self.is_unprepared(spot, known) {
            spot.depth -= 1;
            node.spot.depth -= 1;
        }

        // Step 5. Razoring, null move and static cutoff. Such a value is the evaluator's word and no proof.
        let context = self.pruning_context(&node, known, window);
        if let Some(value) = self.pruned(&node, &context, window)? {
            return Ok(value);
        }

        // Step 6. The moves. Completeness is that of this node until it is stored.
        let above_complete = std::mem::replace(&mut self.walk.complete, true);
        let at_frontier = spot.depth < self.params.sorted_depth && spot.ply > 0;
        // The frontier asks the evaluator at once; remembered moves are tried one by one.
        let best = if at_frontier && self.params.singular.is_none() {
            self.frontier(spot, window)?
        } else {
            let start = self.candidates.len();
            self.path.push(key);
            let best = self.move_loop(&node, known, &context, window)?;
            self.path.pop();
            self.candidates.truncate(start);
            best
        };

        // Step 7. The table learns. A win or loss at a known distance is certain at every greater
        // depth, whatever horizons were met beside it.
        self.walk.complete |= best.value.is_decided();
        if let Some(table) = self.table
            && whole
        {
            table.store(key, best.entry(spot, self.walk.complete));
        }
        self.walk.complete &= above_complete;
        Ok(self.walk.leave(spot, best.value, best.bound, best.line))
    }
}
