//! Star1 and Star2, one algorithm (Ballard 1983): alpha-beta where a player moves, and at a chance
//! node a window for every outcome. Star2 probes the outcomes first; with no probes it is Star1.
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
//!
//! | file | holds |
//! | --- | --- |
//! | `chance_node.rs`, `outcome.rs`, `stake.rs` | chance nodes, and their arithmetic |
//! | `player_node.rs`, `order.rs`, `choice.rs` | alpha-beta, and the order of moves |
//! | `run.rs`, `params.rs` | the state, the settings |

mod chance_node;
mod choice;
mod order;
mod outcome;
mod params;
mod player_node;
mod run;
mod stake;

use crate::chance::real_table::{Nothing, Recall};
use crate::game::{Bounds, Chance, Payoffs};
use crate::limits::{Budget, Limits, Stop};
use crate::minimax::ordering::{Guide, Unguided};
use crate::observer::{Bound, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch};
use crate::window::{RealWindow, Window};

pub use params::{NoProbing, Order, Probing};
use run::{Parts, Run, bound_of};

/// Alpha-beta with cuts at chance nodes, for two players and a sum of zero. Its names are
/// [`crate::star1::Star1`], which does not probe, and [`crate::star2::Star2`], which does.
#[derive(Clone, Debug, Default)]
pub struct Star<E, H = Unguided, T = Nothing, C = Probing> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
    /// The game's own guess at good moves: [`crate::ordering::ByGame`] or [`Unguided`].
    pub guide: H,
    /// Where positions are remembered: [`Nothing`] or a [`crate::real_table::RealTable`].
    pub table: T,
    /// Bounds of all values that the caller vouches for, narrower than what the game says.
    pub promised: Option<Bounds>,
    /// How moves and outcomes are ordered. The better the first move behind an outcome, the better
    /// its probe.
    pub order: Order,
    /// How probing is done: [`Probing`] or [`NoProbing`].
    pub probing: C,
}

impl<E, C: Default> Star<E, Unguided, Nothing, C> {
    /// Without a table, and without the game's own guess at good moves.
    pub(crate) fn plain(evaluator: E) -> Self {
        Star {
            evaluator,
            guide: Unguided,
            table: Nothing,
            promised: None,
            order: Order::default(),
            probing: C::default(),
        }
    }
}

impl<E, H, T, C> Star<E, H, T, C> {
    /// The same with this guess at good moves.
    #[must_use]
    pub fn guided<H2>(self, guide: H2) -> Star<E, H2, T, C> {
        Star {
            evaluator: self.evaluator,
            guide,
            table: self.table,
            promised: self.promised,
            order: self.order,
            probing: self.probing,
        }
    }

    /// The same with this table.
    #[must_use]
    pub fn remembering<T2>(self, table: T2) -> Star<E, H, T2, C> {
        Star {
            evaluator: self.evaluator,
            guide: self.guide,
            table,
            promised: self.promised,
            order: self.order,
            probing: self.probing,
        }
    }

    /// The same, if all values of the game are promised to lie within these bounds. A promise that
    /// is broken makes values wrong.
    #[must_use]
    pub fn promised(self, bounds: Bounds) -> Self {
        Star {
            promised: Some(bounds),
            ..self
        }
    }

    /// The same with another order.
    #[must_use]
    pub fn ordered(self, order: Order) -> Self {
        Star { order, ..self }
    }
}

impl<E, H, T, C: Copy + Into<Probing>> Star<E, H, T, C> {
    /// The value as far as it matters to someone who has α and β elsewhere: exact between them, an
    /// upper bound at or below α, a lower bound at or above β. (The root's window in a search for a
    /// move is the game's bounds.)
    pub fn within<G>(
        &mut self,
        root: &G,
        limits: &Limits,
        window: RealWindow,
    ) -> Result<(f64, Bound), Stop>
    where
        G: Chance + Payoffs,
        E: PayoffEvaluator<G>,
        H: Guide<G>,
        T: Recall<G>,
    {
        let mut budget = Budget::new(limits);
        let mut unobserved = ();
        let mut run = Run::new(root, &mut budget, &mut unobserved, self.parts());
        let value = run.root(root, window)?;
        Ok((value, bound_of(value, window, run.walk.promises)))
    }

    fn parts(&mut self) -> Parts<'_, E, H, T> {
        Parts {
            evaluator: &self.evaluator,
            guide: &self.guide,
            memory: &mut self.table,
            order: self.order,
            probing: self.probing.into(),
            promised: self.promised,
        }
    }
}

impl<G, E, H, T, C> PayoffSearch<G> for Star<E, H, T, C>
where
    G: Chance + Payoffs,
    E: PayoffEvaluator<G>,
    H: Guide<G>,
    T: Recall<G>,
    C: Copy + Into<Probing>,
{
    /// Searches with the game's bounds for a window.
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut budget = Budget::new(limits);
        let mut run = Run::new(root, &mut budget, observer, self.parts());
        let result = run.root(root, Window::UNBOUNDED);
        let mut report = run.walk.finish(root, result);
        if root.outcome().is_none() {
            let listed: Vec<G::Move> = root.moves().collect();
            report
                .moves
                .sort_by_key(|(m, _)| listed.iter().position(|other| other == m));
        }
        report
    }

    fn new_game(&mut self, _: u64) {
        self.table.forget();
    }
}
