//! `atlas check`, `backup`, `compact`: the file itself.

use std::path::Path;

use gametree_atlas::store::FileStore;
use gametree_project::ProjectError;
use gametree_project::files;
use serde::Serialize;

use crate::error::{CliError, Code};
use crate::{output, project};

/// `atlas check`.
pub fn check(name: &str) -> anyhow::Result<Code> {
    let path = project::existing(name)?;
    let checked = files::check(&path)?;
    if output::is_json() {
        output::json(&checked)?;
    } else if checked.ok {
        output::line(format!(
            "{}: sound; {} facts, {} positions",
            path.display(),
            output::grouped(checked.facts),
            output::grouped(checked.positions as u64)
        ))?;
    }
    if checked.ok {
        return Ok(Code::Done);
    }
    Err(CliError {
        code: Code::Damaged,
        what: format!(
            "{} is damaged: {}",
            path.display(),
            checked.problems.join("; ")
        ),
        hint: Some("restore a backup".into()),
    }
    .into())
}

#[derive(Serialize)]
struct Sizes {
    schema: &'static str,
    facts: u64,
    bytes_before: u64,
    bytes_after: u64,
}

/// `atlas backup`.
pub fn backup(name: &str, to: &Path) -> anyhow::Result<Code> {
    let path = project::existing(name)?;
    let store = FileStore::open_read_only(&path).map_err(ProjectError::from)?;
    store.backup(to).map_err(ProjectError::from)?;
    print(&Sizes {
        schema: "gametree.atlas.backup/1",
        facts: store.facts(),
        bytes_before: store.bytes(),
        bytes_after: std::fs::metadata(to)?.len(),
    })
}

/// `atlas compact`.
pub fn compact(name: &str) -> anyhow::Result<Code> {
    let path = project::existing(name)?;
    let mut store = FileStore::open(&path).map_err(ProjectError::from)?;
    let before = store.bytes();
    store.compact().map_err(ProjectError::from)?;
    print(&Sizes {
        schema: "gametree.atlas.compact/1",
        facts: store.facts(),
        bytes_before: before,
        bytes_after: store.bytes(),
    })
}

fn print(sizes: &Sizes) -> anyhow::Result<Code> {
    if output::is_json() {
        output::json(sizes)?;
    } else {
        let [facts, before, after] =
            [sizes.facts, sizes.bytes_before, sizes.bytes_after].map(output::grouped);
        output::line(format!("{facts} facts, {before} bytes before, {after} now"))?;
    }
    Ok(Code::Done)
}
