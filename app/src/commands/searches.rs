//! `gametree searches`: what there is to search with.

use gametree_catalog::searches::minimax::DEFAULT;
use gametree_catalog::{GameInfo, SearchInfo};
use serde::Serialize;

use crate::args::ListArgs;
use crate::error::Code;
use crate::output;

#[derive(Serialize)]
struct List {
    schema: &'static str,
    default: &'static str,
    searches: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    paper: &'static str,
    about: &'static str,
    fits: &'static str,
    games: Vec<&'static str>,
    options: Vec<OptionRow>,
    tuned: Vec<TunedRow>,
}

#[derive(Serialize)]
struct OptionRow {
    key: &'static str,
    default: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct TunedRow {
    game: &'static str,
    options: &'static str,
}

/// What is tuned of a search, game by game.
fn tuned(search: &str) -> impl Iterator<Item = TunedRow> {
    let of = move |game: &'static GameInfo| {
        let found = game.tuned.iter().find(|(name, _)| *name == search);
        found.map(|(_, options)| TunedRow {
            game: game.name,
            options,
        })
    };
    gametree_catalog::games().filter_map(of)
}

impl Row {
    fn new(about: &SearchInfo) -> Row {
        let options = about.options.iter();
        Row {
            name: about.name,
            paper: about.paper,
            about: about.does,
            fits: about.fits,
            games: gametree_catalog::games()
                .filter(|game| game.fits.contains(&about.name))
                .map(|g| g.name)
                .collect(),
            options: options
                .map(|o| OptionRow {
                    key: o.key,
                    default: o.default,
                    about: o.about,
                })
                .collect(),
            tuned: tuned(about.name).collect(),
        }
    }
}

/// The list as data.
pub fn list() -> serde_json::Value {
    let rows: Vec<Row> = gametree_catalog::searches().map(Row::new).collect();
    serde_json::to_value(rows).unwrap_or_default()
}

/// Prints the list.
pub fn run(args: &ListArgs) -> anyhow::Result<Code> {
    let all: Vec<&SearchInfo> = gametree_catalog::searches().collect();
    if args.output.json {
        let searches = all.iter().copied().map(Row::new).collect();
        output::json(&List {
            schema: "gametree.searches/1",
            default: DEFAULT,
            searches,
        })?;
        return Ok(Code::Done);
    }
    let mut table = output::table(["search", "what it does", "best for", "paper"]);
    for about in &all {
        table.add_row([about.name, about.does, about.fits, about.paper]);
    }
    output::line(table)?;
    output::line("Options, with their defaults:")?;
    for about in &all {
        for option in about.options {
            let written = format!("{}:{}={}", about.name, option.key, option.default);
            output::line(format!("  {written:<28} {}", option.about))?;
        }
    }
    output::line(
        "Options that suit a game better, used under a limit of time, nodes or moves unless you write others:",
    )?;
    for about in &all {
        for TunedRow { game, options } in tuned(about.name) {
            output::line(format!("  {game:<28} {}:{options}", about.name))?;
        }
    }
    output::line(format!(
        "Use: --with NAME[:key=value,...]. Where none is named: {DEFAULT}."
    ))?;
    Ok(Code::Done)
}
