//! A game for two without chance: the place where its type is erased.
//!
//! ```text
//!                      ┌ compiled: Pvs<Connect4, …>, MinMax<Connect4, …>, …   (games people measure)
//!   TwoPlayerGame<G, K>┤
//!                      └ erased:   Pvs<Position, …>,  MinMax<Position, …>, …  (all others, once)
//! ```
//!
//! [`TwoPlayerGame::compiled`] is the only place that makes the compiler build every search for a
//! game; a game without it uses the searches of the erased position. Plain minimax is built for every
//! game: it is small, and the yardstick that people compare.

use std::io;
use std::sync::Arc;

use gametree::certain_draw::CertainDraw;
use gametree::erased::{AnyKnowledge, ErasedMove, Own, PackedGame};
use gametree::finishing::Unfinished;
use gametree::learning::Linear;
use gametree::minimax::Minimax;
use gametree::{AnySearch, Event, Game, Limits, Observer, Readable, Report, Search};

use crate::analyst::{self, AnyAnalyst, Resources};
use crate::error::CatalogError;
use crate::format::Scale;
use crate::info::{GameInfo, Positive};
use crate::knowledge::{
    ErasedFeatures, FeatureSet, Knowledge, Position, SearchableGame, Trainable,
};
use crate::networks::Networks;
use crate::root_solver::{ErasedSolver, RootSolver, TypedSolver};
use crate::searches::boxer::{BoxedSearch, Boxer, CompiledBoxer, ErasedBoxer};
use crate::searches::minimax;
use crate::searches::options::{ENDGAME, WEIGHTS};
use crate::solve::Solver;
use crate::solve_by_search::{BySearch, Method};
use crate::spec::{GameTraits, Settings};

/// Whether every game shares the searches of the erased position: a WebAssembly module is
/// downloaded, and explains searches; it has no threads for analysts and solves nothing.
const ERASED_ONLY: bool = cfg!(target_family = "wasm");

/// Reads a position of a game.
pub type Reader<G> = Box<dyn Fn(&str) -> Result<G, String> + Send + Sync>;

/// Makes a game's own solver.
pub type MakeSolver<G> = fn() -> Box<dyn Solver<G>>;

/// A game for two of one type, ready to be searched.
pub struct TwoPlayerGame<G: Game, K> {
    info: &'static GameInfo,
    start: G,
    knowledge: Arc<K>,
    reader: Option<Reader<G>>,
    scale: Scale,
    positive: Positive,
    method: Method,
    solver: Option<MakeSolver<G>>,
    compiled: Option<Compiled<G, K>>,
    stored: Option<Stored<G, K>>,
    analyst: Option<MakeAnalyst>,
    unknown: Option<UnknownLeaves<G>>,
    endless_play: bool,
    networks: Option<Networks<K>>,
}

/// Leaves whose values are not known: no search may rest on them.
pub struct UnknownLeaves<G> {
    /// The name of a position that is one.
    pub name: fn(&G) -> Option<String>,
    /// A remark on the value, without its full stop.
    pub note: String,
}

/// How positions that can be saved are made and read.
struct Stored<G: Game, K> {
    erase: fn(G, Arc<K>) -> Position,
    from_user: fn(&str) -> Result<G, String>,
}

/// Starts a game's own analyst.
pub type MakeAnalyst = fn(Resources) -> io::Result<AnyAnalyst>;

/// The searches that are compiled for a game.
struct Compiled<G: Game, K> {
    build: fn(&Settings, K) -> Result<BoxedSearch, CatalogError>,
    solver: fn(K, Method, Scale) -> Box<dyn Solver<G>>,
}

impl<G, K> TwoPlayerGame<G, K>
where
    G: SearchableGame + PackedGame,
    K: Knowledge<G> + Trainable<G>,
{
    /// A game from its starting position, with what is known of it.
    pub fn new(info: &'static GameInfo, start: G, knowledge: K) -> Self {
        TwoPlayerGame {
            info,
            start,
            knowledge: Arc::new(knowledge),
            reader: None,
            scale: Scale::default(),
            positive: Positive::default(),
            // Where a small game may go on for ever, every position that can be reached is settled.
            method: if info.loops && info.small {
                Method::Retrograde
            } else {
                Method::Deepening
            },
            solver: None,
            compiled: None,
            stored: None,
            analyst: None,
            unknown: None,
            endless_play: false,
            networks: None,
        }
    }

    /// The same with a notation of positions besides moves from the start.
    #[must_use]
    pub fn reading(
        self,
        reader: impl Fn(&str) -> Result<G, String> + Send + Sync + 'static,
    ) -> Self {
        TwoPlayerGame {
            reader: Some(Box::new(reader)),
            ..self
        }
    }

    /// The same with values in another unit.
    #[must_use]
    pub fn scaled(self, scale: Scale) -> Self {
        TwoPlayerGame { scale, ..self }
    }

    /// The same with another way to make values positive.
    #[must_use]
    pub fn positive(self, positive: Positive) -> Self {
        TwoPlayerGame { positive, ..self }
    }

    /// The same solved by this kind of search.
    #[must_use]
    pub fn solving(self, method: Method) -> Self {
        TwoPlayerGame { method, ..self }
    }

    /// The same with a solver of its own.
    #[must_use]
    pub fn solved_by(self, solver: MakeSolver<G>) -> Self {
        if ERASED_ONLY {
            return self;
        }
        TwoPlayerGame {
            solver: Some(solver),
            ..self
        }
    }

    /// The same with leaves that no search may look at.
    #[must_use]
    pub fn without_values_of(self, unknown: UnknownLeaves<G>) -> Self {
        TwoPlayerGame {
            unknown: Some(unknown),
            ..self
        }
    }

    /// The same with ends that are `?`, play without end: every search takes a certain draw before
    /// one, so everything that can be reached must fit into memory.
    #[must_use]
    pub fn with_endless_play(self) -> Self {
        TwoPlayerGame {
            endless_play: true,
            ..self
        }
    }

    /// The same with every search compiled for it; otherwise it shares those of the erased
    /// position.
    #[must_use]
    pub fn compiled(self) -> Self {
        if ERASED_ONLY {
            return self;
        }
        TwoPlayerGame {
            compiled: Some(Compiled {
                build: compile::<G, K>,
                solver: |knowledge, method, scale| {
                    Box::new(BySearch::new(knowledge, method, scale))
                },
            }),
            ..self
        }
    }

    /// The same with positions that can be saved in projects, read as users write them there.
    #[must_use]
    pub fn stored(self, from_user: fn(&str) -> Result<G, String>) -> Self
    where
        G: Readable,
    {
        TwoPlayerGame {
            stored: Some(Stored {
                erase: |typed, knowledge| Position::stored(typed, knowledge),
                from_user,
            }),
            ..self
        }
    }

    /// The same with networks that correct its evaluator.
    #[must_use]
    pub fn networks(self, networks: Networks<K>) -> Self {
        TwoPlayerGame {
            networks: Some(networks),
            ..self
        }
    }

    /// The same with an analyst of its own.
    #[must_use]
    pub fn analysed_by(self, analyst: MakeAnalyst) -> Self {
        if ERASED_ONLY {
            return self;
        }
        TwoPlayerGame {
            analyst: Some(analyst),
            ..self
        }
    }

    fn position(&self, typed: G) -> Position {
        match &self.stored {
            Some(stored) => (stored.erase)(typed, self.knowledge.clone()),
            None => Position::two_player(typed, self.knowledge.clone()),
        }
    }

    /// What searches must know of the game.
    fn game_traits(&self) -> GameTraits {
        GameTraits {
            tuned: self.info.tuned,
            positive: self.positive,
            endgame: K::SOLVES,
            prior: K::KNOWS,
        }
    }

    /// The knowledge with the weights that the option names; `None` for the game's own.
    fn weighed(&self, settings: &Settings) -> Result<Option<K>, CatalogError> {
        let search = settings.search();
        let name = settings.word(WEIGHTS.key);
        if name.is_empty() || name == WEIGHTS.default {
            return Ok(None);
        }
        let networks = self.networks.as_ref();
        if let Some(read) = networks.and_then(|networks| networks.find(&self.knowledge, name)) {
            return read.map(Some).map_err(|error| CatalogError {
                what: format!("{search}: {}", error.what),
                ..error
            });
        }
        let Some(training) = self.knowledge.training_data() else {
            let what = format!("{search}: weights={name}, but this game has no features to weigh");
            return Err(CatalogError::usage(what)
                .hint("leave the option out; `gametree train` lists the games with features"));
        };
        let linear = training.find(name).map_err(|error| CatalogError {
            what: format!("{search}: {}", error.what),
            ..error
        })?;
        Ok(Some(self.knowledge.with_weights(linear)))
    }

    /// A search that plays by other knowledge than the game's own, where there is some.
    fn informed(&self, settings: &Settings, other: Option<K>) -> Result<BoxedSearch, CatalogError> {
        match &self.compiled {
            Some(compiled) => {
                let knowledge = other.unwrap_or_else(|| K::clone(&self.knowledge));
                (compiled.build)(settings, knowledge)
            }
            None if !ERASED_ONLY && settings.search() == minimax::PLAIN => {
                let evaluator = other.unwrap_or_else(|| K::clone(&self.knowledge));
                Ok(CompiledBoxer::<G, Unfinished>::new(None).boxed(Minimax { evaluator }))
            }
            None => self.on_erased(settings, other),
        }
    }

    /// Refuses a search that looks at a leaf whose value is not known.
    fn check_unknown_leaves(&self, settings: &Settings) -> Result<(), CatalogError> {
        let Some(unknown) = &self.unknown else {
            return Ok(());
        };
        let mut needed: Vec<String> = Vec::new();
        let mut watch = |event: &Event<'_, Position>| {
            if let Event::Enter { position, .. } = event
                && let Some(name) = position.downcast_ref::<G>().and_then(unknown.name)
                && !needed.contains(&name)
            {
                needed.push(name);
            }
        };
        let mut search = self.on_erased(settings, None)?;
        search.watch_any(&self.start(), &Limits::nodes(MOST_TRIED), &mut watch);
        if needed.is_empty() {
            return Ok(());
        }
        let (search, leaves) = (settings.search(), needed.join(" and "));
        let what = format!("{search} looks at {leaves}, where no value is known");
        Err(CatalogError::usage(what).hint("alphabeta looks only at what it needs"))
    }

    /// The search, with one answer to `?` against a draw.
    fn certain(&self, settings: &Settings, search: BoxedSearch) -> BoxedSearch {
        if self.endless_play && !minimax::tells_endless_play(settings) {
            return Box::new(CertainDraw { inner: search });
        }
        search
    }

    /// The same on the erased position.
    fn on_erased(
        &self,
        settings: &Settings,
        other: Option<K>,
    ) -> Result<BoxedSearch, CatalogError> {
        let finishing = settings.has(ENDGAME.key)?;
        let search = minimax::build(settings, Own, ErasedBoxer { finishing })?;
        Ok(match other {
            None => search,
            Some(knowledge) => Box::new(InformedSearch {
                search,
                knowledge: Arc::new(knowledge),
            }),
        })
    }

    fn typed_solver(&self) -> Option<Box<dyn Solver<G>>> {
        if let Some(make) = self.solver {
            return Some(make());
        }
        let compiled = self.compiled.as_ref()?;
        let knowledge = K::clone(&self.knowledge);
        Some((compiled.solver)(knowledge, self.method, self.scale))
    }
}

/// The rule for `?`, as readers of an explanation need it.
const ENDLESS_PLAY: &str =
    "A ? is play without end: it counts as 0, and a certain 0 is taken before it";

/// Nodes of the trial that finds out whether a search looks at unknown leaves.
const MOST_TRIED: u64 = 100_000;

/// A search of a game that is compiled.
fn compile<G, K>(settings: &Settings, knowledge: K) -> Result<BoxedSearch, CatalogError>
where
    G: SearchableGame + PackedGame,
    K: Knowledge<G>,
{
    let finisher = settings.has(ENDGAME.key)?.then(|| knowledge.clone());
    minimax::build(settings, knowledge, CompiledBoxer::<G, K>::new(finisher))
}

/// A search that plays by other knowledge than the position brings along: learned weights.
struct InformedSearch {
    search: BoxedSearch,
    knowledge: AnyKnowledge,
}

impl InformedSearch {
    fn informed(&self, root: &Position) -> Position {
        root.with_knowledge(&self.knowledge)
            .expect("a game's knowledge has one type")
    }
}

impl Search<Position> for InformedSearch {
    fn watch<O: Observer<Position>>(
        &mut self,
        root: &Position,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<ErasedMove> {
        let root = self.informed(root);
        self.search.watch_any(&root, limits, observer)
    }

    fn search(&mut self, root: &Position, limits: &Limits) -> Report<ErasedMove> {
        let root = self.informed(root);
        self.search.search_any(&root, limits)
    }

    fn new_game(&mut self, seed: u64) {
        self.search.new_game_any(seed);
    }

    fn set_lines(&mut self, lines: u32) {
        self.search.set_lines_any(lines);
    }
}

/// A game for two whose type is erased.
pub trait AnyTwoPlayerGame: Send + Sync {
    /// Its entry in the list.
    fn info(&self) -> &'static GameInfo;

    /// The starting position.
    fn start(&self) -> Position;

    /// Reads the game's own notation; `None` where only moves from the start are known.
    fn read(&self, text: &str) -> Option<Result<Position, String>>;

    /// How its values become numbers and text.
    fn scale(&self) -> Scale;

    /// What searches must know of it.
    fn traits(&self) -> GameTraits;

    /// Reads a position as users write it in projects.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text, or that the game has no projects.
    fn parse_position(&self, text: &str) -> Result<Position, String>;

    /// Starts the built-in analyst of projects.
    ///
    /// # Errors
    /// When the system gives no thread.
    fn analyst(&self, resources: Resources) -> io::Result<AnyAnalyst>;

    /// Makes a search, for the game's own type where that is compiled.
    ///
    /// # Errors
    /// An option is wrong, or a file of weights cannot be read.
    fn search(&self, settings: &Settings) -> Result<BoxedSearch, CatalogError>;

    /// Makes a search that can be watched.
    ///
    /// # Errors
    /// As [`AnyTwoPlayerGame::search`].
    fn observable(&self, settings: &Settings) -> Result<BoxedSearch, CatalogError>;

    /// A remark on every value of it.
    fn note(&self) -> Option<&str>;

    /// Makes a solver.
    fn solver(&self) -> Box<dyn RootSolver>;

    /// What can be learned; `None` where the game has no features.
    fn features(&self) -> Option<FeatureSet>;

    /// Makes a search that plays by these weights instead of the game's evaluator.
    ///
    /// # Errors
    /// As [`AnyTwoPlayerGame::search`], or the game has no features.
    fn search_with_weights(
        &self,
        settings: &Settings,
        weights: &Linear<ErasedFeatures>,
    ) -> Result<BoxedSearch, CatalogError>;
}

impl<G, K> AnyTwoPlayerGame for TwoPlayerGame<G, K>
where
    G: SearchableGame + PackedGame,
    K: Knowledge<G> + Trainable<G>,
{
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn start(&self) -> Position {
        self.position(self.start.clone())
    }

    fn read(&self, text: &str) -> Option<Result<Position, String>> {
        let read = self.reader.as_ref()?;
        Some(read(text).map(|typed| self.position(typed)))
    }

    fn scale(&self) -> Scale {
        self.scale
    }

    fn traits(&self) -> GameTraits {
        self.game_traits()
    }

    fn parse_position(&self, text: &str) -> Result<Position, String> {
        let stored = self.stored.as_ref().ok_or("this game has no projects")?;
        (stored.from_user)(text).map(|typed| self.position(typed))
    }

    fn analyst(&self, resources: Resources) -> io::Result<AnyAnalyst> {
        match self.analyst {
            Some(start) => start(resources),
            None if ERASED_ONLY => Err(io::ErrorKind::Unsupported.into()),
            None => analyst::start::<G, K>(self.info, &self.knowledge, resources),
        }
    }

    fn search(&self, settings: &Settings) -> Result<BoxedSearch, CatalogError> {
        self.check_unknown_leaves(settings)?;
        let search = self.informed(settings, self.weighed(settings)?)?;
        Ok(self.certain(settings, search))
    }

    fn observable(&self, settings: &Settings) -> Result<BoxedSearch, CatalogError> {
        self.check_unknown_leaves(settings)?;
        let search = self.on_erased(settings, self.weighed(settings)?)?;
        Ok(self.certain(settings, search))
    }

    fn note(&self) -> Option<&str> {
        let unknown = self.unknown.as_ref().map(|unknown| unknown.note.as_str());
        unknown.or(self.endless_play.then_some(ENDLESS_PLAY))
    }

    fn solver(&self) -> Box<dyn RootSolver> {
        match self.typed_solver() {
            Some(solver) => Box::new(TypedSolver(solver)),
            None => Box::new(ErasedSolver(BySearch::new(Own, self.method, self.scale))),
        }
    }

    fn features(&self) -> Option<FeatureSet> {
        let training = self.knowledge.training_data()?.clone();
        let Linear {
            features,
            weights,
            scale,
        } = training.start;
        Some(FeatureSet {
            game: training.game,
            start: Linear {
                features: ErasedFeatures::new::<G, _>(features),
                weights,
                scale,
            },
            learned: training.learned,
            named: training.named,
            unit: training.unit,
            alike: training.alike.map(ErasedFeatures::new::<G, _>),
        })
    }

    fn search_with_weights(
        &self,
        settings: &Settings,
        weights: &Linear<ErasedFeatures>,
    ) -> Result<BoxedSearch, CatalogError> {
        let training = self
            .knowledge
            .training_data()
            .ok_or_else(|| CatalogError::usage("this game has no features to weigh"))?;
        let typed = Linear {
            features: training.start.features.clone(),
            weights: weights.weights.clone(),
            scale: weights.scale,
        };
        self.informed(settings, Some(self.knowledge.with_weights(typed)))
    }
}
