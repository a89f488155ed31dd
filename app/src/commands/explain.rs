//! `gametree explain`: every step of a search, in words and pictures.

use std::path::Path;

use anyhow::Context;
use gametree_catalog::explained::{ExplainRequest, Explained, Guard, explain};

use crate::args::ExplainArgs;
use crate::error::Code;
use crate::interrupt;
use crate::output;

/// Runs the command.
pub fn run(args: &ExplainArgs) -> anyhow::Result<Code> {
    let request = ExplainRequest {
        game: &args.at.game,
        position: args.at.position.as_deref(),
        with: args.with.as_deref(),
        limits: args.limits.limits(),
        seed: args.seed,
        guard: Guard {
            stop: interrupt::flag(),
            nodes: None,
            depth: None,
        },
    };
    print(args, &explain(&request)?)?;
    Ok(if interrupt::raised() {
        Code::Interrupted
    } else {
        Code::Done
    })
}

fn print(args: &ExplainArgs, explained: &Explained) -> anyhow::Result<()> {
    if let Some(plies) = explained.few_plies {
        output::hint(&format!("no limit given: --depth {plies}"));
    }
    write(args.svg.as_deref(), || explained.explanation.svg())?;
    write(args.html.as_deref(), || explained.explanation.html())?;
    if args.output.json {
        return output::json(&explained.json());
    }
    Ok(output::line(explained.explanation.text().trim_end())?)
}

/// Writes a file, where one is asked for.
fn write(file: Option<&Path>, content: impl FnOnce() -> String) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    std::fs::write(file, content())
        .with_context(|| format!("cannot write '{}'", file.display()))?;
    output::hint(&format!("written: {}", file.display()));
    Ok(())
}
