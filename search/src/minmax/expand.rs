//! New nodes: all children of a tip, each with its first value.

use crate::depth_first::Spot;
use crate::evaluator::Evaluator;
use crate::game::{Force, Forced, Keyed, Outcome, Player, TwoPlayer};
use crate::limits::Stop;
use crate::observer::Observer;
use crate::quiescence::Horizon;
use crate::score::{Score, Verdict};
use crate::view;

use super::cost::EdgeCost;
use super::dag::Certainty;
use super::descent::Descent;
use super::lanes::{CLOSED, LANES};
use super::scale::{cost_of, loss_in, win_in};

/// A new child in the eyes of its parent's mover.
pub(super) struct Tip {
    pub cost: u16,
    pub closed: bool,
}

impl Tip {
    fn closed(cost: u16) -> Tip {
        Tip { cost, closed: true }
    }
}

/// Plays the forced replies to a move, and says how many plies the edge is long.
#[inline(always)]
pub(super) fn follow<G: Forced>(position: &mut G) -> u16 {
    let mut plies = 1;
    while let Force::Only(reply) = position.forced() {
        position.play(reply);
        plies += 1;
    }
    plies
}

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
        if !self.params.transpositions {
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
        let count = position.moves().count();
        let first = self.dag.allocate(count.div_ceil(LANES)).ok_or(Stop::Memory)?;
        for (number, m) in position.moves().enumerate() {
            let tip = match self.tip(position, m, ply + 1) {
                Ok(tip) => tip,
                Err(stop) => {
                    self.dag.release(first);
                    return Err(stop);
                }
            };
            let penalty = if tip.closed {
                CLOSED
            } else if C::EXTRA {
                self.pricing.extra(self.cost.extra(position, m))
            } else {
                0
            };
            let block = self.dag.block_mut(first, number as u32);
            block.cost[number % LANES] = tip.cost;
            block.penalty[number % LANES] = penalty;
        }
        Ok(first)
    }

    /// Plays a move and values what comes of it.
    #[inline(always)]
    fn tip(&mut self, parent: &G, m: G::Move, ply: u32) -> Result<Tip, Stop> {
        let mover = parent.turn();
        let mut position = self.walk.play(parent, m)?;
        self.walk.budget.visit();
        let mut plies = 1;
        loop {
            if let Some(outcome) = position.outcome() {
                return Ok(Tip::closed(self.end(outcome, mover, plies)));
            }
            let mine = position.turn() == mover;
            match position.forced() {
                Force::Free => break,
                Force::Win(n) => {
                    return Ok(Tip::closed(if mine { win_in(n + plies) } else { loss_in(n + plies) }));
                }
                Force::Loss(n) => {
                    return Ok(Tip::closed(if mine { loss_in(n + plies) } else { win_in(n + plies) }));
                }
                Force::Only(reply) => {
                    position = self.walk.play(&position, reply)?;
                    plies += 1;
                }
            }
        }
        self.settle(&position, mover, plies, ply)
    }

    /// The horizon's value of a position that is not over and in which nothing is forced.
    #[inline(always)]
    fn settle(&mut self, position: &G, mover: Player, plies: u32, ply: u32) -> Result<Tip, Stop> {
        let spot = Spot { position, depth: 0, ply: plies };
        let value = self.horizon.settle(&mut self.walk, spot, (-Score::INFINITY, Score::INFINITY))?;
        let value = view::flip(value, position.turn());
        match view::flip(value, mover).verdict() {
            Verdict::Win(n) => Ok(Tip::closed(win_in(n))),
            Verdict::Loss(n) => Ok(Tip::closed(loss_in(n))),
            Verdict::Points(_) => {
                let tempo = view::flip(Score::points(self.params.tempo), position.turn()).raw();
                let cost = self.points(value.raw() + tempo, mover);
                let deepest = ply + plies > self.walk.budget.depth();
                if deepest {
                    self.dag.certainty = Certainty::Cut;
                }
                Ok(Tip { cost, closed: deepest })
            }
        }
    }

    /// The cost of a finished game, so many plies below the parent.
    #[cold]
    fn end(&mut self, outcome: Outcome, mover: Player, plies: u32) -> u16 {
        match view::outcome_score(outcome, mover, plies).verdict() {
            Verdict::Win(n) => win_in(n),
            Verdict::Loss(n) => loss_in(n),
            Verdict::Points(points) => {
                let points = view::flip(Score::points(points), mover).raw();
                if !self.pricing.scale.keeps(points) {
                    self.dag.certainty = self.dag.certainty.max(Certainty::Rounded);
                }
                self.points(points, mover)
            }
        }
    }

    /// The cost for `mover` of the first player's points.
    #[inline(always)]
    fn points(&self, points: i32, mover: Player) -> u16 {
        let units = self.pricing.scale.units(points);
        cost_of(if mover == Player::FIRST { units } else { -units })
    }
}
