//! `gametree experiment oracle`: which share of its moves keeps win or draw, by search and by
//! limit.

mod budget;
mod cache;
mod judge;
mod object;
mod positions;
mod show;

use gametree_arena::{Clock, Failure};
use gametree_catalog::payoff::BoxedContender;
use gametree_catalog::{AnyGame, Conditions};
use gametree_games::connect4::Connect4;

use super::args::OracleArgs;
use crate::error::{CliError, Code};
use crate::output::{self, Meter};
use budget::Budget;
use cache::Cache;
use object::{Marks, Object, Row};
use positions::{Exam, Source};

/// The game that has an exact solver.
const GAME: &str = "connect4";
/// The searches where none are given.
const SEARCHES: [&str; 3] = ["minmax", "pvs", "mcts"];

/// Runs the command.
pub fn run(args: &OracleArgs) -> anyhow::Result<Code> {
    let usual = || SEARCHES.map(String::from).to_vec();
    let names = if args.with.is_empty() {
        usual()
    } else {
        args.with.clone()
    };
    let budgets = Budget::all(args)?;
    let game = gametree_catalog::open(GAME, &[])?;
    for name in &names {
        contender(&game, name, budgets[0], args.seed)?;
    }
    let (source, words) = source(args)?;
    let exams = exams(args, source)?;
    let rows = rows(args, &names, &budgets, exams.as_deref().unwrap_or(&[]))?;
    let complete = exams.is_some() && rows.len() == names.len() * budgets.len();
    let object = Object {
        schema: "gametree.experiment.oracle/1",
        game: "connect4",
        source: words,
        positions: exams.map_or(0, |exams| exams.len()),
        seed: args.seed,
        complete,
        rows,
    };
    tell(args, &object)
}

fn source(args: &OracleArgs) -> Result<(Source, String), CliError> {
    if let Some(path) = &args.file {
        return Ok((
            Source::Listed(positions::read(path)?),
            path.display().to_string(),
        ));
    }
    const MOST: u64 = 1_000_000;
    if !(1..=MOST).contains(&args.positions) {
        return Err(
            CliError::usage(format!("--positions {} is not possible", args.positions))
                .hint(format!("give a number from 1 to {MOST}")),
        );
    }
    let plies = positions::plies(&args.plies)?;
    let words = format!("random positions of {} to {} plies", plies.0, plies.1);
    Ok((
        Source::Drawn {
            count: args.positions as usize,
            plies,
            seed: args.seed,
        },
        words,
    ))
}

/// The positions, solved; none where Ctrl-C came first. What was solved is kept in any case.
fn exams(args: &OracleArgs, source: Source) -> Result<Option<Vec<Exam>>, CliError> {
    let mut cache = match &args.cache {
        _ if args.no_cache => Cache::none(),
        Some(path) => Cache::open(path.clone())?,
        None => cache::usual_path().map_or_else(Cache::none, Cache::spare),
    };
    let exams = positions::exams(source, &mut cache)?;
    cache.save()?;
    match exams {
        Ok(exams) if exams.is_empty() => Err(CliError::failed(
            "there is no position on which a move can go wrong",
        )
        .hint("try other --plies, as in --plies 12..20, or another --file")),
        Ok(exams) => Ok(Some(exams)),
        Err(_) => Ok(None),
    }
}

/// Limit by limit, search by search, until all is done or Ctrl-C.
fn rows(
    args: &OracleArgs,
    names: &[String],
    budgets: &[Budget],
    exams: &[Exam],
) -> Result<Vec<Row>, CliError> {
    let mut rows = Vec::new();
    for &budget in budgets {
        let mut first: Option<Marks> = None;
        for name in names {
            let Some(marks) = examine(name, budget, args.seed, exams)? else {
                return Ok(rows);
            };
            rows.push(Row::new(name, budget, &marks, first.as_ref()));
            first.get_or_insert(marks);
        }
    }
    Ok(rows)
}

/// The search of a name as a contender, its time measured by the processor.
fn contender(
    game: &AnyGame,
    name: &str,
    budget: Budget,
    seed: u64,
) -> Result<BoxedContender, CliError> {
    let on = Conditions {
        seed,
        limits: budget.limits(),
    };
    Ok(game.contender(name, &on, Clock::Cpu)?)
}

/// What a search does on all positions; none where Ctrl-C came first.
fn examine(
    name: &str,
    budget: Budget,
    seed: u64,
    exams: &[Exam],
) -> Result<Option<Marks>, CliError> {
    let game = gametree_catalog::open(GAME, &[])?;
    let start = game.start();
    let mut contender = contender(&game, name, budget, seed)?;
    let limits = budget.limits();
    let meter = Meter::new(
        format!("positions, {name}, {}", budget.words()),
        exams.len() as u64,
    );
    let mut marks = Marks::default();
    for (number, exam) in exams.iter().enumerate() {
        contender.new_game(seed.wrapping_add(number as u64));
        let position = start
            .with_position(exam.position)
            .ok_or_else(|| CliError::failed("the oracle is for connect4"))?;
        let choice = match contender.choose(&position, &limits) {
            Ok(choice) => choice,
            Err(Failure::Stopped) => return Ok(None),
            Err(Failure::Broken(why)) => return Err(CliError::failed(format!("{name}: {why}"))),
        };
        marks
            .kept
            .push(exam.kept.contains(&choice.play.typed::<Connect4>()));
        marks.calls += choice.counts.moves;
        marks.seconds += choice.time.as_secs_f64();
        meter.at(number as u64 + 1);
    }
    Ok(Some(marks).filter(|marks| !marks.kept.is_empty()))
}

fn tell(args: &OracleArgs, object: &Object) -> anyhow::Result<Code> {
    show::write(args, object)?;
    if args.files.output.json {
        output::json(object)?;
    } else {
        show::print(object)?;
    }
    if object.complete {
        return Ok(Code::Done);
    }
    output::hint(
        "interrupted; what was solved is kept, the same command begins there (without --no-cache)",
    );
    Ok(Code::Interrupted)
}
