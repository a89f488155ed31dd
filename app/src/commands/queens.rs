//! `gametree queens`: n queens by local search, once or from many starts.

use gametree::Stop;
use gametree_catalog::defaults::QUEENS_TIME;
use gametree_catalog::queens::animation::Frame;
use gametree_experiments::queens::{self, QueensReport, QueensRequest, Statistics};

use super::experiment::run_on_terminal;
use crate::args::QueensArgs;
use crate::error::Code;
use crate::files::write_file_if;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};

/// Runs the command.
pub fn run(args: &QueensArgs) -> anyhow::Result<Code> {
    let placing = || Spinner::new(format!("placing {} queens", output::grouped(args.n)));
    let spinner = args.starts.is_none().then(placing);
    let report = run_on_terminal(|run| queens::run(&request(args), run))?;
    drop(spinner);
    if !report.solvable {
        return impossible(&report);
    }
    write_file_if(args.svg.as_deref(), || report.svg())?;
    output::show(&report, |report| Ok(output::line(words(report))?))?;
    Ok(code(&report))
}

fn request(args: &QueensArgs) -> QueensRequest {
    QueensRequest {
        n: args.n,
        with: args.with.clone(),
        start: args.start.clone(),
        starts: args.starts,
        time: args.time.unwrap_or(QUEENS_TIME),
        seed: args.seed,
        states: args.show,
        program: args.program,
    }
}

/// Nothing to search for.
fn impossible(report: &QueensReport) -> anyhow::Result<Code> {
    if output::is_json() {
        output::json(report)?;
    }
    let n = report.n;
    output::hint(&format!(
        "{n} queens on {n} × {n} squares always attack each other: there is no solution"
    ));
    Ok(Code::Failed)
}

/// Starts that fail are a result; starts that were not made are none.
fn code(report: &QueensReport) -> Code {
    let found = match report.statistics {
        Some(_) => report.stopped_by == Stop::Done,
        None => report.solved,
    };
    match (found, report.stopped_by) {
        (true, _) => Code::Done,
        (false, Stop::Asked) => Code::Interrupted,
        // The search gave up by itself; a limit that was reached is a sound result.
        (false, Stop::Done) => Code::Failed,
        (false, _) => Code::Done,
    }
}

fn words(report: &QueensReport) -> String {
    let found = match &report.statistics {
        Some(statistics) => statistics_words(report, statistics),
        None => search_words(report),
    };
    let states: String = report.states.iter().map(frame).collect();
    let looked = output::grouped(report.neighbours);
    let seconds = report.seconds;
    format!(
        "{states}{}\n{found}\n  {DIM}spent{PLAIN}    {looked} moves examined, {seconds:.3} s\n",
        head(report)
    )
}

/// A state with what the step to it changed.
fn frame(frame: &Frame) -> String {
    let board = frame.board.trim_end();
    format!("{DIM}{}{PLAIN}\n{board}\n", frame.caption)
}

fn head(report: &QueensReport) -> String {
    let queens = if report.n == 1 { "queen" } else { "queens" };
    let n = output::grouped(report.n.into());
    let program = report.program.iter();
    let program: String = program.map(|line| format!("\n  {line}")).collect();
    format!(
        "{BOLD}{n} {queens}{PLAIN}, {}, seed {}{program}",
        output::shorten(&report.search, 70),
        report.seed
    )
}

fn search_words(report: &QueensReport) -> String {
    let conflicts = report.conflicts.unwrap_or(0);
    let solved = match (report.solved, report.stop) {
        (true, _) => "yes: no queen attacks another".to_string(),
        (false, "done") => format!("no: stuck with {conflicts} pairs in conflict"),
        (false, stop) => format!("no: stopped by {stop} with {conflicts} pairs in conflict"),
    };
    let board = report.state.as_ref().map(ToString::to_string);
    format!(
        "\n{}\n  {DIM}solved{PLAIN}   {BOLD}{solved}{PLAIN}\n  \
         {DIM}steps{PLAIN}    {}, {} restarts",
        board.unwrap_or_default(),
        output::grouped(report.steps),
        output::grouped(report.restarts)
    )
}

fn statistics_words(report: &QueensReport, s: &Statistics) -> String {
    let number = |x: Option<f64>| x.map_or("none".into(), |x| format!("{x:.1}"));
    let share = s
        .share_solved
        .map_or("none".into(), |share| format!("{:.1} %", 100.0 * share));
    let stopped = if report.stop == "done" {
        String::new()
    } else {
        format!(" (stopped by {})", report.stop)
    };
    format!(
        "  {DIM}solved{PLAIN}   {BOLD}{share}{PLAIN}, {} of {} starts{stopped}\n  \
         {DIM}steps{PLAIN}    {} on average where solved, {} where stuck",
        output::grouped(s.solved_starts),
        output::grouped(s.starts),
        number(s.mean_steps_solved),
        number(s.mean_steps_stuck)
    )
}
