//! `atlas list`: all projects of the directory.

use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::Serialize;

use super::{SCHEMA, moment};
use crate::{error, output, project};

#[derive(Serialize)]
struct Listed {
    schema: &'static str,
    directory: String,
    projects: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    file: String,
    /// What is known of it, when it can be read.
    #[serde(flatten)]
    known: Option<Known>,
    /// Seconds since 1970.
    changed: Option<u64>,
    changed_text: Option<String>,
    bytes: Option<u64>,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Known {
    roots: Vec<String>,
    positions: usize,
    evaluations: u64,
    engine_nodes: u64,
}

/// Runs the command.
pub fn run(json: bool) -> anyhow::Result<()> {
    let directory = project::directory();
    let projects: Vec<Row> = project::all()
        .into_iter()
        .map(|(name, path)| row(name, &path))
        .collect();
    if json {
        let directory = directory.display().to_string();
        return output::json(&Listed {
            schema: SCHEMA,
            directory,
            projects,
        });
    }
    if projects.is_empty() {
        output::hint(&format!(
            "there is no project in {}; `gametree analyse` makes one",
            directory.display()
        ));
        return Ok(());
    }
    let mut table = output::table([
        "project",
        "roots",
        "positions",
        "evaluations",
        "last change",
        "size",
    ]);
    for row in &projects {
        table.add_row(cells(row));
    }
    output::right_align(&mut table, &[1, 2, 3, 5]);
    output::line(&table)?;
    for row in projects.iter().filter(|row| row.error.is_some()) {
        output::line(format!(
            "{}: {}",
            row.name,
            row.error.as_deref().unwrap_or_default()
        ))?;
    }
    Ok(())
}

fn row(name: String, path: &Path) -> Row {
    let about = std::fs::metadata(path).ok();
    let modified = about.as_ref().and_then(|about| about.modified().ok());
    let changed = modified
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map(|time| time.as_secs());
    let read = project::read(&path.display().to_string());
    let (known, error) = match read {
        Ok(project) => (Some(known(&project)), None),
        Err(problem) => (None, Some(error::text(&problem))),
    };
    Row {
        name,
        file: path.display().to_string(),
        known,
        changed,
        changed_text: changed.map(moment::text),
        bytes: about.map(|about| about.len()),
        error,
    }
}

fn known(project: &project::Project) -> Known {
    let graph = project.graph();
    Known {
        roots: graph.roots().iter().map(|root| root.text.clone()).collect(),
        positions: graph.len(),
        evaluations: graph.evaluations(),
        engine_nodes: graph.engine_nodes(),
    }
}

fn cells(row: &Row) -> [String; 6] {
    let count = |get: fn(&Known) -> u64| {
        row.known
            .as_ref()
            .map_or("?".to_string(), |known| output::grouped(get(known)))
    };
    [
        row.name.clone(),
        count(|known| known.roots.len() as u64),
        count(|known| known.positions as u64),
        count(|known| known.evaluations),
        row.changed_text.clone().unwrap_or_default(),
        row.bytes.map_or(String::new(), size),
    ]
}

/// Bytes as `1.5 MiB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}
