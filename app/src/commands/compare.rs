//! `gametree compare`: the same work by several searches.

use gametree_catalog::defaults::search_limits;
use gametree_catalog::format::shorten;
use gametree_catalog::{Answer, AnyGame, Conditions, START};
use serde::Serialize;

use crate::args::CompareArgs;
use crate::error::Code;
use crate::limits::{LimitArgs, tell};
use crate::output::{self, Spinner, on_a_screen};

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    search: String,
    #[serde(flatten)]
    answer: Answer,
}

/// Runs the command.
pub fn run(args: &CompareArgs) -> anyhow::Result<Code> {
    let named: Vec<&str> = args.with.iter().map(String::as_str).collect();
    let game = gametree_catalog::open(&args.at.game, &named)?;
    let root = game.dealt(args.at.position.as_deref(), args.seed)?;
    let mut searches = Vec::new();
    let mut told = None;
    for name in names(args, &game) {
        let granted = search_limits(&game, &name, &args.limits.limits())?;
        told = told.or(granted.added);
        let on = Conditions {
            seed: args.seed,
            limits: granted.asked,
        };
        searches.push((game.build(&name, &on)?, granted.limits, name));
    }
    tell(told);
    let mut rows = Vec::new();
    for (mut search, limits, name) in searches {
        let spinner = Spinner::new(format!("{name} searches {}", game.info().name));
        let found = search.search(&root, &limits);
        drop(spinner);
        rows.push(Row {
            answer: search.answer(&root, &found),
            search: name,
        });
        if crate::interrupt::raised() {
            break;
        }
    }
    let object = Object {
        schema: "gametree.compare/1",
        game: game.name(),
        position: args.at.position.as_deref().unwrap_or(START),
        rows,
    };
    if output::is_json() {
        output::json(&object)?;
    } else {
        print(&root.to_string(), game.has_payoffs(), &object)?;
    }
    Ok(if crate::interrupt::raised() {
        Code::Interrupted
    } else {
        Code::Done
    })
}

/// The searches to compare: those named, else those that suit the game. Of these `minmax` is left
/// out where only the depth is limited: it would grow the whole tree of that depth.
fn names(args: &CompareArgs, game: &AnyGame) -> Vec<String> {
    if !args.with.is_empty() {
        return args.with.clone();
    }
    let other_limits = LimitArgs {
        depth: None,
        ..args.limits.clone()
    };
    let only_depth = args.limits.depth.is_some() && other_limits.is_endless();
    let suits = |name: &&str| game.has_payoffs() || !only_depth || *name != "minmax";
    let fitting = game.fitting_searches();
    fitting
        .into_iter()
        .filter(suits)
        .map(String::from)
        .collect()
}

fn print(board: &str, payoffs: bool, object: &Object<'_>) -> anyhow::Result<()> {
    let game = shorten(object.game, 70);
    output::line(format!("{game}, {}", shorten(object.position, 60)))?;
    output::line(on_a_screen(board))?;
    let mut table = output::table([
        "search",
        "best",
        "value (first player's)",
        if payoffs { "exact" } else { "proven" },
        "stop",
        "nodes",
        "evaluations",
        "moves",
        "seconds",
        "nodes/s",
    ]);
    for Row { search, answer: a } in &object.rows {
        table.add_row([
            search.clone(),
            a.best.clone().unwrap_or_else(|| "none".into()),
            a.value_text.clone(),
            if a.proven { "yes" } else { "no" }.into(),
            a.stop.into(),
            output::grouped(a.nodes),
            output::grouped(a.evaluations),
            output::grouped(a.moves),
            format!("{:.3}", a.seconds),
            output::grouped(a.nodes_per_second),
        ]);
    }
    output::right_align(&mut table, &[2, 5, 6, 7, 8, 9]);
    Ok(output::line(table)?)
}
