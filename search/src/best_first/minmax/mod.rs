//! The min/max approximation (Rivest, *Game Tree Searching by Min/Max Approximation*, Artificial
//! Intelligence 34, 1987): grow the tree where the root depends on it most.
//!
//! Replace max and min by means that can be differentiated. The derivative of the root's value by a
//! tip's is a product along the path, so its negative logarithm, the tip's *penalty*, is a sum of
//! edge weights; expand the tip with the least. The best child of a node has the least weight, and
//! a child that loses `d` against it weighs `d / T` more.
//!
//! ```text
//!              □ MAX                   weights: the best child's is the breadth of the node,
//!        0.1 ┌──┴──┐ 3.1               the others' grow with what they lose
//!        ○ MIN     ○ MIN
//!   0.2 ┌──┴─┐     ┌─┴──┐              penalties: 0.1 + 0.2 = 0.3 is the least,
//!      (*)   ·     ·    ·              so (*) is expanded next
//! ```
//!
//! | file | holds |
//! | --- | --- |
//! | `exact` | the paper's formulas on a tree: [`Exact`] generalized means, [`Reverse`] maximum and minimum; [`Proving`] adds proofs |
//! | this one | [`MinMax`], the fast one: true values are backed up, weights come from them |
//! | [`EdgeCost`] (`cost`) | what an edge costs: soft, as in the paper, drop-out, repertoire, policy, tactical |
//! | [`Prior`] (`prior`) | which moves are likely, before any search |
//! | `lanes`, `look` | a cache line for eight children, weighed at once (`simd`, or `portable`) |
//! | `scale`, `pricing` | points, wins and losses in sixteen bits |
//! | `dag`, `index` | the nodes, and where a position's are |
//! | `descent`, `expand`, `valuer`, `root`, `answer` | the search: the way down, new nodes, first values, the move, the report |
//! | [`ParallelMinMax`] (`crew`) | several threads |
//! | `resolve` | the exact value where sixteen bits are too few |
//! | `reclaim` | room for more when memory is used up |
//! | `watch`, `names` | what observers see |
//!
//! Three things differ from the paper, each measured to pay (docs/results.md): the breadth of a
//! node is the logarithm not of the number of its children but of the number of *good* ones (soft
//! weights on log-odds); positions reached by several ways are one node; and the search does not
//! return to the root for every expansion.

mod answer;
mod cost;
mod dag;
mod descent;
mod exact;
mod expand;
mod index;
mod lanes;
mod look;
#[cfg(test)]
mod naive;
mod names;
mod parallel;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse4.1"))))]
mod portable;
mod pricing;
mod prior;
mod reclaim;
mod resolve;
mod root;
mod scale;
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
mod simd;
mod valuer;
mod watch;

use crate::evaluator::{Blind, Evaluator};
use crate::game::{Forced, Keyed, Player, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::minimax::quiescence::{Horizon, Quiescence, Static};
use crate::observer::{Event, Observer};
use crate::report::Report;
use crate::score::Score;
use crate::search::Search;
use crate::view;

pub use cost::{Breadth, DROP_OUT, EdgeCost, Losses, Policy, Repertoire, Tactical};
pub use exact::{Exact, Formula, Mean, Proving, Reverse};
pub use parallel::ParallelMinMax;
pub use prior::{Ignorant, Prior};

use dag::Dag;
use descent::Descent;
use pricing::Pricing;

/// What can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// T: the loss, in points, that makes a move e times less likely to matter. (With a shift, a
    /// ratio.)
    pub temperature: f64,
    /// With `Some(shift)` losses are measured on the logarithms of points + shift, as in the paper,
    /// for points between −shift and shift.
    pub shift: Option<i32>,
    /// The part of a node's breadth that is added to its value: a choice is worth something.
    pub bonus: f64,
    /// How much further than the next best tip the search goes before it turns to that, in nats.
    pub slack: f64,
    /// How much a value may change before the nodes above are told, in nats.
    pub tolerance: f64,
    /// Positions reached by several ways are one node.
    pub transpositions: bool,
    /// Points that having the move is worth, besides what the evaluator says.
    pub tempo: i32,
    /// What the search is for.
    pub aim: Aim,
    /// Bytes for the nodes, where the limits do not say.
    pub memory: usize,
}

/// What the search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The value of the root: most work goes into the best move.
    Value,
    /// The choice of a move: as much goes into its best rival.
    Move,
}

impl Params {
    /// T such that a ply among `moves` equally good moves costs as much as a loss of `points`.
    #[must_use]
    pub fn loss_per_ply(self, points: f64, moves: f64) -> Params {
        Params {
            temperature: points / moves.max(2.0).ln(),
            ..self
        }
    }

    /// The paper's p for values round `shift`: losses on logarithms, T = 1 / p.
    #[must_use]
    pub fn power(self, p: f64, shift: i32) -> Params {
        Params {
            temperature: 1.0 / p,
            shift: Some(shift),
            bonus: 0.0,
            ..self
        }
    }
}

impl Default for Params {
    fn default() -> Params {
        Params {
            temperature: 50.0,
            shift: None,
            bonus: 0.5,
            slack: 0.5,
            tolerance: 0.5,
            transpositions: true,
            tempo: 0,
            aim: Aim::Value,
            memory: 256 << 20,
        }
    }
}

/// The min/max approximation. Keeps its nodes from one search to the next, until
/// [`Search::new_game`].
///
/// ```
/// use gametree::{Limits, Score, Search, minmax::MinMax, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = MinMax::new(Estimates).search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
///
/// The move to play is the one of the best backed-up value; of equals the one of whose tips most
/// are known. A proven win is the shortest found, a proven loss the longest. Wins more than 2,000
/// plies away are told as 2,000.
#[derive(Clone, Debug)]
pub struct MinMax<E, H = Static, C = Losses> {
    evaluator: E,
    horizon: H,
    cost: C,
    params: Params,
    dag: Option<Dag>,
}

impl MinMax<Blind> {
    /// Without an evaluator: only the ends of games count.
    #[must_use]
    pub fn blind() -> Self {
        MinMax::new(Blind)
    }
}

impl<E> MinMax<E> {
    /// Soft weights, static values at the tips.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        MinMax {
            evaluator,
            horizon: Static,
            cost: Losses(Breadth::Soft),
            params: Params::default(),
            dag: None,
        }
    }
}

impl<E, H, C> MinMax<E, H, C> {
    /// With these settings.
    #[must_use]
    pub fn with(self, params: Params) -> Self {
        MinMax {
            params,
            dag: None,
            ..self
        }
    }

    /// With other edge costs.
    #[must_use]
    pub fn costing<D>(self, cost: D) -> MinMax<E, H, D> {
        let MinMax {
            evaluator,
            horizon,
            params,
            ..
        } = self;
        MinMax {
            evaluator,
            horizon,
            cost,
            params,
            dag: None,
        }
    }

    /// With quiescence at the tips.
    #[must_use]
    pub fn quiet(self, horizon: Quiescence) -> MinMax<E, Quiescence, C> {
        let MinMax {
            evaluator,
            cost,
            params,
            ..
        } = self;
        MinMax {
            evaluator,
            horizon,
            cost,
            params,
            dag: None,
        }
    }
}

impl<E, H, C> MinMax<E, H, C> {
    /// The nodes of earlier searches, or none. Those that a depth limit settled are of no use to
    /// others.
    fn take_dag<G: TwoPlayer>(&mut self, limits: &Limits) -> Dag
    where
        C: EdgeCost<G>,
    {
        let bytes = limits.room(self.params.memory);
        let kept = self.dag.take().filter(|dag| dag.bytes() == bytes);
        let mut dag = kept.unwrap_or_else(|| Dag::new(bytes, C::EXTRA));
        if limits.depth.is_some() {
            dag.clear();
        }
        dag
    }

    fn keep_dag(&mut self, dag: Dag, limits: &Limits) {
        self.dag = limits.depth.is_none().then_some(dag);
    }

    fn pricing<G: TwoPlayer>(&self) -> Pricing
    where
        C: EdgeCost<G>,
    {
        let strictness = [Player::FIRST, Player::SECOND].map(|player| self.cost.strictness(player));
        Pricing::new(&self.params, self.cost.breadth(), strictness)
    }

    /// One search on this graph.
    fn descend<G, O>(
        &self,
        dag: &mut Dag,
        pricing: &Pricing,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move>
    where
        G: TwoPlayer + Keyed + Forced,
        E: Evaluator<G>,
        H: Horizon<G>,
        C: EdgeCost<G>,
        O: Observer<G>,
    {
        let mut budget = Budget::new(limits);
        let mut unobserved = ();
        let valuer = self.valuer(pricing, &mut budget, &mut unobserved);
        Descent::new(dag, valuer, observer).run(root)
    }

    /// What the graph says of a root that is in it.
    fn read<G>(&self, dag: &mut Dag, pricing: &Pricing, root: &G, block: u32) -> Report<G::Move>
    where
        G: TwoPlayer + Keyed + Forced,
        E: Evaluator<G>,
        H: Horizon<G>,
        C: EdgeCost<G>,
    {
        let mut budget = Budget::new(&Limits::none());
        let mut unobserved = ();
        let valuer = self.valuer(pricing, &mut budget, &mut unobserved);
        Descent::new(dag, valuer, &mut ()).report(root, Some(block), None)
    }
}

impl<G, E, H, C> Search<G> for MinMax<E, H, C>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    H: Horizon<G>,
    C: EdgeCost<G>,
{
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        if let Some(outcome) = root.outcome() {
            return finished(
                root,
                view::outcome_score(outcome, Player::FIRST, 0),
                limits,
                observer,
            );
        }
        let mut dag = self.take_dag::<G>(limits);
        let pricing = self.pricing::<G>();
        let report = self.descend(&mut dag, &pricing, root, limits, observer);
        self.keep_dag(dag, limits);
        report
    }

    fn new_game(&mut self, _: u64) {
        self.dag.iter_mut().for_each(Dag::clear);
    }
}

/// The report of a game that is over.
fn finished<G: TwoPlayer, O: Observer<G>>(
    root: &G,
    value: Score,
    limits: &Limits,
    observer: &mut O,
) -> Report<G::Move> {
    let mut budget = Budget::new(limits);
    budget.visit();
    observer.see(&Event::Grow {
        node: 0,
        parent: None,
        via: None,
        position: root,
        value,
    });
    Report {
        value,
        line: Vec::new(),
        proven: true,
        stop: Stop::Done,
        depth: 0,
        counts: budget.counts,
        elapsed: budget.elapsed(),
    }
}
