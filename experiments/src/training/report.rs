//! What training came to.

use std::collections::BTreeMap;

use gametree::learning::Features;
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use serde::Serialize;

use super::learn::{Category, Learned};
use super::{EloGain, Training};

/// What training came to, schema `gametree.train/1`.
#[derive(Serialize)]
pub struct TrainingReport {
    schema: &'static str,
    /// The game.
    pub game: String,
    /// The method's name.
    pub method: &'static str,
    /// Games learned from.
    pub games: u64,
    seed: u64,
    /// Time of the learning.
    pub seconds: f64,
    scale: f64,
    /// The weights by the names of the features.
    pub weights: BTreeMap<&'static str, f64>,
    /// Kinds of positions, where results were counted by kind.
    pub kinds: Option<usize>,
    /// What was seen of each kind, the most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Category>,
    /// The loss on the way.
    pub curve: Vec<CurveMark>,
    /// Elo over the weights that people made; none where no match was played.
    pub elo_vs_start: Option<f64>,
    /// The low end of its interval.
    pub elo_low: Option<f64>,
    /// The high end.
    pub elo_high: Option<f64>,
    /// Games of the match.
    pub match_games: u64,
}

/// The loss after some of the games.
#[derive(Serialize)]
pub struct CurveMark {
    /// Games learned from.
    pub games: u64,
    /// The mean loss since the mark before.
    pub loss: f64,
}

impl TrainingReport {
    pub(super) fn new(
        training: &Training<'_>,
        learned: Learned,
        seconds: f64,
        elo: Option<EloGain>,
    ) -> TrainingReport {
        let request = training.request;
        let unit = training.features.unit;
        let weights = learned.linear.iter().flat_map(|linear| {
            let names = linear.features.names().iter().copied();
            names.zip(linear.weights.iter().map(|weight| weight / unit))
        });
        let marks = learned.curve.marks.iter().map(|mark| CurveMark {
            games: mark.games,
            loss: mark.loss,
        });
        let linear = learned.linear.as_ref().unwrap_or(&training.features.start);
        TrainingReport {
            schema: "gametree.train/1",
            game: training.game.name().to_string(),
            method: request.method.name(),
            games: learned.games,
            seed: request.seed,
            seconds,
            scale: linear.scale,
            weights: weights.collect(),
            kinds: learned.kinds,
            curve: marks.collect(),
            elo_vs_start: elo.as_ref().map(|gain| gain.elo),
            elo_low: elo.as_ref().map(|gain| gain.low),
            elo_high: elo.as_ref().map(|gain| gain.high),
            match_games: elo.map_or(0, |_| request.match_games),
            categories: learned.categories,
        }
    }

    /// A picture of the loss over the games.
    pub fn curve_svg(&self) -> String {
        let mark = |mark: &CurveMark| Mark::exact(mark.games as f64, mark.loss);
        let panel = Panel {
            title: "Loss".into(),
            x_label: "games".into(),
            y_label: "loss".into(),
            series: Series::alone(self.curve.iter().map(mark).collect()),
            shape: Shape::Line,
            ..Panel::default()
        };
        svg(&format!("{}: {}", self.game, self.method), &[panel])
    }
}
