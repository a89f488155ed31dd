//! One ply above the horizon, where most nodes are.

use super::run::{Best, Run};
use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::ordering::Guide;
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;
use crate::score::Score;
use crate::view;
use crate::window::Window;

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// The moves in the generator's order, a killer first: sorting costs more than it saves where a
    /// child is one call of the evaluator.
    pub(super) fn frontier(&mut self, spot: NodeRef<'_, G>, window: Window) -> Result<Best, Stop> {
        let mut best = Best::none(window);
        // A killer comes from a sister node: it may not be legal here.
        let killer =
            self.experience.killers(spot.ply)[0].filter(|&k| spot.position.moves().any(|m| m == k));
        for m in killer
            .into_iter()
            .chain(spot.position.moves().filter(|&m| Some(m) != killer))
        {
            let child = self.walk.play(spot.position, m)?;
            let value = self.leaf_child(spot.child(&child), spot.position, m, best.window)?;
            if value > best.value && self.improve(&mut best, spot, m, value) {
                self.experience.kill(spot.ply, m);
                break;
            }
        }
        Ok(best)
    }

    /// The value of a child at the horizon for the parent's mover: Steps 1 and 2 of a node alone,
    /// without a call.
    #[inline(always)]
    fn leaf_child(
        &mut self,
        child: NodeRef<'_, G>,
        parent: &G,
        m: G::Move,
        window: Window,
    ) -> Result<Score, Stop> {
        let same_player = child.position.turn() == parent.turn();
        let window = window.for_child(same_player);
        self.walk.enter(child, Some(m), window);
        let value = match self.walk.end(child) {
            Some(value) => value,
            None => self.horizon.settle(&mut self.walk, child, window)?,
        };
        Ok(view::from_child(value, same_player))
    }
}
