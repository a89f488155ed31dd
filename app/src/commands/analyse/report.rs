//! What an analysis found, for people and for scripts.

use std::time::Duration;

use gametree::{Notation, Worker};
use gametree_atlas::fact::NodeId;
use gametree_atlas::run::{End, Until};
use serde::Serialize;
use serde_json::Number;

use super::args::AnalyseArgs;
use crate::centipawns;
use crate::output;
use crate::project::{self, Project};

/// The longest line that is shown.
const LINE: usize = 12;

/// What is about to happen.
pub fn heading(name: &str, project: &Project, engines: &str) -> String {
    let graph = project.graph();
    let file = project::file(name);
    let evaluations = output::grouped(graph.evaluations());
    let state = if graph.evaluations() == 0 {
        "new".to_string()
    } else {
        format!(
            "{} positions, {evaluations} evaluations",
            output::grouped(graph.len() as u64)
        )
    };
    let again = graph.open().len();
    let open = if again == 0 {
        String::new()
    } else {
        format!(", {again} questions open")
    };
    format!(
        "project {name} ({}): {state}{open}\nengines: {engines}",
        file.display()
    )
}

/// A line a root: value, best line.
pub fn roots(project: &Project) -> String {
    let lines: Vec<String> = project
        .graph()
        .roots()
        .iter()
        .map(|root| root_line(project, root.node))
        .collect();
    lines.join("\n")
}

fn root_line(project: &Project, root: NodeId) -> String {
    let value = project
        .query()
        .value(root)
        .map_or("?".into(), centipawns::text);
    format!("{value:>7}  {}", line(project, root).join(" "))
}

/// The best line from a position, in words.
fn line(project: &Project, from: NodeId) -> Vec<String> {
    let codes = project.query().line(from, LINE).codes;
    project
        .position(from)
        .map_or(Vec::new(), |position| project.words(&position, &codes))
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

/// What a run came to.
pub struct Outcome<'a> {
    /// The project's name.
    pub name: &'a str,
    /// The project.
    pub project: &'a Project,
    /// Who worked.
    pub work: Work,
    /// Why it ended.
    pub end: End,
}

/// Who worked, and for how long.
pub struct Work {
    /// The engines.
    pub workers: Vec<Worker>,
    /// From the first question to the last answer.
    pub elapsed: Duration,
}

/// An engine's part.
#[derive(Serialize)]
struct EngineObject {
    name: String,
    answered: u64,
    failed: u64,
    busy_seconds: f64,
}

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    project: &'a str,
    file: String,
    root: RootObject,
    roots: Vec<RootObject>,
    line: Vec<String>,
    positions: usize,
    evaluations: u64,
    engine_nodes: u64,
    open: usize,
    seconds: f64,
    engines: Vec<EngineObject>,
    fingerprint: String,
    end: &'static str,
}

#[derive(Serialize, Clone)]
struct RootObject {
    position: String,
    value: Option<Number>,
    value_text: String,
    best: Option<String>,
    line: Vec<String>,
}

fn root_object(project: &Project, root: NodeId, text: &str) -> RootObject {
    let value = project.query().value(root);
    let line = line(project, root);
    RootObject {
        position: text.to_string(),
        value: value.map(centipawns::number),
        value_text: value.map_or("?".into(), centipawns::text),
        best: line.first().cloned(),
        line,
    }
}

fn object<'a>(outcome: &Outcome<'a>) -> Object<'a> {
    let (project, graph) = (outcome.project, outcome.project.graph());
    let roots: Vec<RootObject> = graph
        .roots()
        .iter()
        .map(|root| root_object(project, root.node, &root.text))
        .collect();
    Object {
        schema: "gametree.analyse/1",
        project: outcome.name,
        file: project::file(outcome.name).display().to_string(),
        root: roots[0].clone(),
        line: roots[0].line.clone(),
        roots,
        positions: graph.len(),
        evaluations: graph.evaluations(),
        engine_nodes: graph.engine_nodes(),
        open: graph.open().len(),
        seconds: outcome.work.elapsed.as_secs_f64(),
        engines: outcome.work.workers.iter().map(engine_object).collect(),
        fingerprint: format!("{:016x}", graph.fingerprint()),
        end: word(outcome.end),
    }
}

fn engine_object(worker: &Worker) -> EngineObject {
    EngineObject {
        name: worker.name.clone(),
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
    }
}

/// Prints the result, and how to go on.
pub fn print(args: &AnalyseArgs, outcome: &Outcome) -> anyhow::Result<()> {
    let (name, project) = (outcome.name, outcome.project);
    if args.output.json || args.jsonl {
        output::json(&object(outcome))?;
    } else {
        print_text(project)?;
    }
    if outcome.end == End::Nothing {
        output::hint(&nothing_left(project));
    }
    output::hint(&format!(
        "saved in {}; go on with: gametree analyse --project {name}\nlook at it with: gametree atlas moves {name}",
        project::file(name).display()
    ));
    Ok(())
}

/// Why there is nothing to ask.
fn nothing_left(project: &Project) -> String {
    let parked = project.query().stats().parked;
    if project.is_full() {
        return "the project holds as many positions as it may; --most-positions raises the limit"
            .into();
    }
    match parked {
        0 => "nothing is left to ask: everything that counts is decided".into(),
        count => format!(
            "nothing is left to ask: the rest is decided, or parked after failures ({count})"
        ),
    }
}

fn print_text(project: &Project) -> anyhow::Result<()> {
    for root in project.graph().roots() {
        let position = project.position(root.node)?;
        output::line(format!("{}\n{}", root.text, root_line(project, root.node)))?;
        let mut table = output::table(["move", "value", "direct", "share", "state", "line"]);
        for row in project.query().moves(root.node).rows {
            let m = gametree::Archived::decode(&position, row.code);
            let name = m.map_or("?".into(), |m| position.write_move(m));
            let show = |value: Option<gametree::Score>| value.map_or("".into(), centipawns::text);
            let share = format!("{:.1} %", row.share * 100.0);
            let line = line(project, row.node).join(" ");
            table.add_row([
                name,
                show(row.value),
                show(row.direct),
                share,
                row.state.word().into(),
                line,
            ]);
        }
        output::right_align(&mut table, &[1, 2, 3]);
        output::line(table)?;
    }
    output::line("values are White's, in pawns")?;
    Ok(())
}
