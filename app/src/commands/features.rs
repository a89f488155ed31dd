//! `gametree features`: what the evaluator counts in a position, f_i, with its weights w_i.

use gametree_catalog::features::FeaturesReport;

use crate::args::FeaturesArgs;
use crate::error::Code;
use crate::output::{self, BOLD, DIM, PLAIN};

/// Runs the command.
pub fn run(args: &FeaturesArgs) -> anyhow::Result<Code> {
    let game = gametree_catalog::open(&args.at.game, &[])?;
    let position = args.at.position.as_deref();
    let report = FeaturesReport::new(&game, position, args.weights.as_deref())?;
    output::show(&report, print)?;
    Ok(Code::Done)
}

fn print(report: &FeaturesReport) -> anyhow::Result<()> {
    output::line(format!(
        "{BOLD}{}{PLAIN}, {}, weights {}",
        output::shorten(&report.game, 70),
        output::shorten(&report.position, 60),
        output::shorten(&report.weights, 60)
    ))?;
    let mut table = output::table(["feature", "f_i", "w_i", "f_i · w_i"]);
    for row in &report.features {
        table.add_row([
            row.name.to_string(),
            short(row.count),
            short(row.weight),
            short(row.product),
        ]);
    }
    output::right_align(&mut table, &[1, 2, 3]);
    output::line(table)?;
    output::line(format!(
        "  {DIM}value{PLAIN}    {BOLD}{}{PLAIN} = Σ f_i · w_i (first player's)",
        short(report.value)
    ))?;
    if let Some(expectation) = report.expectation {
        output::line(format!(
            "  {DIM}expected{PLAIN} {:.0} % of the points for the first player",
            100.0 * expectation
        ))?;
    }
    Ok(())
}

/// At most two decimals.
fn short(x: f64) -> String {
    let text = format!("{x:.2}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_string(),
        short => short.to_string(),
    }
}
