//! `gametree search` of games with chance, several players or hidden cards.

use serde::Serialize;

use super::answer::OpenAnswer;
use super::{Ask, Table, default_search};
use crate::args::SearchArgs;
use crate::commands::search::{on_a_screen, or_default};
use crate::error::Code;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};
use crate::seat::START;
use crate::stream::{self, Reply};

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    search: &'a str,
    #[serde(flatten)]
    answer: OpenAnswer,
}

/// Runs the command.
pub fn run(table: &dyn Table, args: &SearchArgs) -> anyhow::Result<Code> {
    let entry = table.entry();
    let with = args
        .with
        .as_deref()
        .unwrap_or_else(|| default_search(table));
    let limits = or_default(&args.limits, entry, true);
    stream::drive(
        args.at.position.as_deref(),
        args.output,
        "gametree.search-list/1",
        |text| {
            let ask = Ask {
                position: text,
                with,
                limits: limits.clone(),
                seed: args.seed,
            };
            let spinner = Spinner::new(format!("{with} searches {}", entry.name));
            let answer = table.search(&ask);
            drop(spinner);
            let answer = answer?;
            let code = if answer.interrupted() {
                Code::Interrupted
            } else {
                Code::Done
            };
            let position = text.unwrap_or(START);
            let words = block(table, &ask, &answer)?;
            let game = table.name();
            Reply::new(
                &Object {
                    schema: "gametree.search/1",
                    game,
                    position,
                    search: with,
                    answer,
                },
                words,
                code,
            )
        },
    )
}

/// The answer for people.
fn block(table: &dyn Table, ask: &Ask<'_>, a: &OpenAnswer) -> anyhow::Result<String> {
    let depth = a
        .depth
        .filter(|&depth| depth > 0)
        .map_or(String::new(), |depth| format!(", depth {depth}"));
    let best = a
        .best
        .as_deref()
        .unwrap_or("none: the game is over, or chance moves");
    let [nodes, evaluations, moves] = [a.nodes, a.evaluations, a.moves].map(output::grouped);
    let rows = [
        ("best", format!("{BOLD}{best}{PLAIN}")),
        ("value", a.value_words()),
        ("moves", a.moves_words(8)),
        ("line", a.line.join(" ")),
        (
            "worlds",
            if a.worlds > 0 {
                output::grouped(a.worlds)
            } else {
                String::new()
            },
        ),
        ("stopped", format!("{}{depth}", a.stop)),
        (
            "spent",
            format!("{nodes} nodes, {evaluations} evaluations, {moves} moves"),
        ),
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
    let (name, position) = (
        output::shorten(table.name(), 70),
        ask.position.unwrap_or(START),
    );
    let head = format!(
        "{BOLD}{name}{PLAIN}, {}, by {}",
        output::shorten(position, 60),
        ask.with
    );
    Ok(format!(
        "{head}\n{}\n\n{}\n",
        on_a_screen(&table.board(ask)?),
        body.join("\n")
    ))
}
