//! `gametree experiment suite`: the request, and the tables for people.

use gametree_experiments::suite::{Bench, Measured, SuiteReport, SuiteRequest, run as measure};

use super::args::SuiteArgs;
use super::engine::{engine, settings};
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
    Ok(Bench {
        engine: engine(args.engine.as_deref(), args.hash)?,
        nodes: args.total,
        time: args.time,
        threads: args.threads,
        hard: args.hard,
        settings: settings(&args.growth)?,
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
