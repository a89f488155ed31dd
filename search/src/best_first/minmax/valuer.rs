//! The first values of a tip's children.

use crate::evaluator::Evaluator;
use crate::game::{Force, Forced, Outcome, Player, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::{DfsState, NodeRef};
use crate::minimax::quiescence::Horizon;
use crate::score::{Score, Verdict};
use crate::view;
use crate::window::Window;

use super::Params;
use super::cost::EdgeCost;
use super::dag::Certainty;
use super::lanes::{CLOSED, Tip};
use super::pricing::Pricing;
use super::scale::{cost_of, loss_in, win_in};

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

/// Makes and values positions. Knows nothing of the nodes in memory.
pub(super) struct Valuer<'a, G: TwoPlayer, E, H, C> {
    pub pricing: &'a Pricing,
    pub params: &'a Params,
    pub horizon: &'a H,
    pub cost: &'a C,
    pub walk: DfsState<'a, G, E, ()>,
    /// What has so far settled values other than by the game's own ends.
    pub certainty: Certainty,
    /// What the edges of the node that is being made cost in addition.
    pub extras: Vec<f64>,
}

impl<G, E, H, C> Valuer<'_, G, E, H, C>
where
    G: TwoPlayer + Forced,
    E: Evaluator<G>,
    H: Horizon<G>,
    C: EdgeCost<G>,
{
    /// All children of a position this many plies below the root, in the order of its moves.
    pub fn children(&mut self, position: &G, ply: u32, tips: &mut Vec<Tip>) -> Result<(), Stop> {
        tips.clear();
        for m in position.moves() {
            tips.push(self.tip(position, m, ply + 1)?);
        }
        if C::EXTRA {
            self.add_extras(position, tips);
        }
        Ok(())
    }

    /// What edges cost beyond their loss and the breadth of the node is the first penalty of their
    /// tips.
    fn add_extras(&mut self, position: &G, tips: &mut [Tip]) {
        // Where one tip is open the search goes there anyway.
        if tips
            .iter()
            .filter(|tip| tip.penalty != CLOSED)
            .nth(1)
            .is_none()
        {
            return;
        }
        self.cost.extras(position, &mut self.extras);
        for (tip, &nats) in tips
            .iter_mut()
            .zip(&self.extras)
            .filter(|(tip, _)| tip.penalty != CLOSED)
        {
            tip.penalty = self.pricing.extra(nats);
        }
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
                    return Ok(Tip::closed(if mine {
                        win_in(n + plies)
                    } else {
                        loss_in(n + plies)
                    }));
                }
                Force::Loss(n) => {
                    return Ok(Tip::closed(if mine {
                        loss_in(n + plies)
                    } else {
                        win_in(n + plies)
                    }));
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
        let spot = NodeRef {
            position,
            depth: 0,
            ply: plies,
        };
        let value = self.horizon.settle(&mut self.walk, spot, Window::OPEN)?;
        let value = view::flip(value, position.turn());
        match view::flip(value, mover).verdict() {
            Verdict::Win(n) => Ok(Tip::closed(win_in(n))),
            Verdict::Loss(n) => Ok(Tip::closed(loss_in(n))),
            Verdict::Points(_) => {
                let tempo = view::flip(Score::points(self.params.tempo), position.turn()).raw();
                let cost = self.points(value.raw() + tempo, mover);
                let deepest = ply + plies > self.walk.budget.depth();
                if deepest {
                    self.certainty = Certainty::Cut;
                }
                Ok(if deepest {
                    Tip::closed(cost)
                } else {
                    Tip { cost, penalty: 0 }
                })
            }
        }
    }

    /// The cost of a finished game, this many plies below the parent.
    #[cold]
    fn end(&mut self, outcome: Outcome, mover: Player, plies: u32) -> u16 {
        match view::outcome_score(outcome, mover, plies).verdict() {
            Verdict::Win(n) => win_in(n),
            Verdict::Loss(n) => loss_in(n),
            Verdict::Points(points) => {
                let points = view::flip(Score::points(points), mover).raw();
                if !self.pricing.scale.keeps(points) {
                    self.certainty = self.certainty.max(Certainty::Rounded);
                }
                self.points(points, mover)
            }
        }
    }

    /// The cost for `mover` of the first player's points.
    #[inline(always)]
    fn points(&self, points: i32, mover: Player) -> u16 {
        let units = self.pricing.scale.units(points);
        cost_of(if mover == Player::FIRST {
            units
        } else {
            -units
        })
    }
}
