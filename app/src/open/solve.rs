//! `gametree solve` for games with chance, several players or hidden cards: the exact values.

use std::time::Instant;

use gametree::{Limits, Stop};
use serde::Serialize;
use serde_json::Number;

use super::answer::{short, values_text};
use super::{Ask, Table};
use crate::args::SolveArgs;
use crate::commands::search::on_a_screen;
use crate::commands::solve::limits;
use crate::error::Code;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};
use crate::seat::{START, plain};
use crate::stream::{self, Reply};

/// What a solver found.
#[derive(Clone, Debug)]
pub struct Exact<M> {
    /// What each player gets with best play.
    pub values: Vec<f64>,
    /// The moves that keep it; empty where the game is over or chance acts.
    pub best: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// What else is to be said: how the value is meant, how sure it is, a strategy.
    pub note: String,
}

/// A game's own solver: the limits may stop it.
pub type Solver<'a, G, M> = Box<dyn Fn(&G, &Limits) -> Result<Exact<M>, Stop> + Sync + 'a>;

/// The same with moves as text.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What each player gets with best play.
    pub values: Vec<f64>,
    /// Whose view the score is.
    pub mover: usize,
    /// The moves that keep it.
    pub best: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// What else is to be said.
    pub note: String,
}

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    outcome: Option<&'static str>,
    score: Option<Number>,
    values: Vec<Number>,
    best: Vec<String>,
    proven: bool,
    stop: &'static str,
    nodes: u64,
    seconds: f64,
    note: String,
}

/// Runs the command.
pub fn run(table: &dyn Table, args: &SolveArgs) -> anyhow::Result<Code> {
    let limits = limits(&args.limits);
    stream::drive(
        args.at.position.as_deref(),
        args.output,
        "gametree.solve-list/1",
        |text| {
            let spinner = Spinner::new(format!("solving {}", table.entry().name));
            let start = Instant::now();
            let solved = table.solve(text, &limits);
            let seconds = start.elapsed().as_secs_f64();
            drop(spinner);
            let solved = solved?;
            let code = match &solved {
                Ok(_) => Code::Done,
                Err(Stop::Asked) => Code::Interrupted,
                Err(_) => Code::Failed,
            };
            let words = block(table, text, &solved, seconds)?;
            Reply::new(&object(table, text, solved, seconds), words, code)
        },
    )
}

fn object<'a>(
    table: &'a dyn Table,
    text: Option<&'a str>,
    solved: Result<Solution, Stop>,
    seconds: f64,
) -> Object<'a> {
    let stop = solved.as_ref().err().copied().unwrap_or(Stop::Done);
    let found = solved.ok();
    let (best, note) = found
        .as_ref()
        .map_or_else(Default::default, |s| (s.best.clone(), s.note.clone()));
    Object {
        schema: "gametree.solve/1",
        game: table.name(),
        position: text.unwrap_or(START),
        outcome: None,
        score: found.as_ref().map(|s| plain(s.values[s.mover])),
        values: found
            .iter()
            .flat_map(|s| &s.values)
            .map(|&value| plain(value))
            .collect(),
        proven: found.is_some(),
        nodes: found.as_ref().map_or(0, |s| s.nodes),
        stop: stop.word(),
        best,
        seconds,
        note,
    }
}

fn block(
    table: &dyn Table,
    text: Option<&str>,
    solved: &Result<Solution, Stop>,
    seconds: f64,
) -> anyhow::Result<String> {
    let board = on_a_screen(&table.board(&Ask::about(text))?);
    let head = format!(
        "{BOLD}{}{PLAIN}, {}",
        output::shorten(table.name(), 70),
        output::shorten(text.unwrap_or(START), 60)
    );
    let body = match solved {
        Err(stop) => format!("  not solved: stopped by {}", stop.word()),
        Ok(s) => {
            let best = if s.best.is_empty() {
                "none: nobody has to move".into()
            } else {
                s.best.join(", ")
            };
            let values = if s.values.len() > 2 {
                format!("\n  {DIM}values{PLAIN}  {}", values_text(&s.values))
            } else {
                String::new()
            };
            let note = if s.note.is_empty() {
                String::new()
            } else {
                format!("\n  {DIM}note{PLAIN}    {}", s.note)
            };
            let nodes = output::grouped(s.nodes);
            format!(
                "  {DIM}score{PLAIN}   {BOLD}{}{PLAIN} (for player {}){values}\n  {DIM}best{PLAIN}    \
                 {best}{note}\n  {DIM}spent{PLAIN}   {nodes} nodes, {seconds:.3} s",
                short(s.values[s.mover]),
                s.mover + 1
            )
        }
    };
    Ok(format!("{head}\n{board}\n\n{body}\n"))
}
