//! `gametree experiment oracle`: the request, and the table for people.

use gametree_catalog::CatalogError;
use gametree_experiments::oracle::{
    Budget, NOTE, OracleReport, OracleRequest, Saved, Source, plies, read, run as measure,
};

use super::args::OracleArgs;
use super::{run_on_terminal, write_files};
use crate::error::Code;
use crate::output::{self, BOLD, DIM, PLAIN};

/// Runs the command.
pub fn run(args: &OracleArgs) -> anyhow::Result<Code> {
    let report = run_on_terminal(|run| measure(request(args)?, run))?;
    write_files(&args.files, &report)?;
    output::show(&report, print)?;
    if report.complete {
        return Ok(Code::Done);
    }
    output::hint(
        "interrupted; solved positions are saved, the same command goes on from there (without --no-cache)",
    );
    Ok(Code::Interrupted)
}

fn request(args: &OracleArgs) -> Result<OracleRequest, CatalogError> {
    let (source, source_words) = source(args)?;
    let times = args.time.iter().map(|&time| Budget::Time(time));
    let moves = args.moves.iter().map(|&moves| Budget::Moves(moves));
    let nodes = args.nodes.iter().map(|&nodes| Budget::Nodes(nodes));
    Ok(OracleRequest {
        searches: args.with.clone(),
        budgets: Budget::list(times.chain(moves).chain(nodes).collect())?,
        source,
        source_words,
        saved: match &args.cache {
            _ if args.no_cache => Saved::Not,
            Some(path) => Saved::File(path.clone()),
            None => Saved::Usual,
        },
        seed: args.seed,
    })
}

/// More positions than this are a mistake.
const MOST: u64 = 1_000_000;

/// Where the positions come from, and the same in words.
fn source(args: &OracleArgs) -> Result<(Source, String), CatalogError> {
    if let Some(path) = &args.file {
        return Ok((Source::Listed(read(path)?), path.display().to_string()));
    }
    if !(1..=MOST).contains(&args.positions) {
        let what = format!("--positions {} is not possible", args.positions);
        return Err(CatalogError::usage(what).hint(format!("give a number from 1 to {MOST}")));
    }
    let plies = plies(&args.plies)?;
    let words = format!("random positions of {} to {} plies", plies.0, plies.1);
    let count = args.positions as usize;
    let seed = args.seed;
    Ok((Source::Drawn { count, plies, seed }, words))
}

fn print(report: &OracleReport) -> anyhow::Result<()> {
    output::line(report.title(BOLD, PLAIN))?;
    let mut table = output::Table::of(report.table());
    table.right(&[0, 2, 3, 4, 5, 6, 7]).drop_first(&[7, 3, 6]);
    output::line(table)?;
    Ok(output::line(format!("  {DIM}{NOTE}{PLAIN}"))?)
}
