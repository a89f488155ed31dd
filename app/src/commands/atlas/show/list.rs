//! `atlas list`: all projects of the directory.

use std::sync::Arc;

use gametree_project::view::{Card, State};
use gametree_project::{Engines, ProjectStore, moment};
use serde::Serialize;

use crate::{output, project};

#[derive(Serialize)]
struct Listed {
    schema: &'static str,
    directory: String,
    projects: Vec<Card>,
}

/// Runs the command.
pub fn run() -> anyhow::Result<()> {
    let directory = project::directory();
    let store = ProjectStore::new(directory.clone(), Arc::new(Engines::default()), true);
    let mut projects = store.cards();
    projects.sort_by(|a, b| a.id.cmp(&b.id));
    if output::is_json() {
        return output::json(&Listed {
            schema: "gametree.atlas.list/1",
            directory: directory.display().to_string(),
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
        "game",
        "roots",
        "positions",
        "evaluations",
        "last change",
        "size",
    ]);
    for card in &projects {
        table.add_row(cells(card));
    }
    table.right(&[2, 3, 4, 6]).drop_first(&[6, 2, 5]);
    output::line(&table)?;
    for card in &projects {
        if let Some(trouble) = &card.trouble {
            output::line(format!("{}: {trouble}", card.id))?;
        }
    }
    Ok(())
}

fn cells(card: &Card) -> [String; 7] {
    let count = |number: u64| match card.state {
        State::Damaged => "?".into(),
        _ if card.game.is_empty() => "?".into(),
        _ => output::grouped(number),
    };
    [
        card.id.clone(),
        card.game.clone(),
        count(card.roots as u64),
        count(card.positions),
        count(card.evaluations),
        moment::text(card.changed_at),
        size(card.bytes),
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
