//! Trying an engine: does it start, which options does it have, does it think, does it stop?

use std::time::{Duration, Instant};

use gametree_chess::Chess;
use gametree_chess::uci::{CancelToken, Effort, Engine, Kind, Task, Timeouts, UciOption};

use super::choice::EngineChoice;
use super::uci;
use crate::error::{ProjectError, Result};
use crate::view::{EngineCheck, EngineOption, EngineTest};

const SCHEMA: &str = "gametree.engine-test/1";

/// Positions searched to see that it thinks.
const NODES: u64 = 5_000;

/// Mebibytes of hash: enough for this few positions.
const HASH: u64 = 16;

/// The built-in engine has no options and always works.
#[must_use]
pub fn builtin() -> EngineTest {
    EngineTest {
        schema: SCHEMA,
        name: gametree_chess::builtin::name(),
        options: Vec::new(),
        checks: vec![EngineCheck {
            what: "it is part of this program".into(),
            ok: true,
        }],
    }
}

/// Starts an engine, lets it think and stops it.
///
/// # Errors
/// When it does not start.
pub fn probe(command: &str) -> Result<EngineTest> {
    let begun = Instant::now();
    let modest = EngineChoice {
        hash: Some(HASH),
        ..EngineChoice::default()
    };
    let spec = uci::spec(&modest, command, 0)?;
    let timeouts = Timeouts {
        start: Duration::from_secs(10),
        ..Timeouts::default()
    };
    let mut engine =
        Engine::start(&spec, &timeouts).map_err(|error| ProjectError::engine(error.to_string()))?;
    let check = |what: String, ok: bool| EngineCheck { what, ok };
    let millis = begun.elapsed().as_millis();
    let mut checks = vec![check(
        format!("it starts and answers uci and isready in {millis} ms"),
        true,
    )];
    checks.push(
        match engine.think(&Task::new(&Chess::default(), Effort::Nodes(NODES))) {
            Ok(thought) => {
                let depth = thought.depth;
                check(
                    format!("it thinks: depth {depth} after {} nodes", thought.nodes),
                    true,
                )
            }
            Err(error) => check(format!("it does not think: {error}"), false),
        },
    );
    checks.extend(obeyed(&mut engine));
    checks.extend(offered(engine.options()));
    let test = EngineTest {
        schema: SCHEMA,
        name: engine.name().to_string(),
        options: engine.options().iter().filter_map(option).collect(),
        checks,
    };
    engine.quit();
    Ok(test)
}

/// What of UCI it obeys, and what takes its place.
fn obeyed(engine: &mut Engine) -> Vec<EngineCheck> {
    let Ok(abilities) = engine.try_abilities(&CancelToken::new()) else {
        return Vec::new();
    };
    let word = |ok: bool, obeys: &str, instead: &str| EngineCheck {
        what: if ok { obeys } else { instead }.to_string(),
        ok,
    };
    vec![
        word(
            abilities.searchmoves,
            "it searches only the moves it is told to (searchmoves)",
            "it does not obey searchmoves: it is asked for several lines, or move by move",
        ),
        word(
            abilities.nodes,
            "it stops at a number of nodes (go nodes)",
            "it does not obey go nodes: it is given the time that they take",
        ),
    ]
}

/// Which of the options that matter most it has.
fn offered(options: &[UciOption]) -> impl Iterator<Item = EngineCheck> {
    let all = [
        ("MultiPV", "several lines"),
        ("UCI_ShowWDL", "wins, draws and losses"),
        ("Threads", "threads"),
        ("Hash", "hash"),
    ];
    all.into_iter().map(move |(name, words)| EngineCheck {
        what: format!("{words} ({name})"),
        ok: options
            .iter()
            .any(|option| option.name.eq_ignore_ascii_case(name)),
    })
}

/// An option that pages may set.
fn option(declared: &UciOption) -> Option<EngineOption> {
    let (kind, range, choices) = match &declared.kind {
        Kind::Check(_) => ("switch", None, Vec::new()),
        Kind::Spin { min, max, .. } => ("number", Some((*min, *max)), Vec::new()),
        Kind::Combo { values, .. } => ("choice", None, values.clone()),
        Kind::Button | Kind::Text(_) => return None,
    };
    // Tasks are for one line each, and come from the project.
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
