//! `atlas check`, `backup`, `compact`: the file itself.

use std::path::PathBuf;

use clap::Subcommand;
use gametree_atlas::graph::Graph;
use gametree_atlas::store::{FileStore, check};
use serde::Serialize;

use crate::args::JsonArg;
use crate::error::{Code, Problem};
use crate::output;
use crate::project;

/// What is done to a project's file.
#[derive(Subcommand, Debug)]
pub enum Keeping {
    /// Check a project's file: every page, every fact, and that what is derived follows from the
    /// facts
    Check {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// Write a consistent copy, also while the project is analysed
    Backup {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// The copy, a new file
        #[arg(value_name = "FILE")]
        to: PathBuf,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// Make a project's file smaller
    Compact {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
}

/// Runs the command.
pub fn run(keeping: &Keeping) -> anyhow::Result<Code> {
    match keeping {
        Keeping::Check { name, output } => check_project(name, output.json),
        Keeping::Backup { name, to, output } => backup(name, to, output.json),
        Keeping::Compact { name, output } => compact(name, output.json),
    }
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(keeping: &Keeping) -> bool {
    match keeping {
        Keeping::Check { output, .. }
        | Keeping::Backup { output, .. }
        | Keeping::Compact { output, .. } => output.json,
    }
}

#[derive(Serialize)]
struct Checked {
    schema: &'static str,
    ok: bool,
    facts: u64,
    positions: usize,
    evaluations: u64,
    fingerprint: String,
    problems: Vec<String>,
}

/// The file, then the facts, then the graph: built step by step and from nothing, both must be the
/// same.
fn check_project(name: &str, json: bool) -> anyhow::Result<Code> {
    let path = project::existing(name)?;
    let report = check(&path).map_err(|error| project::store_problem(&error))?;
    let mut problems = report.problems.clone();
    let mut graph = Graph::default();
    if problems.is_empty() {
        let project = project::read(name)?;
        graph = project.graph().clone();
        problems.extend(incremental_differs(&project));
    }
    let ok = problems.is_empty();
    let checked = Checked {
        schema: "gametree.atlas/1",
        ok,
        facts: report.facts,
        positions: graph.len(),
        evaluations: graph.evaluations(),
        fingerprint: format!("{:016x}", graph.fingerprint()),
        problems,
    };
    if json {
        output::json(&checked)?;
    } else if ok {
        let (facts, positions) = (
            output::grouped(checked.facts),
            output::grouped(checked.positions as u64),
        );
        output::line(format!(
            "{}: sound; {facts} facts, {positions} positions",
            path.display()
        ))?;
    }
    if ok {
        return Ok(Code::Done);
    }
    let what = format!(
        "{} is damaged: {}",
        path.display(),
        checked.problems.join("; ")
    );
    Err(Problem {
        code: Code::Damaged,
        what,
        mend: Some("restore a backup".into()),
    }
    .into())
}

/// Takes every fact as it came, and compares with the graph that was computed at once.
fn incremental_differs(project: &project::Project) -> Option<String> {
    use gametree_atlas::store::Store;
    let mut graph = Graph::default();
    let mut misfit = None;
    let replayed = project.store().replay(&mut |fact| {
        if misfit.is_none() {
            misfit = graph.apply(&fact).err();
        }
        Ok(())
    });
    if let Err(error) = replayed {
        return Some(error.to_string());
    }
    if let Some(misfit) = misfit {
        return Some(misfit.to_string());
    }
    let same = graph.fingerprint() == project.graph().fingerprint();
    (!same).then(|| "values computed step by step differ from values computed at once".to_string())
}

#[derive(Serialize)]
struct Sizes {
    schema: &'static str,
    facts: u64,
    bytes_before: u64,
    bytes_after: u64,
}

fn backup(name: &str, to: &std::path::Path, json: bool) -> anyhow::Result<Code> {
    let path = project::existing(name)?;
    let store = FileStore::open_read_only(&path).map_err(|error| project::store_problem(&error))?;
    store
        .backup(to)
        .map_err(|error| project::store_problem(&error))?;
    let after = std::fs::metadata(to)?.len();
    tell(
        json,
        &Sizes {
            schema: "gametree.atlas/1",
            facts: store.facts(),
            bytes_before: store.bytes(),
            bytes_after: after,
        },
    )
}

fn compact(name: &str, json: bool) -> anyhow::Result<Code> {
    let path = project::existing(name)?;
    let mut store = FileStore::open(&path).map_err(|error| project::store_problem(&error))?;
    let before = store.bytes();
    store
        .compact()
        .map_err(|error| project::store_problem(&error))?;
    let sizes = Sizes {
        schema: "gametree.atlas/1",
        facts: store.facts(),
        bytes_before: before,
        bytes_after: store.bytes(),
    };
    tell(json, &sizes)
}

fn tell(json: bool, sizes: &Sizes) -> anyhow::Result<Code> {
    if json {
        output::json(sizes)?;
    } else {
        let [facts, before, after] =
            [sizes.facts, sizes.bytes_before, sizes.bytes_after].map(output::grouped);
        output::line(format!("{facts} facts, {before} bytes before, {after} now"))?;
    }
    Ok(Code::Done)
}
