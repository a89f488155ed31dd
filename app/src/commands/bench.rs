//! `gametree bench`: fixed work, and the table for people.

use gametree_experiments::bench::{BenchReport, run as measure};

use super::experiment::run_on_terminal;
use crate::error::Code;
use crate::output;

/// Runs the command.
pub fn run() -> anyhow::Result<Code> {
    let Some(report) = run_on_terminal(measure)? else {
        output::hint("interrupted: no signature without all the work");
        return Ok(Code::Interrupted);
    };
    output::show(&report, print)?;
    Ok(Code::Done)
}

fn print(report: &BenchReport) -> anyhow::Result<()> {
    let header = [
        "game",
        "search",
        "best",
        "value (first player's)",
        "nodes",
        "seconds",
        "nodes/s",
    ];
    let mut table = output::table(header);
    for row in &report.rows {
        table.add_row([
            row.short_game().to_string(),
            row.search.clone(),
            row.best.clone(),
            row.value.clone(),
            output::grouped(row.nodes),
            format!("{:.3}", row.seconds),
            output::grouped(row.nodes_per_second),
        ]);
    }
    table.right(&[3, 4, 5, 6]).drop_first(&[5, 2, 6]);
    output::line(table)?;
    let speed = output::grouped(report.nodes_per_second);
    output::line(format!(
        "{} nodes, {:.2} s, {speed} nodes/s",
        output::grouped(report.nodes),
        report.seconds
    ))?;
    Ok(output::line(format!("signature {}", report.signature))?)
}
