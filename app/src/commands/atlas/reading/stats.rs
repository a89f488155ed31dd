//! `atlas stats`: figures of a project.

use gametree_atlas::fact::{Fact, Found};
use gametree_atlas::query::Stats;
use gametree_atlas::store::Store;
use serde::Serialize;

use super::{SCHEMA, moment};
use crate::output;
use crate::project::{self, Project};

/// A silence longer than this is a pause, not work: seconds.
const PAUSE: u64 = 600;

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    project: String,
    file: String,
    bytes: u64,
    facts: u64,
    positions: usize,
    moves: usize,
    evaluations: u64,
    engine_nodes: u64,
    evaluated: usize,
    open: usize,
    questions: usize,
    parked: usize,
    roots: usize,
    transpositions: usize,
    cycles: usize,
    largest_cycle: usize,
    decided: usize,
    ended: usize,
    depth: usize,
    depths: Vec<usize>,
    efforts: Vec<Effort>,
    created: u64,
    first_answer: Option<u64>,
    last_answer: Option<u64>,
    /// Seconds between answers, without pauses.
    worked_seconds: u64,
    evaluations_per_hour: Option<f64>,
    failures: u64,
    sources: Vec<Engine>,
    fingerprint: String,
}

#[derive(Serialize)]
struct Effort {
    nodes: u64,
    positions: usize,
}

/// What an engine has done.
#[derive(Serialize, Default, Clone)]
struct Engine {
    number: usize,
    name: String,
    options: String,
    /// Positions whose present evaluation is its own.
    positions: usize,
    evaluations: u64,
    engine_nodes: u64,
    seconds: f64,
    nodes_per_second: Option<f64>,
    distrusted: bool,
}

/// What the facts say of time.
#[derive(Default)]
struct Times {
    first: Option<u64>,
    last: Option<u64>,
    worked: u64,
    answers: u64,
    failures: u64,
    /// Answers, nodes and milliseconds by source.
    by_source: Vec<(u64, u64, u64)>,
}

impl Times {
    fn hear(&mut self, fact: &Fact) {
        match fact {
            Fact::Found(found) => self.found(found),
            Fact::Failed { .. } => self.failures += 1,
            _ => {}
        }
    }

    fn found(&mut self, found: &Found) {
        let place = usize::from(found.source);
        if self.by_source.len() <= place {
            self.by_source.resize(place + 1, (0, 0, 0));
        }
        let sums = &mut self.by_source[place];
        *sums = (
            sums.0 + 1,
            sums.1 + found.nodes,
            sums.2 + u64::from(found.millis),
        );
        // What was imported took no time here.
        if found.ticket.is_some() {
            let gap = self.last.map_or(0, |last| found.at.saturating_sub(last));
            self.worked += if gap <= PAUSE { gap } else { 0 };
            self.answers += 1;
            self.first = self.first.or(Some(found.at));
            self.last = Some(found.at);
        }
    }

    /// Answers an hour. Clocks tell seconds: a run too short for them is measured by the engines'
    /// own time.
    fn per_hour(&self) -> Option<f64> {
        let own: u64 = self.by_source.iter().map(|sums| sums.2).sum();
        let seconds = if self.worked > 0 {
            self.worked as f64
        } else {
            own as f64 / 1000.0
        };
        (seconds > 0.0 && self.answers > 0).then(|| self.answers as f64 * 3600.0 / seconds)
    }
}

/// Runs the command.
pub fn run(name: &str, json: bool) -> anyhow::Result<()> {
    let project = project::read(name)?;
    let mut times = Times::default();
    let heard = project.store().replay(&mut |fact| {
        times.hear(&fact);
        Ok(())
    });
    heard.map_err(|error| project::store_problem(&error))?;
    let object = object(name, &project, &times);
    if json {
        output::json(&object)
    } else {
        print(&object)
    }
}

fn engines(stats: &Stats, times: &Times) -> Vec<Engine> {
    let engine = |(number, source): (usize, &gametree_atlas::query::SourceRow)| {
        let (evaluations, engine_nodes, millis) =
            times.by_source.get(number).copied().unwrap_or_default();
        let seconds = millis as f64 / 1000.0;
        Engine {
            number,
            name: source.name.clone(),
            options: source.options.clone(),
            positions: source.positions,
            evaluations,
            engine_nodes,
            seconds,
            nodes_per_second: (millis > 0).then(|| engine_nodes as f64 / seconds),
            distrusted: source.distrusted,
        }
    };
    stats.sources.iter().enumerate().map(engine).collect()
}

fn object(name: &str, project: &Project, times: &Times) -> Object {
    let stats = project.query().stats();
    let store = project.store();
    Object {
        schema: SCHEMA,
        project: name.to_string(),
        file: project::file(name).display().to_string(),
        bytes: store.bytes(),
        facts: store.facts(),
        positions: stats.positions,
        moves: stats.moves,
        evaluations: stats.evaluations,
        engine_nodes: stats.engine_nodes,
        evaluated: stats.evaluated,
        open: stats.open,
        questions: stats.questions,
        parked: stats.parked,
        roots: stats.roots,
        transpositions: stats.transpositions,
        cycles: stats.cycles,
        largest_cycle: stats.largest_cycle,
        decided: stats.decided,
        ended: stats.ended,
        depth: stats.depth(),
        efforts: stats
            .efforts
            .iter()
            .map(|&(nodes, positions)| Effort { nodes, positions })
            .collect(),
        created: store.created(),
        first_answer: times.first,
        last_answer: times.last,
        worked_seconds: times.worked,
        evaluations_per_hour: times.per_hour(),
        failures: times.failures,
        sources: engines(&stats, times),
        fingerprint: format!("{:016x}", stats.fingerprint),
        depths: stats.depths,
    }
}

fn print(object: &Object) -> anyhow::Result<()> {
    let mut table = output::table(["figure", ""]);
    for (what, figure) in figures(object) {
        table.add_row([what.to_string(), figure]);
    }
    output::right_align(&mut table, &[1]);
    output::line(&table)?;
    let mut table = output::table([
        "engine",
        "name",
        "positions",
        "evaluations",
        "nodes",
        "nodes/s",
        "options",
    ]);
    for engine in &object.sources {
        table.add_row(engine_cells(engine));
    }
    output::right_align(&mut table, &[0, 2, 3, 4, 5]);
    output::line(&table)?;
    let depths: Vec<String> = object.depths.iter().map(usize::to_string).collect();
    output::line(format!(
        "positions by moves from their root: {}",
        depths.join(" ")
    ))?;
    Ok(())
}

fn figures(object: &Object) -> Vec<(&'static str, String)> {
    let count = |n: usize| output::grouped(n as u64);
    let time = |at: Option<u64>| at.map_or("never".into(), moment::text);
    vec![
        ("roots", count(object.roots)),
        ("positions", count(object.positions)),
        ("moves", count(object.moves)),
        ("evaluations", output::grouped(object.evaluations)),
        (
            "positions searched by engines",
            output::grouped(object.engine_nodes),
        ),
        (
            "positions that an engine has evaluated",
            count(object.evaluated),
        ),
        (
            "positions whose value comes from their moves",
            count(object.open),
        ),
        ("questions open", count(object.questions)),
        ("positions parked after failures", count(object.parked)),
        ("failures", output::grouped(object.failures)),
        ("transpositions", count(object.transpositions)),
        ("cycles", count(object.cycles)),
        (
            "positions in the largest cycle",
            count(object.largest_cycle),
        ),
        ("positions decided", count(object.decided)),
        ("positions where the game is over", count(object.ended)),
        ("longest way from a root", count(object.depth)),
        (
            "evaluations an hour",
            object
                .evaluations_per_hour
                .map_or("?".into(), |n| output::grouped(n as u64)),
        ),
        ("first answer (UTC)", time(object.first_answer)),
        ("last answer (UTC)", time(object.last_answer)),
        ("facts", output::grouped(object.facts)),
        ("bytes", output::grouped(object.bytes)),
        ("fingerprint", object.fingerprint.clone()),
    ]
}

fn engine_cells(engine: &Engine) -> [String; 7] {
    let distrusted = if engine.distrusted {
        " (distrusted)"
    } else {
        ""
    };
    [
        engine.number.to_string(),
        format!("{}{distrusted}", engine.name),
        output::grouped(engine.positions as u64),
        output::grouped(engine.evaluations),
        output::grouped(engine.engine_nodes),
        engine
            .nodes_per_second
            .map_or(String::new(), |n| output::grouped(n as u64)),
        engine.options.clone(),
    ]
}

#[cfg(test)]
mod tests {
    use gametree_atlas::fact::Scope;

    use super::*;

    fn found(at: u64, ticket: Option<u64>, millis: u32) -> Fact {
        Fact::Found(Found {
            ticket,
            node: 0,
            scope: Scope::Whole,
            value: 0,
            line: Vec::new(),
            shown: Vec::new(),
            depth: 1,
            nodes: 100,
            source: 0,
            millis,
            at,
        })
    }

    #[test]
    fn pauses_and_imports_do_not_count() {
        let mut times = Times::default();
        for fact in [
            found(100, Some(0), 500),
            found(150, None, 0),
            found(200, Some(1), 500),
        ] {
            times.hear(&fact);
        }
        times.hear(&found(90_000, Some(2), 500));
        assert_eq!(
            (times.answers, times.worked, times.first, times.last),
            (3, 100, Some(100), Some(90_000))
        );
        assert_eq!(times.per_hour(), Some(108.0));
        assert_eq!(times.by_source, [(4, 400, 1500)]);
    }

    #[test]
    fn short_runs_are_measured_by_the_engines() {
        let mut times = Times::default();
        times.hear(&found(100, Some(0), 500));
        assert_eq!(times.per_hour(), Some(7200.0));
        assert_eq!(Times::default().per_hour(), None);
    }
}
