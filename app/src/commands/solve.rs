//! `gametree solve`: the exact value, and every move that keeps it.

use std::time::Instant;

use gametree::{Limits, Stop};
use gametree_catalog::defaults::within_memory;
use gametree_catalog::format::{number, short, shorten, values_text};
use gametree_catalog::{AnyGame, START, Solution, Solved};
use serde::Serialize;
use serde_json::Number;

use crate::args::{SolveArgs, SolveLimits};
use crate::error::Code;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner, on_a_screen};
use crate::stream::{self, Reply};

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    outcome: Option<&'static str>,
    score: Option<Number>,
    plies: Option<u32>,
    /// What each player gets, where values are real numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Number>>,
    best: Vec<String>,
    proven: bool,
    stop: &'static str,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

/// Runs the command.
pub fn run(args: &SolveArgs) -> anyhow::Result<Code> {
    let game = gametree_catalog::open(&args.at.game, &[])?;
    let limits = limits(&args.limits);
    let mut solver = game.solver();
    let at = args.at.position.as_deref();
    stream::drive(at, "gametree.solve-list/1", |text| {
        let root = game.position(text)?;
        let spinner = Spinner::new(format!("solving {}", game.info().name));
        let start = Instant::now();
        let solved = solver.solve(&root, &limits);
        let seconds = start.elapsed().as_secs_f64();
        drop(spinner);
        let code = match solved.solution {
            Err(Stop::Asked) => Code::Interrupted,
            // A limit that the user gave, or the machine's, is no failure: `stop` names it.
            Ok(_) | Err(_) => Code::Done,
        };
        let position = text.unwrap_or(START);
        let head = format!(
            "{BOLD}{}{PLAIN}, {}",
            shorten(game.name(), 70),
            shorten(position, 60)
        );
        let words = format!(
            "{head}\n{}\n\n{}\n  {DIM}spent{PLAIN}   {} nodes, {seconds:.3} s\n",
            on_a_screen(&root.to_string()),
            body(&solved),
            output::grouped(solved.nodes)
        );
        Reply::new(&object(&game, position, solved, seconds), words, code)
    })
}

/// What a solver may spend.
fn limits(args: &SolveLimits) -> Limits {
    let given = Limits {
        nodes: args.nodes,
        time: args.time,
        memory: args.memory,
        stop: Some(crate::interrupt::flag()),
        ..Limits::none()
    };
    within_memory(given, 1)
}

fn object<'a>(game: &'a AnyGame, position: &'a str, solved: Solved, seconds: f64) -> Object<'a> {
    let stop = solved.solution.as_ref().err().copied();
    let found = solved.solution.ok();
    let values = found.iter().flat_map(|s| &s.values).map(|&v| number(v));
    let values: Vec<Number> = values.collect();
    Object {
        schema: "gametree.solve/1",
        game: game.name(),
        position,
        outcome: found.as_ref().and_then(|s| s.outcome),
        score: found.as_ref().map(|s| s.score.clone()),
        plies: found.as_ref().and_then(|s| s.plies),
        values: game.has_payoffs().then_some(values),
        proven: found.is_some(),
        stop: stop.unwrap_or(Stop::Done).word(),
        nodes: solved.nodes,
        seconds,
        note: found.as_ref().map_or(String::new(), |s| s.note.clone()),
        best: found.map_or(Vec::new(), |s| s.best),
    }
}

/// The solution for people.
fn body(solved: &Solved) -> String {
    match &solved.solution {
        Err(stop) => format!("  {DIM}stop{PLAIN}    {}: not solved", stop.word()),
        Ok(solution) if solution.values.is_empty() => of_score(solution),
        Ok(solution) => of_payoffs(solution),
    }
}

fn of_score(s: &Solution) -> String {
    let plies = s
        .plies
        .map_or(String::new(), |plies| format!(" in {plies} plies"));
    let outcome = s.outcome.map_or(String::new(), |outcome| {
        format!("  {DIM}outcome{PLAIN} {BOLD}{outcome}{PLAIN} for the mover{plies}\n")
    });
    let best = if s.best.is_empty() {
        "none: the game is over".into()
    } else {
        s.best.join(" ")
    };
    format!(
        "{outcome}  {DIM}score{PLAIN}   {} (the mover's view)\n  {DIM}best{PLAIN}    {best}",
        s.score
    )
}

fn of_payoffs(s: &Solution) -> String {
    let best = if s.best.is_empty() {
        "none: no player is to move".into()
    } else {
        s.best.join(", ")
    };
    let score = short(s.values[s.mover]);
    let mut lines = vec![format!(
        "  {DIM}score{PLAIN}   {BOLD}{score}{PLAIN} (for player {})",
        s.mover + 1
    )];
    if s.values.len() > 2 {
        let values = values_text(&s.values);
        lines.push(format!("  {DIM}values{PLAIN}  {values}"));
    }
    lines.push(format!("  {DIM}best{PLAIN}    {best}"));
    if !s.note.is_empty() {
        lines.push(format!("  {DIM}note{PLAIN}    {}", s.note));
    }
    lines.join("\n")
}
