//! `atlas changes`: what is new since a moment, the most important first.

use gametree_atlas::changes::{Change, Changes, Fired, Moment};
use gametree_atlas::fact::Code;
use serde::Serialize;
use serde_json::Number;

use super::moves::names;
use super::place::{after, way};
use super::{SCHEMA, moment, words};
use crate::error::Problem;
use crate::project::{self, Project};
use crate::{centipawns, output};

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    project: String,
    since: Since,
    facts: u64,
    positions: usize,
    moves: usize,
    evaluations: u64,
    engine_nodes: u64,
    roots: Vec<ChangeObject>,
    moved: Vec<ChangeObject>,
    fired: Vec<FiredObject>,
}

#[derive(Serialize)]
struct Since {
    /// Seconds since 1970, when a time was given.
    at: Option<u64>,
    /// How many facts there were.
    facts: u64,
}

#[derive(Serialize)]
struct ChangeObject {
    /// The moves from a root, numbered; empty for a root.
    path: String,
    position: String,
    share: f64,
    before: Option<Number>,
    before_text: String,
    now: Option<Number>,
    now_text: String,
    best_before: Option<String>,
    best_now: Option<String>,
}

#[derive(Serialize)]
struct FiredObject {
    path: String,
    position: String,
    rule: String,
    value: Option<Number>,
    value_text: String,
    words: String,
}

/// Runs the command.
pub fn run(name: &str, since: &str, most: usize, json: bool) -> anyhow::Result<()> {
    let since = read(since)?;
    let project = project::read(name)?;
    let changes = project
        .changes(since, most)
        .map_err(|error| project::problem(&error))?;
    let object = object(name, &project, since, &changes)?;
    if json {
        output::json(&object)
    } else {
        print(&object)
    }
}

/// A time, or the number of a fact.
fn read(text: &str) -> Result<Moment, Problem> {
    if let Ok(number) = text.trim().parse() {
        return Ok(Moment::Fact(number));
    }
    moment::read(text, moment::now()).map(Moment::At).ok_or_else(|| {
        Problem::usage(format!("'{text}' is not a moment")).mend(
            "write 2h or 3d (so long ago), 2026-11-16 or 2026-11-16T07:30 (UTC), or the number of a fact",
        )
    })
}

fn object(
    name: &str,
    project: &Project,
    since: Moment,
    changes: &Changes,
) -> anyhow::Result<Object> {
    let all = |list: &[Change]| {
        list.iter()
            .map(|change| change_object(project, change))
            .collect()
    };
    let roots: anyhow::Result<Vec<ChangeObject>> = all(&changes.roots);
    let moved: anyhow::Result<Vec<ChangeObject>> = all(&changes.moved);
    let at = match since {
        Moment::At(at) => Some(at),
        Moment::Fact(_) => None,
    };
    Ok(Object {
        schema: SCHEMA,
        project: name.to_string(),
        since: Since {
            at,
            facts: changes.facts_before,
        },
        facts: changes.facts,
        positions: changes.positions,
        moves: changes.moves,
        evaluations: changes.evaluations,
        engine_nodes: changes.engine_nodes,
        roots: roots?,
        moved: moved?,
        fired: changes
            .fired
            .iter()
            .map(|fired| fired_object(project, fired))
            .collect::<Result<_, _>>()?,
    })
}

fn change_object(project: &Project, change: &Change) -> anyhow::Result<ChangeObject> {
    let position = project
        .position(change.node)
        .map_err(|error| project::problem(&error))?;
    let name = |code: Option<Code>| names(&position, code?).map(|(name, _)| name);
    Ok(ChangeObject {
        path: after(project, change.root, &change.path)?,
        position: position.fen(),
        share: change.share,
        before: change.before.map(centipawns::number),
        before_text: words::value(change.before),
        now: change.now.map(centipawns::number),
        now_text: words::value(change.now),
        best_before: name(change.best_before),
        best_now: name(change.best_now),
    })
}

fn fired_object(project: &Project, fired: &Fired) -> anyhow::Result<FiredObject> {
    let position = project
        .position(fired.node)
        .map_err(|error| project::problem(&error))?;
    let value = project.query().value(fired.node);
    Ok(FiredObject {
        path: way(project, fired.node)?,
        position: position.fen(),
        rule: words::rule(fired.rule),
        value: value.map(centipawns::number),
        value_text: words::value(value),
        words: fired.words.clone(),
    })
}

fn print(object: &Object) -> anyhow::Result<()> {
    let [facts, evaluations] = [object.facts, object.evaluations].map(output::grouped);
    let [positions, moves] = [object.positions, object.moves].map(|n| output::grouped(n as u64));
    let since = object.since.at.map_or(String::new(), |at| {
        format!(" since {} UTC", moment::text(at))
    });
    output::line(format!(
        "new{since}: {facts} facts, {evaluations} evaluations, {positions} positions, {moves} moves"
    ))?;
    for fired in &object.fired {
        let at = place(&fired.path, &fired.position);
        output::line(format!(
            "! {at}: watched for '{}', now {}",
            fired.rule, fired.value_text
        ))?;
    }
    let mut table = output::table([
        "position",
        "before",
        "now",
        "best before",
        "best now",
        "share",
    ]);
    let roots = object.roots.iter();
    // A root that has changed is among those that moved, too.
    for change in roots.chain(object.moved.iter().filter(|change| !change.path.is_empty())) {
        table.add_row(cells(change));
    }
    output::right_align(&mut table, &[1, 2, 5]);
    output::line(&table)?;
    output::line(
        "values are White's, in pawns; roots first, then what has changed most by its share",
    )?;
    Ok(())
}

fn cells(change: &ChangeObject) -> [String; 6] {
    [
        place(&change.path, &change.position),
        change.before_text.clone(),
        change.now_text.clone(),
        change.best_before.clone().unwrap_or_default(),
        change.best_now.clone().unwrap_or_default(),
        words::percent(change.share),
    ]
}

/// The moves to a position, or a root's text.
fn place(path: &str, position: &str) -> String {
    if path.is_empty() {
        position.to_string()
    } else {
        path.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_times_or_facts() {
        assert_eq!(read("120").expect("a fact"), Moment::Fact(120));
        assert!(matches!(read("2h"), Ok(Moment::At(_))));
        assert_eq!(read("1970-01-02").expect("a day"), Moment::At(86_400));
        assert!(read("soon").expect_err("no moment").mend.is_some());
    }
}
