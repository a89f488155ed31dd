//! `gametree sweep`: a parameter of a search at several values, a match for each.

use gametree_catalog::AnyGame;
use gametree_catalog::matches::{MatchPlan, ParameterValues, SweepReport, SweepRow};

use crate::contest::args::SweepArgs;
use crate::contest::{self, write};
use crate::error::{CliError, Code};
use crate::files::write_file_if;
use crate::interrupt;
use crate::output::{self, Table};

/// Runs the command.
pub fn run(args: &SweepArgs) -> anyhow::Result<Code> {
    let searches = [args.search.as_str(), args.against.as_str()];
    let game = gametree_catalog::open(&args.contest.game, &searches)?;
    let over = ParameterValues::parse(&args.over)?;
    let plans = plans(args, &over, &game)?;
    if let Some(dir) = &args.contest.out {
        interrupt::saved_in(dir.display());
    }
    let out = args.contest.out.as_ref();
    let mut rows = Vec::new();
    for (value, plan) in over.values.iter().zip(&plans) {
        let dir = out.map(|dir| dir.join(over.directory(value)));
        rows.push(SweepRow {
            value: value.clone(),
            report: contest::play(plan, dir.as_deref())?,
        });
        if interrupt::raised() {
            break;
        }
    }
    tell(args, &SweepReport::new(&over, searches, rows))
}

/// Every match, checked before the first is played.
fn plans<'g>(
    args: &SweepArgs,
    over: &ParameterValues,
    game: &'g AnyGame,
) -> anyhow::Result<Vec<MatchPlan<'g>>> {
    let mut plans = Vec::new();
    for value in &over.values {
        let search = over.apply(&args.search, value)?;
        let searches = [search.as_str(), args.against.as_str()];
        plans.push(contest::plan(&args.contest, searches, game)?);
    }
    Ok(plans)
}

fn tell(args: &SweepArgs, report: &SweepReport) -> anyhow::Result<Code> {
    if let Some(dir) = &args.contest.out {
        let json = serde_json::to_string_pretty(report)? + "\n";
        write(&dir.join("sweep.json"), &json)?;
        write(&dir.join("sweep.md"), &report.table().markdown())?;
        write(&dir.join("sweep.svg"), &report.svg())?;
    }
    write_files(args, report)?;
    output::show(report, print)?;
    if report.complete {
        return Ok(Code::Done);
    }
    contest::tell_interrupted(report.rows.iter().map(|row| row.report.games).sum());
    Ok(Code::Interrupted)
}

fn write_files(args: &SweepArgs, report: &SweepReport) -> Result<(), CliError> {
    write_file_if(args.markdown.as_deref(), || report.table().markdown())?;
    write_file_if(args.svg.as_deref(), || report.svg())?;
    write_file_if(args.csv.as_deref(), || report.table().csv())
}

fn print(report: &SweepReport) -> anyhow::Result<()> {
    output::line(format!(
        "{}: {}; A is the first, Elo with its 95 % interval",
        output::shorten(&report.game, 60),
        report.title()
    ))?;
    let mut table = Table::of(report.table());
    table
        .right(&[1, 2, 3, 4, 5, 6, 7, 8])
        .drop_first(&[5, 3, 4, 2]);
    Ok(output::line(table)?)
}
