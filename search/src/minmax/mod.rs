//! The min/max approximation (Rivest 1987).

mod cost;
mod dag;
mod descent;
mod exact;
mod index;
mod lanes;
mod scale;
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
mod simd;

use crate::evaluator::Evaluator;
use crate::game::{Forced, Game, Keyed, TwoPlayer};
use crate::limits::{Budget, Limits};
use crate::observer::Observer;
use crate::report::Report;
use crate::search::Search;

pub use cost::{Breadth, DROP_OUT, EdgeCost, Losses, Policy, Repertoire, Tactical};
use dag::Dag;
use descent::{Descent, Pricing};
pub use exact::Exact;

/// What can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// T: the loss, in points, that makes a move e times less likely to matter.
    pub temperature: f64,
    /// With `Some(shift)` values are logarithms of points + shift, as in the paper, and T is a ratio.
    pub shift: Option<i32>,
    /// The part of a node's breadth that is added to its value.
    pub bonus: f64,
    /// How much further than the next best tip the search goes before it turns to that, in nats.
    pub slack: f64,
    /// How much a value may change before those above are told, in nats.
    pub tolerance: f64,
    /// Positions reached by several ways are one node.
    pub transpositions: bool,
    /// Points that having the move is worth, added to the evaluator's.
    pub tempo: i32,
    /// Memory, where the limits do not say.
    pub memory: usize,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            temperature: 20.0,
            shift: None,
            bonus: 0.5,
            slack: 0.5,
            tolerance: 0.5,
            transpositions: true,
            tempo: 0,
            memory: 256 << 20,
        }
    }
}

/// The min/max approximation.
#[derive(Clone, Debug)]
pub struct MinMax<E, C = Losses> {
    evaluator: E,
    cost: C,
    params: Params,
    dag: Option<Dag>,
}

impl<E> MinMax<E> {
    /// Soft.
    pub fn new(evaluator: E, params: Params) -> Self {
        MinMax { evaluator, cost: Losses(Breadth::Soft), params, dag: None }
    }
}

impl<E, C> MinMax<E, C> {
    /// cost
    pub fn costing<D>(self, cost: D) -> MinMax<E, D> {
        MinMax { evaluator: self.evaluator, cost, params: self.params, dag: self.dag }
    }
}

impl<G, E, C> Search<G> for MinMax<E, C>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    C: EdgeCost<G>,
{
    fn watch<O: Observer<G>>(&mut self, root: &G, limits: &Limits, _observer: &mut O) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let dag = self.dag.get_or_insert_with(|| Dag::new(limits.memory.unwrap_or(self.params.memory)));
        let pricing = Pricing::new(&self.params, self.cost.breadth());
        Descent::new(dag, &pricing, &self.evaluator, &self.cost, &mut budget).run(root)
    }

    fn new_game(&mut self, _: u64) {
        self.dag.iter_mut().for_each(Dag::clear);
    }
}
