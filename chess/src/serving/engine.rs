//! The searches behind the protocol.

use std::sync::Arc;

use gametree::minmax::MinMax;
use gametree::quiescence::Quiescence;
use gametree::repetition::WithHistory;
use gametree::root_moves::RootMoves;
use gametree::table::Table;
use gametree::{AnySearch, Limits, Report, Search};
use shakmaty::Move;

use super::options::Options;
use super::teller::Teller;
use crate::Chess;
use crate::builtin::Builtin;
use crate::network::StaticEvaluator;

/// What is searched: a position with a past, and perhaps only some of its moves.
pub(super) type Root = RootMoves<WithHistory<Chess>>;

/// The built-in engine, or the min/max approximation in its place.
pub(super) enum Engine {
    Pvs(Box<Builtin<Root>>),
    MinMax(Box<dyn AnySearch<Root> + Send>),
}

impl Engine {
    /// With these options, and an empty table.
    pub fn new(options: &Options) -> Engine {
        let evaluator = match options.network.clone() {
            Some(network) => StaticEvaluator::with_network(network),
            None => StaticEvaluator::default(),
        };
        if options.minmax {
            let search = MinMax::new(evaluator).quiet(Quiescence::default());
            return Engine::MinMax(Box::new(search));
        }
        let search = Builtin::with(options.hash << 20, evaluator).on(options.threads);
        Engine::Pvs(Box::new(search))
    }

    /// Forgets everything.
    pub fn new_game(&mut self) {
        match self {
            Engine::Pvs(search) => search.new_game(0),
            Engine::MinMax(search) => search.new_game_any(0),
        }
    }

    /// The table, where there is one.
    pub fn table(&self) -> Option<Arc<Table>> {
        match self {
            Engine::Pvs(search) => search.table().cloned(),
            Engine::MinMax(_) => None,
        }
    }

    /// Searches for the best lines. The teller is compiled into the search that sends it events at
    /// every node.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        teller: &mut Teller<'_>,
    ) -> Report<Move> {
        match self {
            Engine::Pvs(search) => {
                search.set_lines(teller.lines);
                search.watch(root, limits, teller)
            }
            Engine::MinMax(search) => search.watch_any(root, limits, teller),
        }
    }
}
