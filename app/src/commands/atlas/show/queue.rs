//! `atlas queue`: open tasks with their progress, what would come next, and what failed.

use gametree_project::view::{QuestionRow, QueueView};

use super::place::at;
use crate::{output, project};

/// Runs the command.
pub fn run(name: &str, most: usize) -> anyhow::Result<()> {
    let view = project::read(name)?.queue(most)?;
    if output::is_json() {
        output::json(&view)
    } else {
        print(&view)
    }
}

fn print(view: &QueueView) -> anyhow::Result<()> {
    open(&view.open)?;
    ahead(&view.ahead)?;
    if view.parked.is_empty() {
        output::line("nothing failed")?;
        return Ok(());
    }
    let mut table = output::table(["failed", "reason"]);
    for parked in &view.parked {
        table.add_row([at(&parked.path, &parked.position), parked.reason.clone()]);
    }
    output::line(&table)?;
    output::paragraph("`gametree atlas retry` tries what failed again")?;
    Ok(())
}

/// The way to a task's position; a root by its text only where tasks of several roots are listed.
fn place(row: &QuestionRow, rows: &[QuestionRow]) -> String {
    let is_root = |row: &&QuestionRow| row.path.is_empty();
    let mut roots = rows.iter().filter(is_root).map(|row| &row.position);
    match roots.all(|position| *position == row.position) && row.path.is_empty() {
        true => "root".into(),
        false => at(&row.path, &row.position),
    }
}

fn open(rows: &[QuestionRow]) -> anyhow::Result<()> {
    if rows.is_empty() {
        output::line("open tasks: none")?;
        return Ok(());
    }
    let mut table = output::table([
        "#",
        "open task",
        "moves",
        "nodes",
        "state",
        "engine",
        "progress",
        "age",
    ]);
    for row in rows {
        table.add_row([
            row.ticket
                .map_or(String::new(), |ticket| ticket.to_string()),
            place(row, rows),
            row.scope.to_string(),
            output::grouped(row.nodes),
            row.state.to_string(),
            row.engine.clone().unwrap_or_default(),
            progress(row),
            row.age.map_or(String::new(), output::lasting),
        ]);
    }
    table.right(&[0, 3, 6, 7]).drop_first(&[7, 2, 5, 6, 4]);
    output::line(&table)?;
    output::paragraph("`gametree atlas cancel NAME #` drops a task")?;
    Ok(())
}

/// How much of a task is done, in percent.
fn progress(row: &QuestionRow) -> String {
    match row.state {
        "finished" => "100 %".into(),
        "searching" => part_done(row.searched, row.nodes),
        _ => String::new(),
    }
}

/// A part of a search that is at work, in percent: never all of it.
pub fn part_done(searched: u64, asked: u64) -> String {
    let part = searched as f64 / asked.max(1) as f64;
    format!("{:.0} %", (part * 100.0).floor().min(99.0))
}

fn ahead(rows: &[QuestionRow]) -> anyhow::Result<()> {
    let title = "next, if the results change nothing";
    if rows.is_empty() {
        output::line(format!("{title}: none"))?;
        return Ok(());
    }
    let mut table = output::table([title, "moves", "nodes"]);
    for row in rows {
        table.add_row([
            place(row, rows),
            row.scope.to_string(),
            output::grouped(row.nodes),
        ]);
    }
    table.right(&[2]).drop_first(&[1]);
    output::line(&table)?;
    Ok(())
}
