//! `gametree experiment truth`: the request, and the table for people.

use gametree_catalog::CatalogError;
use gametree_experiments::oracle::plies;
use gametree_experiments::truth::{
    Length, Method, NOTE, RandomPositions, Saved, TruthReport, TruthRequest, Usual, run as measure,
};

use super::args::TruthArgs;
use super::engine::{engine, settings};
use super::{run_on_terminal, write_files};
use crate::error::{CliError, Code};
use crate::interrupt;
use crate::output::{self, DIM, PLAIN};

/// A reference searches at least this many times as long as what it judges.
const TIMES: u64 = 50;

/// Runs the command.
pub fn run(args: &TruthArgs) -> anyhow::Result<Code> {
    let request = request(args)?;
    if let Some(file) = &args.out {
        interrupt::saved_in(file.display());
    }
    let report = run_on_terminal(|run| measure(&request, run))?;
    write_files(&args.files, &report)?;
    output::show(&report, print)?;
    if report.complete {
        return Ok(Code::Done);
    }
    if !interrupt::tell_resume() {
        output::hint(
            "interrupted; references are saved, what the methods said is not: only with --out FILE can it be resumed",
        );
    }
    Ok(Code::Interrupted)
}

fn request(args: &TruthArgs) -> Result<TruthRequest, CliError> {
    let mut totals = args.total.clone();
    totals.sort_unstable();
    totals.dedup();
    if totals.first() == Some(&0) || args.positions == Some(0) {
        return Err(CliError::usage("--total and --positions are at least 1"));
    }
    let usual = Usual {
        lines: args.multipv,
        settings: settings(&args.growth)?,
    };
    Ok(TruthRequest {
        files: args.epd.clone(),
        positions: args.positions.map(|count| count as usize),
        random: random(args)?,
        seed: args.seed,
        engine: engine(args.engine.as_deref(), args.hash)?,
        length: length(args, totals.last().copied().unwrap_or_default())?,
        totals,
        methods: Method::list(&args.with, &usual)?,
        saved: match &args.cache {
            _ if args.no_cache => Saved::Not,
            Some(path) => Saved::File(path.clone()),
            None => Saved::Usual,
        },
        tolerance: args.tolerance / 100.0,
        parallel: args.parallel,
        out: args.out.clone(),
    })
}

fn random(args: &TruthArgs) -> Result<Option<RandomPositions>, CatalogError> {
    let Some(count) = args.random else {
        return Ok(None);
    };
    let (from, to) = plies(&args.plies)?;
    Ok(Some(RandomPositions {
        count: count as usize,
        from,
        to,
        seed: args.seed,
    }))
}

/// The reference: as long as was said, and long enough.
fn length(args: &TruthArgs, longest: u64) -> Result<Length, CatalogError> {
    let least = longest.saturating_mul(TIMES);
    let nodes = args.reference.unwrap_or(least);
    if nodes < least {
        output::hint(&format!(
            "a reference of {nodes} nodes is less than {TIMES} times as long as what it judges"
        ));
    }
    Ok(Length {
        nodes,
        lines: args.multipv,
    })
}

fn print(report: &TruthReport) -> anyhow::Result<()> {
    output::line(report.title())?;
    let mut table = output::Table::of(report.table());
    table
        .right(&[0, 2, 3, 4, 5, 6, 7])
        .drop_first(&[7, 9, 8, 4, 5]);
    output::line(table)?;
    Ok(output::line(format!("{DIM}{NOTE}{PLAIN}"))?)
}
