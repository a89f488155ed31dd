//! Trying an engine: does it start, which options has it, does it think, does it stop?

use std::time::{Duration, Instant};

use gametree_chess::Chess;
use gametree_chess::uci::{Declared, Effort, Engine, Kind, Task, Timeouts};
use gametree_web::refusal::Refusal;
use gametree_web::view::EngineOption;
use serde_json::{Value, json};

use crate::analysts::{self, engine_problem};

/// Positions searched to see that it thinks.
const NODES: u64 = 5_000;

/// Mebibytes of hash: enough for so few positions.
const HASH: u64 = 16;

/// What was found out.
#[derive(Clone, Debug)]
pub struct Probe {
    /// As it calls itself.
    pub name: String,
    /// The options that pages may set.
    pub options: Vec<EngineOption>,
    /// What was tried: in words, and whether it worked.
    checks: Vec<(String, bool)>,
}

impl Probe {
    /// The built-in engine has no options and always works.
    pub fn builtin() -> Probe {
        let name = gametree_chess::builtin::name();
        Probe {
            name,
            options: Vec::new(),
            checks: vec![("it is part of this program".into(), true)],
        }
    }

    /// For the pages.
    pub fn told(&self) -> Value {
        let checks: Vec<Value> = self
            .checks
            .iter()
            .map(|(what, ok)| json!({ "what": what, "ok": ok }))
            .collect();
        json!({ "schema": "gametree.engine-test/1", "name": self.name, "options": self.options, "checks": checks })
    }
}

/// Starts an engine, lets it think and stops it.
pub fn probe(command: &str) -> Result<Probe, Refusal> {
    let failed = |what: String| super::refusal(engine_problem(&what));
    let begun = Instant::now();
    let modest = analysts::Wanted {
        hash: HASH,
        ..analysts::Wanted::default()
    };
    let spec = modest.spec(command, 0).map_err(super::refusal)?;
    let timeouts = Timeouts {
        start: Duration::from_secs(10),
        ..Timeouts::default()
    };
    let mut engine = Engine::start(&spec, &timeouts).map_err(|error| failed(error.to_string()))?;
    let mut checks = vec![(
        format!(
            "it starts and answers uci and isready in {} ms",
            begun.elapsed().as_millis()
        ),
        true,
    )];
    let thought = engine.think(&Task::new(&Chess::default(), Effort::Nodes(NODES)));
    checks.push(match thought {
        Ok(thought) => (
            format!(
                "it thinks: depth {} after {} nodes",
                thought.depth, thought.nodes
            ),
            true,
        ),
        Err(error) => (format!("it does not think: {error}"), false),
    });
    let has = |name: &str| {
        engine
            .options()
            .iter()
            .any(|option| option.name.eq_ignore_ascii_case(name))
    };
    for (name, words) in [
        ("MultiPV", "several lines"),
        ("UCI_ShowWDL", "wins, draws and losses"),
        ("Threads", "threads"),
        ("Hash", "hash"),
    ] {
        checks.push((format!("{words} ({name})"), has(name)));
    }
    let options = engine.options().iter().filter_map(option).collect();
    let probe = Probe {
        name: engine.name().to_string(),
        options,
        checks,
    };
    engine.quit();
    Ok(probe)
}

/// An option that pages may set.
fn option(declared: &Declared) -> Option<EngineOption> {
    let (kind, range, choices) = match &declared.kind {
        Kind::Check(_) => ("switch", None, Vec::new()),
        Kind::Spin { min, max, .. } => ("number", Some((*min, *max)), Vec::new()),
        Kind::Combo { values, .. } => ("choice", None, values.clone()),
        Kind::Button | Kind::Text(_) => return None,
    };
    // Questions are asked for one line each, and by the project.
    let ours = ["MultiPV", "UCI_AnalyseMode", "Ponder", "UCI_Chess960"];
    let name = declared.name.clone();
    (!ours.contains(&name.as_str())).then(|| EngineOption {
        name,
        kind,
        value: declared.default(),
        range,
        choices,
    })
}
