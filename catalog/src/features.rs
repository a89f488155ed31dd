//! What an evaluator counts in a position, f_i, with its weights w_i.

use gametree::learning::{Features, Linear};
use gametree_chess::Chess;
use gametree_chess::evaluate::material::PAWN;
use gametree_chess::evaluate::{FULL, Group, Tapered};
use serde::Serialize;

use crate::error::CatalogError;
use crate::format::shorten;
use crate::game::{AnyGame, START};
use crate::knowledge::{ErasedFeatures, FeatureSet, Position};
use crate::suggest;

/// The name of the weights that people made.
const BY_HAND: &str = "start";
/// The name of the built-in evaluator's own terms.
const BUILT_IN: &str = "built-in";

/// A position as a linear evaluator sees it, schema `gametree.features/1`.
#[derive(Serialize)]
pub struct FeaturesReport {
    schema: &'static str,
    /// The game.
    pub game: String,
    /// The position as it was written.
    pub position: String,
    /// Which weights these are.
    pub weights: String,
    /// What is counted.
    pub features: Vec<FeatureRow>,
    /// The sum of the products, the first player's.
    pub value: f64,
    /// The score that the first player is expected to make, where the weights are known on that
    /// scale.
    pub expectation: Option<f64>,
}

/// One feature of a position.
#[derive(Serialize)]
pub struct FeatureRow {
    /// What is counted.
    pub name: &'static str,
    /// The first player's less the second's.
    pub count: f64,
    /// What one is worth.
    pub weight: f64,
    /// Both multiplied.
    pub product: f64,
}

impl FeaturesReport {
    /// Counts the features of a position and weighs them: by hand where no weights are named.
    ///
    /// # Errors
    /// There is no such position, nothing is counted in this game, or the weights cannot be read.
    pub fn new(
        game: &AnyGame,
        text: Option<&str>,
        weights: Option<&str>,
    ) -> Result<FeaturesReport, CatalogError> {
        let position = game.dealt(text, 1)?;
        let weights = weights.unwrap_or(BY_HAND);
        let report = FeaturesReport {
            schema: "gametree.features/1",
            game: game.name().to_string(),
            position: text.unwrap_or(START).to_string(),
            weights: weights.to_string(),
            features: Vec::new(),
            value: 0.0,
            expectation: None,
        };
        if weights == BUILT_IN {
            return report.built_in(&position);
        }
        report.weighed(&feature_set(game)?, &position)
    }

    fn weighed(self, set: &FeatureSet, position: &Position) -> Result<Self, CatalogError> {
        let linear = read_weights(set, &self.weights)?;
        let counts = linear.features.of(position);
        let names = linear.features.names().iter();
        let rows = names.zip(counts).zip(&linear.weights);
        let features = rows.map(|((name, count), weight)| FeatureRow {
            name,
            count,
            weight: weight / set.unit,
            product: count * weight / set.unit,
        });
        Ok(FeaturesReport {
            features: features.collect(),
            value: linear.points(position) / set.unit,
            expectation: Some(linear.expectation(position)),
            ..self
        })
    }

    /// Everything that the built-in evaluator of chess counts, in groups.
    fn built_in(self, position: &Position) -> Result<Self, CatalogError> {
        let chess = position.downcast_ref::<Chess>().ok_or_else(|| {
            CatalogError::usage(
                "--weights built-in: only chess has an evaluator of more terms than its features",
            )
            .hint("leave --weights out, or name a file")
        })?;
        let (groups, part) = Tapered::default().groups(chess);
        let part = f64::from(part) / f64::from(FULL);
        let features: Vec<FeatureRow> = groups.iter().map(|group| row(group, part)).collect();
        Ok(FeaturesReport {
            value: features.iter().map(|row| row.product).sum(),
            features,
            ..self
        })
    }
}

/// A group of terms, of whose points only a part counts in a drawish ending.
fn row(group: &Group, part: f64) -> FeatureRow {
    let product = group.points * part / PAWN;
    let count = f64::from(group.count);
    FeatureRow {
        name: group.name,
        count,
        weight: if group.count == 0 {
            0.0
        } else {
            product / count
        },
        product,
    }
}

/// What is counted in the positions of a game, and where learning its weights begins.
///
/// # Errors
/// Nothing is counted in this game.
pub fn feature_set(game: &AnyGame) -> Result<FeatureSet, CatalogError> {
    game.features().ok_or_else(|| featureless(game.info().name))
}

/// The error for a game of which nothing is counted.
fn featureless(game: &str) -> CatalogError {
    let has_features = |name: &str| {
        let opened = crate::open(name, &[]);
        opened.is_ok_and(|game| game.features().is_some())
    };
    let forms: Vec<&str> = crate::games()
        .filter(|info| has_features(info.example))
        .map(|info| info.form)
        .collect();
    CatalogError::usage(format!(
        "no features are known of {game}: nothing is counted, and there are no weights"
    ))
    .hint(format!("games with features: {}", forms.join(", ")))
}

/// The weights of a text: `start`, a name, a file, or `material=1,3,3,5,9` and `pawns=1,queens=9`.
fn read_weights(set: &FeatureSet, text: &str) -> Result<Linear<ErasedFeatures>, CatalogError> {
    if text == BY_HAND {
        return Ok(set.start.clone());
    }
    let Some((name, values)) = text.split_once('=') else {
        return set.find::<Position>(text);
    };
    if set.named.iter().any(|named| named.name == name) {
        return in_order(set, values);
    }
    by_name(set, text)
}

fn number(word: &str) -> Result<f64, CatalogError> {
    let parsed = word.trim().parse().ok().filter(|x: &f64| x.is_finite());
    parsed.ok_or_else(|| {
        let word = shorten(word, 40);
        CatalogError::usage(format!("--weights: '{word}' is not a number"))
    })
}

fn in_order(set: &FeatureSet, values: &str) -> Result<Linear<ErasedFeatures>, CatalogError> {
    let values: Vec<f64> = values.split(',').map(number).collect::<Result<_, _>>()?;
    let names = set.start.features.names();
    if values.len() != names.len() {
        let (given, wanted) = (values.len(), names.len());
        let what = format!("--weights: {given} numbers for {wanted} features");
        let hint = format!("the features are {}", names.join(", "));
        return Err(CatalogError::usage(what).hint(hint));
    }
    Ok(Linear {
        weights: values.iter().map(|value| value * set.unit).collect(),
        ..set.start.clone()
    })
}

fn by_name(set: &FeatureSet, text: &str) -> Result<Linear<ErasedFeatures>, CatalogError> {
    let mut linear = set.start.clone();
    let names = set.start.features.names();
    for pair in text.split(',') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let place = names.iter().position(|known| *known == name.trim());
        let place = place.ok_or_else(|| unknown(set, name))?;
        linear.weights[place] = number(value)? * set.unit;
    }
    Ok(linear)
}

fn unknown(set: &FeatureSet, name: &str) -> CatalogError {
    let names = set.start.features.names();
    let guess = suggest::phrase(name, names.iter().copied());
    let named: Vec<&str> = set.named.iter().map(|named| named.name).collect();
    let name = shorten(name, 40);
    CatalogError::usage(format!("--weights: no feature is called '{name}'")).hint(format!(
        "{guess}features: {}; weights by name: {BY_HAND} {}",
        names.join(", "),
        named.join(" ")
    ))
}
