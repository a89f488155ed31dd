//! `gametree search`: one search of one position, or of every line of stdin.

use gametree::Game;
use gametree_catalog::format::shorten;
use gametree_catalog::{Answer, AnyGame, Conditions, Position, START};
use serde::Serialize;

use crate::args::SearchArgs;
use crate::error::Code;
use crate::limits::or_default;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner, on_a_screen};
use crate::stream::{self, Reply};

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    search: &'a str,
    #[serde(flatten)]
    answer: &'a Answer,
}

/// Runs the command.
pub fn run(args: &SearchArgs) -> anyhow::Result<Code> {
    let named: Vec<&str> = args.with.iter().map(String::as_str).collect();
    let game = gametree_catalog::open(&args.at.game, &named)?;
    let with = args.with.as_deref().unwrap_or(game.default_search());
    let granted = or_default(&args.limits, &game, with)?;
    let on = Conditions {
        seed: args.seed,
        limits: granted.asked,
    };
    let at = args.at.position.as_deref();
    stream::drive(at, "gametree.search-list/1", |text| {
        let root = game.dealt(text, args.seed)?;
        let mut search = game.build(with, &on)?;
        let spinner = Spinner::new(format!("{with} searches {}", game.info().name));
        let found = search.search(&root, &granted.limits);
        drop(spinner);
        let answer = search.answer(&root, &found);
        let code = if answer.interrupted() {
            Code::Interrupted
        } else {
            Code::Done
        };
        let position = text.unwrap_or(START);
        let head = format!(
            "{BOLD}{}{PLAIN}, {}, by {with}",
            shorten(game.name(), 70),
            shorten(position, 60)
        );
        let object = Object {
            schema: "gametree.search/1",
            game: game.name(),
            position,
            search: with,
            answer: &answer,
        };
        Reply::new(&object, block(&head, &game, &root, &answer), code)
    })
}

/// The answer for people.
fn block(head: &str, game: &AnyGame, root: &Position, a: &Answer) -> String {
    let is_over = root.outcome().is_some();
    // Without a move, chance decides.
    let is_chance = a.best.is_none() && !is_over && game.has_payoffs();
    let over = match is_chance {
        true => "none: chance decides",
        false => "none: the game is over",
    };
    let best = a.best.as_deref().unwrap_or(over);
    let depth = a.depth.filter(|&depth| depth > 0);
    let depth = depth.map_or(String::new(), |depth| format!(", depth {depth}"));
    let [nodes, evaluations, moves] = [a.nodes, a.evaluations, a.moves].map(output::grouped);
    let worlds = a.worlds.filter(|&worlds| worlds > 0);
    // A tree's outcome is its value.
    let is_tree = game.info().name == "tree";
    let rows = [
        ("best", format!("{BOLD}{best}{PLAIN}")),
        ("value", a.value_words()),
        (
            "outcome",
            if is_tree {
                String::new()
            } else {
                a.outcome_words()
            },
        ),
        (
            if is_chance { "outcomes" } else { "moves" },
            a.moves_words(8),
        ),
        ("line", a.short_line(24)),
        ("worlds", worlds.map_or(String::new(), output::grouped)),
        ("stopped", format!("{}{depth}", a.stop)),
        (
            "spent",
            format!("{nodes} nodes, {evaluations} calls of the evaluator, {moves} moves"),
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
    let board = on_a_screen(&root.to_string());
    format!("{head}\n{board}\n\n{}\n", body.join("\n"))
}
