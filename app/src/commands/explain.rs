//! `gametree explain`: every step of a search, in words and pictures.

use gametree_catalog::explained::{ExplainRequest, Explained, Guard, explain};

use crate::args::ExplainArgs;
use crate::error::Code;
use crate::files::write_file_if;
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
    write_file_if(args.svg.as_deref(), || explained.explanation.svg())?;
    write_file_if(args.html.as_deref(), || explained.explanation.html())?;
    for file in [&args.svg, &args.html].into_iter().flatten() {
        output::hint(&format!("wrote {}", file.display()));
    }
    if output::is_json() {
        return output::json(&explained.json());
    }
    Ok(output::line(explained.explanation.text().trim_end())?)
}
