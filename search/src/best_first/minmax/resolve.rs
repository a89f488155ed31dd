//! The exact value of a settled root whose points do not all fit into sixteen bits.
//!
//! Rounded values settle a node only when every line below it has come to an end, so the true ones
//! can be had by walking over what is in memory once more.

use rustc_hash::FxHashMap;

use crate::deep::deep;
use crate::evaluator::Evaluator;
use crate::game::{Force, Forced, Keyed, Player, TwoPlayer};
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;
use crate::score::Score;
use crate::view;

use super::cost::EdgeCost;
use super::descent::Descent;
use super::lanes::{CLOSED, LANES, TIP};
use super::valuer::follow;

/// Values of nodes, counted from the node, the first player's.
type Known = FxHashMap<u32, Option<Score>>;

impl<G, E, H, C, O> Descent<'_, G, E, H, C, O>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    H: Horizon<G>,
    C: EdgeCost<G>,
    O: Observer<G>,
{
    /// The value of a settled node and the lane of the best move; `None` where the end of a line is
    /// not in memory.
    pub(super) fn resolve(&self, position: &G, block: u32) -> Option<(Score, u32)> {
        self.resolve_node(position, block, 0, &mut Known::default())
    }

    fn resolve_node(
        &self,
        position: &G,
        block: u32,
        ply: u32,
        known: &mut Known,
    ) -> Option<(Score, u32)> {
        let mover = position.turn();
        let mut best: Option<(Score, u32)> = None;
        for (lane, m) in (0..).zip(position.moves()) {
            if self.dag.block(block, lane).penalty[lane as usize % LANES] != CLOSED {
                continue;
            }
            let child = position.after(m);
            let below = self.dag.block(block, lane).child[lane as usize % LANES];
            let value = deep(ply, || self.resolve_lane(child, below, ply, known))?;
            if best.is_none_or(|(old, _)| view::flip(value, mover) > view::flip(old, mover)) {
                best = Some((value, lane));
            }
        }
        best
    }

    /// The value of a child, counted from its parent; `node` is its own, where it has one.
    fn resolve_lane(&self, mut child: G, node: u32, ply: u32, known: &mut Known) -> Option<Score> {
        if let Some(outcome) = child.outcome() {
            return Some(view::outcome_score(outcome, Player::FIRST, 1));
        }
        if node == TIP {
            return ending(child);
        }
        let plies = u32::from(follow(&mut child));
        if let Some(&value) = known.get(&node) {
            return value.map(|value| value.further(plies));
        }
        let value = self
            .resolve_node(&child, node, ply + plies, known)
            .map(|(value, _)| value);
        known.insert(node, value);
        value.map(|value| value.further(plies))
    }
}

/// The value of a settled tip, counted from its parent: forced replies lead to an end.
fn ending<G: TwoPlayer + Forced>(mut position: G) -> Option<Score> {
    let mut plies = 1;
    loop {
        if let Some(outcome) = position.outcome() {
            return Some(view::outcome_score(outcome, Player::FIRST, plies));
        }
        let mover = position.turn();
        match position.forced() {
            Force::Free => return None,
            Force::Win(n) => return Some(view::flip(Score::win_in(n + plies), mover)),
            Force::Loss(n) => return Some(view::flip(Score::loss_in(n + plies), mover)),
            Force::Only(reply) => {
                position.play(reply);
                plies += 1;
            }
        }
    }
}
