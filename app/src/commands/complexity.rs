//! `gametree complexity`: the formulas for time and space, b^m, b^(m/2) and b·m, with measured counts
//! beside them.

use gametree_experiments::complexity::{ComplexityReport, calculate, measure};

use crate::args::ComplexityArgs;
use crate::error::{CliError, Code};
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};

/// Runs the command.
pub fn run(args: &ComplexityArgs) -> anyhow::Result<Code> {
    let report = match (&args.game, args.branching) {
        (None, Some(branching)) => calculate(branching, args.length.unwrap_or(2.0))?,
        (Some(name), None) => {
            let game = gametree_catalog::open(name, &[])?;
            let _spinner = Spinner::new(format!("counting the tree of {}", game.info().name));
            measure(&game, args.position.as_deref(), args.depth)?
        }
        _ => {
            let what = "a game or tree to measure, or --branching to calculate";
            let hint =
                "gametree complexity tictactoe, or gametree complexity --branching 35 --length 100";
            return Err(CliError::usage(what).hint(hint).into());
        }
    };
    output::show(&report, print)?;
    Ok(Code::Done)
}

fn print(report: &ComplexityReport) -> anyhow::Result<()> {
    let b = report.branching;
    if let Some(game) = &report.game {
        output::line(format!("{BOLD}{}{PLAIN}", output::shorten(game, 70)))?;
        output::line(table(report))?;
    }
    let f = &report.formulas;
    let m = report.depth;
    output::line(format!(
        "  b = {b:.2}, m = {m}: minimax O(b^m) = 10^{:.1}, alpha-beta at best O(b^(m/2)) = 10^{:.1}",
        f.minimax_log10, f.alphabeta_log10
    ))?;
    output::line(format!(
        "  {DIM}alpha-beta at best searches as if b were √b = {:.2}; space O(b·m) = {:.0} moves{PLAIN}",
        f.effective_branching, f.space
    ))?;
    Ok(())
}

fn table(report: &ComplexityReport) -> output::Table {
    let mut table = output::table([
        "m",
        "leaves (minimax)",
        "b^m",
        "leaves (alpha-beta)",
        "b^⌈m/2⌉ + b^⌊m/2⌋ − 1",
        "moves held",
        "b·m",
    ]);
    let near = |x: f64| output::grouped(x.round() as u64);
    for row in &report.rows {
        table.add_row([
            row.depth.to_string(),
            output::grouped(row.leaves),
            near(row.leaves_formula),
            output::grouped(row.alphabeta_leaves),
            near(row.best_formula),
            output::grouped(row.held),
            near(row.held_formula),
        ]);
    }
    output::right_align(&mut table, &[0, 1, 2, 3, 4, 5, 6]);
    table
}
