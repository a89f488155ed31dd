//! `gametree explain` for games with chance, several players or hidden cards.

use serde_json::{Value, json};

use super::{Ask, Table, default_search};
use crate::args::ExplainArgs;
use crate::commands::explain::{or_few_plies, write};
use crate::error::Code;
use crate::output;
use crate::seat::START;

/// Runs the command.
pub fn run(table: &dyn Table, args: &ExplainArgs) -> anyhow::Result<Code> {
    let entry = table.entry();
    let with = args.with.as_deref().unwrap_or_else(|| default_search(table));
    let limits = or_few_plies(&args.limits, entry);
    let ask = Ask { position: args.at.position.as_deref(), with, limits, seed: args.seed };
    table.explain(&ask, &mut |told, answer| {
        write(args.svg.as_deref(), || told.svg())?;
        write(args.html.as_deref(), || told.html())?;
        if !args.output.json {
            return Ok(output::line(told.text().trim_end())?);
        }
        let mut object = told.json();
        if let (Some(fields), Value::Object(answer)) = (object.as_object_mut(), json!(answer)) {
            fields.extend(answer);
            fields.insert("game".into(), json!(table.name()));
            fields.insert("position".into(), json!(ask.position.unwrap_or(START)));
        }
        output::json(&object)
    })?;
    Ok(if crate::interrupt::raised() { Code::Interrupted } else { Code::Done })
}
