//! One move of a node: how deep, in which window, and how often.

use super::in_work::InWork;
use super::run::{Node, Run};
use crate::deep::deep;
use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::ordering::{Candidate, Guide};
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;
use crate::score::Score;
use crate::view;
use crate::window::Window;

/// A move about to be searched.
pub(super) struct MovePlan<M> {
    pub candidate: Candidate<M>,
    /// Plies to add.
    pub extension: u32,
    /// Plies to leave out at first.
    pub reduction: u32,
    /// There is a best move already.
    pub later: bool,
    /// As [`Node::expects_cut`] of the node that it is a move of.
    pub expects_cut: bool,
}

/// What a child is asked: a window of its parent's mover, and whether the child should cut off.
struct Ask {
    window: Window,
    cut: bool,
}

impl Ask {
    /// Asked of a move that is expected to be refuted.
    fn cut(window: Window) -> Ask {
        Ask { window, cut: true }
    }
}

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// One move. `None` where another thread is at it: then it comes again at the end, when its
    /// value most likely stands in the table.
    pub(super) fn search_move(
        &mut self,
        mut plan: MovePlan<G::Move>,
        spot: NodeRef<'_, G>,
        window: Window,
    ) -> Result<Option<Score>, Stop> {
        let candidate = plan.candidate;
        let position = self.walk.play(spot.position, candidate.m)?;
        // Where every node asks the table its key is at hand.
        if let Some(table) = self.table.filter(|_| self.params.table_at_horizon) {
            table.prefetch(position.key());
        }
        let mut child = spot.child(&position);
        // In check the mover has few moves: a ply more costs little, and the horizon must not hide
        // what the threat is worth. A check that only gives away a piece is no such threat.
        if self.params.extend_in_check && self.guide.in_check(&position) {
            let sound = !self.guide.loses(spot.position, candidate.m, 0);
            plan.extension |= u32::from(sound && spot.ply < self.most_plies);
            plan.reduction = 0;
        }
        child.depth += plan.extension;
        let in_work = self.in_work.filter(|_| spot.depth >= InWork::LEAST_DEPTH);
        let Some(in_work) = in_work else {
            return self.scout(child, spot.position, &plan, window).map(Some);
        };
        // ABDADA (Weill 1996): not the first move, whose value all others need, and no move twice.
        let key = position.key();
        if plan.later && !candidate.deferred && in_work.is_taken(key, spot.depth) {
            self.candidates.push(candidate.put_off());
            return Ok(None);
        }
        in_work.take(key, spot.depth);
        let value = self.scout(child, spot.position, &plan, window);
        in_work.give_back(key, spot.depth);
        value.map(Some)
    }

    /// The child's value for the parent's mover, by up to three searches, each only where the one
    /// before left a doubt.
    #[inline]
    fn scout(
        &mut self,
        child: NodeRef<'_, G>,
        parent: &G,
        plan: &MovePlan<G::Move>,
        window: Window,
    ) -> Result<Score, Stop> {
        let m = plan.candidate.m;
        // "Better than α?" can be asked only where there is an α.
        let asks = plan.later && window.alpha > -Score::INFINITY;
        let null_window = Window::null_above(window.alpha);

        // First, less deep. A late move is rarely good: "no" is believed, "yes" is not.
        if asks && plan.reduction > 0 {
            let shallow = NodeRef {
                depth: child.depth - plan.reduction,
                ..child
            };
            let value = self.child(shallow, parent, m, Ask::cut(null_window))?;
            if value <= window.alpha {
                return Ok(value);
            }
            self.walk.budget.again()?;
        }

        // Second, in full depth with a null window, which cuts off most. "No" is an upper bound at
        // most α, and at or above β the lower bound is enough; between them the value is open.
        if asks && self.params.scout && !window.is_null() {
            let cut = !plan.expects_cut;
            let value = self.child(
                child,
                parent,
                m,
                Ask {
                    window: null_window,
                    cut,
                },
            )?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
            self.walk.budget.again()?;
        }

        // Third, what the move is worth.
        let cut = window.is_null() && !plan.expects_cut;
        self.child(child, parent, m, Ask { window, cut })
    }

    /// The value of a child for the parent's mover.
    #[inline(always)]
    fn child(
        &mut self,
        child: NodeRef<'_, G>,
        parent: &G,
        m: G::Move,
        ask: Ask,
    ) -> Result<Score, Stop> {
        let same_player = child.position.turn() == parent.turn();
        let window = ask.window;
        let node = Node {
            spot: child,
            via: Some(m),
            excluded_move: None,
            expects_cut: ask.cut,
        };
        let mark = self.walk.mark();
        let value = deep(child.ply, || self.node(node, window.for_child(same_player)))?;
        self.walk.let_go(mark);
        Ok(view::from_child(value, same_player))
    }
}
