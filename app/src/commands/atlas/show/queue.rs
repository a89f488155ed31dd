//! `atlas queue`: what is asked, what would be asked next, and what is parked.

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
    table("open tasks", &view.open)?;
    table("next, if the results change nothing", &view.ahead)?;
    if view.parked.is_empty() {
        output::line("nothing failed")?;
        return Ok(());
    }
    let mut table = output::table(["failed", "reason"]);
    for parked in &view.parked {
        table.add_row([at(&parked.path, &parked.position), parked.reason.clone()]);
    }
    output::line(&table)?;
    Ok(())
}

fn table(title: &str, questions: &[QuestionRow]) -> anyhow::Result<()> {
    if questions.is_empty() {
        output::line(format!("{title}: none"))?;
        return Ok(());
    }
    let mut table = output::table(["#", title, "moves", "nodes"]);
    for question in questions {
        table.add_row([
            question
                .ticket
                .map_or(String::new(), |ticket| ticket.to_string()),
            at(&question.path, &question.position),
            question.scope.to_string(),
            output::grouped(question.nodes),
        ]);
    }
    table.right(&[0, 3]).drop_first(&[2, 0]);
    output::line(&table)?;
    Ok(())
}
