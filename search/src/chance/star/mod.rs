//! What Star1 and Star2 have in common (Ballard 1983): alpha-beta where a player moves, the order
//! of moves, the table, and the arithmetic of a chance node whose outcomes are not all known yet.
//!
//! A chance node with window (α, β) asks its outcome i only what can still matter. With the sum S
//! of the outcomes done, p the probability of this one, and L and U the least and the most that the
//! rest can add,
//!
//! ```text
//!          (α − S − U) / p   <   value of outcome i   <   (β − S − L) / p
//! ```
//!
//! Outside, the node is worth at most α or at least β, whatever the rest brings.
//!
//! Invariants. *Fail-soft*: a value within the window is exact, one at or below α is an upper
//! bound, one at or above β a lower bound. *Sound with any bounds*: an infinite one makes U or L
//! infinite and the window open on that side. *Sound under rounding*: a window is wider by a
//! trillionth of the numbers it is made of, so that nothing is left out that is better by less than
//! what rounding hides.

mod order;
mod stake;

use crate::advice::Advice;
use crate::chance::real_table::{Known, Recall};
use crate::chance::real_walk::{RealWalk, Span};
use crate::deep::deep;
use crate::game::{Bounds, Chance, Payoffs, Player};
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::Spot;
use crate::minimax::ordering::{Experience, Guide};
use crate::observer::{Bound, Observer};
use crate::prospect::Prospect;

pub(crate) use order::{Choice, Replies};
pub(crate) use stake::{Stake, after_each, within};

/// How moves and outcomes are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// What chance brings more often comes first: it decides more. Otherwise the game's order.
    pub likely_first: bool,
    /// Where at least so many plies are left, moves are sorted by the prospect behind them. Each
    /// costs a call of the move operator and one of the evaluator, but is not counted as visited. 1
    /// would evaluate every leaf; with 2 it costs little. `None`: nowhere.
    pub sorted_from: Option<u32>,
    /// Moves that were good elsewhere come first: as a reply to the same outcome or move, as a
    /// killer, by history.
    pub learns: bool,
}

impl Order {
    /// The game's own order everywhere.
    pub const AS_LISTED: Order = Order {
        likely_first: false,
        sorted_from: None,
        learns: false,
    };
}

impl Default for Order {
    fn default() -> Self {
        Order {
            likely_first: true,
            sorted_from: Some(2),
            learns: true,
        }
    }
}

/// The parts of a search by Star1 or Star2.
pub(crate) struct Parts<'a, E, H, T> {
    pub prospect: &'a E,
    pub guide: &'a H,
    pub memory: &'a mut T,
    pub order: Order,
    pub promised: Option<Bounds>,
    pub limits: &'a Limits,
}

/// What a search does where chance moves.
pub(crate) trait Mean: Copy {
    /// The value of a chance node, fail-soft.
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
        T: Recall<G>;
}

/// The state of one search.
pub(crate) struct Star<'a, G: Payoffs, E, O, H, T, C> {
    pub walk: RealWalk<'a, G, E, O>,
    guide: &'a H,
    memory: &'a mut T,
    order: Order,
    experience: Experience<G::Move>,
    replies: Replies<G::Move>,
    chance: C,
}

/// A position's moves in order, and what is known of the first of them.
pub(crate) struct Opened<G: Payoffs> {
    pub choices: Vec<Choice<G>>,
    pub known: Vec<Tried>,
}

/// A move that was tried: its value, how that relates to the truth, and the line behind it.
#[derive(Clone, Copy)]
pub(crate) struct Tried {
    pub value: f64,
    pub bound: Bound,
    pub tail: Line,
    /// No horizon was met behind it.
    pub complete: bool,
}

impl Tried {
    /// What may be believed if the position is worth something between α and β.
    pub fn settles(&self, span: Span) -> bool {
        Known {
            value: self.value,
            bound: self.bound,
            depth: 0,
            complete: false,
            best: None,
        }
        .settles(span)
    }
}

/// How a fail-soft value relates to the truth. No window excludes what the game's own bounds
/// exclude.
pub(crate) fn bound_of(value: f64, (alpha, beta): Span, bounds: Bounds) -> Bound {
    if value <= alpha && value > bounds.low {
        Bound::Upper
    } else if value >= beta && value < bounds.high {
        Bound::Lower
    } else {
        Bound::Exact
    }
}

/// Searches a root with the game's bounds for a window.
pub(crate) fn advise<G, E, O, H, T, C>(
    root: &G,
    observer: &mut O,
    parts: Parts<'_, E, H, T>,
    chance: C,
) -> Advice<G::Move>
where
    G: Chance + Payoffs,
    E: Prospect<G>,
    O: Observer<G>,
    H: Guide<G>,
    T: Recall<G>,
    C: Mean,
{
    let mut budget = Budget::new(parts.limits);
    let mut star = Star::new(root, &mut budget, observer, (parts, chance));
    let result = star.root(root, (f64::NEG_INFINITY, f64::INFINITY));
    let mut advice = star.walk.finish(root, result);
    if root.outcome().is_none() {
        let listed: Vec<G::Move> = root.moves().collect();
        advice
            .moves
            .sort_by_key(|(m, _)| listed.iter().position(|other| other == m));
    }
    advice
}

/// Searches a root with a window; the fail-soft value, and how it relates to the truth.
pub(crate) fn within_window<G, E, H, T, C>(
    root: &G,
    span: Span,
    parts: Parts<'_, E, H, T>,
    chance: C,
) -> Result<(f64, Bound), Stop>
where
    G: Chance + Payoffs,
    E: Prospect<G>,
    H: Guide<G>,
    T: Recall<G>,
    C: Mean,
{
    let mut budget = Budget::new(parts.limits);
    let mut nobody = ();
    let mut star = Star::new(root, &mut budget, &mut nobody, (parts, chance));
    let value = star.root(root, span)?;
    Ok((value, bound_of(value, span, star.walk.bounds)))
}

impl<'a, G, E, O, H, T, C> Star<'a, G, E, O, H, T, C>
where
    G: Chance + Payoffs,
    E: Prospect<G>,
    O: Observer<G>,
    H: Guide<G>,
    T: Recall<G>,
    C: Mean,
{
    fn new(
        root: &G,
        budget: &'a mut Budget,
        observer: &'a mut O,
        (parts, chance): (Parts<'a, E, H, T>, C),
    ) -> Self {
        let mut walk = RealWalk::new(root, budget, parts.prospect, observer);
        walk.bounds = parts.promised.unwrap_or(walk.bounds);
        Star {
            walk,
            guide: parts.guide,
            memory: parts.memory,
            order: parts.order,
            experience: Experience::new(),
            replies: Replies::new(),
            chance,
        }
    }

    fn root(&mut self, root: &G, span: Span) -> Result<f64, Stop> {
        self.walk.begin(root)?;
        let spot = Spot::root(root, self.walk.budget.depth());
        self.value(spot, None, within(span, self.walk.bounds))
    }
}

impl<G, E, O, H, T, C> Star<'_, G, E, O, H, T, C>
where
    G: Chance + Payoffs,
    E: Prospect<G>,
    O: Observer<G>,
    H: Guide<G>,
    T: Recall<G>,
    C: Mean,
{
    /// The value of a position, fail-soft.
    pub fn value(
        &mut self,
        spot: Spot<'_, G>,
        via: Option<G::Move>,
        span: Span,
    ) -> Result<f64, Stop> {
        self.walk.enter(spot, via, span);
        if let Some(value) = self.walk.leaf(spot) {
            return Ok(value);
        }
        let known = self.memory.recall(spot.position);
        if let Some(known) =
            known.filter(|known| spot.ply > 0 && known.answers(spot.depth) && known.settles(span))
        {
            self.walk.complete &= known.complete;
            return Ok(self.walk.table_hit(spot, known.value, known.bound));
        }
        if spot.position.chances().is_some() {
            let chance = self.chance;
            return self.remembering(spot, span, |star| {
                Ok((chance.mean(star, spot, span)?, None))
            });
        }
        let choices = self.choices(spot, via, known.and_then(|known| known.best))?;
        self.best(
            spot,
            via,
            span,
            Opened {
                choices,
                known: Vec::new(),
            },
        )
    }

    /// The best for the player to move, fail-soft, of a node that has been entered.
    pub fn best(
        &mut self,
        spot: Spot<'_, G>,
        via: Option<G::Move>,
        span: Span,
        opened: Opened<G>,
    ) -> Result<f64, Stop> {
        self.remembering(spot, span, |star| star.choose(spot, via, span, opened))
    }

    /// Tells the table what came out of a node, and whether a horizon was met below it.
    fn remembering(
        &mut self,
        spot: Spot<'_, G>,
        span: Span,
        search: impl FnOnce(&mut Self) -> Result<(f64, Option<u16>), Stop>,
    ) -> Result<f64, Stop> {
        let before = std::mem::replace(&mut self.walk.complete, true);
        let (value, best) = search(self)?;
        let (bound, complete) = (bound_of(value, span, self.walk.bounds), self.walk.complete);
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
        spot: Spot<'_, G>,
        via: Option<G::Move>,
        span: Span,
        mut opened: Opened<G>,
    ) -> Result<(f64, Option<u16>), Stop> {
        let max = spot.position.turn() == Player::FIRST;
        let (mut now, mut line) = (span, Line::EMPTY);
        let mut best = (
            if max {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            },
            None,
        );
        for i in 0..opened.choices.len() {
            let known = opened.known.get(i).copied();
            let m = opened.choices[i].m;
            let value = self.try_move(spot, &mut opened.choices[i], now, known)?;
            if bound_of(value, now, self.walk.bounds) == Bound::Exact {
                self.walk.child_done(spot, m, value);
            }
            if if max { value > best.0 } else { value < best.0 } {
                best = (value, Some(i));
                now = if max {
                    (now.0.max(value), now.1)
                } else {
                    (now.0, now.1.min(value))
                };
                line = self.walk.improve(spot, m, value, now);
            }
            if if max {
                value >= span.1
            } else {
                value <= span.0
            } {
                self.walk.cutoff(spot, m, value, span);
                self.learn(spot, &opened.choices[..=i]);
                break;
            }
        }
        let chosen = best.1.map(|i| &opened.choices[i]);
        if let (Some(chosen), true) = (chosen, self.order.learns) {
            self.replies.keep(spot.ply, via, chosen.m);
        }
        let index = chosen.and_then(|chosen| u16::try_from(chosen.index).ok());
        let bound = bound_of(best.0, span, self.walk.bounds);
        Ok((self.walk.leave(spot, best.0, bound, line), index))
    }

    /// The value of one move, or what is known of it where that is enough.
    fn try_move(
        &mut self,
        spot: Spot<'_, G>,
        choice: &mut Choice<G>,
        span: Span,
        known: Option<Tried>,
    ) -> Result<f64, Stop> {
        if let Some(tried) = known.filter(|tried| tried.settles(span)) {
            self.walk.tail = tried.tail;
            self.walk.complete &= tried.complete;
            return Ok(tried.value);
        }
        let child = match choice.child.take() {
            Some(child) => self.walk.take(child)?,
            None => self.walk.play(spot.position, choice.m)?,
        };
        deep(spot.ply, || {
            self.value(spot.child(&child), Some(choice.m), span)
        })
    }

    /// Tries a move ahead of its time.
    pub fn probe(
        &mut self,
        spot: Spot<'_, G>,
        choice: &mut Choice<G>,
        span: Span,
    ) -> Result<Tried, Stop> {
        let before = std::mem::replace(&mut self.walk.complete, true);
        let value = self.try_move(spot, choice, span, None)?;
        let (tail, complete) = (self.walk.tail, self.walk.complete);
        self.walk.complete &= before;
        Ok(Tried {
            value,
            bound: bound_of(value, span, self.walk.bounds),
            tail,
            complete,
        })
    }

    /// What the table says of a position, where that is what a search of `depth` would say.
    pub fn recall(&self, position: &G, depth: u32) -> Option<Known> {
        self.memory
            .recall(position)
            .filter(|known| known.answers(depth))
    }

    /// What chance may bring, in the order in which it is looked at. What never happens is left
    /// out.
    pub fn outcomes(&self, position: &G) -> Vec<(G::Move, f64)> {
        let mut outcomes: Vec<_> = position
            .chances()
            .into_iter()
            .flatten()
            .filter(|(_, p)| *p > 0.0)
            .collect();
        if self.order.likely_first {
            outcomes.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        outcomes
    }

    /// Chance's node is settled by the outcome `m`, or by all of them where there is none.
    pub fn settle(&mut self, spot: Spot<'_, G>, m: Option<G::Move>, value: f64, span: Span) -> f64 {
        if let Some(m) = m {
            self.walk.cutoff(spot, m, value, span);
        }
        let bound = if m.is_none() {
            Bound::Exact
        } else {
            bound_of(value, span, self.walk.bounds)
        };
        self.walk.leave(spot, value, bound, Line::EMPTY)
    }
}
