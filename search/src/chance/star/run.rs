//! The state of one search.

use super::choice::{Choice, Replies};
use super::params::{Order, Probing};
use super::stake::within;
use crate::chance::real_table::{Known, Recall};
use crate::chance::real_walk::RealWalk;
use crate::game::{Bounds, Chance, Payoffs};
use crate::limits::{Budget, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::ordering::{Experience, Guide};
use crate::observer::{Bound, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::window::RealWindow;

/// The state of one search.
pub(super) struct Run<'a, G: Payoffs, E, O, H, T> {
    pub walk: RealWalk<'a, G, E, O>,
    pub guide: &'a H,
    pub memory: &'a mut T,
    pub order: Order,
    pub probing: Probing,
    pub experience: Experience<G::Move>,
    pub replies: Replies<G::Move>,
}

/// What a search is made of.
pub(super) struct Parts<'a, E, H, T> {
    pub evaluator: &'a E,
    pub guide: &'a H,
    pub memory: &'a mut T,
    pub order: Order,
    pub probing: Probing,
    pub promised: Option<Bounds>,
}

/// A position's moves in order, and what is known of the first of them.
pub(super) struct Opened<G: Payoffs> {
    pub choices: Vec<Choice<G>>,
    pub known: Vec<Tried>,
}

/// A move that was tried: its value, how that relates to the truth, and the line after it.
#[derive(Clone, Copy)]
pub(super) struct Tried {
    pub value: f64,
    pub bound: Bound,
    pub tail: Line,
    /// No horizon was met below it.
    pub complete: bool,
}

impl Tried {
    /// What may be believed if the position is worth something between α and β.
    pub fn settles(&self, window: RealWindow) -> bool {
        Known {
            value: self.value,
            bound: self.bound,
            depth: 0,
            complete: false,
            best: None,
        }
        .settles(window)
    }
}

/// How a fail-soft value relates to the truth. No window excludes what the game's own bounds
/// exclude.
pub(super) fn bound_of(value: f64, window: RealWindow, bounds: Bounds) -> Bound {
    if value <= window.alpha && value > bounds.low {
        Bound::Upper
    } else if value >= window.beta && value < bounds.high {
        Bound::Lower
    } else {
        Bound::Exact
    }
}

impl<'a, G, E, O, H, T> Run<'a, G, E, O, H, T>
where
    G: Chance + Payoffs,
    E: PayoffEvaluator<G>,
    O: Observer<G>,
    H: Guide<G>,
    T: Recall<G>,
{
    pub fn new(
        root: &G,
        budget: &'a mut Budget,
        observer: &'a mut O,
        parts: Parts<'a, E, H, T>,
    ) -> Self {
        let mut walk = RealWalk::new(root, budget, parts.evaluator, observer);
        walk.promises = parts.promised.unwrap_or(walk.promises);
        Run {
            walk,
            guide: parts.guide,
            memory: parts.memory,
            order: parts.order,
            probing: parts.probing,
            experience: Experience::new(),
            replies: Replies::new(),
        }
    }

    /// The value of the root in a window, fail-soft.
    pub fn root(&mut self, root: &G, window: RealWindow) -> Result<f64, Stop> {
        self.walk.begin(root)?;
        let spot = NodeRef::root(root, self.walk.budget.depth());
        self.value(spot, None, within(window, self.walk.promises))
    }
}
