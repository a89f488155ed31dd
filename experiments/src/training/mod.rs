//! Learning the weights of a game's evaluator by self-play, and what they gained.
//!
//! ```text
//!   TrainingRequest ──▶ games against itself ──▶ weights ──▶ a match against the start ──▶ TrainingReport
//! ```

mod learn;
mod network;
mod report;

use std::path::PathBuf;
use std::time::Instant;

use gametree::Limits;
use gametree::learning::Linear;
use gametree_arena::opening::Random;
use gametree_arena::{Clock, Match, Opening, Searcher, Table};
use gametree_catalog::defaults::within_memory;
use gametree_catalog::features::feature_set;
use gametree_catalog::knowledge::{ErasedFeatures, FeatureSet};
use gametree_catalog::searches::boxer::BoxedSearch;
use gametree_catalog::searches::minimax::DEFAULT;
use gametree_catalog::{AnyGame, CatalogError, Conditions, Position};

use crate::Run;
pub use learn::Category;
use learn::Learned;
pub use report::{CurveMark, TrainingReport};

/// How weights are learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Temporal differences at the positions played.
    Td,
    /// Temporal differences at the leaves of best lines.
    TdLeaf,
    /// Logistic regression on results.
    Regression,
    /// Mean results of positions with equal features.
    Categories,
    /// A network that corrects the evaluator of chess, by values and results of self-play.
    Network,
}

impl Method {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Td => "td",
            Method::TdLeaf => "tdleaf",
            Method::Regression => "regression",
            Method::Categories => "categories",
            Method::Network => "network",
        }
    }
}

/// What is to be learned, and how.
#[derive(Clone, Debug)]
pub struct TrainingRequest {
    /// A game with features.
    pub game: String,
    /// Where its games begin, if not at the starting position.
    pub from: Option<String>,
    /// How weights are learned.
    pub method: Method,
    /// Games to learn from.
    pub games: u64,
    /// How far errors reach back (temporal differences), 0 to 1.
    pub lambda: f64,
    /// How much an error changes the weights (temporal differences).
    pub rate: f64,
    /// Plies searched per move (temporal differences).
    pub depth: u32,
    /// Positions searched per move, in the games of the other methods and in the match.
    pub nodes: u64,
    /// Games against the starting weights; 0 for none.
    pub match_games: u64,
    /// Seed of all randomness.
    pub seed: u64,
    /// Temporal differences go on from this file where it is there, and are saved in it on the way;
    /// what was learned is written to it.
    pub out: Option<PathBuf>,
}

impl TrainingRequest {
    fn check(&self) -> Result<(), CatalogError> {
        let wrong = |what: String| Err(CatalogError::usage(what));
        if !(0.0..=1.0).contains(&self.lambda) {
            return wrong(format!("--lambda {} is not between 0 and 1", self.lambda));
        }
        if !(self.rate > 0.0 && self.rate.is_finite()) {
            return wrong(format!("--rate {} is not above 0", self.rate));
        }
        if self.games == 0 || self.nodes == 0 || !(1..=64).contains(&self.depth) {
            return wrong("--games and --nodes must not be 0, and --depth is 1 to 64".into());
        }
        if self.method == Method::Network {
            network::check(self)?;
        }
        if self.match_games % 2 == 1 {
            let games = self.match_games;
            return wrong(format!(
                "--match {games} is odd: both sides begin equally often"
            ));
        }
        Ok(())
    }
}

/// Learns; what was learned is reported also where the run is stopped, without a match.
///
/// # Errors
/// The request is wrong, or a file cannot be read or written.
pub fn run(request: &TrainingRequest, run: &Run<'_>) -> Result<TrainingReport, CatalogError> {
    request.check()?;
    let game = gametree_catalog::open(&request.game, &[])?;
    let features = feature_set(&game)?;
    let training = Training {
        request,
        start: game.dealt(request.from.as_deref(), request.seed)?,
        game: &game,
        features: &features,
        run,
    };
    let begun = Instant::now();
    let learned = training.learn()?;
    let seconds = begun.elapsed().as_secs_f64();
    training.save(&learned.file)?;
    let elo = match run.stopped() {
        true => None,
        false => training.elo_over_start(&learned)?,
    };
    Ok(TrainingReport::new(&training, learned, seconds, elo))
}

/// Elo with its interval.
struct EloGain {
    elo: f64,
    low: f64,
    high: f64,
}

/// Makes a player of the match.
type Side<'a> = Box<dyn Fn(&Conditions) -> Result<BoxedSearch, CatalogError> + Sync + 'a>;

/// A training of one game.
struct Training<'a> {
    request: &'a TrainingRequest,
    game: &'a AnyGame,
    /// Where the games begin.
    start: Position,
    features: &'a FeatureSet,
    run: &'a Run<'a>,
}

impl Training<'_> {
    /// What searches are made for here.
    fn conditions(&self) -> Conditions {
        // Two searches for every game of the match.
        let players = 2 * std::thread::available_parallelism().map_or(1, usize::from);
        Conditions {
            seed: self.request.seed,
            limits: within_memory(Limits::nodes(self.request.nodes), players),
        }
    }

    /// Writes the weights so far, where a file for them is named.
    fn save(&self, file: &[u8]) -> Result<(), CatalogError> {
        let Some(path) = self.request.out.as_ref().filter(|_| !file.is_empty()) else {
            return Ok(());
        };
        std::fs::write(path, file).map_err(|error| {
            CatalogError::failed(format!("cannot write {}: {error}", path.display()))
                .hint("does the directory exist, and may you write to it?")
        })
    }

    /// Elo over the weights that people made.
    fn elo_over_start(&self, learned: &Learned) -> Result<Option<EloGain>, CatalogError> {
        let games = self.request.match_games;
        let Some(openings) = self.openings().filter(|_| games > 0) else {
            return Ok(None);
        };
        let on = self.conditions();
        let plan = Match {
            openings,
            limits: [on.limits.clone(), on.limits.clone()],
            seed: self.request.seed,
            stop: Some(self.run.stop.clone()),
            ..Match::new(games as usize)
        };
        let Some(sides) = self.sides(learned)? else {
            return Ok(None);
        };
        let searcher = |make: &Side<'_>| {
            let search = make(&on).map_err(|error| error.what)?;
            Ok::<_, String>(Box::new(Searcher::boxed(search).by(Clock::Cpu)))
        };
        let seating = || {
            Ok(Table {
                a: searcher(&sides[0])?,
                b: searcher(&sides[1])?,
            })
        };
        let stage = self
            .run
            .progress
            .stage("games against the start".into(), games);
        let result = plan.resume(&seating, Vec::new(), &mut |_, standing| {
            stage.at(standing.tally.games());
            Ok(())
        });
        let result = result.map_err(|error| CatalogError::failed(error.to_string()))?;
        Ok(result.standing.estimate.map(|estimate| EloGain {
            elo: estimate.elo,
            low: estimate.low,
            high: estimate.high,
        }))
    }

    /// Who plays the match: what was learned, and what it is measured by; `None` where nothing was
    /// learned that could play.
    fn sides<'a>(&'a self, learned: &'a Learned) -> Result<Option<[Side<'a>; 2]>, CatalogError> {
        if self.request.method == Method::Network {
            return network::sides(self).map(Some);
        }
        let side = |weights: &'a Linear<ErasedFeatures>| -> Side<'a> {
            Box::new(move |on| self.game.build_with_weights(DEFAULT, on, weights))
        };
        let linear = learned.linear.as_ref();
        Ok(linear.map(|linear| [side(linear), side(&self.features.start)]))
    }

    /// Random openings, shorter ones where games end early.
    fn openings(&self) -> Option<Vec<Opening<Position>>> {
        (1..=6).rev().find_map(|plies| {
            let random = Random {
                plies,
                count: self.request.match_games as usize / 2,
                seed: self.request.seed,
                accept: &|_| true,
            };
            let drawn = random.draw(&self.start);
            (!drawn.is_empty()).then_some(drawn)
        })
    }
}
