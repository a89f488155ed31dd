//! `gametree searches`: what there is to search with.

use gametree_catalog::SearchInfo;
use gametree_catalog::listing::{self, SearchRow, TunedRow, tuned};
use gametree_catalog::searches::minimax::DEFAULT;
use serde::Serialize;

use crate::error::Code;
use crate::output;

#[derive(Serialize)]
struct List {
    schema: &'static str,
    default: &'static str,
    searches: Vec<SearchRow>,
}

/// Prints the list.
pub fn run() -> anyhow::Result<Code> {
    let all: Vec<&SearchInfo> = gametree_catalog::searches().collect();
    if output::is_json() {
        output::json(&List {
            schema: "gametree.searches/1",
            default: DEFAULT,
            searches: listing::searches(),
        })?;
        return Ok(Code::Done);
    }
    let mut table = output::table(["search", "what it does", "best for", "paper"]);
    for about in &all {
        table.add_row([about.name, about.does, about.fits, about.paper]);
    }
    table.drop_first(&[3, 2]);
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
