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
            at(&row.path, &row.position),
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
pub fn progress(row: &QuestionRow) -> String {
    match row.state {
        "finished" => "100 %".into(),
        "searching" => {
            let part = row.searched as f64 / row.nodes.max(1) as f64;
            format!("{:.0} %", (part * 100.0).min(99.0))
        }
        _ => String::new(),
    }
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
            at(&row.path, &row.position),
            row.scope.to_string(),
            output::grouped(row.nodes),
        ]);
    }
    table.right(&[2]).drop_first(&[1]);
    output::line(&table)?;
    Ok(())
}
