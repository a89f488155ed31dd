//! What is known of a game of two besides its rules: an evaluator, how to play out, how to solve
//! its end, which moves are likely, and what can be learned.

use std::sync::Arc;

use gametree::erased::ErasedPosition;
use gametree::finishing::{Finish, Finisher, Unfinished};
use gametree::learning::{Features, Linear, WeightsError};
use gametree::minmax::{Ignorant, Prior};
use gametree::playout::{Playout, Uniform};
use gametree::rng::Rng;
use gametree::{
    Budget, Evaluator, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Stop,
    TwoPlayer,
};

use crate::error::{CatalogError, reason};

/// A position of any game, its type erased.
pub type Position = ErasedPosition<'static>;

/// What a game must tell so that every search for two players can search it.
pub trait SearchableGame:
    TwoPlayer<Move: Send + Sync>
    + Keyed
    + Noisy
    + Forced
    + Guided
    + NullMove
    + Notation
    + Send
    + Sync
    + 'static
{
}

impl<G> SearchableGame for G where
    G: TwoPlayer<Move: Send + Sync>
        + Keyed
        + Noisy
        + Forced
        + Guided
        + NullMove
        + Notation
        + Send
        + Sync
        + 'static
{
}

/// Everything that a search may use of a game.
pub trait Knowledge<G: Game>:
    Evaluator<G> + Playout<G> + Finisher<G> + Prior<G> + Clone + Send + Sync + 'static
{
}

impl<G, K> Knowledge<G> for K
where
    G: Game,
    K: Evaluator<G> + Playout<G> + Finisher<G> + Prior<G> + Clone + Send + Sync + 'static,
{
}

/// Knowledge that can take learned weights.
pub trait Trainable<G: Game>: Sized {
    /// What is counted in a position.
    type Features: Features<G> + Clone + Send + Sync + 'static;

    /// Where learning begins; `None` where the game has no features.
    fn training_data(&self) -> Option<&TrainingData<Self::Features>>;

    /// The same with these weights instead of the game's own evaluator.
    fn with_weights(&self, linear: Linear<Self::Features>) -> Self;
}

/// Where learning begins, and what it has come to.
#[derive(Clone, Debug)]
pub struct TrainingData<S> {
    /// The game's name in files.
    pub game: &'static str,
    /// The weights made by hand.
    pub start: Linear<S>,
    /// The committed file of learned weights.
    pub learned: Option<&'static str>,
    /// Other weights by name, in the order of the features.
    pub named: Vec<NamedWeights>,
    /// Points of one unit in which people count: 100 where they count pawns.
    pub unit: f64,
    /// What makes positions alike for categories, where it is not what is weighed.
    pub alike: Option<S>,
}

/// Weights that have a name.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedWeights {
    /// The name.
    pub name: &'static str,
    /// What they are, for people.
    pub about: &'static str,
    /// In the order of the features.
    pub weights: Vec<f64>,
}

impl<S> TrainingData<S> {
    /// Weights made by hand.
    pub fn new(game: &'static str, start: Linear<S>) -> TrainingData<S> {
        TrainingData {
            game,
            start,
            learned: None,
            named: Vec::new(),
            unit: 1.0,
            alike: None,
        }
    }

    /// The same with a file of learned weights.
    #[must_use]
    pub fn learned(self, text: &'static str) -> TrainingData<S> {
        TrainingData {
            learned: Some(text),
            ..self
        }
    }

    /// The weights of a file.
    ///
    /// # Errors
    /// The file is not one of this game's weights.
    pub fn read<G: Game>(&self, text: &str) -> Result<Linear<S>, WeightsError>
    where
        S: Features<G> + Clone,
    {
        Linear::read(self.start.features.clone(), self.game, text)
    }

    /// The weights that a user names: those of a name, the learned ones, or a file's.
    ///
    /// # Errors
    /// There are none of this name, and no file either.
    pub fn find<G: Game>(&self, name: &str) -> Result<Linear<S>, CatalogError>
    where
        S: Features<G> + Clone,
    {
        if let Some(found) = self.named.iter().find(|found| found.name == name) {
            return Ok(Linear {
                weights: found.weights.clone(),
                ..self.start.clone()
            });
        }
        let text = match (name, self.learned) {
            ("learned", Some(text)) => text.to_string(),
            ("learned", None) => {
                let what = "no learned weights come with this game";
                let hint = "make some with `gametree train`, and name the file";
                return Err(CatalogError::usage(what).hint(hint));
            }
            (path, _) => std::fs::read_to_string(path).map_err(|error| {
                CatalogError::not_found(format!("weights={path}: {}", reason(&error)))
            })?,
        };
        self.read(&text)
            .map_err(|error| CatalogError::usage(format!("weights={name}: {error}")))
    }
}

/// For games without features.
#[derive(Clone, Copy, Debug)]
pub enum Featureless {}

impl<G: Game> Features<G> for Featureless {
    fn names(&self) -> &[&'static str] {
        &[]
    }

    fn write(&self, _: &G, _: &mut [f64]) {}
}

/// An evaluator, a playout, an endgame solver and a prior in one; learned weights go before the
/// evaluator.
#[derive(Clone, Debug)]
pub struct Heuristics<E, P = Uniform, F = Unfinished, R = Ignorant, S = Featureless> {
    /// Static values.
    pub evaluator: E,
    /// Random games.
    pub playout: P,
    /// The last moves.
    pub finisher: F,
    /// Likely moves.
    pub prior: R,
    /// What can be learned.
    pub training: Option<TrainingData<S>>,
    /// What was learned, instead of the evaluator.
    pub learned: Option<Arc<Linear<S>>>,
}

impl<E> Heuristics<E> {
    /// An evaluator alone: uniform random games, no endgame solver, no prior, nothing to learn.
    pub const fn new(evaluator: E) -> Self {
        Heuristics {
            evaluator,
            playout: Uniform,
            finisher: Unfinished,
            prior: Ignorant,
            training: None,
            learned: None,
        }
    }
}

impl<E, P, F, R> Heuristics<E, P, F, R> {
    /// The same with random games of the game's own.
    pub fn playing_out<Q>(self, playout: Q) -> Heuristics<E, Q, F, R> {
        let Heuristics {
            evaluator,
            finisher,
            prior,
            ..
        } = self;
        Heuristics {
            evaluator,
            playout,
            finisher,
            prior,
            training: None,
            learned: None,
        }
    }

    /// The same with a prior over moves.
    pub fn with_prior<Q>(self, prior: Q) -> Heuristics<E, P, F, Q> {
        let Heuristics {
            evaluator,
            playout,
            finisher,
            ..
        } = self;
        Heuristics {
            evaluator,
            playout,
            finisher,
            prior,
            training: None,
            learned: None,
        }
    }

    /// The same with an endgame solver.
    pub fn with_finisher<H>(self, finisher: H) -> Heuristics<E, P, H, R> {
        let Heuristics {
            evaluator,
            playout,
            prior,
            ..
        } = self;
        Heuristics {
            evaluator,
            playout,
            finisher,
            prior,
            training: None,
            learned: None,
        }
    }

    /// The same with something to learn: call this last.
    pub fn trainable<S>(self, training: TrainingData<S>) -> Heuristics<E, P, F, R, S> {
        let Heuristics {
            evaluator,
            playout,
            finisher,
            prior,
            ..
        } = self;
        Heuristics {
            evaluator,
            playout,
            finisher,
            prior,
            training: Some(training),
            learned: None,
        }
    }
}

impl<G: Game, E: Evaluator<G>, P, F, R, S: Features<G>> Evaluator<G> for Heuristics<E, P, F, R, S> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        match &self.learned {
            None => self.evaluator.evaluate(position),
            Some(learned) => learned.evaluate(position),
        }
    }
}

impl<G, E, P, F, R, S> Trainable<G> for Heuristics<E, P, F, R, S>
where
    G: Game,
    E: Clone,
    P: Clone,
    F: Clone,
    R: Clone,
    S: Features<G> + Clone + Send + Sync + 'static,
{
    type Features = S;

    fn training_data(&self) -> Option<&TrainingData<S>> {
        self.training.as_ref()
    }

    fn with_weights(&self, linear: Linear<S>) -> Self {
        Heuristics {
            learned: Some(Arc::new(linear)),
            ..self.clone()
        }
    }
}

impl<G: Game, E, P, F, R: Prior<G>, S> Prior<G> for Heuristics<E, P, F, R, S> {
    const KNOWS: bool = R::KNOWS;

    #[inline]
    fn chances(&self, position: &G, chances: &mut Vec<f32>) {
        self.prior.chances(position, chances);
    }
}

impl<G: Game, E, P: Playout<G>, F, R, S> Playout<G> for Heuristics<E, P, F, R, S> {
    #[inline]
    fn play_out(&self, position: G, rng: &mut Rng) -> (Outcome, u32) {
        self.playout.play_out(position, rng)
    }
}

impl<G: Game, E, P, F: Finisher<G>, R, S> Finisher<G> for Heuristics<E, P, F, R, S> {
    const SOLVES: bool = F::SOLVES;

    fn cost(&self, position: &G) -> Option<u64> {
        self.finisher.cost(position)
    }

    fn finish(&mut self, position: &G, budget: &mut Budget) -> Result<Finish<G::Move>, Stop> {
        self.finisher.finish(position, budget)
    }

    fn forget(&mut self) {
        self.finisher.forget();
    }
}

/// Writes what is counted in a position.
type WriteFeatures = Arc<dyn Fn(&Position, &mut [f64]) + Send + Sync>;

/// A game's features on erased positions: training is compiled once for all games.
#[derive(Clone)]
pub struct ErasedFeatures {
    names: Vec<&'static str>,
    write: WriteFeatures,
}

impl ErasedFeatures {
    /// The features of a game of one type.
    pub fn new<G: Game + 'static, S: Features<G> + Send + Sync + 'static>(features: S) -> Self {
        ErasedFeatures {
            names: features.names().to_vec(),
            write: Arc::new(move |position, counts| {
                if let Some(position) = position.downcast_ref::<G>() {
                    features.write(position, counts);
                }
            }),
        }
    }
}

impl std::fmt::Debug for ErasedFeatures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ErasedFeatures")
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

impl Features<Position> for ErasedFeatures {
    fn names(&self) -> &[&'static str] {
        &self.names
    }

    fn write(&self, position: &Position, counts: &mut [f64]) {
        (self.write)(position, counts);
    }
}

/// What `gametree train` and `gametree features` need to know of a game.
pub type FeatureSet = TrainingData<ErasedFeatures>;
