//! `gametree compare`: the same work by several searches.

use serde::Serialize;

use crate::answer::Answer;
use crate::args::CompareArgs;
use crate::commands::search::{board, or_default};
use crate::error::Code;
use crate::games::with_game;
use crate::limits::LimitArgs;
use crate::open;
use crate::output::{self, Spinner};
use crate::searches;
use crate::seat::{CliEvaluator, CliGame, START, Seat, WithGame};

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
    let with: Vec<&str> = args.with.iter().map(String::as_str).collect();
    match open::with_table(&args.at.game, &with, &mut |table| {
        open::compare::run(table, args)
    })? {
        Some(code) => Ok(code),
        None => with_game(&args.at.game, Command(args)),
    }
}

struct Command<'a>(&'a CompareArgs);

impl WithGame for Command<'_> {
    type Out = Code;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<Code> {
        let args = self.0;
        let root = seat.position(args.at.position.as_deref())?;
        let limits = or_default(&args.limits, seat.entry, true);
        let setup = seat.setup(args.seed, &limits);
        let names = names(args, seat.entry.fits);
        let mut all = Vec::new();
        for name in &names {
            all.push(searches::build(name, &setup, seat.evaluator.clone())?);
        }
        let mut rows = Vec::new();
        for (name, mut search) in names.into_iter().zip(all) {
            let spinner = Spinner::new(format!("{name} searches {}", seat.entry.name));
            let report = search.search_any(&root, &limits);
            drop(spinner);
            rows.push(Row {
                search: name,
                answer: Answer::new(&seat, &root, &report),
            });
            if crate::interrupt::raised() {
                break;
            }
        }
        let position = args.at.position.as_deref().unwrap_or(START);
        let object = Object {
            schema: "gametree.compare/1",
            game: seat.name,
            position,
            rows,
        };
        if args.output.json {
            output::json(&object)?;
        } else {
            print(&root, &object)?;
        }
        Ok(if crate::interrupt::raised() {
            Code::Interrupted
        } else {
            Code::Done
        })
    }
}

/// The searches to compare: those named, else those that suit the game. Of these `minmax` is left
/// out where only the depth is limited: it would grow the whole tree of that depth.
fn names(args: &CompareArgs, fits: &[&str]) -> Vec<String> {
    if !args.with.is_empty() {
        return args.with.clone();
    }
    let only_depth = args.limits.depth.is_some()
        && LimitArgs {
            depth: None,
            ..args.limits.clone()
        }
        .is_endless();
    let there = searches::abouts();
    let suits = |name: &&&str| {
        let known = there.iter().any(|about| about.name == **name);
        known && (!only_depth || **name != crate::minmax::ABOUT.name)
    };
    fits.iter()
        .filter(suits)
        .map(|name| (*name).to_string())
        .collect()
}

fn print<G: CliGame>(root: &G, object: &Object<'_>) -> anyhow::Result<()> {
    output::line(format!(
        "{}, {}",
        output::shorten(object.game, 70),
        output::shorten(object.position, 60)
    ))?;
    output::line(board(root))?;
    let header = [
        "search",
        "best",
        "value (first player's)",
        "proven",
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
