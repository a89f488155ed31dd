//! Where chance moves: outcome by outcome, each only as far as it can matter, and in Star2 a probe
//! of every outcome before.

use super::outcome::{Aims, Found, Outcome, ProbeQuestion, narrow_by_tried};
use super::run::{Opened, Run, bound_of};
use super::stake::{Stake, after_each, within};
use crate::chance::real_table::Recall;
use crate::deep::deep;
use crate::game::{Bounds, Chance, Payoffs, Player};
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
    /// The value of a chance node, fail-soft.
    pub(super) fn mean(&mut self, spot: NodeRef<'_, G>, window: RealWindow) -> Result<f64, Stop> {
        let bounds = self.walk.promises;
        let listed = self.outcomes(spot.position);
        let fresh = |(m, probability)| Outcome::new(m, probability, bounds);

        // Star1: only the game's bounds are known of an outcome. The same goes one ply above the
        // horizon, where a probe would cost as much as the search itself.
        if self.probing.moves == 0 || spot.depth <= 1 {
            let rest = after_each(listed.iter().map(|&(_, probability)| (probability, bounds)));
            return self.one_by_one(spot, window, listed.into_iter().map(fresh), rest);
        }

        // Star2: probes first, which often settle the node, and bound its outcomes where not.
        let mut outcomes: Vec<Outcome<G>> = listed.into_iter().map(fresh).collect();
        if let Some((m, value)) = self.probe_all(spot, &mut outcomes, window)? {
            return Ok(self.settle(spot, Some(m), value, window));
        }
        let weighed = |outcome: &Outcome<G>| (outcome.probability, outcome.bounds);
        let rest = after_each(outcomes.iter().map(weighed));
        self.one_by_one(spot, window, outcomes.into_iter(), rest)
    }

    /// Every outcome in a window of its own: outside it the node is settled, whatever those after
    /// it bring. `rest` is what these can add.
    #[inline(always)]
    fn one_by_one(
        &mut self,
        spot: NodeRef<'_, G>,
        window: RealWindow,
        outcomes: impl Iterator<Item = Outcome<G>>,
        rest: Vec<Bounds>,
    ) -> Result<f64, Stop> {
        let bounds = self.walk.promises;
        let mut sum = 0.0;
        for (outcome, rest) in outcomes.zip(rest) {
            let m = outcome.m;
            let probability = outcome.probability;
            let stake = Stake {
                probability,
                others: Bounds::new(sum + rest.low, sum + rest.high),
            };
            let limits = stake.limits(window);
            let child_window = within(limits, bounds);
            let value = self.finish(spot, outcome, child_window)?;
            if bound_of(value, child_window, bounds) == Bound::Exact {
                self.walk.child_done(spot, m, &value);
            }
            if let Some(bound) = stake.settled(value, limits) {
                return Ok(self.settle(spot, Some(m), bound, window));
            }
            sum += probability * value;
        }
        Ok(self.settle(spot, None, sum, window))
    }

    /// What chance may bring, in the order in which it is searched. What never happens is left
    /// out.
    fn outcomes(&self, position: &G) -> Vec<(G::Move, f64)> {
        let mut outcomes: Vec<_> = position
            .chances()
            .into_iter()
            .flatten()
            .filter(|(_, probability)| *probability > 0.0)
            .collect();
        if self.order.likely_first {
            outcomes.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        outcomes
    }

    /// Chance's node is settled by the outcome `m`, or by all of them where there is none.
    fn settle(
        &mut self,
        spot: NodeRef<'_, G>,
        m: Option<G::Move>,
        value: f64,
        window: RealWindow,
    ) -> f64 {
        if let Some(m) = m {
            self.walk.cutoff(spot, m, &value, window);
        }
        let bound = if m.is_none() {
            Bound::Exact
        } else {
            bound_of(value, window, self.walk.promises)
        };
        self.walk.leave(spot, &value, bound, Line::EMPTY);
        value
    }

    /// The value of an outcome, from where its probe left it. Inlined, so that an outcome that was
    /// not probed costs nothing for it.
    #[inline(always)]
    fn finish(
        &mut self,
        spot: NodeRef<'_, G>,
        outcome: Outcome<G>,
        window: RealWindow,
    ) -> Result<f64, Stop> {
        if outcome.bounds.low == outcome.bounds.high && outcome.child.is_some() {
            return Ok(outcome.bounds.low);
        }
        let child = match outcome.child {
            Some(child) => self.walk.take(child)?,
            None => self.walk.play(spot.position, outcome.m)?,
        };
        let below = spot.child(&child);
        let via = Some(outcome.m);
        deep(spot.ply, || match outcome.opened {
            None => self.value(below, via, window),
            Some(opened) => {
                self.walk.resume(below, via, window);
                self.best(below, via, window, opened)
            }
        })
    }

    /// Probes outcome after outcome; the one that settles the node, and the node's bound.
    fn probe_all(
        &mut self,
        spot: NodeRef<'_, G>,
        outcomes: &mut [Outcome<G>],
        window: RealWindow,
    ) -> Result<Option<(G::Move, f64)>, Stop> {
        let bounds = self.walk.promises;
        let mut found = Found {
            sum: Bounds::new(0.0, 0.0),
            mass: 0.0,
        };
        let probabilities = || outcomes.iter().map(|outcome| outcome.probability);
        let rests = after_each(probabilities().map(|p| (p, bounds)));
        let masses = after_each(probabilities().map(|p| (p, Bounds::new(1.0, 1.0))));
        for (outcome, (rest, mass)) in outcomes.iter_mut().zip(rests.into_iter().zip(masses)) {
            let aims = self.aims(found, outcome.probability + mass.low, window);
            if !aims.low && !aims.high {
                return Ok(None);
            }
            let stake = Stake {
                probability: outcome.probability,
                others: Bounds::new(found.sum.low + rest.low, found.sum.high + rest.high),
            };
            let question = ProbeQuestion {
                stake,
                aims,
                window,
            };
            if let Some(value) = self.probe_outcome(spot, outcome, question)? {
                return Ok(Some((outcome.m, value)));
            }
            let own = outcome.weighted();
            found.sum = Bounds::new(found.sum.low + own.low, found.sum.high + own.high);
            found.mass += outcome.probability;
        }
        Ok(None)
    }

    /// Whether probes may still show the node to be at most α, and at least β: whether that is
    /// possible at all, and whether what was found points there.
    fn aims(&self, found: Found, left: f64, window: RealWindow) -> Aims {
        let bounds = self.walk.promises;
        let early = found.mass <= self.probing.patience;
        let low = found.sum.high + left * bounds.low <= window.alpha && window.alpha > bounds.low;
        let high = found.sum.low + left * bounds.high >= window.beta && window.beta < bounds.high;
        let points_low = early || found.sum.high <= window.alpha * found.mass;
        let points_high = early || found.sum.low >= window.beta * found.mass;
        Aims {
            low: low && points_low,
            high: high && points_high,
        }
    }

    /// Probes one outcome; the node's bound where that settles it.
    fn probe_outcome(
        &mut self,
        spot: NodeRef<'_, G>,
        outcome: &mut Outcome<G>,
        question: ProbeQuestion,
    ) -> Result<Option<f64>, Stop> {
        let bounds = self.walk.promises;
        let stake = question.stake;
        let limits = stake.limits(question.window);
        let window = within(limits, bounds);
        let child = self.walk.play(spot.position, outcome.m)?;
        let below = spot.child(&child);
        if let Some(known) = self.recall(&child, below.depth) {
            self.walk.complete &= known.complete;
            outcome.narrow(known.value, known.bound);
        }
        // Where the table knew something a probe would most likely only repeat it.
        let is_bounded = outcome.bounds != bounds;
        if child.outcome().is_some() {
            let value = self.value(below, Some(outcome.m), window)?;
            outcome.bounds = Bounds::new(value, value);
        } else if child.chances().is_none() && question.aims.at(child.turn()) && !is_bounded {
            let opened = self.try_some(below, outcome.m, window)?;
            narrow_by_tried(&mut outcome.bounds, &opened.known, child.turn());
            outcome.opened = Some(opened);
        }
        outcome.child = Some(child);
        let Bounds { low, high } = outcome.bounds;
        Ok(stake
            .at_most(high, limits)
            .or_else(|| stake.at_least(low, limits)))
    }

    /// Tries the first moves of a player behind an outcome, until one falls out of the window.
    fn try_some(
        &mut self,
        spot: NodeRef<'_, G>,
        via: G::Move,
        window: RealWindow,
    ) -> Result<Opened<G>, Stop> {
        self.walk.enter(spot, Some(via), window);
        let mut opened = Opened {
            choices: self.choices(spot, Some(via), None)?,
            known: Vec::new(),
        };
        let mover = spot.position.turn();
        let max = mover == Player::FIRST;
        let mut bounds = self.walk.promises;
        for i in 0..self.probing.moves.min(opened.choices.len()) {
            let tried = deep(spot.ply, || {
                self.probe(spot, &mut opened.choices[i], window)
            })?;
            opened.known.push(tried);
            narrow_by_tried(&mut bounds, &opened.known, mover);
            let falls_out = if max {
                tried.value >= window.beta
            } else {
                tried.value <= window.alpha
            };
            if falls_out {
                break;
            }
        }
        let (value, bound) = if max {
            (bounds.low, Bound::Lower)
        } else {
            (bounds.high, Bound::Upper)
        };
        self.walk.leave(spot, &value, bound, Line::EMPTY);
        Ok(opened)
    }
}
