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
    sides(report).into_iter().for_each(|row| {
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

fn sides(report: &MatchReport) -> [[String; 8]; 2] {
    let side = |name: &str, search: &str, points: f64| {
        [name.to_string(), search.to_string(), points.to_string()]
    };
    let points_of_a = report.wins as f64 + report.draws as f64 / 2.0;
    let a = side("A", &report.a, points_of_a);
    let b = side("B", &report.b, report.games as f64 - points_of_a);
    let spent = |limit: &str, numbers: [u64; 3], seconds: f64| {
        let [nodes, moves, speed] = numbers.map(output::grouped);
        [
            limit.to_string(),
            nodes,
            moves,
            format!("{seconds:.3}"),
            speed,
        ]
    };
    let o = report;
    let more_a = spent(
        &o.limits.a,
        [o.nodes.a, o.moves.a, o.moves_per_second.a],
        o.seconds.a,
    );
    let more_b = spent(
        &o.limits.b,
        [o.nodes.b, o.moves.b, o.moves_per_second.b],
        o.seconds.b,
    );
    [joined(a, more_a), joined(b, more_b)]
}

fn joined([a, b, c]: [String; 3], [d, e, f, g, h]: [String; 5]) -> [String; 8] {
    [a, b, c, d, e, f, g, h]
}
