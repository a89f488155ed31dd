//! `gametree explain`: every step of a search, in words and pictures.

use std::path::Path;

use anyhow::Context;

use crate::args::ExplainArgs;
use crate::error::Code;
use crate::explain::{ExplainAnswer, Guard, Question, answer};
use crate::interrupt;
use crate::output;

/// Runs the command.
pub fn run(args: &ExplainArgs) -> anyhow::Result<Code> {
    let question = Question {
        game: &args.at.game,
        position: args.at.position.as_deref(),
        with: args.with.as_deref(),
        limits: args.limits.clone(),
        seed: args.seed,
        guard: Guard {
            stop: interrupt::flag(),
            nodes: None,
            depth: None,
        },
    };
    print(args, &answer(&question)?)?;
    Ok(if interrupt::raised() {
        Code::Interrupted
    } else {
        Code::Done
    })
}

fn print(args: &ExplainArgs, told: &ExplainAnswer) -> anyhow::Result<()> {
    if let Some(plies) = told.few_plies {
        output::hint(&format!("no limit given: --depth {plies}"));
    }
    write(args.svg.as_deref(), || told.explanation.svg())?;
    write(args.html.as_deref(), || told.explanation.html())?;
    if args.output.json {
        return output::json(&told.json());
    }
    Ok(output::line(told.explanation.text().trim_end())?)
}

/// Writes a file, where one is asked for.
fn write(file: Option<&Path>, content: impl FnOnce() -> String) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    std::fs::write(file, content())
        .with_context(|| format!("cannot write '{}'", file.display()))?;
    output::hint(&format!("written: {}", file.display()));
    Ok(())
}
