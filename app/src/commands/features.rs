//! `gametree features`: what the evaluator counts in a position, f_i, with its weights w_i.

use gametree::learning::{Features, Linear};
use gametree_catalog::knowledge::{ErasedFeatures, FeatureSet};
use gametree_catalog::{Position, START};
use gametree_chess::Chess;
use gametree_chess::evaluate::material::PAWN;
use gametree_chess::evaluate::{FULL, Tapered};
use serde::Serialize;

use crate::args::FeaturesArgs;
use crate::commands::train::featureless;
use crate::error::{CliError, Code};
use crate::output::{self, BOLD, DIM, PLAIN};

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    /// Which weights these are.
    weights: &'a str,
    features: Vec<Row>,
    /// The sum of the products, the first player's.
    value: f64,
    /// The score that the first player is expected to make, where the weights are known on that
    /// scale.
    expectation: Option<f64>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    /// The first player's less the second's.
    count: f64,
    /// What one is worth.
    weight: f64,
    product: f64,
}

/// Runs the command.
pub fn run(args: &FeaturesArgs) -> anyhow::Result<Code> {
    let game = gametree_catalog::open(&args.at.game, &[])?;
    let position = game.dealt(args.at.position.as_deref(), 1)?;
    let weights = args.weights.as_deref().unwrap_or("start");
    let object = Object {
        schema: "gametree.features/1",
        game: game.name(),
        position: args.at.position.as_deref().unwrap_or(START),
        weights,
        features: Vec::new(),
        value: 0.0,
        expectation: None,
    };
    let object = if weights == BUILT_IN {
        built_in(object, &position)?
    } else {
        let set = game
            .features()
            .ok_or_else(|| featureless(game.info().name))?;
        weighed(object, &set, &position)?
    };
    if output::is_json() {
        output::json(&object)?;
    } else {
        print(&object)?;
    }
    Ok(Code::Done)
}

fn weighed<'a>(
    object: Object<'a>,
    set: &FeatureSet,
    position: &Position,
) -> Result<Object<'a>, CliError> {
    let linear = read_weights(set, object.weights)?;
    let counts = linear.features.of(position);
    let names = linear.features.names().iter();
    let rows = names.zip(counts).zip(&linear.weights);
    let features = rows.map(|((name, count), weight)| Row {
        name,
        count,
        weight: weight / set.unit,
        product: count * weight / set.unit,
    });
    Ok(Object {
        features: features.collect(),
        value: linear.points(position) / set.unit,
        expectation: Some(linear.expectation(position)),
        ..object
    })
}

/// The weights of a text: `start`, a name, a file, or `material=1,3,3,5,9` and `pawns=1,queens=9`.
fn read_weights(set: &FeatureSet, text: &str) -> Result<Linear<ErasedFeatures>, CliError> {
    if text == "start" {
        return Ok(set.start.clone());
    }
    let Some((name, values)) = text.split_once('=') else {
        return Ok(set.find::<Position>(text)?);
    };
    if set.named.iter().any(|named| named.name == name) {
        return in_order(set, values);
    }
    by_name(set, text)
}

fn number(word: &str) -> Result<f64, CliError> {
    let parsed = word.trim().parse().ok().filter(|x: &f64| x.is_finite());
    parsed.ok_or_else(|| {
        CliError::usage(format!(
            "--weights: '{}' is not a number",
            output::shorten(word, 40)
        ))
    })
}

fn in_order(set: &FeatureSet, values: &str) -> Result<Linear<ErasedFeatures>, CliError> {
    let values: Vec<f64> = values.split(',').map(number).collect::<Result<_, _>>()?;
    let names = set.start.features.names();
    if values.len() != names.len() {
        let (given, wanted) = (values.len(), names.len());
        let what = format!("--weights: {given} numbers for {wanted} features");
        return Err(CliError::usage(what).hint(format!("the features are {}", names.join(", "))));
    }
    Ok(Linear {
        weights: values.iter().map(|value| value * set.unit).collect(),
        ..set.start.clone()
    })
}

fn by_name(set: &FeatureSet, text: &str) -> Result<Linear<ErasedFeatures>, CliError> {
    let mut linear = set.start.clone();
    let names = set.start.features.names();
    for pair in text.split(',') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let place = names.iter().position(|known| *known == name.trim());
        let place = place.ok_or_else(|| {
            let guess = gametree_catalog::suggest::phrase(name, names.iter().copied());
            let named: Vec<&str> = set.named.iter().map(|named| named.name).collect();
            CliError::usage(format!(
                "--weights: no feature is called '{}'",
                output::shorten(name, 40)
            ))
            .hint(format!(
                "{guess}features: {}; weights by name: start {}",
                names.join(", "),
                named.join(" ")
            ))
        })?;
        linear.weights[place] = number(value)? * set.unit;
    }
    Ok(linear)
}

/// The name of the built-in evaluator's own terms.
const BUILT_IN: &str = "built-in";

/// Everything that the built-in evaluator of chess counts, in groups.
fn built_in<'a>(object: Object<'a>, position: &Position) -> Result<Object<'a>, CliError> {
    let chess = position.downcast_ref::<Chess>().ok_or_else(|| {
        CliError::usage(
            "--weights built-in: only chess has an evaluator of more terms than its features",
        )
        .hint("leave --weights out, or name a file")
    })?;
    let (groups, part) = Tapered::default().groups(chess);
    let part = f64::from(part) / f64::from(FULL);
    let row = |group: &gametree_chess::evaluate::Group| {
        let product = group.points * part / PAWN;
        let count = f64::from(group.count);
        Row {
            name: group.name,
            count,
            weight: if group.count == 0 {
                0.0
            } else {
                product / count
            },
            product,
        }
    };
    let features: Vec<Row> = groups.iter().map(row).collect();
    Ok(Object {
        value: features.iter().map(|row| row.product).sum(),
        features,
        ..object
    })
}

fn print(object: &Object<'_>) -> anyhow::Result<()> {
    output::line(format!(
        "{BOLD}{}{PLAIN}, {}, weights {}",
        output::shorten(object.game, 70),
        output::shorten(object.position, 60),
        output::shorten(object.weights, 60)
    ))?;
    let mut table = output::table(["feature", "f_i", "w_i", "f_i · w_i"]);
    let short = |x: f64| {
        let text = format!("{x:.2}");
        match text.trim_end_matches('0').trim_end_matches('.') {
            "-0" => "0".to_string(),
            short => short.to_string(),
        }
    };
    for row in &object.features {
        let name = row.name.to_string();
        table.add_row([
            name,
            short(row.count),
            short(row.weight),
            short(row.product),
        ]);
    }
    output::right_align(&mut table, &[1, 2, 3]);
    output::line(table)?;
    output::line(format!(
        "  {DIM}value{PLAIN}    {BOLD}{}{PLAIN} = Σ f_i · w_i (first player's)",
        short(object.value)
    ))?;
    if let Some(expectation) = object.expectation {
        output::line(format!(
            "  {DIM}expected{PLAIN} {:.0} % of the points for the first player",
            100.0 * expectation
        ))?;
    }
    Ok(())
}
