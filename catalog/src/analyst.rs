//! Searches as analysts of projects: the same searches, tuned in the same place, on the erased
//! position. A further game adds no instance of a search.

use std::fmt::Display;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use gametree::erased::{ErasedMove, Knowledge as Erased, Own, TwoPlayerGame};
use gametree::minmax::Ignorant;
use gametree::playout::Uniform;
use gametree::root_moves::{InnerEvaluator, RootMoves};
use gametree::search_pool::{PoolConfig, PoolSearch, SearchPool};
use gametree::{Analyst, AnySearch, Event, Limits, Observer, Report, Search, Source};

use crate::error::CatalogError;
use crate::info::GameInfo;
use crate::knowledge::{Knowledge, Position};
use crate::searches::boxer::{BoxedSearch, ErasedBoxer};
use crate::searches::minimax;
use crate::searches::options::ENDGAME;
use crate::spec::{Conditions, GameTraits, Settings, Spec};
use crate::stored::StoredGame;

/// An analyst of any game, behind a pointer.
pub type AnyAnalyst = Box<dyn Analyst<Position> + Send>;

/// Threads and memory of a built-in analyst.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// How many threads, each with a search and a table of its own.
    pub threads: usize,
    /// Bytes of every table.
    pub table_bytes: usize,
    /// Whether the same task always has the same result.
    pub reproducible: bool,
}

/// What an analyst's search knows of a game of which some moves may be left out.
type AnalystKnowledge<K> = Erased<InnerEvaluator<K>, Uniform, InnerEvaluator<K>, Ignorant>;

/// Starts the analyst of a game: the search that its entry names, on threads of their own.
///
/// # Errors
/// When the system gives no thread.
pub fn start<G, K>(
    game: &'static GameInfo,
    knowledge: &Arc<K>,
    resources: Resources,
) -> io::Result<AnyAnalyst>
where
    G: TwoPlayerGame + 'static,
    G::Move: Send + Sync,
    K: Knowledge<G>,
{
    let facts = game.stored.unwrap_or(&StoredGame::POINTS);
    let knowledge = Arc::new(AnalystKnowledge {
        evaluator: InnerEvaluator(K::clone(knowledge)),
        playout: Uniform,
        finisher: InnerEvaluator(K::clone(knowledge)),
        prior: Ignorant,
    });
    let make = move || -> Result<PoolSearch<Position>, CatalogError> {
        Ok(Box::new(ErasedThinker {
            search: search(game, facts.search, resources.table_bytes, K::SOLVES)?,
            knowledge: knowledge.clone(),
            game: PhantomData::<fn() -> G>,
        }))
    };
    // Made once here, so that no thread can fail.
    make().map_err(io::Error::other)?;
    let make = move || make().expect("it was made before");
    Ok(Box::new(SearchPool::start(config(facts, resources), make)?))
}

/// The source of the results.
fn config(facts: &StoredGame, resources: Resources) -> PoolConfig {
    PoolConfig {
        source: Source {
            name: format!("gametree built-in {}", env!("CARGO_PKG_VERSION")),
            options: format!("evaluator={}", facts.evaluator),
        },
        threads: resources.threads,
        reproducible: resources.reproducible,
    }
}

/// The search of this name as it is tuned for a game.
fn search(
    game: &GameInfo,
    name: &str,
    table_bytes: usize,
    endgame: bool,
) -> Result<BoxedSearch, CatalogError> {
    let settings = settings(game, name, table_bytes, endgame)?;
    let finishing = endgame && settings.has(ENDGAME.key)?;
    minimax::build(&settings, Own, ErasedBoxer { finishing })
}

/// What is tuned for a game, and a table of this size.
fn settings(
    game: &GameInfo,
    name: &str,
    table_bytes: usize,
    endgame: bool,
) -> Result<Settings, CatalogError> {
    let info = minimax::SEARCHES.iter().find(|info| info.name == name);
    let unknown = || CatalogError::not_found(format!("unknown search '{name}'"));
    let info = info.ok_or_else(unknown)?;
    let spec = if info.has_option("table") {
        Spec::parse(&format!("{name}:table={table_bytes}"))?
    } else {
        Spec::parse(name)?
    };
    // Every task has a limit of nodes: what is tuned for the game holds.
    let on = Conditions::new(Limits::nodes(u64::MAX));
    let traits = GameTraits {
        tuned: game.tuned,
        endgame,
        ..GameTraits::default()
    };
    Settings::new(info, &spec, &on, traits)
}

/// A search of erased positions that works on a position of one game, or for some of its moves. The
/// moves are left out of the typed position: inside the search there is one virtual call per query,
/// not two.
struct ErasedThinker<G, K> {
    search: BoxedSearch,
    knowledge: Arc<AnalystKnowledge<K>>,
    game: PhantomData<fn() -> G>,
}

impl<G, K> ErasedThinker<G, K>
where
    G: TwoPlayerGame + 'static,
    G::Move: Send + Sync,
    K: Knowledge<G>,
    RootMoves<G>: Display,
{
    fn root(&self, root: &RootMoves<Position>) -> Position {
        let typed = root.inner().downcast_ref::<G>();
        let typed = typed.expect("an analyst is asked about positions of its game");
        let only: Vec<G::Move> = root.only().iter().map(|m| m.typed::<G>()).collect();
        let root = RootMoves::new(typed.clone(), &only);
        let root = root.expect("the moves are legal moves of the position");
        Position::two_player(root, self.knowledge.clone())
    }
}

impl<G, K> Search<RootMoves<Position>> for ErasedThinker<G, K>
where
    G: TwoPlayerGame + 'static,
    G::Move: Send + Sync,
    K: Knowledge<G>,
    RootMoves<G>: Display,
{
    /// The pool wants to know which moves were the best for some time, and which lines: that is
    /// all it gets.
    fn watch<O: Observer<RootMoves<Position>>>(
        &mut self,
        root: &RootMoves<Position>,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<ErasedMove> {
        let mut relay = |event: &Event<'_, Position>| match *event {
            Event::Improve {
                ply,
                via,
                value,
                window,
            } => observer.see(&Event::Improve {
                ply,
                via,
                value,
                window,
            }),
            Event::Lines {
                depth,
                nodes,
                lines,
            } => observer.see(&Event::Lines {
                depth,
                nodes,
                lines,
            }),
            _ => {}
        };
        let root = self.root(root);
        self.search.watch_any(&root, limits, &mut relay)
    }

    fn new_game(&mut self, seed: u64) {
        self.search.new_game_any(seed);
    }

    fn set_lines(&mut self, lines: u32) {
        self.search.set_lines_any(lines);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use gametree::{Game, Question};
    use gametree_chess::builtin;

    use super::*;
    use crate::project_game::ProjectGame;
    use crate::searches::pvs;
    use crate::user_text::START;

    /// The engine of `analyse`, the pages and `gametree uci` and the search that people name have
    /// one set-up.
    #[test]
    fn pvs_of_chess_is_the_built_in_engine() {
        let chess = crate::games().find(|info| info.name == "chess").unwrap();
        let settings = settings(chess, "pvs", 1 << 20, false).unwrap();
        let tuned = pvs::params(&settings).unwrap();
        assert_eq!(format!("{tuned:?}"), format!("{:?}", builtin::params()));
        let aspiration = settings.whole("aspiration", 0..=1000).unwrap();
        assert_eq!(aspiration as i32, builtin::ASPIRATION);
    }

    /// Alternatives come from one search, whatever the game.
    #[test]
    fn built_in_analysts_report_the_best_lines() {
        for name in ["chess", "othello", "connect4", "breakthrough"] {
            let game = ProjectGame::open(name).unwrap();
            let resources = Resources {
                threads: 1,
                table_bytes: 1 << 20,
                reproducible: true,
            };
            let mut analyst = game.analyst(resources).unwrap();
            let position = game.parse_position(START).unwrap();
            analyst.ask(Question {
                ticket: 1,
                position: position.clone(),
                among: Vec::new(),
                nodes: 4000,
                lines: 3,
                region: 0,
            });
            let answer = analyst.answer(Duration::from_secs(120)).unwrap();
            let finding = answer.outcome.unwrap();
            assert_eq!(finding.lines.len(), 2, "{name}");
            let others = finding.lines.iter().map(|line| line.moves[0]);
            let first: Vec<_> = others.chain([finding.line[0]]).collect();
            assert!(
                first
                    .iter()
                    .all(|m| position.moves().any(|legal| legal == *m))
            );
            let again = |m: &ErasedMove| first.iter().filter(|other| *other == m).count() > 1;
            assert!(!first.iter().any(again), "{name}: {first:?}");
            assert!(finding.depth > 1 && finding.nodes <= 4000, "{name}");
            assert!(finding.lines.iter().all(|line| line.depth == finding.depth));
        }
    }
}
