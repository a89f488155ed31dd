//! What training came to.

use std::collections::BTreeMap;

use gametree::learning::categories::Seen;
use gametree::learning::{Categories, Features};
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_catalog::knowledge::ErasedFeatures;
use serde::Serialize;

use super::learn::Learned;
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

/// What was seen of positions with equal features.
#[derive(Serialize)]
pub struct Category {
    /// The features that are not 0.
    pub features: BTreeMap<&'static str, i64>,
    /// Games that the first player won.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
    /// The mean result: what a position of this kind is worth, from 0 to 1.
    pub value: f64,
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

/// The kinds of positions, the most frequent first.
pub(super) fn categories(counted: &Categories<ErasedFeatures>) -> Vec<Category> {
    let names = counted.features.names();
    let category = |(kind, seen): (&[i64], Seen)| Category {
        features: names
            .iter()
            .copied()
            .zip(kind.iter().copied())
            .filter(|(_, n)| *n != 0)
            .collect(),
        wins: seen.wins,
        draws: seen.draws,
        losses: seen.losses,
        value: seen.mean(),
    };
    counted.rows().into_iter().map(category).collect()
}
