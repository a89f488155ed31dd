//! What a run came to.

use std::time::Duration;

use gametree::Worker;
use gametree_atlas::run::{End, Until};
use gametree_project::RunSummary;
use gametree_project::view::{RefusalRow, RootView, StatsView};
use serde::Serialize;

use crate::commands::atlas::edit::report::counted;
use crate::commands::atlas::show::moves;
use crate::commands::atlas::show::place::marked;
use crate::project::Project;
use crate::{output, shell};

/// How many refused results are listed.
const SHOWN_REFUSALS: usize = 5;

/// What is about to happen.
pub fn heading(project: &dyn Project, engines: &str) -> String {
    let counts = project.counts();
    let state = if counts.evaluations == 0 {
        "new".to_string()
    } else {
        format!(
            "{}, {}",
            counted(counts.positions, "position"),
            counted(counts.evaluations as usize, "evaluation")
        )
    };
    let open = match counts.questions {
        0 => String::new(),
        again => format!(", {} open", counted(again, "task")),
    };
    format!(
        "project {} ({}): {state}{open}\nengines: {engines}",
        project.name(),
        project.file().display()
    )
}

/// One line per root: value, best line.
pub fn roots(roots: &[RootView]) -> String {
    let lines: Vec<String> = roots.iter().map(root_line).collect();
    lines.join("\n")
}

/// What the tasks are for: the position in focus, else the roots.
pub fn analysed(project: &dyn Project) -> gametree_project::Result<Vec<RootView>> {
    match project.focus()? {
        Some(focus) => Ok(vec![focus]),
        None => project.roots(),
    }
}

fn root_line(root: &RootView) -> String {
    let value = marked(&root.value.value_text, root.own_search);
    format!("{value:>8}  {}", root.line.join(" "))
}

/// How long it will go on.
pub fn left(until: Until, elapsed: Duration, done: u64, nodes: u64) -> String {
    let seconds = elapsed.as_secs_f64();
    let by = |limit: Option<u64>, spent: u64| {
        limit
            .filter(|_| spent > 0)
            .map(|limit| seconds * (limit.saturating_sub(spent) as f64 / spent as f64))
    };
    let by_time = until
        .time
        .map(|time| time.saturating_sub(elapsed).as_secs_f64());
    let least = [
        by(until.evaluations, done),
        by(until.engine_nodes, nodes),
        by_time,
    ];
    match least.into_iter().flatten().reduce(f64::min) {
        Some(seconds) => format!(", about {} left", output::lasting(seconds)),
        None => String::new(),
    }
}

/// An engine's part.
#[derive(Serialize)]
struct EngineObject {
    name: String,
    /// What it does at the end; `given up (why)`.
    state: String,
    answered: u64,
    failed: u64,
    busy_seconds: f64,
}

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    project: &'a str,
    game: &'a str,
    file: String,
    root: Option<RootView>,
    line: Vec<String>,
    roots: Vec<RootView>,
    /// The position that all tasks are for, where there is one.
    focus: Option<RootView>,
    positions: usize,
    evaluations: u64,
    engine_nodes: u64,
    open: usize,
    seconds: f64,
    engines: Vec<EngineObject>,
    /// Results of workers that were not believed; with a broker only.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a [RefusalRow]>,
    fingerprint: String,
    end: &'static str,
    /// Why an engine had no answer, the last time that happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<&'a str>,
}

fn object<'a>(
    project: &'a dyn Project,
    stats: &StatsView,
    summary: &'a RunSummary,
) -> anyhow::Result<Object<'a>> {
    let roots = project.roots()?;
    let root = roots.first().cloned();
    Ok(Object {
        schema: "gametree.analyse/1",
        project: project.name(),
        game: project.game(),
        file: project.file().display().to_string(),
        line: root.as_ref().map_or(Vec::new(), |root| root.line.clone()),
        root,
        roots,
        focus: project.focus()?,
        positions: stats.positions,
        evaluations: stats.evaluations,
        engine_nodes: stats.engine_nodes,
        open: stats.questions,
        seconds: summary.elapsed.as_secs_f64(),
        engines: summary.workers.iter().map(engine_object).collect(),
        refused: summary.refused.as_deref(),
        fingerprint: stats.fingerprint.clone(),
        end: word(summary.end),
        trouble: summary.trouble.as_deref(),
    })
}

fn engine_object(worker: &Worker) -> EngineObject {
    EngineObject {
        name: worker.name.clone(),
        state: worker.state.clone(),
        answered: worker.answered,
        failed: worker.failed,
        busy_seconds: worker.busy.as_secs_f64(),
    }
}

fn word(end: End) -> &'static str {
    match end {
        End::Limit => "limit",
        End::Asked => "asked",
        End::Nothing => "nothing",
        End::Failed => "failed",
    }
}

/// Prints the result, and how to go on.
pub fn print(
    project: &dyn Project,
    summary: &RunSummary,
    broker: Option<&str>,
) -> anyhow::Result<()> {
    let stats = project.stats()?;
    if output::is_json() {
        output::json(&object(project, &stats, summary)?)?;
    } else {
        print_text(project)?;
    }
    if summary.end == End::Nothing {
        output::hint(&nothing_left(project, &stats));
    }
    tell_refused(summary.refused.as_deref().unwrap_or_default());
    for worker in given_up(summary) {
        output::hint(&format!("{}: {}", worker.name, worker.state));
    }
    output::hint(&format!(
        "{}\nto read it: gametree atlas moves {}",
        resume(project, broker),
        shell::quoted(project.name())
    ));
    Ok(())
}

/// The latest results of workers that were not believed.
fn tell_refused(refused: &[RefusalRow]) {
    if refused.is_empty() {
        return;
    }
    output::hint(&format!("refused results: {}", refused.len()));
    for row in refused.iter().rev().take(SHOWN_REFUSALS).rev() {
        output::hint(&format!("  {}: {}", row.worker, row.what));
    }
}

/// How to go on; at a broker, if one is given.
pub fn resume(project: &dyn Project, broker: Option<&str>) -> String {
    let at = broker.map_or(String::new(), |url| {
        format!(" --broker {}", shell::quoted(url))
    });
    format!(
        "saved in {}; to resume: gametree analyse --project {}{at}",
        project.file().display(),
        shell::quoted(project.name())
    )
}

/// The engines that are not asked any more.
fn given_up(summary: &RunSummary) -> impl Iterator<Item = &Worker> {
    let workers = summary.workers.iter();
    workers.filter(|worker| worker.state.starts_with("given up"))
}

/// Why there is nothing to search.
fn nothing_left(project: &dyn Project, stats: &StatsView) -> String {
    let most = project.settings().most_positions;
    if most.is_some_and(|most| stats.positions as u64 >= most) {
        return "the project holds as many positions as it may; --most-positions raises the limit"
            .into();
    }
    match stats.parked {
        0 => "nothing is left to search: everything that counts is decided".into(),
        count => {
            format!("nothing is left to search: the rest is decided, or failed ({count} positions)")
        }
    }
}

fn print_text(project: &dyn Project) -> anyhow::Result<()> {
    for root in analysed(project)? {
        output::paragraph(format!("{}\n{}", root.position, root_line(&root)))?;
        moves::summary(project, &project.moves(root.node)?)?;
    }
    Ok(())
}
