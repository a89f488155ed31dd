//! `gametree experiment suite`: the request, and the tables for people.

use gametree_atlas::settings::Settings;
use gametree_chess::uci::{EngineSpec, find};
use gametree_experiments::suite::{Bench, Measured, SuiteReport, SuiteRequest, run as measure};

use super::args::SuiteArgs;
use super::{run_on_terminal, write_files};
use crate::error::{CliError, Code};
use crate::{interrupt, output};

/// Runs the command.
pub fn run(args: &SuiteArgs) -> anyhow::Result<Code> {
    let request = SuiteRequest {
        file: args.file.clone(),
        bench: bench(args)?,
        parallel: args.parallel,
        out: args.out.clone(),
    };
    if let Some(file) = &args.out {
        interrupt::saved_in(file.display());
    }
    let Measured { report, positions } = run_on_terminal(|run| measure(&request, run))?;
    write_files(&args.files, &report)?;
    output::show(&report, print)?;
    if !interrupt::raised() {
        return Ok(Code::Done);
    }
    if !interrupt::tell_resume() {
        output::hint(&format!(
            "interrupted after {} of {positions} positions, which are not saved: only with --out FILE can they be resumed",
            report.rows.len()
        ));
    }
    Ok(Code::Interrupted)
}

fn bench(args: &SuiteArgs) -> Result<Bench, CliError> {
    let command = match &args.engine {
        Some(command) => command.clone(),
        None => find("stockfish")
            .map(|path| format!("'{}'", path.display()))
            .ok_or_else(|| {
                CliError::not_found("no engine was named, and no stockfish found")
                    .hint("--engine CMD names one")
            })?,
    };
    let engine = EngineSpec::parse(&command)
        .map_err(|error| CliError::usage(format!("--engine: {error}")))?;
    let settings = args.growth.change().over(&Settings::default());
    let settings = settings.map_err(|error| CliError::usage(format!("--{error}")))?;
    Ok(Bench {
        engine: engine.with("Hash", &args.hash.to_string()),
        nodes: args.total,
        time: args.time,
        threads: args.threads,
        hard: args.hard,
        settings: Settings {
            window: args.growth.window.unwrap_or(1),
            ..settings
        },
    })
}

fn print(report: &SuiteReport) -> anyhow::Result<()> {
    output::line(report.moves().markdown())?;
    output::line(report.sums().markdown())?;
    if report.left_out > 0 {
        output::hint(&format!("{} easy positions were left out", report.left_out));
    }
    Ok(())
}
