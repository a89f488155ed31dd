//! `gametree train`: learns the weights of a game's evaluator by self-play.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use gametree::learning::categories::Seen;
use gametree::learning::curve::Mean;
use gametree::learning::td::Squash;
use gametree::learning::{
    Categories, Course, Curve, Features, Linear, Plan, Regression, Settings, Td, Trainer, Weights,
};
use gametree::{Force, Forced, Limits};
use gametree_arena::opening::Random;
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_arena::{Clock, Match, Table};
use gametree_catalog::defaults::within_memory;
use gametree_catalog::knowledge::{ErasedFeatures, FeatureSet};
use gametree_catalog::searches::boxer::BoxedSearch;
use gametree_catalog::searches::minimax::DEFAULT;
use gametree_catalog::{AnyGame, BuiltSearch, Conditions, Position};
use serde::Serialize;

use crate::args::{Method, TrainArgs};
use crate::contest;
use crate::error::{CliError, Code};
use crate::output::{self, Meter};

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    game: String,
    method: &'static str,
    games: u64,
    seed: u64,
    seconds: f64,
    scale: f64,
    weights: BTreeMap<&'static str, f64>,
    /// Kinds of positions, where results were counted by kind.
    kinds: Option<usize>,
    /// What was seen of each kind, the most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<Category>,
    curve: Vec<CurveMark>,
    elo_vs_start: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    match_games: u64,
}

/// What was seen of positions with equal features.
#[derive(Serialize, Clone)]
struct Category {
    /// The features that are not 0.
    features: BTreeMap<&'static str, i64>,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The mean result: what a position of this kind is worth, from 0 to 1.
    value: f64,
}

#[derive(Serialize)]
struct CurveMark {
    games: u64,
    loss: f64,
}

/// Runs the command.
pub fn run(args: &TrainArgs) -> anyhow::Result<Code> {
    check(args)?;
    let game = gametree_catalog::open(&args.game, &[])?;
    let features = game
        .features()
        .ok_or_else(|| featureless(game.info().name))?;
    let training = Training {
        args,
        game: &game,
        start: game.dealt(args.from.as_deref(), args.seed)?,
        features: &features,
    };
    training.run()
}

fn check(args: &TrainArgs) -> Result<(), CliError> {
    if !(0.0..=1.0).contains(&args.lambda) {
        return Err(CliError::usage(format!(
            "--lambda {} is not between 0 and 1",
            args.lambda
        )));
    }
    if !(args.rate > 0.0 && args.rate.is_finite()) {
        return Err(CliError::usage(format!(
            "--rate {} is not above 0",
            args.rate
        )));
    }
    if args.games == 0 || args.nodes == 0 || !(1..=64).contains(&args.depth) {
        return Err(CliError::usage(
            "--games and --nodes must not be 0, and --depth is 1 to 64",
        ));
    }
    if args.match_games % 2 == 1 {
        return Err(CliError::usage(format!(
            "--match {} is odd: both sides begin equally often",
            args.match_games
        )));
    }
    Ok(())
}

/// What was learned.
struct Learned {
    linear: Option<Linear<ErasedFeatures>>,
    /// As a file.
    text: String,
    kinds: Option<usize>,
    categories: Vec<Category>,
    curve: Curve,
    games: u64,
}

/// The error for a game of which nothing is counted.
pub fn featureless(game: &str) -> CliError {
    let has_features = |name: &str| {
        let opened = gametree_catalog::open(name, &[]);
        opened.is_ok_and(|game| game.features().is_some())
    };
    let forms: Vec<&str> = gametree_catalog::games()
        .filter(|info| has_features(info.example))
        .map(|info| info.form)
        .collect();
    CliError::usage(format!(
        "nothing is counted in positions of {game}, so there are no weights to learn"
    ))
    .hint(format!("games with features: {}", forms.join(", ")))
}

/// Elo over the weights that people made, with its interval.
type Gain = Option<[f64; 3]>;

/// A training of one game.
struct Training<'a> {
    args: &'a TrainArgs,
    game: &'a AnyGame,
    /// Where the games begin.
    start: Position,
    features: &'a FeatureSet,
}

impl Training<'_> {
    fn run(&self) -> anyhow::Result<Code> {
        let args = self.args;
        let begun = Instant::now();
        let learned = match args.method {
            Method::Td | Method::Tdleaf => self.by_differences()?,
            Method::Regression | Method::Categories => self.by_results()?,
        };
        let seconds = begun.elapsed().as_secs_f64();
        if let Some(path) = &args.out {
            contest::write(path, &learned.text)?;
        }
        if let Some(path) = &args.curve {
            contest::write(path, &drawing(args, &learned.curve))?;
        }
        let stopped = crate::interrupt::raised();
        let gain = if stopped { None } else { self.elo(&learned)? };
        let object = self.object(&learned, seconds, gain);
        if output::is_json() {
            output::json(&object)?;
        } else {
            print(&object)?;
        }
        Ok(if stopped {
            Code::Interrupted
        } else {
            Code::Done
        })
    }

    /// Games as they are played to learn from.
    fn plan(&self) -> Plan<Position> {
        Plan {
            opening: 8,
            epsilon: 0.05,
            ..Plan::new(self.start.clone(), self.args.seed)
        }
    }

    /// What searches are made for here.
    fn conditions(&self) -> Conditions {
        // Two searches for every game of the match.
        let players = 2 * std::thread::available_parallelism().map_or(1, usize::from);
        Conditions {
            seed: self.args.seed,
            limits: within_memory(Limits::nodes(self.args.nodes), players),
        }
    }

    /// Who plays: the weights that are to be learned, or for categories the game's own evaluator.
    fn player(&self, on: &Conditions) -> anyhow::Result<BoxedSearch> {
        if self.args.method == Method::Categories
            && let BuiltSearch::Score { search, .. } = self.game.build(DEFAULT, on)?
        {
            return Ok(search);
        }
        let start = &self.features.start;
        Ok(self.game.build_with_weights(DEFAULT, on, start)?)
    }

    fn by_results(&self) -> anyhow::Result<Learned> {
        let args = self.args;
        let start = &self.features.start;
        let on = self.conditions();
        let mut player = self.player(&on)?;
        let meter = Meter::new(format!("{} learns", self.game.info().name), args.games);
        let mut played = 0;
        let mut course = Course {
            plan: self.plan(),
            games: args.games,
            player: &mut *player,
            limits: on.limits,
            quiet: &|position| position.forced() == Force::Free,
            progress: &mut |games| {
                played = games;
                meter.at(games);
                !crate::interrupt::raised()
            },
        };
        if args.method == Method::Categories {
            let alike = self.features.alike.clone();
            let alike = alike.unwrap_or_else(|| start.features.clone());
            let (counted, curve) = course.categories(Categories::new(alike, start.scale));
            return Ok(Learned {
                linear: None,
                text: counted.to_text(self.features.game),
                kinds: Some(counted.kinds()),
                categories: categories(&counted),
                curve,
                games: played,
            });
        }
        let (linear, curve) = course.regression(start, &Regression::default());
        Ok(Learned {
            text: self.file(&linear, played).to_string(),
            linear: Some(linear),
            kinds: None,
            categories: Vec::new(),
            curve,
            games: played,
        })
    }

    /// The weights with the words that made them.
    fn file(&self, linear: &Linear<ErasedFeatures>, games: u64) -> Weights {
        let TrainArgs {
            game, nodes, seed, ..
        } = self.args;
        let method = method(self.args.method);
        let from = self
            .args
            .from
            .iter()
            .map(|from| format!("--from '{from}' "));
        let from: String = from.collect();
        let how = format!("{from}--method {method} --games {games} --nodes {nodes} --seed {seed}");
        Weights {
            notes: vec![format!("gametree train {game} {how}")],
            ..linear.to_file::<Position>(self.features.game)
        }
    }

    fn by_differences(&self) -> anyhow::Result<Learned> {
        let args = self.args;
        let settings = Settings {
            td: Td {
                lambda: args.lambda,
                rate: args.rate,
                squash: Squash::Logistic,
            },
            depth: args.depth,
            leaf: args.method == Method::Tdleaf,
            halving: (args.games / 4).max(1),
        };
        let mut trainer = Trainer {
            plan: self.plan(),
            settings,
            linear: self.features.start.clone(),
            games: 0,
        };
        let file = self.features.game;
        if let Some(path) = args.out.as_deref().filter(|path| path.exists()) {
            resume(&mut trainer, file, path)?;
        }
        let meter = Meter::new(format!("{} learns", self.game.info().name), args.games);
        let mut curve = Curve::default();
        let mut error = Mean::default();
        let every = (args.games / 10).max(1);
        while trainer.games < args.games && !crate::interrupt::raised() {
            error.add(trainer.step().error);
            meter.at(trainer.games);
            if trainer.games.is_multiple_of(every) {
                curve.add(trainer.games, error.take().unwrap_or(0.0));
                if let Some(path) = &args.out {
                    contest::write(path, &trainer.save(file).to_string())?;
                }
            }
        }
        Ok(Learned {
            text: trainer.save(file).to_string(),
            games: trainer.games,
            linear: Some(trainer.linear),
            kinds: None,
            categories: Vec::new(),
            curve,
        })
    }

    /// Elo over the weights that people made.
    fn elo(&self, learned: &Learned) -> anyhow::Result<Gain> {
        let args = self.args;
        let Some(linear) = learned.linear.as_ref().filter(|_| args.match_games > 0) else {
            return Ok(None);
        };
        let on = self.conditions();
        let Some(openings) = self.openings() else {
            return Ok(None);
        };
        let plan = Match {
            openings,
            limits: [on.limits.clone(), on.limits.clone()],
            seed: args.seed,
            stop: Some(crate::interrupt::flag()),
            ..Match::new(args.match_games as usize)
        };
        let side = |weights: &Linear<ErasedFeatures>| {
            let search = self.game.build_with_weights(DEFAULT, &on, weights);
            let search = search.map_err(|error| error.what)?;
            Ok::<_, String>(Box::new(
                gametree_arena::Searcher::boxed(search).by(Clock::Cpu),
            ))
        };
        let seating = || {
            Ok(Table {
                a: side(linear)?,
                b: side(&self.features.start)?,
            })
        };
        let meter = Meter::new("games against the start".into(), args.match_games);
        let result = plan.resume(&seating, Vec::new(), &mut |_, standing| {
            meter.at(standing.tally.games());
            Ok(())
        })?;
        let estimate = result.standing.estimate;
        Ok(estimate.map(|estimate| [estimate.elo, estimate.low, estimate.high]))
    }

    /// Random openings, shorter ones where games end early.
    fn openings(&self) -> Option<Vec<gametree_arena::Opening<Position>>> {
        (1..=6).rev().find_map(|plies| {
            let random = Random {
                plies,
                count: self.args.match_games as usize / 2,
                seed: self.args.seed,
                accept: &|_| true,
            };
            let drawn = random.draw(&self.start);
            (!drawn.is_empty()).then_some(drawn)
        })
    }

    fn object(&self, learned: &Learned, seconds: f64, gain: Gain) -> Object {
        let args = self.args;
        let weights = learned.linear.iter().flat_map(|linear| {
            let names = linear.features.names().iter().copied();
            let unit = self.features.unit;
            names.zip(linear.weights.iter().map(move |weight| weight / unit))
        });
        let marks = learned.curve.marks.iter().map(|mark| CurveMark {
            games: mark.games,
            loss: mark.loss,
        });
        let linear = learned.linear.as_ref().unwrap_or(&self.features.start);
        Object {
            schema: "gametree.train/1",
            game: self.game.name().to_string(),
            method: method(args.method),
            games: learned.games,
            seed: args.seed,
            seconds,
            scale: linear.scale,
            weights: weights.collect(),
            kinds: learned.kinds,
            categories: learned.categories.clone(),
            curve: marks.collect(),
            elo_vs_start: gain.map(|gain| gain[0]),
            elo_low: gain.map(|gain| gain[1]),
            elo_high: gain.map(|gain| gain[2]),
            match_games: if gain.is_some() { args.match_games } else { 0 },
        }
    }
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

/// Goes on from a file that an earlier run left.
fn resume(
    trainer: &mut Trainer<Position, ErasedFeatures>,
    game: &str,
    path: &Path,
) -> Result<(), CliError> {
    let trouble = |error: String| CliError::usage(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| trouble(error.to_string()))?;
    let file: Weights = text
        .parse()
        .map_err(|error: gametree::learning::WeightsError| trouble(error.to_string()))?;
    trainer.resume(game, &file).map_err(|error| {
        trouble(error.to_string())
            .hint("name another file for --out, or one that td or tdleaf has written")
    })?;
    output::hint(&format!(
        "{}: goes on after game {}",
        path.display(),
        trainer.games
    ));
    Ok(())
}

fn method(method: Method) -> &'static str {
    match method {
        Method::Td => "td",
        Method::Tdleaf => "tdleaf",
        Method::Regression => "regression",
        Method::Categories => "categories",
    }
}

/// The loss over the games.
fn drawing(args: &TrainArgs, curve: &Curve) -> String {
    let mark = |mark: &gametree::learning::Mark| Mark {
        x: mark.games as f64,
        low: mark.loss,
        y: mark.loss,
        high: mark.loss,
    };
    let panel = Panel {
        title: "Loss".into(),
        x_label: "games".into(),
        y_label: "loss".into(),
        series: Series::alone(curve.marks.iter().map(mark).collect()),
        shape: Shape::Line,
        ..Panel::default()
    };
    svg(&format!("{}: {}", args.game, method(args.method)), &[panel])
}

fn print(object: &Object) -> anyhow::Result<()> {
    let Object {
        game,
        method,
        games,
        seconds,
        ..
    } = object;
    output::line(format!("{game}, {method}: {games} games in {seconds:.1} s"))?;
    for CurveMark { games, loss } in &object.curve {
        // A loss of nothing comes out as -0.
        let loss = loss + 0.0;
        output::line(format!("  after {games:>8} games  loss {loss:.5}"))?;
    }
    if let Some(kinds) = object.kinds {
        output::line(format!(
            "  {kinds} categories: positions with equal features (first player's results)"
        ))?;
        print_categories(&object.categories)?;
    }
    for (name, weight) in &object.weights {
        output::line(format!("  {name:<20} {weight:>10.2}"))?;
    }
    if let (Some(elo), Some(low), Some(high)) =
        (object.elo_vs_start, object.elo_low, object.elo_high)
    {
        let games = object.match_games;
        output::line(format!(
            "Elo over the start: {elo:.0} ({low:.0} to {high:.0}, {games} games)"
        ))?;
    }
    Ok(())
}

/// Categories in the table; all of them are in the file and in JSON.
const SHOWN: usize = 20;

fn print_categories(categories: &[Category]) -> anyhow::Result<()> {
    let mut table = output::table([
        "category",
        "positions",
        "win %",
        "draw %",
        "loss %",
        "value",
    ]);
    for category in categories.iter().take(SHOWN) {
        let all = category.wins + category.draws + category.losses;
        let percent = |part: u64| format!("{:.0}", 100.0 * part as f64 / all.max(1) as f64);
        let features = category
            .features
            .iter()
            .map(|(name, n)| format!("{name} {n}"));
        let features: Vec<String> = features.collect();
        table.add_row([
            if features.is_empty() {
                "all counts 0".into()
            } else {
                features.join(", ")
            },
            output::grouped(all),
            percent(category.wins),
            percent(category.draws),
            percent(category.losses),
            format!("{:.2}", category.value),
        ]);
    }
    output::right_align(&mut table, &[1, 2, 3, 4, 5]);
    output::line(table)?;
    if categories.len() > SHOWN {
        output::line(format!(
            "  … and {} more; --out FILE writes all",
            categories.len() - SHOWN
        ))?;
    }
    Ok(())
}
