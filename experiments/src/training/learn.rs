//! The methods: temporal differences, or results of games that a search plays against itself.

use std::collections::BTreeMap;
use std::path::Path;

use gametree::learning::categories::Seen;
use gametree::learning::curve::Mean;
use gametree::learning::td::Squash;
use gametree::learning::{
    Categories, Course, Curve, Features, Linear, Plan, Regression, Settings, Td, Trainer, Weights,
    WeightsError,
};
use gametree::{Force, Forced};
use gametree_catalog::knowledge::ErasedFeatures;
use gametree_catalog::searches::boxer::BoxedSearch;
use gametree_catalog::searches::minimax::DEFAULT;
use gametree_catalog::{BuiltSearch, CatalogError, Conditions, Position};
use serde::Serialize;

use super::{Method, Training};

/// What was learned.
pub(super) struct Learned {
    /// The weights; none where results were counted by category.
    pub linear: Option<Linear<ErasedFeatures>>,
    /// As a file.
    pub file: Vec<u8>,
    /// Kinds of positions, where results were counted by kind.
    pub kinds: Option<usize>,
    /// What was seen of each kind.
    pub categories: Vec<Category>,
    /// The loss on the way.
    pub curve: Curve,
    /// Games learned from.
    pub games: u64,
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

impl Training<'_> {
    /// Learns by the method that the request names.
    pub(super) fn learn(&self) -> Result<Learned, CatalogError> {
        match self.request.method {
            Method::Td | Method::TdLeaf => self.by_differences(),
            Method::Regression | Method::Categories => self.by_results(),
            Method::Network => self.network(),
        }
    }

    /// Games as they are played to learn from.
    fn plan(&self) -> Plan<Position> {
        Plan {
            opening: 8,
            epsilon: 0.05,
            ..Plan::new(self.start.clone(), self.request.seed)
        }
    }

    fn stage(&self) -> Box<dyn crate::Stage + '_> {
        let name = format!("{} learns", self.game.info().name);
        self.run.progress.stage(name, self.request.games)
    }

    /// Who plays: the weights that are to be learned, or for categories the game's own evaluator.
    fn player(&self, on: &Conditions) -> Result<BoxedSearch, CatalogError> {
        if self.request.method == Method::Categories
            && let BuiltSearch::Score { search, .. } = self.game.build(DEFAULT, on)?
        {
            return Ok(search);
        }
        let start = &self.features.start;
        self.game.build_with_weights(DEFAULT, on, start)
    }

    fn by_results(&self) -> Result<Learned, CatalogError> {
        let start = &self.features.start;
        let on = self.conditions();
        let mut player = self.player(&on)?;
        let stage = self.stage();
        let mut played = 0;
        let mut course = Course {
            plan: self.plan(),
            games: self.request.games,
            player: &mut *player,
            limits: on.limits,
            quiet: &|position| position.forced() == Force::Free,
            progress: &mut |games| {
                played = games;
                stage.at(games);
                !self.run.stopped()
            },
        };
        if self.request.method == Method::Categories {
            let alike = self.features.alike.clone();
            let alike = alike.unwrap_or_else(|| start.features.clone());
            let (counted, curve) = course.categories(Categories::new(alike, start.scale));
            return Ok(Learned {
                linear: None,
                file: counted.to_text(self.features.game).into_bytes(),
                kinds: Some(counted.kinds()),
                categories: categories(&counted),
                curve,
                games: played,
            });
        }
        let (linear, curve) = course.regression(start, &Regression::default());
        let text = self.file(&linear, played).to_string();
        Ok(by_weights(linear, text, curve, played))
    }

    /// The weights with the words that made them.
    fn file(&self, linear: &Linear<ErasedFeatures>, games: u64) -> Weights {
        let request = self.request;
        let game = &request.game;
        let method = request.method.name();
        let nodes = request.nodes;
        let seed = request.seed;
        let from = request.from.as_ref();
        let from = from.map_or(String::new(), |from| format!("--from '{from}' "));
        let how = format!("{from}--method {method} --games {games} --nodes {nodes} --seed {seed}");
        Weights {
            notes: vec![format!("gametree train {game} {how}")],
            ..linear.to_file::<Position>(self.features.game)
        }
    }

    fn by_differences(&self) -> Result<Learned, CatalogError> {
        let mut trainer = self.trainer();
        let file = self.features.game;
        let out = self.request.out.as_deref();
        if let Some(path) = out.filter(|path| path.exists()) {
            resume(&mut trainer, file, path)?;
            let note = format!("{}: goes on after game {}", path.display(), trainer.games);
            self.run.progress.note(&note);
        }
        let games = self.request.games;
        let stage = self.stage();
        let mut curve = Curve::default();
        let mut error = Mean::default();
        let every = (games / 10).max(1);
        while trainer.games < games && !self.run.stopped() {
            error.add(trainer.step().error);
            stage.at(trainer.games);
            if trainer.games.is_multiple_of(every) {
                curve.add(trainer.games, error.take().unwrap_or(0.0));
                self.save(trainer.save(file).to_string().as_bytes())?;
            }
        }
        let text = trainer.save(file).to_string();
        Ok(by_weights(trainer.linear, text, curve, trainer.games))
    }

    fn trainer(&self) -> Trainer<Position, ErasedFeatures> {
        let request = self.request;
        let settings = Settings {
            td: Td {
                lambda: request.lambda,
                rate: request.rate,
                squash: Squash::Logistic,
            },
            depth: request.depth,
            leaf: request.method == Method::TdLeaf,
            halving: (request.games / 4).max(1),
        };
        Trainer {
            plan: self.plan(),
            settings,
            linear: self.features.start.clone(),
            games: 0,
        }
    }
}

fn by_weights(linear: Linear<ErasedFeatures>, text: String, curve: Curve, games: u64) -> Learned {
    Learned {
        linear: Some(linear),
        file: text.into_bytes(),
        kinds: None,
        categories: Vec::new(),
        curve,
        games,
    }
}

/// Goes on from a file that an earlier run left.
fn resume(
    trainer: &mut Trainer<Position, ErasedFeatures>,
    game: &str,
    path: &Path,
) -> Result<(), CatalogError> {
    let wrong = |error: String| CatalogError::usage(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let file: Weights = text
        .parse()
        .map_err(|error: WeightsError| wrong(error.to_string()))?;
    trainer.resume(game, &file).map_err(|error| {
        wrong(error.to_string())
            .hint("name another file for --out, or one that td or tdleaf has written")
    })
}

/// The kinds of positions, the most frequent first.
fn categories(counted: &Categories<ErasedFeatures>) -> Vec<Category> {
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
