//! A game at the table: everything a command needs to know of it, for one game type.

use std::fmt::Display;
use std::sync::Arc;

use gametree::finishing::{Finish, Finisher, Unfinished};
use gametree::learning::{Features, Linear, WeightsError};
use gametree::minmax::{Ignorant, Losses, MinMax, Policy, Prior};
use gametree::playout::{Playout, Uniform};
use gametree::rng::Rng;
use gametree::{
    Budget, Evaluator, Forced, Game, Guided, Keyed, Limits, Noisy, Notation, Outcome, Score, Stop,
    Tempo, TwoPlayer, Verdict,
};
use serde_json::Number;

use crate::error::Problem;
use crate::games::Entry;
use crate::minmax::{Expects, Positive};
use crate::searches::{Boxed, Setup};

/// What a game must be to be on the command line.
pub trait CliGame:
    TwoPlayer<Move: Send + Sync>
    + Keyed
    + Noisy
    + Forced
    + Guided
    + Tempo
    + Notation
    + Display
    + Send
    + Sync
{
}

impl<G> CliGame for G where
    G: TwoPlayer<Move: Send + Sync>
        + Keyed
        + Noisy
        + Forced
        + Guided
        + Tempo
        + Notation
        + Display
        + Send
        + Sync
{
}

/// What is known of a game besides its rules: an evaluator, how to play out, how to solve its end,
/// which moves are likely, and what can be learned.
pub trait CliEvaluator<G: CliGame>:
    Evaluator<G> + Playout<G> + Finisher<G> + Expects<G> + Taught<G> + Clone + Send + Sync
{
}

impl<G, E> CliEvaluator<G> for E
where
    G: CliGame,
    E: Evaluator<G> + Playout<G> + Finisher<G> + Expects<G> + Taught<G> + Clone + Send + Sync,
{
}

/// What can take learned weights.
pub trait Taught<G: Game>: Sized {
    /// What is counted in a position.
    type Shape: Features<G> + Clone + Send + Sync;

    /// The weights that people made and, if there are such, the text of those that were learned and
    /// committed. `None` where the game has no features.
    fn lessons(&self) -> Option<Lessons<Self::Shape>>;

    /// The same with these weights instead of the game's own evaluator.
    fn taught(&self, linear: Linear<Self::Shape>) -> Self;
}

/// Where learning begins, and what it has come to.
#[derive(Clone, Copy, Debug)]
pub struct Lessons<S> {
    /// The game's name in files.
    pub game: &'static str,
    /// The weights that people made.
    pub start: fn() -> Linear<S>,
    /// The committed file of learned weights.
    pub learned: Option<&'static str>,
}

impl<S> Lessons<S> {
    /// The weights of a file.
    pub fn read<G: Game>(&self, text: &str) -> Result<Linear<S>, WeightsError>
    where
        S: Features<G>,
    {
        Linear::read((self.start)().features, self.game, text)
    }
}

/// For games of which nothing is counted.
#[derive(Clone, Copy, Debug)]
pub enum Featureless {}

impl<G: Game> Features<G> for Featureless {
    fn names(&self) -> &[&'static str] {
        &[]
    }

    fn write(&self, _: &G, _: &mut [f64]) {}
}

/// An evaluator, a playout, an endgame solver and a prior in one; and learned weights that go
/// before the evaluator.
#[derive(Clone, Debug)]
pub struct Known<E, P, F = Unfinished, R = Ignorant, S = Featureless> {
    /// Static values.
    pub evaluator: E,
    /// Random games.
    pub playout: P,
    /// The last moves.
    pub finisher: F,
    /// Likely moves.
    pub prior: R,
    /// What can be learned.
    pub lessons: Option<Lessons<S>>,
    /// What was learned, instead of the evaluator.
    pub learned: Option<Arc<Linear<S>>>,
}

impl<E> Known<E, Uniform> {
    /// With uniform random games, no endgame solver, no prior, and nothing to learn.
    pub fn uniform(evaluator: E) -> Self {
        let (playout, finisher, prior) = (Uniform, Unfinished, Ignorant);
        Known {
            evaluator,
            playout,
            finisher,
            prior,
            lessons: None,
            learned: None,
        }
    }
}

impl<E, P, F, R> Known<E, P, F, R> {
    /// The same with something to learn.
    pub fn learning<S>(self, lessons: Lessons<S>) -> Known<E, P, F, R, S> {
        let Known {
            evaluator,
            playout,
            finisher,
            prior,
            ..
        } = self;
        Known {
            evaluator,
            playout,
            finisher,
            prior,
            lessons: Some(lessons),
            learned: None,
        }
    }

    /// The same with a prior over moves.
    pub fn expecting<Q>(self, prior: Q) -> Known<E, P, F, Q> {
        let Known {
            evaluator,
            playout,
            finisher,
            ..
        } = self;
        Known {
            evaluator,
            playout,
            finisher,
            prior,
            lessons: None,
            learned: None,
        }
    }

    /// The same with an endgame solver.
    pub fn finishing<H>(self, finisher: H) -> Known<E, P, H, R> {
        let Known {
            evaluator,
            playout,
            prior,
            ..
        } = self;
        Known {
            evaluator,
            playout,
            finisher,
            prior,
            lessons: None,
            learned: None,
        }
    }
}

impl<G: Game, E: Evaluator<G>, P, F, R, S: Features<G>> Evaluator<G> for Known<E, P, F, R, S> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        match &self.learned {
            None => self.evaluator.evaluate(position),
            Some(learned) => learned.evaluate(position),
        }
    }
}

impl<G, E, P, F, R, S> Taught<G> for Known<E, P, F, R, S>
where
    G: Game,
    E: Clone,
    P: Clone,
    F: Clone,
    R: Clone,
    S: Features<G> + Clone + Send + Sync,
{
    type Shape = S;

    fn lessons(&self) -> Option<Lessons<S>> {
        self.lessons.clone()
    }

    fn taught(&self, linear: Linear<S>) -> Self {
        Known {
            learned: Some(Arc::new(linear)),
            ..self.clone()
        }
    }
}

impl<G: CliGame, E, P, F, R: Expects<G>, S> Expects<G> for Known<E, P, F, R, S> {
    fn search<'a, K>(search: MinMax<K>, cost: Policy<Losses, K>) -> Option<Boxed<'a, G>>
    where
        G: 'a,
        K: CliEvaluator<G> + 'a,
    {
        R::search(search, cost)
    }
}

impl<G: Game, E, P, F, R: Prior<G>, S> Prior<G> for Known<E, P, F, R, S> {
    const KNOWS: bool = R::KNOWS;

    #[inline]
    fn chances(&self, position: &G, chances: &mut Vec<f32>) {
        self.prior.chances(position, chances);
    }
}

impl<G: Game, E, P: Playout<G>, F, R, S> Playout<G> for Known<E, P, F, R, S> {
    #[inline]
    fn play_out(&self, position: G, rng: &mut Rng) -> (Outcome, u32) {
        self.playout.play_out(position, rng)
    }
}

impl<G: Game, E, P, F: Finisher<G>, R, S> Finisher<G> for Known<E, P, F, R, S> {
    const SOLVES: bool = F::SOLVES;

    fn cost(&self, position: &G) -> Option<u64> {
        self.finisher.cost(position)
    }

    fn finish(&mut self, position: &G, budget: &mut Budget) -> Result<Finish<G::Move>, Stop> {
        self.finisher.finish(position, budget)
    }
}

/// Reads a position of the game.
pub type Reader<'a, G> = &'a dyn Fn(&str) -> Result<G, String>;

/// A game, ready to be used.
pub struct Seat<'a, G, E> {
    /// Its entry in the registry.
    pub entry: &'static Entry,
    /// As the user named it.
    pub name: &'a str,
    /// The first position.
    pub start: G,
    /// Its evaluator and playout.
    pub evaluator: E,
    /// Reads the game's own notation of positions; `None` where only moves from the start are
    /// known.
    pub reader: Option<Reader<'a, G>>,
    /// Writes a value in the game's own unit.
    pub show: &'a dyn Fn(Score) -> String,
    /// How its values become positive, for searches that need that.
    pub positive: Positive,
    /// The game's own solver, where it has one.
    pub solver: Option<&'a dyn crate::commands::solve::Solver<G>>,
}

/// A command, written once for every game.
pub trait WithGame {
    /// What it gives.
    type Out;

    /// Runs it.
    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>)
    -> anyhow::Result<Self::Out>;
}

/// The word for a game's first position.
pub const START: &str = "startpos";

impl<G: CliGame, E> Seat<'_, G, E> {
    /// The position of a text: `startpos`, the game's own notation, or moves from the start.
    pub fn position(&self, text: Option<&str>) -> Result<G, Problem> {
        let text = text.unwrap_or(START).trim();
        if text.is_empty() || text == START {
            return Ok(self.start.clone());
        }
        let own = self.reader.map(|read| read(text));
        if let Some(Ok(position)) = own {
            return Ok(position);
        }
        let reason = match (by_moves(&self.start, text), own) {
            (Ok(position), _) => return Ok(position),
            (Err(_), Some(Err(reason))) | (Err(reason), _) => reason,
        };
        let shown = crate::output::shorten(text, 100);
        let what = format!(
            "'{shown}' is not a position of {}: {reason}",
            self.entry.name
        );
        Err(Problem::usage(what).mend(format!(
            "positions of {}: {}",
            self.entry.name, self.entry.positions
        )))
    }

    /// What all searches of a command have in common.
    pub fn setup(&self, seed: u64, limits: &Limits) -> Setup {
        Setup {
            seed,
            limits: limits.clone(),
            tuned: self.entry.tuned,
            positive: self.positive,
        }
    }

    /// The value as a plain number: points, or ±(1000000 − plies) for a win or loss.
    pub fn number(&self, value: Score) -> Number {
        match value.verdict() {
            Verdict::Win(plies) => Number::from(1_000_000 - i64::from(plies)),
            Verdict::Loss(plies) => Number::from(i64::from(plies) - 1_000_000),
            Verdict::Points(_) => plain((self.show)(value).parse().unwrap_or(0.0)),
        }
    }
}

/// A number without a needless fraction.
pub fn plain(number: f64) -> Number {
    if number.fract() == 0.0 && number.abs() < 9e15 {
        return Number::from(number as i64);
    }
    Number::from_f64(number).unwrap_or_else(|| Number::from(0))
}

/// A position written as the moves that lead to it, by spaces or commas.
pub fn by_moves<G: Notation>(start: &G, text: &str) -> Result<G, String> {
    let mut position = start.clone();
    let words = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    for (number, word) in (1..).zip(words) {
        if position.outcome().is_some() {
            return Err(format!("the game is over before move {number}, '{word}'"));
        }
        let Some(m) = position.read_move(word) else {
            let word = crate::output::shorten(word, 30);
            return Err(format!(
                "move {number}, '{word}', is not legal; legal: {}",
                legal(&position)
            ));
        };
        position.play(m);
    }
    Ok(position)
}

/// The legal moves, on one line.
pub fn legal<G: Notation>(position: &G) -> String {
    const MOST: usize = 60;
    let mut names: Vec<String> = position
        .moves()
        .take(MOST + 1)
        .map(|m| position.write_move(m))
        .collect();
    if names.len() > MOST {
        names[MOST] = "…".into();
    }
    names.join(" ")
}
