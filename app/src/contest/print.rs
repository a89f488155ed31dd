//! A match for people: a table and a few lines, on the terminal and in Markdown.

use gametree_catalog::matches::MatchReport;

use crate::output::{self, BOLD, DIM, PLAIN};

/// The columns of the table of both sides.
const HEADER: [&str; 8] = [
    "",
    "search",
    "points",
    "limit per move",
    "nodes",
    "move calls",
    "seconds",
    "move calls/s",
];

/// Prints the result.
pub fn print(report: &MatchReport) -> anyhow::Result<()> {
    let game = output::shorten(&report.game, 60);
    output::line(format!(
        "{BOLD}{game}{PLAIN}, openings {} ({}), seed {}",
        report.openings, report.opening_count, report.seed
    ))?;
    let mut table = output::table(HEADER);
    report.sides().into_iter().for_each(|row| {
        table.add_row(row);
    });
    table.right(&[2, 4, 5, 6, 7]).drop_first(&[6, 4, 5, 7]);
    output::line(table)?;
    for (label, text) in report.summary() {
        let bold = if label == "verdict" { BOLD } else { "" };
        output::line(format!("  {DIM}{label:<8}{PLAIN} {bold}{text}{PLAIN}"))?;
    }
    Ok(())
}
