//! Where a player moves: alpha-beta, the table, and moves that were tried before.

use super::choice::Choice;
use super::run::{Opened, Run, Tried, bound_of};
use crate::chance::real_table::{Known, Recall};
use crate::deep::deep;
use crate::game::{Chance, Payoffs, Player};
use crate::limits::Stop;
use crate::lines::Line;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::ordering::Guide;
use crate::observer::{Bound, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::window::RealWindow;

impl<G, E, O, H, T> Run<'_, G, E, O, H, T>
where
    G: Chance + Payoffs,
    E: PayoffEvaluator<G>,
    O: Observer<G>,
    H: Guide<G>,
    T: Recall<G>,
{
    /// The value of a position, fail-soft.
    pub(super) fn value(
        &mut self,
        spot: NodeRef<'_, G>,
        via: Option<G::Move>,
        window: RealWindow,
    ) -> Result<f64, Stop> {
        self.walk.enter(spot, via, window);
        if let Some(value) = self.walk.leaf(spot) {
            return Ok(value);
        }
        let known = self.memory.recall(spot.position);
        if let Some(known) =
            known.filter(|known| spot.ply > 0 && known.answers(spot.depth) && known.settles(window))
        {
            self.walk.complete &= known.complete;
            self.walk.table_hit(spot, &known.value, known.bound);
            return Ok(known.value);
        }
        if spot.position.chances().is_some() {
            return self.remembering(spot, window, |run| Ok((run.mean(spot, window)?, None)));
        }
        let choices = self.choices(spot, via, known.and_then(|known| known.best))?;
        self.best(
            spot,
            via,
            window,
            Opened {
                choices,
                known: Vec::new(),
            },
        )
    }

    /// The best for the player to move, fail-soft, of a node that has been entered.
    pub(super) fn best(
        &mut self,
        spot: NodeRef<'_, G>,
        via: Option<G::Move>,
        window: RealWindow,
        opened: Opened<G>,
    ) -> Result<f64, Stop> {
        self.remembering(spot, window, |run| run.choose(spot, via, window, opened))
    }

    /// Tells the table what came out of a node, and whether a horizon was met below it.
    fn remembering(
        &mut self,
        spot: NodeRef<'_, G>,
        window: RealWindow,
        search: impl FnOnce(&mut Self) -> Result<(f64, Option<u16>), Stop>,
    ) -> Result<f64, Stop> {
        let before = std::mem::replace(&mut self.walk.complete, true);
        let (value, best) = search(self)?;
        let bound = bound_of(value, window, self.walk.promises);
        let complete = self.walk.complete;
        self.memory.keep(
            spot.position,
            Known {
                value,
                bound,
                depth: spot.depth,
                complete,
                best,
            },
        );
        self.walk.complete &= before;
        Ok(value)
    }

    /// Alpha-beta over the moves in their order; the value and the best move's index.
    fn choose(
        &mut self,
        spot: NodeRef<'_, G>,
        via: Option<G::Move>,
        window: RealWindow,
        mut opened: Opened<G>,
    ) -> Result<(f64, Option<u16>), Stop> {
        let max = spot.position.turn() == Player::FIRST;
        let mut now = window;
        let mut line = Line::EMPTY;
        let mut chosen = None;
        let mut best = if max {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        for i in 0..opened.choices.len() {
            let known = opened.known.get(i).copied();
            let m = opened.choices[i].m;
            let value = self.try_move(spot, &mut opened.choices[i], now, known)?;
            if bound_of(value, now, self.walk.promises) == Bound::Exact {
                self.walk.child_done(spot, m, &value);
            }
            let better = if max { value > best } else { value < best };
            if better {
                best = value;
                chosen = Some(i);
                now = if max {
                    now.raise_alpha(value)
                } else {
                    now.lower_beta(value)
                };
                line = self.walk.improve(spot, m, &value, now);
            }
            // The other player has better elsewhere and will not come here.
            let cuts = if max {
                value >= window.beta
            } else {
                value <= window.alpha
            };
            if cuts {
                self.walk.cutoff(spot, m, &value, window);
                self.learn(spot, &opened.choices[..=i]);
                break;
            }
        }
        let chosen = chosen.map(|i| &opened.choices[i]);
        if let (Some(chosen), true) = (chosen, self.order.learns) {
            self.replies.keep(spot.ply, via, chosen.m);
        }
        let index = chosen.and_then(|chosen| u16::try_from(chosen.index).ok());
        let bound = bound_of(best, window, self.walk.promises);
        self.walk.leave(spot, &best, bound, line);
        Ok((best, index))
    }

    /// The value of one move, or what is known of it where that is enough.
    fn try_move(
        &mut self,
        spot: NodeRef<'_, G>,
        choice: &mut Choice<G>,
        window: RealWindow,
        known: Option<Tried>,
    ) -> Result<f64, Stop> {
        if let Some(tried) = known.filter(|tried| tried.settles(window)) {
            self.walk.tail = tried.tail;
            self.walk.complete &= tried.complete;
            return Ok(tried.value);
        }
        let child = match choice.child.take() {
            Some(child) => self.walk.take(child)?,
            None => self.walk.play(spot.position, choice.m)?,
        };
        let mark = self.walk.mark();
        let value = deep(spot.ply, || {
            self.value(spot.child(&child), Some(choice.m), window)
        })?;
        self.walk.let_go(mark);
        Ok(value)
    }

    /// Tries a move ahead of its time.
    pub(super) fn probe(
        &mut self,
        spot: NodeRef<'_, G>,
        choice: &mut Choice<G>,
        window: RealWindow,
    ) -> Result<Tried, Stop> {
        let before = std::mem::replace(&mut self.walk.complete, true);
        let value = self.try_move(spot, choice, window, None)?;
        let tail = self.walk.tail;
        let complete = self.walk.complete;
        self.walk.complete &= before;
        Ok(Tried {
            value,
            bound: bound_of(value, window, self.walk.promises),
            tail,
            complete,
        })
    }

    /// What the table says of a position, where that is what a search of `depth` would say.
    pub(super) fn recall(&self, position: &G, depth: u32) -> Option<Known> {
        self.memory
            .recall(position)
            .filter(|known| known.answers(depth))
    }
}
