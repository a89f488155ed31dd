//! Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004): Star1 with a look at one reply to every
//! outcome first.
//!
//! One move of MIN bounds a MIN node from above, one move of MAX a MAX node from below. So before
//! any outcome of a chance node is searched to its end, the most promising move behind each is
//! *probed*; often these bounds alone leave the window, even where the game itself has none:
//!
//! ```text
//!                   MAX 3                       no bounds at all
//!            ┌────────┴─────────┐
//!        chance 3          chance ≤ 1           ½ · 2 + ½ · 0 = 1 < 3 after one
//!       ┌────┴────┐       ┌────┴────┐           leaf behind each outcome
//!     MIN 4     MIN 2   MIN ≤ 2   MIN ≤ 0
//!      4 5       2 7     2 ·  ·    0 ·  ·
//! ```
//!
//! Invariant: the values of [`crate::star1`], fail-soft. What a probe finds is kept, and the node
//! goes on from there when its outcome is searched: no position is visited twice. Still no order of
//! visits is best for every tree: where the first outcome alone would have settled the node, the
//! probes behind the others were in vain. Therefore probing ends when it can settle nothing more,
//! and when the bounds found so far point the other way.

use crate::advice::{Advice, Adviser};
use crate::chance::real_table::{Nothing, Recall};
use crate::chance::real_walk::Span;
use crate::chance::star::{
    Mean, Opened, Order, Parts, Stake, Star, Tried, after_each, bound_of, within,
};
use crate::deep::deep;
use crate::evaluator::Blind;
use crate::game::{Bounds, Chance, Payoffs, Player};
use crate::limits::{Limits, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::Spot;
use crate::minimax::ordering::{Guide, Unguided};
use crate::observer::{Bound, Observer};
use crate::prospect::Prospect;

/// Star1 with probes, for two players and a sum of zero.
///
/// ```
/// use gametree::{Adviser, Limits, star1::Star1, star2::Star2, tree::Tree};
/// let text = "(max (chance 1/2:(min 4 5) 1/2:(min 2 7)) (chance 1/2:(min 2 8 9) 1/2:(min 0 6 6)))";
/// let tree: Tree = text.parse().unwrap();
/// let visits = |advice: gametree::Advice<u32>| (advice.values[0], advice.counts.nodes);
/// assert_eq!(visits(Star1::blind().advise(&tree.root(), &Limits::none())), (3.0, 15));
/// assert_eq!(visits(Star2::blind().advise(&tree.root(), &Limits::none())), (3.0, 13));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Star2<E, H = Unguided, T = Nothing> {
    /// Values for positions at the depth limit.
    pub prospect: E,
    /// The game's word on its moves: [`crate::ordering::ByGame`] or [`Unguided`].
    pub guide: H,
    /// Where positions are remembered: [`Nothing`] or a [`crate::real_table::RealTable`].
    pub table: T,
    /// Bounds of all values that somebody else vouches for, narrower than what the game says.
    pub promised: Option<Bounds>,
    /// How moves and outcomes are ordered. The better the first move behind an outcome, the better
    /// its probe.
    pub order: Order,
    /// How probing is done.
    pub probing: Probing,
}

/// How much is probed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probing {
    /// So many moves behind every outcome, the *probing factor*. With 0 the search is Star1.
    pub moves: usize,
    /// Chance must have had so much of its say (a probability) before the bounds found so far may
    /// end the probing.
    pub patience: f64,
}

impl Default for Probing {
    fn default() -> Self {
        Probing {
            moves: 1,
            patience: 1.0,
        }
    }
}

impl Star2<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        Star2::new(Blind)
    }
}

impl<E> Star2<E> {
    /// Without a table, and without the game's word on its moves.
    pub fn new(prospect: E) -> Self {
        Star2 {
            prospect,
            guide: Unguided,
            table: Nothing,
            promised: None,
            order: Order::default(),
            probing: Probing::default(),
        }
    }
}

impl<E, H, T> Star2<E, H, T> {
    /// The same with this word on the moves.
    #[must_use]
    pub fn guided<H2>(self, guide: H2) -> Star2<E, H2, T> {
        let Star2 {
            prospect,
            table,
            promised,
            order,
            probing,
            ..
        } = self;
        Star2 {
            prospect,
            guide,
            table,
            promised,
            order,
            probing,
        }
    }

    /// The same with this table.
    #[must_use]
    pub fn remembering<T2>(self, table: T2) -> Star2<E, H, T2> {
        let Star2 {
            prospect,
            guide,
            promised,
            order,
            probing,
            ..
        } = self;
        Star2 {
            prospect,
            guide,
            table,
            promised,
            order,
            probing,
        }
    }

    /// The same, if all values of the game are promised to lie within these bounds. A promise that
    /// is broken makes values wrong.
    #[must_use]
    pub fn promised(self, bounds: Bounds) -> Self {
        Star2 {
            promised: Some(bounds),
            ..self
        }
    }

    /// The same with another order.
    #[must_use]
    pub fn ordered(self, order: Order) -> Self {
        Star2 { order, ..self }
    }

    /// The same with other probes.
    #[must_use]
    pub fn probing(self, probing: Probing) -> Self {
        Star2 { probing, ..self }
    }
}

impl<E, H, T> Star2<E, H, T> {
    /// The value as far as it matters to someone who has α and β elsewhere: exact between them, an
    /// upper bound at or below α, a lower bound at or above β. (The root's window in a search for a
    /// move is the game's bounds.)
    pub fn within<G>(&mut self, root: &G, limits: &Limits, span: Span) -> Result<(f64, Bound), Stop>
    where
        G: Chance + Payoffs,
        E: Prospect<G>,
        H: Guide<G>,
        T: Recall<G>,
    {
        let Star2 {
            prospect,
            guide,
            table,
            promised,
            order,
            probing,
        } = self;
        let parts = Parts {
            prospect,
            guide,
            memory: table,
            order: *order,
            promised: *promised,
            limits,
        };
        crate::chance::star::within_window(root, span, parts, *probing)
    }
}

impl<G, E, H, T> Adviser<G> for Star2<E, H, T>
where
    G: Chance + Payoffs,
    E: Prospect<G>,
    H: Guide<G>,
    T: Recall<G>,
{
    fn advise_watched<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Advice<G::Move> {
        let Star2 {
            prospect,
            guide,
            table,
            promised,
            order,
            probing,
        } = self;
        let parts = Parts {
            prospect,
            guide,
            memory: table,
            order: *order,
            promised: *promised,
            limits,
        };
        crate::chance::star::advise(root, observer, parts, *probing)
    }

    fn new_game(&mut self, _: u64) {
        self.table.forget();
    }
}

/// One outcome of a chance node, as far as it is known.
struct Outcome<G: Payoffs> {
    m: G::Move,
    probability: f64,
    bounds: Bounds,
    /// The position behind it, once it was looked at.
    child: Option<G>,
    /// Its moves, where some of them were tried.
    opened: Option<Opened<G>>,
}

/// What one outcome is probed for.
struct Question {
    stake: Stake,
    aims: Aims,
    span: Span,
}

impl<G: Payoffs> Outcome<G> {
    /// Whether the table knew something.
    fn is_bounded(&self, bounds: Bounds) -> bool {
        self.bounds != bounds
    }

    fn weighted(&self) -> Bounds {
        Bounds::new(
            self.probability * self.bounds.low,
            self.probability * self.bounds.high,
        )
    }
}

/// What the outcomes probed so far add, and their probability.
#[derive(Clone, Copy)]
struct Found {
    sum: Bounds,
    mass: f64,
}

/// What probes are for: to show the node to be at most α, or at least β.
#[derive(Clone, Copy, PartialEq)]
struct Aims {
    low: bool,
    high: bool,
}

impl Aims {
    /// A move of MIN can only show a node to be low, a move of MAX to be high.
    fn at(self, mover: Player) -> bool {
        if mover == Player::FIRST {
            self.high
        } else {
            self.low
        }
    }
}

impl Mean for Probing {
    fn mean<G, E, O, H, T>(
        self,
        star: &mut Star<'_, G, E, O, H, T, Self>,
        spot: Spot<'_, G>,
        span: Span,
    ) -> Result<f64, Stop>
    where
        G: Chance + Payoffs,
        E: Prospect<G>,
        O: Observer<G>,
        H: Guide<G>,
        T: Recall<G>,
    {
        let bounds = star.walk.bounds;
        let fresh = |(m, probability)| Outcome {
            m,
            probability,
            bounds,
            child: None,
            opened: None,
        };
        let mut outcomes: Vec<Outcome<G>> = star
            .outcomes(spot.position)
            .into_iter()
            .map(fresh)
            .collect();
        if self.moves > 0
            && spot.depth > 1
            && let Some((m, value)) = self.probe_all(star, spot, &mut outcomes, span)?
        {
            return Ok(star.settle(spot, Some(m), value, span));
        }
        let rest = after_each(
            outcomes
                .iter()
                .map(|outcome| (outcome.probability, outcome.bounds)),
        );
        let mut sum = 0.0;
        for (outcome, rest) in outcomes.into_iter().zip(rest) {
            let (m, probability) = (outcome.m, outcome.probability);
            let stake = Stake {
                probability,
                others: Bounds::new(sum + rest.low, sum + rest.high),
            };
            let limits = stake.limits(span);
            let window = within(limits, bounds);
            let value = finish(star, spot, outcome, window)?;
            if bound_of(value, window, bounds) == Bound::Exact {
                star.walk.child_done(spot, m, value);
            }
            if let Some(bound) = stake.settled(value, limits) {
                return Ok(star.settle(spot, Some(m), bound, span));
            }
            sum += probability * value;
        }
        Ok(star.settle(spot, None, sum, span))
    }
}

impl Probing {
    /// Probes outcome after outcome; the one that settles the node, and the node's bound.
    fn probe_all<G, E, O, H, T>(
        self,
        star: &mut Star<'_, G, E, O, H, T, Self>,
        spot: Spot<'_, G>,
        outcomes: &mut [Outcome<G>],
        span: Span,
    ) -> Result<Option<(G::Move, f64)>, Stop>
    where
        G: Chance + Payoffs,
        E: Prospect<G>,
        O: Observer<G>,
        H: Guide<G>,
        T: Recall<G>,
    {
        let bounds = star.walk.bounds;
        let mut found = Found {
            sum: Bounds::new(0.0, 0.0),
            mass: 0.0,
        };
        let rests = after_each(outcomes.iter().map(|outcome| (outcome.probability, bounds)));
        let masses = after_each(
            outcomes
                .iter()
                .map(|outcome| (outcome.probability, Bounds::new(1.0, 1.0))),
        );
        for (outcome, (rest, mass)) in outcomes.iter_mut().zip(rests.into_iter().zip(masses)) {
            let aims = self.aims(found, outcome.probability + mass.low, span, bounds);
            if !aims.low && !aims.high {
                return Ok(None);
            }
            let others = Bounds::new(found.sum.low + rest.low, found.sum.high + rest.high);
            let stake = Stake {
                probability: outcome.probability,
                others,
            };
            if let Some(value) = self.probe(star, spot, outcome, Question { stake, aims, span })? {
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
    fn aims(self, found: Found, left: f64, (alpha, beta): Span, bounds: Bounds) -> Aims {
        let early = found.mass <= self.patience;
        let low = found.sum.high + left * bounds.low <= alpha && alpha > bounds.low;
        let high = found.sum.low + left * bounds.high >= beta && beta < bounds.high;
        let points_low = early || found.sum.high <= alpha * found.mass;
        let points_high = early || found.sum.low >= beta * found.mass;
        Aims {
            low: low && points_low,
            high: high && points_high,
        }
    }

    /// Probes one outcome; the node's bound where that settles it.
    fn probe<G, E, O, H, T>(
        self,
        star: &mut Star<'_, G, E, O, H, T, Self>,
        spot: Spot<'_, G>,
        outcome: &mut Outcome<G>,
        Question { stake, aims, span }: Question,
    ) -> Result<Option<f64>, Stop>
    where
        G: Chance + Payoffs,
        E: Prospect<G>,
        O: Observer<G>,
        H: Guide<G>,
        T: Recall<G>,
    {
        let limits = stake.limits(span);
        let window = within(limits, star.walk.bounds);
        let child = star.walk.play(spot.position, outcome.m)?;
        let below = spot.child(&child);
        if let Some(known) = star.recall(&child, below.depth) {
            star.walk.complete &= known.complete;
            narrow(&mut outcome.bounds, known.value, known.bound);
        }
        if child.outcome().is_some() {
            let value = star.value(below, Some(outcome.m), window)?;
            outcome.bounds = Bounds::new(value, value);
        } else if child.chances().is_none()
            && aims.at(child.turn())
            && !outcome.is_bounded(star.walk.bounds)
        {
            let opened = self.try_some(star, below, outcome.m, window)?;
            note(&mut outcome.bounds, &opened.known, child.turn());
            outcome.opened = Some(opened);
        }
        outcome.child = Some(child);
        let Bounds { low, high } = outcome.bounds;
        Ok(stake
            .at_most(high, limits)
            .or_else(|| stake.at_least(low, limits)))
    }

    /// Tries the first moves of a player behind an outcome, until one falls out of the window.
    fn try_some<G, E, O, H, T>(
        self,
        star: &mut Star<'_, G, E, O, H, T, Self>,
        spot: Spot<'_, G>,
        via: G::Move,
        window: Span,
    ) -> Result<Opened<G>, Stop>
    where
        G: Chance + Payoffs,
        E: Prospect<G>,
        O: Observer<G>,
        H: Guide<G>,
        T: Recall<G>,
    {
        star.walk.enter(spot, Some(via), window);
        let mut opened = Opened {
            choices: star.choices(spot, Some(via), None)?,
            known: Vec::new(),
        };
        let max = spot.position.turn() == Player::FIRST;
        let mut bounds = star.walk.bounds;
        for i in 0..self.moves.min(opened.choices.len()) {
            let tried = deep(spot.ply, || {
                star.probe(spot, &mut opened.choices[i], window)
            })?;
            opened.known.push(tried);
            note(&mut bounds, &opened.known, spot.position.turn());
            if if max {
                tried.value >= window.1
            } else {
                tried.value <= window.0
            } {
                break;
            }
        }
        let (value, bound) = if max {
            (bounds.low, Bound::Lower)
        } else {
            (bounds.high, Bound::Upper)
        };
        star.walk.leave(spot, value, bound, Line::EMPTY);
        Ok(opened)
    }
}

/// What the moves tried say of the node: MIN has at most the least of them, MAX at least the
/// greatest.
fn note(bounds: &mut Bounds, known: &[Tried], mover: Player) {
    for tried in known {
        match (mover, tried.bound) {
            (Player::FIRST, Bound::Exact | Bound::Lower) => {
                bounds.low = bounds.low.max(tried.value)
            }
            (Player::SECOND, Bound::Exact | Bound::Upper) => {
                bounds.high = bounds.high.min(tried.value)
            }
            _ => {}
        }
    }
}

/// What a value says of an outcome.
fn narrow(bounds: &mut Bounds, value: f64, bound: Bound) {
    if bound != Bound::Upper {
        bounds.low = bounds.low.max(value);
    }
    if bound != Bound::Lower {
        bounds.high = bounds.high.min(value);
    }
}

/// The value of an outcome, from where its probe left it.
fn finish<G, E, O, H, T>(
    star: &mut Star<'_, G, E, O, H, T, Probing>,
    spot: Spot<'_, G>,
    outcome: Outcome<G>,
    window: Span,
) -> Result<f64, Stop>
where
    G: Chance + Payoffs,
    E: Prospect<G>,
    O: Observer<G>,
    H: Guide<G>,
    T: Recall<G>,
{
    if outcome.bounds.low == outcome.bounds.high && outcome.child.is_some() {
        return Ok(outcome.bounds.low);
    }
    let child = match outcome.child {
        Some(child) => star.walk.take(child)?,
        None => star.walk.play(spot.position, outcome.m)?,
    };
    let (below, via) = (spot.child(&child), Some(outcome.m));
    deep(spot.ply, || match outcome.opened {
        None => star.value(below, via, window),
        Some(opened) => {
            star.walk.resume(below, via, window);
            star.best(below, via, window, opened)
        }
    })
}
