//! Searches as analysts of an atlas: the same searches, tuned in the same place, on the erased
//! position. A further game adds no instance of a search.

use std::fmt::Display;
use std::marker::PhantomData;
use std::sync::Arc;

use gametree::erased::{ErasedMove, Knowledge, Own, PackedMoves, TwoPlayerGame};
use gametree::finishing::Finisher;
use gametree::minmax::Ignorant;
use gametree::playout::Uniform;
use gametree::root_moves::{InnerEvaluator, RootMoves};
use gametree::search_pool::PoolSearch;
use gametree::{AnySearch, Evaluator, Event, Game, Limits, Observer, Report, Search};

use crate::error::CatalogError;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::searches::boxer::{BoxedSearch, ErasedBoxer};
use crate::searches::minimax;
use crate::searches::options::ENDGAME;
use crate::spec::{Conditions, GameTraits, Settings, Spec};

/// What an analyst's search knows of a game of which some moves may be left out.
type AnalystKnowledge<E, F> = Knowledge<InnerEvaluator<E>, Uniform, InnerEvaluator<F>, Ignorant>;

/// How an analyst searches a game.
pub struct AnalystSearch<E, F> {
    /// The game: its tuned options hold here too.
    pub game: &'static GameInfo,
    /// The search, `NAME[:key=value,...]`.
    pub search: String,
    /// Static values.
    pub evaluator: E,
    /// The last moves.
    pub finisher: F,
}

impl<E, F> AnalystSearch<E, F> {
    /// Makes the search for one thread.
    ///
    /// # Errors
    /// There is no such search, or an option of it is wrong.
    pub fn build<G>(&self) -> Result<PoolSearch<G>, CatalogError>
    where
        G: TwoPlayerGame + 'static,
        G::Move: Send + Sync,
        E: Evaluator<G> + Clone + Send + Sync + 'static,
        F: Finisher<G> + Clone + Send + Sync + 'static,
    {
        let knowledge = AnalystKnowledge {
            evaluator: InnerEvaluator(self.evaluator.clone()),
            playout: Uniform,
            finisher: InnerEvaluator(self.finisher.clone()),
            prior: Ignorant,
        };
        Ok(Box::new(ErasedThinker {
            search: self.boxed(F::SOLVES)?,
            knowledge: Arc::new(knowledge),
            game: PhantomData::<G>,
        }))
    }

    fn boxed(&self, endgame: bool) -> Result<BoxedSearch, CatalogError> {
        let spec = Spec::parse(&self.search)?;
        let info = minimax::SEARCHES
            .iter()
            .find(|info| info.name == spec.name)
            .ok_or_else(|| CatalogError::not_found(format!("unknown search '{}'", spec.name)))?;
        // Every question has a limit of nodes: what is tuned for the game holds.
        let on = Conditions::new(Limits::nodes(u64::MAX));
        let traits = GameTraits {
            tuned: self.game.tuned,
            endgame,
            ..GameTraits::default()
        };
        let settings = Settings::new(info, &spec, &on, traits)?;
        let finishing = endgame && settings.has(ENDGAME.key)?;
        minimax::build(&settings, Own, ErasedBoxer { finishing })
    }
}

/// A search of erased positions that answers for positions of one game, or for some of their moves.
struct ErasedThinker<G, K> {
    search: BoxedSearch,
    knowledge: Arc<K>,
    game: PhantomData<G>,
}

impl<G, E, F> Search<RootMoves<G>> for ErasedThinker<G, AnalystKnowledge<E, F>>
where
    G: TwoPlayerGame + 'static,
    G::Move: Send + Sync,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
    F: Finisher<G> + Clone + Send + Sync + 'static,
    RootMoves<G>: Display,
{
    /// The pool asks which moves were the best for some time: that is all it is told.
    fn watch<O: Observer<RootMoves<G>>>(
        &mut self,
        root: &RootMoves<G>,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut relay = |event: &Event<'_, Position>| {
            if let Event::Improve {
                ply,
                via,
                value,
                window,
            } = *event
            {
                let via = via.typed::<RootMoves<G>>();
                observer.see(&Event::Improve {
                    ply,
                    via,
                    value,
                    window,
                });
            }
        };
        let erased = Position::two_player(root.clone(), self.knowledge.clone());
        let report = self.search.watch_any(&erased, limits, &mut relay);
        Report {
            line: typed::<G>(report.line),
            value: report.value,
            proven: report.proven,
            stop: report.stop,
            depth: report.depth,
            counts: report.counts,
            elapsed: report.elapsed,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.search.new_game_any(seed);
    }
}

fn typed<G: PackedMoves>(line: Vec<ErasedMove>) -> Vec<<G as Game>::Move> {
    line.into_iter().map(ErasedMove::typed::<G>).collect()
}
