//! `atlas queue`: what is asked, what would be asked next, and what is parked.

use gametree::{Archived, Question};
use gametree_atlas::Atlas;
use gametree_atlas::fact::{Fact, NodeId, Scope};
use gametree_atlas::store::{MemoryStore, Store};
use gametree_chess::Chess;
use serde::Serialize;

use super::SCHEMA;
use super::place::way;
use super::words;
use crate::output;
use crate::project::{self, Project};

/// A project in memory, that may be asked without the one on disk knowing.
type Sketch = Atlas<Chess, MemoryStore>;

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    project: String,
    open: Vec<Asked>,
    next: Vec<Asked>,
    parked: Vec<Parked>,
}

#[derive(Serialize)]
struct Asked {
    ticket: u64,
    /// The moves from a root, numbered; empty for a root.
    path: String,
    position: String,
    /// `all` moves, or `others`: those that are not in the graph.
    scope: &'static str,
    /// Positions that may be searched.
    nodes: u64,
}

#[derive(Serialize)]
struct Parked {
    path: String,
    position: String,
    reason: String,
}

/// Runs the command.
pub fn run(name: &str, most: usize, json: bool) -> anyhow::Result<()> {
    let project = project::read(name)?;
    let object = Object {
        schema: SCHEMA,
        project: name.to_string(),
        open: open(&project)?,
        next: next(&project, most)?,
        parked: parked(&project)?,
    };
    if json {
        output::json(&object)
    } else {
        print(&object)
    }
}

fn open(project: &Project) -> anyhow::Result<Vec<Asked>> {
    let asked = |open: &gametree_atlas::graph::Open| {
        Ok(Asked {
            ticket: open.ticket,
            path: way(project, open.node)?,
            position: fen(project, open.node)?,
            scope: scope(open.scope),
            nodes: open.nodes,
        })
    };
    project.graph().open().iter().map(asked).collect()
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Whole => "all",
        Scope::Rest => "others",
    }
}

fn fen(project: &Project, node: NodeId) -> anyhow::Result<String> {
    Ok(project
        .position(node)
        .map_err(|error| project::problem(&error))?
        .fen())
}

/// Asks a copy in memory, as if every answer took its time.
fn next(project: &Project, most: usize) -> anyhow::Result<Vec<Asked>> {
    let mut sketch = sketch(project)?;
    let mut next = Vec::new();
    while next.len() < most {
        let Some(question) = sketch.ask().map_err(|error| project::problem(&error))? else {
            break;
        };
        next.push(asked(&sketch, &question)?);
    }
    Ok(next)
}

fn sketch(project: &Project) -> anyhow::Result<Sketch> {
    let mut facts: Vec<Fact> = Vec::new();
    let heard = project.store().replay(&mut |fact| {
        facts.push(fact);
        Ok(())
    });
    heard.map_err(|error| project::store_problem(&error))?;
    let mut store = MemoryStore::new();
    store
        .append(&facts)
        .map_err(|error| project::store_problem(&error))?;
    Ok(Atlas::open(store).map_err(|error| project::problem(&error))?)
}

fn asked(sketch: &Sketch, question: &Question<Chess>) -> anyhow::Result<Asked> {
    let graph = sketch.graph();
    let node = graph.find(question.position.identity());
    let (root, codes) = node
        .map(|node| sketch.query().path(node))
        .unwrap_or_default();
    let start = sketch
        .position(root)
        .map_err(|error| project::problem(&error))?;
    let open = graph
        .open()
        .iter()
        .find(|open| open.ticket == question.ticket);
    Ok(Asked {
        ticket: question.ticket,
        path: words::numbered(&start, &sketch.words(&start, &codes)),
        position: question.position.fen(),
        scope: open.map_or("all", |open| scope(open.scope)),
        nodes: question.nodes,
    })
}

fn parked(project: &Project) -> anyhow::Result<Vec<Parked>> {
    let query = project.query();
    let mut nodes: Vec<NodeId> = project.graph().marks().keys().copied().collect();
    nodes.sort_unstable();
    let reasons = nodes
        .into_iter()
        .filter_map(|node| Some((node, query.position(node).parked?)));
    reasons
        .map(|(node, reason)| {
            Ok(Parked {
                path: way(project, node)?,
                position: fen(project, node)?,
                reason,
            })
        })
        .collect()
}

fn print(object: &Object) -> anyhow::Result<()> {
    table("open questions", &object.open)?;
    table("next, if the answers change nothing", &object.next)?;
    if object.parked.is_empty() {
        output::line("nothing is parked")?;
        return Ok(());
    }
    let mut table = output::table(["parked", "reason"]);
    for parked in &object.parked {
        table.add_row([place(&parked.path, &parked.position), parked.reason.clone()]);
    }
    output::line(&table)?;
    Ok(())
}

fn table(title: &str, asked: &[Asked]) -> anyhow::Result<()> {
    if asked.is_empty() {
        output::line(format!("{title}: none"))?;
        return Ok(());
    }
    let mut table = output::table(["#", title, "moves", "nodes"]);
    for question in asked {
        table.add_row([
            question.ticket.to_string(),
            place(&question.path, &question.position),
            question.scope.to_string(),
            output::grouped(question.nodes),
        ]);
    }
    output::right_align(&mut table, &[0, 3]);
    output::line(&table)?;
    Ok(())
}

/// The moves to a position, or a root's text.
fn place(path: &str, position: &str) -> String {
    if path.is_empty() {
        position.to_string()
    } else {
        path.to_string()
    }
}
