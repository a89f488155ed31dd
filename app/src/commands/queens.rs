//! `gametree queens`: n queens by local search, once or from many starts.

use std::time::Instant;

use gametree::local::{Curve, Report, Restarts};
use gametree::{Limits, Stop};
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_catalog::defaults::{QUEENS_TIME, memory};
use gametree_catalog::queens::animation::{Frame, animate};
use gametree_catalog::queens::program::program;
use gametree_catalog::queens::{placement, queens, rules::choose};
use gametree_games::queens::{Placement, Queens, is_solution};
use serde::Serialize;

use crate::args::QueensArgs;
use crate::error::{CliError, Code};
use crate::output::{self, BOLD, DIM, Meter, PLAIN, Spinner};

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    n: u32,
    search: &'a str,
    seed: u64,
    solved: bool,
    steps: u64,
    restarts: u64,
    /// Pairs that attack each other in the last state.
    conflicts: Option<u64>,
    /// The fewest of any state.
    best: Option<u64>,
    /// Moves looked at.
    neighbours: u64,
    stop: &'static str,
    seconds: f64,
    #[serde(flatten)]
    statistics: Option<Statistics>,
    /// The row of each queen, counted from 1.
    rows: Option<Vec<u32>>,
    /// The search as a program, where `--program` asks for it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    program: &'static [&'static str],
    /// Every state of the climb, where `--show` asks for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    states: Vec<Frame>,
}

/// What many starts came to.
#[derive(Serialize, Default)]
struct Statistics {
    starts: u64,
    solved_starts: u64,
    share_solved: Option<f64>,
    mean_steps_solved: Option<f64>,
    mean_steps_stuck: Option<f64>,
}

/// Larger boards are not listed row by row.
const LISTED: u32 = 1000;
/// This many starts are drawn.
const DRAWN: usize = 4;

/// Runs the command.
pub fn run(args: &QueensArgs) -> anyhow::Result<Code> {
    let queens = queens(args.n)?;
    check_memory(args.n)?;
    choose(&args.with, args.n)?;
    given_start(args, queens)?;
    if args.starts == Some(0) {
        return Err(CliError::usage("--starts 0 tries nothing")
            .hint("write --starts 1000")
            .into());
    }
    if !queens.is_solvable() {
        return impossible(args, queens);
    }
    match args.starts {
        None => once(args, queens),
        Some(starts) => many(args, queens, starts),
    }
}

fn object<'a>(args: &'a QueensArgs, queens: Queens) -> Object<'a> {
    Object {
        schema: "gametree.queens/1",
        n: queens.count(),
        search: &args.with,
        seed: args.seed,
        solved: false,
        steps: 0,
        restarts: 0,
        conflicts: None,
        best: None,
        neighbours: 0,
        stop: Stop::Done.word(),
        seconds: 0.0,
        statistics: None,
        rows: None,
        program: if args.program {
            program(&args.with).unwrap_or_default()
        } else {
            &[]
        },
        states: Vec::new(),
    }
}

/// The state that `--start` gives.
fn given_start(args: &QueensArgs, queens: Queens) -> Result<Option<Placement>, CliError> {
    let start = args.start.as_deref().map(|rows| placement(queens, rows));
    Ok(start.transpose()?)
}

/// Nothing to search for.
fn impossible(args: &QueensArgs, queens: Queens) -> anyhow::Result<Code> {
    let n = queens.count();
    if output::is_json() {
        output::json(&object(args, queens))?;
    }
    output::hint(&format!(
        "{n} queens on {n} × {n} squares always attack each other: there is no solution"
    ));
    Ok(Code::Failed)
}

/// Refuses boards that this machine has no room for.
fn check_memory(queens: u64) -> Result<(), CliError> {
    /// Rows, diagonals, the queens that are attacked, and the best board besides.
    const BYTES_A_QUEEN: u64 = 160;
    let bytes = queens.saturating_mul(BYTES_A_QUEEN);
    if bytes <= memory() as u64 {
        return Ok(());
    }
    let most = output::grouped(memory() as u64 / BYTES_A_QUEEN);
    Err(CliError::usage(format!(
        "{queens} queens need more memory than there is to spare"
    ))
    .hint(format!("at most {most} now")))
}

/// The limits, of which so much time is used already.
fn limits(args: &QueensArgs, since: Instant) -> Limits {
    let time = args.time.unwrap_or(QUEENS_TIME);
    Limits {
        time: Some(time.saturating_sub(since.elapsed())),
        stop: Some(crate::interrupt::flag()),
        ..Limits::none()
    }
}

/// One search, begun again until it is solved.
fn once(args: &QueensArgs, queens: Queens) -> anyhow::Result<Code> {
    let given = given_start(args, queens)?;
    let chosen = choose(&args.with, args.n)?.starting_at(given.as_ref());
    let mut search = Restarts {
        rule: chosen.rule,
        most: chosen.restarts,
        seed: args.seed,
    };
    let spinner = Spinner::new(format!("placing {} queens", output::grouped(args.n)));
    let start = Instant::now();
    let report = search.search(&queens, &limits(args, start));
    drop(spinner);
    check(&report)?;
    let rows = report.state.rows().iter().map(|row| row + 1);
    let object = Object {
        solved: report.solved,
        steps: report.steps,
        restarts: report.restarts,
        conflicts: Some(report.cost),
        best: Some(report.best),
        neighbours: report.counts.moves,
        stop: report.stop.word(),
        seconds: report.elapsed.as_secs_f64(),
        rows: (queens.count() <= LISTED).then(|| rows.collect()),
        states: if args.show {
            animate(&args.with, args.seed, queens, given.as_ref())?.frames
        } else {
            Vec::new()
        },
        ..object(args, queens)
    };
    draw(args, &[(String::new(), report.curve)])?;
    if output::is_json() {
        output::json(&object)?;
    } else {
        output::line(frames(&object.states) + &words(&object, &report.state))?;
    }
    Ok(code(object.solved, report.stop))
}

/// All states for people, with what each step changed.
fn frames(frames: &[Frame]) -> String {
    let one = |frame: &Frame| {
        let board = frame.board.trim_end();
        format!("{DIM}{}{PLAIN}\n{board}\n", frame.caption)
    };
    frames.iter().map(one).collect()
}

/// What the search calls a solution is one by the rules alone.
fn check(report: &Report<Placement>) -> Result<(), CliError> {
    if report.solved && !is_solution(report.state.rows()) {
        return Err(CliError::failed(
            "the search counted wrong: its solution is none",
        ));
    }
    Ok(())
}

fn code(found: bool, stop: Stop) -> Code {
    match (found, stop) {
        (true, _) => Code::Done,
        (false, Stop::Asked) => Code::Interrupted,
        // The search gave up by itself; a limit that was reached is a sound result.
        (false, Stop::Done) => Code::Failed,
        (false, _) => Code::Done,
    }
}

/// Many starts, each without a restart.
fn many(args: &QueensArgs, queens: Queens, starts: u64) -> anyhow::Result<Code> {
    let meter = Meter::new(
        format!("starts of {} queens", output::grouped(args.n)),
        starts,
    );
    let (start, mut tally) = (Instant::now(), Tally::default());
    let mut stop = Stop::Done;
    let given = given_start(args, queens)?;
    for number in 0..starts {
        let rule = choose(&args.with, args.n)?.starting_at(given.as_ref()).rule;
        let mut search = Restarts::once(rule, args.seed.wrapping_add(number));
        let report = search.search(&queens, &limits(args, start));
        check(&report)?;
        stop = report.stop;
        tally.add(report);
        if stop != Stop::Done {
            break;
        }
        meter.at(number + 1);
    }
    drop(meter);
    let (stop_word, seconds) = (stop.word(), start.elapsed().as_secs_f64());
    let object = tally.object(Object {
        stop: stop_word,
        seconds,
        ..object(args, queens)
    });
    draw(args, &tally.curves)?;
    if output::is_json() {
        output::json(&object)?;
    } else {
        output::line(statistics(&object))?;
    }
    // Starts that fail are an answer; starts that were not made are none.
    Ok(code(stop == Stop::Done, stop))
}

/// What many starts add up to. Of those that are stuck and of those that are solved, in this order.
#[derive(Default)]
struct Tally {
    runs: [u64; 2],
    steps: [u64; 2],
    best: Option<u64>,
    neighbours: u64,
    /// The first few, to be drawn.
    curves: Vec<(String, Curve)>,
}

impl Tally {
    /// One more; one that was stopped counts only for what it cost.
    fn add(&mut self, report: Report<Placement>) {
        self.neighbours += report.counts.moves;
        if report.stop != Stop::Done {
            return;
        }
        self.runs[usize::from(report.solved)] += 1;
        self.steps[usize::from(report.solved)] += report.steps;
        self.best = Some(self.best.map_or(report.best, |best| best.min(report.best)));
        if self.curves.len() < DRAWN {
            self.curves
                .push((format!("start {}", self.curves.len() + 1), report.curve));
        }
    }

    /// The object with the sums in it.
    fn object<'a>(&self, object: Object<'a>) -> Object<'a> {
        let ([stuck, solved], steps) = (self.runs, self.steps);
        let starts = stuck + solved;
        let share = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
        let statistics = Statistics {
            starts,
            solved_starts: solved,
            share_solved: share(solved, starts),
            mean_steps_solved: share(steps[1], solved),
            mean_steps_stuck: share(steps[0], stuck),
        };
        Object {
            solved: solved > 0,
            steps: steps[0] + steps[1],
            best: self.best,
            neighbours: self.neighbours,
            statistics: Some(statistics),
            ..object
        }
    }
}

fn head(object: &Object<'_>) -> String {
    let queens = if object.n == 1 { "queen" } else { "queens" };
    let n = output::grouped(object.n.into());
    let program: String = object
        .program
        .iter()
        .map(|line| format!("\n  {line}"))
        .collect();
    format!(
        "{BOLD}{n} {queens}{PLAIN}, {}, seed {}{program}",
        output::shorten(object.search, 70),
        object.seed
    )
}

fn spent(object: &Object<'_>) -> String {
    let looked = output::grouped(object.neighbours);
    format!(
        "  {DIM}spent{PLAIN}    {looked} moves examined, {:.3} s\n",
        object.seconds
    )
}

fn words(object: &Object<'_>, board: &Placement) -> String {
    let conflicts = object.conflicts.unwrap_or(0);
    let solved = match (object.solved, object.stop) {
        (true, _) => "yes: no queen attacks another".to_string(),
        (false, "done") => format!("no: stuck with {conflicts} pairs in conflict"),
        (false, stop) => format!("no: stopped by {stop} with {conflicts} pairs in conflict"),
    };
    let (steps, restarts) = (
        output::grouped(object.steps),
        output::grouped(object.restarts),
    );
    format!(
        "{}\n\n{board}\n  {DIM}solved{PLAIN}   {BOLD}{solved}{PLAIN}\n  \
         {DIM}steps{PLAIN}    {steps}, {restarts} restarts\n{}",
        head(object),
        spent(object)
    )
}

fn statistics(object: &Object<'_>) -> String {
    let Some(s) = &object.statistics else {
        return head(object);
    };
    let number = |x: Option<f64>| x.map_or("none".into(), |x| format!("{x:.1}"));
    let share = s
        .share_solved
        .map_or("none".into(), |share| format!("{:.1} %", 100.0 * share));
    let stopped = if object.stop == "done" {
        String::new()
    } else {
        format!(" (stopped by {})", object.stop)
    };
    format!(
        "{}\n  {DIM}solved{PLAIN}   {BOLD}{share}{PLAIN}, {} of {} starts{stopped}\n  \
         {DIM}steps{PLAIN}    {} in the mean where solved, {} where stuck\n{}",
        head(object),
        output::grouped(s.solved_starts),
        output::grouped(s.starts),
        number(s.mean_steps_solved),
        number(s.mean_steps_stuck),
        spent(object)
    )
}

/// The cost over the steps, where a file for it is given.
fn draw(args: &QueensArgs, curves: &[(String, Curve)]) -> Result<(), CliError> {
    let Some(path) = &args.svg else { return Ok(()) };
    let most = curves
        .iter()
        .flat_map(|(_, curve)| curve.moments())
        .map(|moment| moment.cost)
        .max()
        .unwrap_or(0);
    let series = |(name, curve): &(String, Curve)| {
        let at = |y: f64, x: f64| Mark {
            x,
            low: y,
            y,
            high: y,
        };
        let marks = curve
            .moments()
            .map(|moment| at(moment.cost as f64, moment.step as f64));
        Series {
            name: name.clone(),
            marks: marks.collect(),
        }
    };
    let panel = Panel {
        title: "Pairs of queens that attack each other".into(),
        x_label: "steps".into(),
        y_label: "cost".into(),
        series: curves.iter().map(series).collect(),
        shape: Shape::Line,
        // The highest cost is named, so that it is within the picture.
        levels: vec![
            (0.0, "solved".into()),
            (most as f64, format!("at most {most}")),
        ],
        ..Panel::default()
    };
    let title = format!("{} queens: {}, seed {}", args.n, args.with, args.seed);
    crate::contest::write(path, &svg(&title, &[panel]))
}
