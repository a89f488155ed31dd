//! `gametree explain`: every step of a search, in words and pictures.

use std::path::Path;

use anyhow::Context;
use gametree::Limits;
use serde::Serialize;
use serde_json::{Number, Value};

use crate::args::ExplainArgs;
use crate::error::Code;
use crate::explain::{self, Options};
use crate::games::{Entry, with_game};
use crate::limits::LimitArgs;
use crate::open;
use crate::output;
use crate::searches;
use crate::seat::{CliEvaluator, CliGame, START, Seat, WithGame};

/// The search explained where none is named: the one whose steps are easiest to follow.
const DEFAULT: &str = "alphabeta";

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    #[serde(flatten)]
    told: Value,
}

/// Runs the command.
pub fn run(args: &ExplainArgs) -> anyhow::Result<Code> {
    let with: Vec<&str> = args.with.iter().map(String::as_str).collect();
    match open::with_table(&args.at.game, &with, &mut |table| open::explain::run(table, args))? {
        Some(code) => Ok(code),
        None => with_game(&args.at.game, Command(args)),
    }
}

/// Deep enough to see an idea, shallow enough to read.
const FEW_PLIES: u32 = 3;

/// The limits given; a few plies where without one there would be more steps than anybody reads.
pub fn or_few_plies(args: &LimitArgs, entry: &Entry) -> Limits {
    let mut limits = args.limits();
    if args.is_endless() && !entry.small {
        limits.depth = Some(FEW_PLIES);
        output::hint(&format!("no limit given: --depth {FEW_PLIES}"));
    }
    limits
}

struct Command<'a>(&'a ExplainArgs);

impl WithGame for Command<'_> {
    type Out = Code;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<Code> {
        let args = self.0;
        let root = seat.position(args.at.position.as_deref())?;
        let with = args.with.as_deref().unwrap_or(DEFAULT);
        let limits = or_few_plies(&args.limits, seat.entry);
        let setup = seat.setup(args.seed, &limits);
        let mut search = searches::build(with, &setup, seat.evaluator.clone())?;
        let title = format!("{with} on {}", output::shorten(seat.name, 70));
        let name = with.split(':').next().unwrap_or(with);
        let note = searches::note(with, &setup)?.unwrap_or_default();
        let options = Options { note, ..Options::new(&title, name) };
        let told = explain::explain(&root, search.as_mut(), &limits, &options, seat.show);
        write(args.svg.as_deref(), || told.svg())?;
        write(args.html.as_deref(), || told.html())?;
        if args.output.json {
            let position = args.at.position.as_deref().unwrap_or(START);
            let value = (seat.number(told.value), (seat.show)(told.value));
            let told = adapt(told.json(), value);
            output::json(&Object { schema: "gametree.explain/1", game: seat.name, position, told })?;
        } else {
            output::line(told.text().trim_end())?;
        }
        Ok(if crate::interrupt::raised() { Code::Interrupted } else { Code::Done })
    }
}

/// Writes a file, where one is asked for.
pub fn write(file: Option<&Path>, content: impl FnOnce() -> String) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    std::fs::write(file, content()).with_context(|| format!("cannot write '{}'", file.display()))?;
    output::hint(&format!("written: {}", file.display()));
    Ok(())
}

/// The explanation's own fields, with its value as every command gives it.
fn adapt(mut told: Value, (value, text): (Number, String)) -> Value {
    if let Some(fields) = told.as_object_mut() {
        for key in ["schema", "game", "position"] {
            fields.remove(key);
        }
        fields.insert("value".into(), Value::Number(value));
        fields.insert("value_text".into(), Value::String(text));
    }
    told
}
