//! `gametree compare` for games with chance, several players or hidden cards.

use serde::Serialize;

use super::answer::OpenAnswer;
use super::{Ask, Table};
use crate::args::CompareArgs;
use crate::commands::search::{on_a_screen, or_default};
use crate::error::Code;
use crate::output::{self, Spinner};
use crate::seat::START;

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
    answer: OpenAnswer,
}

/// Runs the command.
pub fn run(table: &dyn Table, args: &CompareArgs) -> anyhow::Result<Code> {
    let entry = table.entry();
    let limits = or_default(&args.limits, entry, true);
    let mut rows = Vec::new();
    for name in names(table, args) {
        let ask = Ask {
            position: args.at.position.as_deref(),
            with: &name,
            limits: limits.clone(),
            seed: args.seed,
        };
        let spinner = Spinner::new(format!("{name} searches {}", entry.name));
        let answer = table.search(&ask);
        drop(spinner);
        rows.push(Row {
            answer: answer?,
            search: name,
        });
        if crate::interrupt::raised() {
            break;
        }
    }
    let position = args.at.position.as_deref().unwrap_or(START);
    let object = Object {
        schema: "gametree.compare/1",
        game: table.name(),
        position,
        rows,
    };
    if args.output.json {
        output::json(&object)?;
    } else {
        let ask = Ask {
            position: args.at.position.as_deref(),
            with: "",
            limits,
            seed: args.seed,
        };
        print(&table.board(&ask)?, &object)?;
    }
    Ok(if crate::interrupt::raised() {
        Code::Interrupted
    } else {
        Code::Done
    })
}

/// The searches named, else those that suit the game and that the table has.
fn names(table: &dyn Table, args: &CompareArgs) -> Vec<String> {
    if !args.with.is_empty() {
        return args.with.clone();
    }
    let there = table.abouts();
    let fits = table
        .entry()
        .fits
        .iter()
        .filter(|name| there.iter().any(|about| about.name == **name));
    fits.map(|name| (*name).to_string()).collect()
}

fn print(board: &str, object: &Object<'_>) -> anyhow::Result<()> {
    output::line(format!(
        "{}, {}",
        output::shorten(object.game, 70),
        output::shorten(object.position, 60)
    ))?;
    output::line(on_a_screen(board))?;
    let header = [
        "search",
        "best",
        "value (first player's)",
        "exact",
        "stop",
        "nodes",
        "evaluations",
        "moves",
    ];
    let mut table = output::table(header);
    table.set_header(header.into_iter().chain(["seconds", "nodes/s"]));
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
