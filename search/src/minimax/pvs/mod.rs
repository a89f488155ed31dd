//! Principal variation search (Marsland and Campbell 1982; NegaScout, Reinefeld 1983), with
//! everything a strong alpha-beta has: table, ordering, quiescence, extensions, threads.
//!
//! The first move is searched with the whole window, the others with a null window that only asks
//! "better?"; the rare yes is searched again. Every part can be left out: without scouting it
//! is alpha-beta with memory, without table and guide it is plain alpha-beta.
//!
//! ```text
//!              MAX (−∞, +∞)                 the first move has the whole window: 3;
//!          ┌──────┼──────┐                  the others are asked "more than 3?" in (3, 4),
//!        MIN 3  MIN ≤2  MIN ≤2              and both say no
//!        3 12 8  2 × ×   14 5 2
//! ```
//!
//! Contract of the value returned for the window (α, β): as in [`crate::alphabeta`]. Without
//! extensions the value is minimax's for the same depth, table or not, whatever the order and
//! however many threads, because an entry is used only where it says what the search would say
//! ([`Entry::answers`](crate::table::Entry::answers)).
//!
//! | file | holds |
//! | --- | --- |
//! | `node.rs` | one node in seven steps: read it first |
//! | `move_loop.rs` | Step 6, the moves in their order |
//! | `scout.rs` | one move: reduced, null window, whole window |
//! | `frontier.rs` | the moves one ply above the horizon |
//! | `table_probe.rs` | what the table settles |
//! | `prune.rs` | null move, razoring, futility, late and losing moves |
//! | `extend.rs` | singular extensions |
//! | `run.rs`, `params.rs`, `in_work.rs` | the state, the switches, what threads share |

mod extend;
mod frontier;
mod in_work;
mod move_loop;
mod node;
mod params;
mod prune;
mod run;
mod scout;
mod table_probe;

use std::sync::Arc;

use crate::evaluator::{Blind, Evaluator};
use crate::game::{Game, Keyed, TwoPlayer};
use crate::limits::{Budget, Limits};
use crate::minimax::depth_first::{DfsState, NodeRef, WindowResult};
use crate::minimax::horizon_table::HorizonTable;
use crate::minimax::ordering::{ByGame, ByNullMove, Candidate, Experience, Guide, Unguided};
use crate::minimax::quiescence::{Horizon, Quiescence, Static};
use crate::minimax::table::Table;
use crate::minimax::windowed::{Question, Windowed};
use crate::observer::Observer;
use crate::report::Report;
use crate::search::Search;

pub(crate) use in_work::InWork;
pub use params::Params;
use run::{Node, Run};
use table_probe::lengthen;

/// The strong depth-first search.
///
/// ```
/// use gametree::{Limits, Score, Search, deepening::Deepening, pvs::Pvs, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let mut search = Deepening::new(Pvs::new(Estimates).with_table(1 << 20).guided());
/// let report = search.search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Debug)]
pub struct Pvs<G: Game, E = Blind, H = Static, P = Unguided> {
    evaluator: E,
    horizon: H,
    guide: P,
    table: Option<Arc<Table>>,
    params: Params,
    experience: Experience<G::Move>,
    candidates: Vec<Candidate<G::Move>>,
    in_work: Option<Arc<InWork>>,
}

impl<G: Game> Pvs<G> {
    /// Without an evaluator.
    #[must_use]
    pub fn blind() -> Self {
        Pvs::new(Blind)
    }
}

impl<G: Game, E> Pvs<G, E> {
    /// With an evaluator, in the generator's order with killers and history, without a table.
    pub fn new(evaluator: E) -> Self {
        Pvs {
            evaluator,
            horizon: Static,
            guide: Unguided,
            table: None,
            params: Params::default(),
            experience: Experience::new(),
            candidates: Vec::new(),
            in_work: None,
        }
    }
}

impl<G: Game, E, H, P> Pvs<G, E, H, P> {
    /// With its own table of this many bytes.
    #[must_use]
    pub fn with_table(self, bytes: usize) -> Self {
        self.sharing(Arc::new(Table::new(bytes)))
    }

    /// With a table that others may use too.
    #[must_use]
    pub fn sharing(self, table: Arc<Table>) -> Self {
        Pvs {
            table: Some(table),
            ..self
        }
    }

    /// With these switches.
    #[must_use]
    pub fn with(self, params: Params) -> Self {
        Pvs { params, ..self }
    }

    /// Ordering by the game's own promise too.
    #[must_use]
    pub fn guided(self) -> Pvs<G, E, H, ByGame> {
        self.rebuilt(|horizon, _| (horizon, ByGame))
    }

    /// Ordering by the game's own promise, and what it tells of having the move.
    #[must_use]
    pub fn by_null_move(self) -> Pvs<G, E, H, ByNullMove> {
        self.rebuilt(|horizon, _| (horizon, ByNullMove))
    }

    /// Quiescence at the horizon.
    #[must_use]
    pub fn quiet(self, horizon: Quiescence) -> Pvs<G, E, Quiescence, P> {
        self.rebuilt(|_, guide| (horizon, guide))
    }

    /// The same search with another horizon or guide.
    fn rebuilt<H2, P2>(self, parts: impl FnOnce(H, P) -> (H2, P2)) -> Pvs<G, E, H2, P2> {
        let (horizon, guide) = parts(self.horizon, self.guide);
        Pvs {
            evaluator: self.evaluator,
            horizon,
            guide,
            table: self.table,
            params: self.params,
            experience: self.experience,
            candidates: self.candidates,
            in_work: self.in_work,
        }
    }

    /// As one of several threads.
    #[must_use]
    pub(crate) fn in_company(self, in_work: Arc<InWork>) -> Self {
        Pvs {
            in_work: Some(in_work),
            ..self
        }
    }

    /// The table, if there is one.
    #[must_use]
    pub fn table(&self) -> Option<&Arc<Table>> {
        self.table.as_ref()
    }
}

impl<G, E, H, P> Search<G> for Pvs<G, E, H, P>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
{
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let question = Question::open(budget.depth());
        self.probe(root, question, &mut budget, observer)
            .report(root, &budget)
    }

    fn new_game(&mut self, seed: u64) {
        Windowed::new_game(self, seed);
    }
}

impl<G, E, H, P> Windowed<G> for Pvs<G, E, H, P>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
{
    fn probe<O: Observer<G>>(
        &mut self,
        root: &G,
        question: Question<'_, G::Move>,
        budget: &mut Budget,
        observer: &mut O,
    ) -> WindowResult<G::Move> {
        self.candidates.clear();
        // A move to search first comes from an iteration before: then this is the same search.
        if question.first.is_none() {
            self.experience.fade();
            self.table.iter().for_each(|table| table.grow_older());
        }
        let mut walk = DfsState::new(budget, &self.evaluator, observer);
        let beyond = self.table.as_deref().filter(|_| self.params.table_beyond);
        walk.table = beyond.map(|table| HorizonTable { table, key: G::key });
        let mut run = Run {
            walk,
            horizon: &self.horizon,
            guide: &self.guide,
            table: self.table.as_deref(),
            params: self.params,
            experience: &mut self.experience,
            candidates: &mut self.candidates,
            in_work: self.in_work.as_deref(),
            first: question.first,
            without: question.without,
            most_plies: question.depth.saturating_mul(2),
            path: Vec::new(),
            static_values: Vec::new(),
            kinds: Vec::new(),
            singular_moves: Vec::new(),
        };
        let node = Node {
            spot: NodeRef::root(root, question.depth),
            via: None,
            excluded_move: None,
            expects_cut: false,
        };
        let result = run
            .walk
            .begin(root)
            .and_then(|()| run.node(node, question.window));
        let mut probe = run.walk.finish(result);
        if let Some(table) = &self.table {
            lengthen(&mut probe.line, root, table, question.depth);
        }
        probe
    }

    fn new_game(&mut self, _: u64) {
        self.table.iter().for_each(|table| table.clear());
        self.experience = Experience::new();
    }
}
