//! `gametree search`: one search of one position, or of every line of stdin.

use std::time::Duration;

use gametree::Limits;
use serde::Serialize;

use crate::answer::Answer;
use crate::args::SearchArgs;
use crate::error::Code;
use crate::games::{Entry, with_game};
use crate::limits::LimitArgs;
use crate::open;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};
use crate::searches;
use crate::seat::{CliEvaluator, CliGame, START, Seat, WithGame};
use crate::stream::{self, Reply};

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    search: &'a str,
    #[serde(flatten)]
    answer: Answer,
}

/// Runs the command.
pub fn run(args: &SearchArgs) -> anyhow::Result<Code> {
    let with: Vec<&str> = args.with.iter().map(String::as_str).collect();
    match open::with_table(&args.at.game, &with, &mut |table| {
        open::search::run(table, args)
    })? {
        Some(code) => Ok(code),
        None => with_game(&args.at.game, Command(args)),
    }
}

struct Command<'a>(&'a SearchArgs);

impl WithGame for Command<'_> {
    type Out = Code;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<Code> {
        let args = self.0;
        let with = args.with.as_deref().unwrap_or(searches::DEFAULT);
        let limits = or_default(&args.limits, seat.entry, true);
        let setup = seat.setup(args.seed, &limits);
        stream::drive(
            args.at.position.as_deref(),
            args.output,
            "gametree.search-list/1",
            |text| {
                let root = seat.position(text)?;
                let mut search = searches::build(with, &setup, seat.evaluator.clone())?;
                let spinner = Spinner::new(format!("{with} searches {}", seat.entry.name));
                let report = search.search_any(&root, &limits);
                drop(spinner);
                let answer = Answer::new(&seat, &root, &report);
                let code = if answer.interrupted() {
                    Code::Interrupted
                } else {
                    Code::Done
                };
                let position = text.unwrap_or(START);
                let words = block(&seat, &root, position, with, &answer);
                let object = Object {
                    schema: "gametree.search/1",
                    game: seat.name,
                    position,
                    search: with,
                    answer,
                };
                Reply::new(&object, words, code)
            },
        )
    }
}

/// The limits given; a second on the clock for games that would take too long without one.
pub fn or_default(args: &LimitArgs, entry: &Entry, tell: bool) -> Limits {
    let mut limits = args.limits();
    if args.is_endless() && !entry.small {
        limits.time = Some(Duration::from_secs(1));
        if tell {
            output::hint("no limit given: --time 1s");
        }
    }
    limits
}

/// The board, not longer than a screen.
pub fn board(position: &impl std::fmt::Display) -> String {
    on_a_screen(&position.to_string())
}

/// So much of a drawing as a screen holds.
pub fn on_a_screen(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .take(40)
        .map(|line| output::shorten(line, 200))
        .collect();
    lines.join("\n")
}

/// The answer for people.
fn block<G: CliGame, E>(
    seat: &Seat<'_, G, E>,
    root: &G,
    position: &str,
    with: &str,
    a: &Answer,
) -> String {
    let name = output::shorten(seat.name, 70);
    let depth = a
        .depth
        .map_or(String::new(), |depth| format!(", depth {depth}"));
    let rows = [
        (
            "best",
            format!(
                "{BOLD}{}{PLAIN}",
                a.best.as_deref().unwrap_or("none: the game is over")
            ),
        ),
        ("value", a.value_words()),
        (
            "outcome",
            if seat.entry.name == "tree" {
                String::new()
            } else {
                outcome_words(a)
            },
        ),
        ("line", a.short_line(24)),
        ("stopped", format!("{}{depth}", a.stop)),
        ("spent", spent(a)),
        (
            "speed",
            format!(
                "{:.3} s, {} nodes/s",
                a.seconds,
                output::grouped(a.nodes_per_second)
            ),
        ),
    ];
    let body: Vec<String> = rows
        .iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(label, text)| format!("  {DIM}{label:<8}{PLAIN} {text}"))
        .collect();
    let head = format!(
        "{BOLD}{name}{PLAIN}, {}, by {with}",
        output::shorten(position, 60)
    );
    format!("{head}\n{}\n\n{}\n", board(root), body.join("\n"))
}

fn spent(a: &Answer) -> String {
    let [nodes, evaluations, moves] = [a.nodes, a.evaluations, a.moves].map(output::grouped);
    format!("{nodes} nodes, {evaluations} evaluations, {moves} moves")
}

fn outcome_words(answer: &Answer) -> String {
    match (answer.outcome, answer.plies) {
        (Some(word), Some(plies)) => format!("{word} for the mover, in {plies} plies"),
        (Some("?"), None) => "play without end".into(),
        (Some(word), None) => format!("{word} for the mover"),
        (None, _) => String::new(),
    }
}
