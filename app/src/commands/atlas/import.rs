//! `atlas import`: games and records from files.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use gametree_project::import::{ImportAsk, Imported, Input, Range, Survey};

use super::edit::report::{EditReport, counted};
use crate::error::{CliError, Code};
use crate::project::{self, Project};
use crate::{interrupt, output};

/// More new positions than this are not taken without a word.
const MANY: u64 = 500;

/// `atlas import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The file: .pgn (games with variations, [%eval] as evaluations) or .epd (ce, dm, acd, acn, pv
    /// as evaluations), both of chess
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only this many plies of each game
    #[arg(long, value_name = "N")]
    pub most_plies: Option<usize>,
    /// Only these games or records, counted from 1, both ends included: 3..7, 3.. or ..7
    #[arg(long, value_name = "A..B")]
    pub games: Option<Range>,
    /// Comments become notes, where there is none yet
    #[arg(long)]
    pub notes: bool,
    /// Leave out games and records with mistakes
    #[arg(long)]
    pub skip_bad: bool,
    /// Take more than 500 new positions without asking
    #[arg(long)]
    pub yes: bool,
}

/// Runs the command.
pub fn run(args: &ImportArgs) -> anyhow::Result<Code> {
    let project = project::open(&args.name)?;
    let ask = ImportAsk {
        input: Input::File(args.file.clone()),
        most_plies: args.most_plies,
        games: args.games.unwrap_or(Range::ALL),
        notes: args.notes,
        skip_bad: args.skip_bad,
    };
    let survey = {
        let _spinner = output::Spinner::new(format!("checking {}", args.file.display()));
        project.survey(&ask, &interrupt::raised)?
    };
    confirm(&*project, args, survey.new_positions())?;
    let imported = {
        let _spinner = output::Spinner::new(format!("importing {}", args.file.display()));
        project.import(&ask, &interrupt::raised)?
    };
    let mut report = EditReport::new("import", &args.name);
    describe(&mut report, &ask, &survey, &imported);
    if let serde_json::Value::Object(figures) = serde_json::to_value(&imported)? {
        for (name, figure) in figures {
            report.figure(&name, figure);
        }
    }
    report.figure("bad", survey.bad());
    report.figure("total_positions", project.counts().positions);
    report.print()
}

/// Many new positions are many tasks: the user sees how long they will take, and says yes.
fn confirm(project: &dyn Project, args: &ImportArgs, positions: u64) -> anyhow::Result<()> {
    if positions <= MANY || args.yes {
        return Ok(());
    }
    let forecast = forecast(project, positions)?;
    let here = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if !output::is_json() && here && agreed(&forecast)? {
        return Ok(());
    }
    let hint = "--yes imports them all; --most-plies and --games take less";
    Err(CliError::usage(format!("{forecast}; nothing was imported"))
        .hint(hint)
        .into())
}

fn agreed(forecast: &str) -> std::io::Result<bool> {
    eprint!("{forecast}. Import? [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    interrupt::waiting(|| std::io::stdin().read_line(&mut answer))?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// How long new positions will take, in words.
fn forecast(project: &dyn Project, positions: u64) -> anyhow::Result<String> {
    let forecast = project.forecast(positions)?;
    let time = match forecast.time {
        Some(time) => format!(
            "about {} at the present speed",
            output::lasting(time.as_secs_f64())
        ),
        None => "the time they take is not known yet".into(),
    };
    Ok(format!(
        "{} new positions, one task each: at least {} positions to search, {time}",
        output::grouped(positions),
        output::grouped(forecast.nodes)
    ))
}

fn describe(report: &mut EditReport, ask: &ImportAsk, survey: &Survey, imported: &Imported) {
    let parts = [
        (imported.new_positions, "new position"),
        (imported.new_moves, "new move"),
        (imported.new_roots, "new root"),
        (imported.evaluations, "evaluation"),
        (imported.notes, "note"),
    ];
    let parts = parts.map(|(count, noun)| counted(count, noun)).join(", ");
    let items = counted(imported.items, ask.unit());
    let text = format!("{}: {items}; {parts}", ask.name());
    if imported.facts == 0 {
        report.note(format!("{text}: it is all in the project already"));
    } else {
        report.changed(text);
    }
    if imported.evaluations_not_taken > 0 {
        let left = counted(imported.evaluations_not_taken, "evaluation");
        report.note(format!(
            "{left} not taken: the project has one that searched as much, or the game is over"
        ));
    }
    if imported.comments_not_taken > 0 {
        let left = counted(imported.comments_not_taken, "comment");
        report.note(format!("{left} not taken: there is a note"));
    }
    for line in survey.complaints() {
        report.note(format!("left out: {line}"));
    }
    report.permanent(
        "an import is not undone as a whole; `gametree atlas exclude` takes a move out of the count, \
         and `gametree atlas backup` before an import saves a copy",
    );
}
