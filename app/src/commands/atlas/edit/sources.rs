//! `atlas distrust`, `cancel`, `retry`: tasks that are dropped or searched again.

use clap::Args;
use gametree_project::Action;
use gametree_project::view::SourceRow;

use super::report::EditReport;
use crate::error::Code;
use crate::project;

/// `atlas distrust`.
#[derive(Args, Debug)]
pub struct DistrustArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The source: its number in the list, its name, or a part of it that no other has
    #[arg(value_name = "SOURCE")]
    pub source: Option<String>,
    /// Trust it again
    #[arg(long, requires = "source")]
    pub off: bool,
}

/// `atlas cancel`.
#[derive(Args, Debug)]
pub struct CancelArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The number of the task, as `atlas queue` shows it
    #[arg(value_name = "NUMBER")]
    pub ticket: u64,
}

/// `atlas retry`.
#[derive(Args, Debug)]
pub struct RetryArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The position: moves from a root, or a position [default: all that failed]
    #[arg(value_name = "PATH")]
    pub path: Option<String>,
}

/// `atlas distrust`.
pub fn distrust(args: &DistrustArgs) -> anyhow::Result<Code> {
    let Some(text) = &args.source else {
        return list(args);
    };
    let project = project::open(&args.name)?;
    let rows = project.stats()?.sources;
    let row = SourceRow::named(&rows, text)?;
    let node = project.find("")?;
    let source = row.number as u16;
    let mut report = EditReport::new("distrust", &args.name);
    let action = if args.off {
        Action::Trust { source }
    } else {
        Action::Distrust { source }
    };
    report.add(&*project, node, project.act(node, &action)?)?;
    report.figure("source", row.name.clone());
    report.figure("number", row.number);
    report.figure("positions", row.positions);
    report.print()
}

fn list(args: &DistrustArgs) -> anyhow::Result<Code> {
    let rows = project::read(&args.name)?.stats()?.sources;
    let mut report = EditReport::new("distrust", &args.name);
    for row in &rows {
        report.note(row.to_string());
    }
    if rows.is_empty() {
        report.note("there is no result of an engine yet");
    }
    let names: Vec<String> = rows.into_iter().map(|row| row.name).collect();
    report.figure("sources", names);
    report.print()
}

/// `atlas cancel`.
pub fn cancel(args: &CancelArgs) -> anyhow::Result<Code> {
    let project = project::open(&args.name)?;
    let open = project.queue(0)?.open;
    let task = open.iter().find(|row| row.ticket == Some(args.ticket));
    let node = task.map_or(project.find("")?, |row| row.node);
    let ticket = args.ticket;
    let mut report = EditReport::new("cancel", &args.name);
    report.add(
        &*project,
        node,
        project.act(node, &Action::Cancel { ticket })?,
    )?;
    report.figure("task", ticket);
    report.print()
}

/// `atlas retry`.
pub fn retry(args: &RetryArgs) -> anyhow::Result<Code> {
    let project = project::open(&args.name)?;
    let mut nodes: Vec<u32> = project
        .queue(0)?
        .parked
        .iter()
        .map(|row| row.node)
        .collect();
    if let Some(path) = &args.path {
        let wanted = project.find(path)?;
        nodes.retain(|&node| node == wanted);
    }
    let mut report = EditReport::new("retry", &args.name);
    for &node in &nodes {
        report.add(&*project, node, project.act(node, &Action::Unpark {})?)?;
    }
    report.figure("positions", nodes.len());
    if nodes.is_empty() {
        report.note("nothing failed there");
    }
    report.permanent("a task that fails again counts as failed again");
    report.print()
}
