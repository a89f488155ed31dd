//! `gametree train`: learns the weights of a game's evaluator by self-play.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use gametree::learning::curve::Mean;
use gametree::learning::td::Squash;
use gametree::learning::{
    Categories, Course, Curve, Features, Linear, Plan, Regression, Settings, Td, Trainer, Weights,
};
use gametree::{Force, Limits};
use gametree_arena::opening::Random;
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_arena::{Match, Searcher, Table};
use serde::Serialize;

use crate::args::{Method, TrainArgs};
use crate::contest;
use crate::error::{Code, Problem};
use crate::games::{GAMES, with_game};
use crate::output::{self, Meter};
use crate::searches;
use crate::seat::{CliEvaluator, CliGame, Lessons, Seat, WithGame};

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
    curve: Vec<CurveMark>,
    elo_vs_start: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    match_games: u64,
}

#[derive(Serialize)]
struct CurveMark {
    games: u64,
    loss: f64,
}

/// Runs the command.
pub fn run(args: &TrainArgs) -> anyhow::Result<Code> {
    check(args)?;
    with_game(&args.game, Command(args))
}

fn check(args: &TrainArgs) -> Result<(), Problem> {
    if !(0.0..=1.0).contains(&args.lambda) {
        return Err(Problem::usage(format!(
            "--lambda {} is not between 0 and 1",
            args.lambda
        )));
    }
    if !(args.rate > 0.0 && args.rate.is_finite()) {
        return Err(Problem::usage(format!(
            "--rate {} is not above 0",
            args.rate
        )));
    }
    if args.games == 0 || args.nodes == 0 || !(1..=64).contains(&args.depth) {
        return Err(Problem::usage(
            "--games and --nodes must not be 0, and --depth is 1 to 64",
        ));
    }
    if args.match_games % 2 == 1 {
        return Err(Problem::usage(format!(
            "--match {} is odd: both sides begin equally often",
            args.match_games
        )));
    }
    Ok(())
}

struct Command<'a>(&'a TrainArgs);

/// What was learned.
struct Learned<S> {
    linear: Option<Linear<S>>,
    /// As a file.
    text: String,
    kinds: Option<usize>,
    curve: Curve,
    games: u64,
}

impl WithGame for Command<'_> {
    type Out = Code;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<Code> {
        let args = self.0;
        let lessons = seat
            .evaluator
            .lessons()
            .ok_or_else(|| featureless(seat.entry.name))?;
        let begun = Instant::now();
        let learned = match args.method {
            Method::Td | Method::Tdleaf => by_differences(args, &seat, &lessons)?,
            Method::Regression | Method::Categories => by_results(args, &seat, &lessons)?,
        };
        let seconds = begun.elapsed().as_secs_f64();
        if let Some(path) = &args.out {
            contest::write(path, &learned.text)?;
        }
        if let Some(path) = &args.curve {
            contest::write(path, &drawing(args, &learned.curve))?;
        }
        let stopped = crate::interrupt::raised();
        let elo = if stopped {
            None
        } else {
            elo(args, &seat, &lessons, &learned)?
        };
        let object = object(args, &seat, (&lessons, &learned), (seconds, elo));
        if args.output.json {
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
}

fn featureless(game: &str) -> Problem {
    let with = [
        "tictactoe",
        "mnk",
        "cube",
        "connect4",
        "othello",
        "breakthrough",
    ];
    let forms: Vec<&str> = GAMES
        .iter()
        .filter(|e| with.contains(&e.name))
        .map(|e| e.form)
        .collect();
    Problem::usage(format!(
        "nothing is counted in positions of {game}, so there are no weights to learn"
    ))
    .mend(format!("games with features: {}", forms.join(", ")))
}

/// Games as they are played to learn from.
fn plan<G: CliGame>(args: &TrainArgs, start: &G) -> Plan<G> {
    Plan {
        opening: 8,
        epsilon: 0.05,
        ..Plan::new(start.clone(), args.seed)
    }
}

fn by_results<G: CliGame, E: CliEvaluator<G>>(
    args: &TrainArgs,
    seat: &Seat<'_, G, E>,
    lessons: &Lessons<E::Shape>,
) -> anyhow::Result<Learned<E::Shape>> {
    let start = (lessons.start)();
    let limits = Limits::nodes(args.nodes);
    let setup = seat.setup(args.seed, &limits);
    let mut player = searches::build(
        searches::DEFAULT,
        &setup,
        seat.evaluator.taught(start.clone()),
    )?;
    let meter = Meter::new(format!("{} learns", seat.entry.name), args.games);
    let mut played = 0;
    let mut course = Course {
        plan: plan(args, &seat.start),
        games: args.games,
        player: &mut *player,
        limits,
        quiet: &|position| position.forced() == Force::Free,
        progress: &mut |games| {
            played = games;
            meter.at(games);
            !crate::interrupt::raised()
        },
    };
    if args.method == Method::Categories {
        let blank = Categories::new(start.features.clone(), start.scale);
        let (categories, curve) = course.categories(blank);
        let (text, kinds) = (categories.to_text(lessons.game), Some(categories.kinds()));
        return Ok(Learned {
            linear: None,
            text,
            kinds,
            curve,
            games: played,
        });
    }
    let (linear, curve) = course.regression(&start, &Regression::default());
    let text = file(args, lessons, &linear, played).to_string();
    Ok(Learned {
        linear: Some(linear),
        text,
        kinds: None,
        curve,
        games: played,
    })
}

/// The weights with the words that made them.
fn file<G: CliGame, S: Features<G>>(
    args: &TrainArgs,
    lessons: &Lessons<S>,
    linear: &Linear<S>,
    games: u64,
) -> Weights {
    let TrainArgs {
        game, nodes, seed, ..
    } = args;
    let how = format!(
        "--method {} --games {games} --nodes {nodes} --seed {seed}",
        method(args.method)
    );
    let notes = vec![format!("gametree train {game} {how}")];
    Weights {
        notes,
        ..linear.to_file(lessons.game)
    }
}

fn by_differences<G: CliGame, E: CliEvaluator<G>>(
    args: &TrainArgs,
    seat: &Seat<'_, G, E>,
    lessons: &Lessons<E::Shape>,
) -> anyhow::Result<Learned<E::Shape>> {
    let td = Td {
        lambda: args.lambda,
        rate: args.rate,
        squash: Squash::Logistic,
    };
    let leaf = args.method == Method::Tdleaf;
    let settings = Settings {
        td,
        depth: args.depth,
        leaf,
        halving: (args.games / 4).max(1),
    };
    let mut trainer = Trainer {
        plan: plan(args, &seat.start),
        settings,
        linear: (lessons.start)(),
        games: 0,
    };
    if let Some(path) = args.out.as_deref().filter(|path| path.exists()) {
        resume(&mut trainer, lessons.game, path)?;
    }
    let meter = Meter::new(format!("{} learns", seat.entry.name), args.games);
    let (mut curve, mut error) = (Curve::default(), Mean::default());
    let every = (args.games / 10).max(1);
    while trainer.games < args.games && !crate::interrupt::raised() {
        error.add(trainer.step().error);
        meter.at(trainer.games);
        if trainer.games.is_multiple_of(every) {
            curve.add(trainer.games, error.take().unwrap_or(0.0));
            if let Some(path) = &args.out {
                contest::write(path, &trainer.save(lessons.game).to_string())?;
            }
        }
    }
    let (text, games) = (trainer.save(lessons.game).to_string(), trainer.games);
    Ok(Learned {
        linear: Some(trainer.linear),
        text,
        kinds: None,
        curve,
        games,
    })
}

/// Goes on from a file that an earlier run left.
fn resume<G: CliGame, S: Features<G>>(
    trainer: &mut Trainer<G, S>,
    game: &str,
    path: &Path,
) -> Result<(), Problem> {
    let trouble = |error: String| Problem::usage(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| trouble(error.to_string()))?;
    let file: Weights = text
        .parse()
        .map_err(|error: gametree::learning::WeightsError| trouble(error.to_string()))?;
    trainer.resume(game, &file).map_err(|error| {
        trouble(error.to_string())
            .mend("name another file for --out, or one that td or tdleaf has written")
    })?;
    output::hint(&format!(
        "{}: goes on after game {}",
        path.display(),
        trainer.games
    ));
    Ok(())
}

/// Elo over the weights that people made, with its interval.
type Gain = Option<[f64; 3]>;

fn elo<G: CliGame, E: CliEvaluator<G>>(
    args: &TrainArgs,
    seat: &Seat<'_, G, E>,
    lessons: &Lessons<E::Shape>,
    learned: &Learned<E::Shape>,
) -> anyhow::Result<Gain> {
    let Some(linear) = learned.linear.as_ref().filter(|_| args.match_games > 0) else {
        return Ok(None);
    };
    let limits = Limits::nodes(args.nodes);
    let setup = seat.setup(args.seed, &limits);
    let openings = (1..=6).rev().find_map(|plies| {
        let count = args.match_games as usize / 2;
        let drawn = Random {
            plies,
            count,
            seed: args.seed,
            accept: &|_| true,
        }
        .draw(&seat.start);
        (!drawn.is_empty()).then_some(drawn)
    });
    let Some(openings) = openings else {
        return Ok(None);
    };
    let plan = Match {
        openings,
        limits: [limits.clone(), limits],
        seed: args.seed,
        stop: Some(crate::interrupt::flag()),
        ..Match::new(args.match_games as usize)
    };
    let made = seat.evaluator.taught((lessons.start)());
    let taught = seat.evaluator.taught(linear.clone());
    let side = |evaluator: &E| {
        let search = searches::build(searches::DEFAULT, &setup, evaluator.clone())
            .map_err(|problem| problem.what)?;
        Ok::<_, String>(Box::new(Searcher::boxed(search)))
    };
    let seating = || {
        Ok(Table {
            a: side(&taught)?,
            b: side(&made)?,
        })
    };
    let meter = Meter::new("games against the start".into(), args.match_games);
    let result = plan.resume(&seating, Vec::new(), &mut |_, standing| {
        meter.at(standing.tally.games());
        Ok(())
    })?;
    Ok(result
        .standing
        .estimate
        .map(|estimate| [estimate.elo, estimate.low, estimate.high]))
}

fn object<G: CliGame, E: CliEvaluator<G>>(
    args: &TrainArgs,
    seat: &Seat<'_, G, E>,
    (lessons, learned): (&Lessons<E::Shape>, &Learned<E::Shape>),
    (seconds, gain): (f64, Gain),
) -> Object {
    let start = (lessons.start)();
    let names = learned
        .linear
        .iter()
        .flat_map(|linear| linear.features.names().to_vec());
    let values = learned
        .linear
        .iter()
        .flat_map(|linear| linear.weights.clone());
    let marks = learned.curve.marks.iter().map(|mark| CurveMark {
        games: mark.games,
        loss: mark.loss,
    });
    Object {
        schema: "gametree.train/1",
        game: seat.name.to_string(),
        method: method(args.method),
        games: learned.games,
        seed: args.seed,
        seconds,
        scale: learned
            .linear
            .as_ref()
            .map_or(start.scale, |linear| linear.scale),
        weights: names.zip(values).collect(),
        kinds: learned.kinds,
        curve: marks.collect(),
        elo_vs_start: gain.map(|gain| gain[0]),
        elo_low: gain.map(|gain| gain[1]),
        elo_high: gain.map(|gain| gain[2]),
        match_games: if gain.is_some() { args.match_games } else { 0 },
    }
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
        output::line(format!("  after {games:>8} games  loss {loss:.5}"))?;
    }
    if let Some(kinds) = object.kinds {
        output::line(format!("  {kinds} kinds of positions"))?;
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
