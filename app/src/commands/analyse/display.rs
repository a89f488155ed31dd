//! The display of a run on a terminal: the candidates, and what every engine is searching.

use std::time::Duration;

use gametree::{TaskProgress, Worker};
use gametree_project::Result;
use gametree_project::view::QuestionRow;

use super::report;
use crate::commands::atlas::show::moves;
use crate::commands::atlas::show::queue;
use crate::output;
use crate::project::Project;

/// How many candidates and engines are shown: together they fit a terminal of 24 lines.
const CANDIDATES: usize = 8;
const ENGINES: usize = 6;

/// The plies of a candidate's line that fit a row of 80 columns.
const PLIES: usize = 4;

/// A search that has lasted this long tells the speed better than the one before it.
const LONG: Duration = Duration::from_secs(1);

/// The display as text; no line is longer than the terminal.
pub fn text(project: &dyn Project, workers: &[Worker], summary: &str) -> Result<String> {
    let width = output::stderr_width();
    let roots = report::analysed(project)?;
    let open = project.queue(0)?.open;
    let mut parts = vec![report::roots(&roots)];
    if let Some(root) = roots.first() {
        let view = project.moves(root.node)?;
        if !view.moves.is_empty() {
            parts.push(moves::candidates(&view, CANDIDATES, PLIES).at_width(width));
            parts.push(moves::candidates_legend(project));
        }
    }
    parts.push(summary.to_string());
    parts.extend(
        workers
            .iter()
            .take(ENGINES)
            .map(|worker| engine(worker, &open)),
    );
    if workers.len() > ENGINES {
        parts.push(format!("  and {} more engines", workers.len() - ENGINES));
    }
    parts.push("Ctrl-C saves and stops".into());
    Ok(output::wrapped(&parts.join("\n"), width))
}

/// Nodes per second: of the search at work where it is long enough, else of the last one.
pub fn speed(worker: &Worker) -> Option<u64> {
    let now = |task: &TaskProgress| (task.nodes as f64 / task.elapsed.as_secs_f64()) as u64;
    let long = worker.task.as_ref();
    let long = long.filter(|task| task.elapsed >= LONG && task.nodes > 0);
    long.map(now).or(worker.speed)
}

/// `  stockfish 1: 10.f5 Be7, other moves: 240k of 800k nodes (30 %), 810k per second`.
fn engine(worker: &Worker, open: &[QuestionRow]) -> String {
    let speed = speed(worker).map_or(String::new(), |speed| {
        format!(", {} per second", output::rounded(speed))
    });
    let Some(task) = &worker.task else {
        return format!("  {}: {}{speed}", worker.name, worker.state);
    };
    let row = open.iter().find(|row| row.ticket == Some(task.ticket));
    let place = row.map_or_else(|| format!("task {}", task.ticket), place);
    format!(
        "  {}: {place}: {} of {} nodes ({}){speed}",
        worker.name,
        output::rounded(task.nodes),
        output::rounded(task.asked),
        queue::part_done(task.nodes, task.asked)
    )
}

/// The position of a task, and which of its moves.
fn place(row: &QuestionRow) -> String {
    let path = match row.path.as_str() {
        "" => "the root",
        path => path,
    };
    match row.scope {
        "others" => format!("{path}, other moves"),
        _ => path.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(task: Option<TaskProgress>) -> Worker {
        Worker {
            name: "fish 1".into(),
            state: "idle".into(),
            jobs: 1,
            searching: task.is_some(),
            answered: 3,
            failed: 0,
            busy: Duration::ZERO,
            speed: Some(800_000),
            task,
        }
    }

    fn task(nodes: u64, seconds: u64) -> TaskProgress {
        TaskProgress {
            ticket: 7,
            nodes,
            asked: 4_000_000,
            elapsed: Duration::from_secs(seconds),
        }
    }

    fn row(ticket: u64, scope: &'static str) -> QuestionRow {
        QuestionRow {
            ticket: Some(ticket),
            node: 1,
            path: "10.f5 Be7".into(),
            position: String::new(),
            scope,
            nodes: 4_000_000,
            state: "searching",
            engine: Some("fish 1".into()),
            searched: 1_000_000,
            age: Some(2.0),
            costs: Vec::new(),
        }
    }

    #[test]
    fn an_engine_tells_its_position_progress_and_speed() {
        let open = [row(6, "all"), row(7, "others")];
        assert_eq!(
            engine(&worker(Some(task(1_000_000, 2))), &open),
            "  fish 1: 10.f5 Be7, other moves: 1.0M of 4.0M nodes (25 %), 500k per second"
        );
        assert_eq!(
            engine(&worker(None), &open),
            "  fish 1: idle, 800k per second"
        );
        let unknown = engine(&worker(Some(task(0, 0))), &[]);
        assert_eq!(
            unknown,
            "  fish 1: task 7: 0 of 4.0M nodes (0 %), 800k per second"
        );
    }
}
