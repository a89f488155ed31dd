//! Searches of engines that do not obey all of UCI.
//!
//! Without `searchmoves` the whole position is searched for one line more than there are moves left
//! out (MultiPV), and the best line that is allowed counts; where there are not that many lines,
//! the positions behind the allowed moves are searched one by one. Without `go nodes` the time that
//! the nodes should take is given, by the speed that the engine has shown; where results must
//! repeat, the depth grows until the nodes are spent.

use std::time::Duration;

use gametree::{Game, Outcome, Player, Score};
use shakmaty::Move;

use super::engine::Engine;
use super::error::{EngineError, ErrorKind};
use super::task::{Effort, Task};
use super::thought::{Line, Thought};
use crate::Chess;

/// What an engine obeys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// It chooses from the moves of `searchmoves` only.
    pub searchmoves: bool,
    /// It ends `go nodes` near the number, not at once and not never.
    pub nodes: bool,
}

impl Abilities {
    /// An engine that obeys everything.
    pub const ALL: Abilities = Abilities {
        searchmoves: true,
        nodes: true,
    };
}

/// Nodes per second of an engine that has not shown its speed.
const UNKNOWN_SPEED: f64 = 100_000.0;
/// How often a search that came out short is repeated with more time: each goes on where the one
/// before it stopped, by the engine's hash.
const REPEATS: u32 = 4;
/// A search this deep has seen all there is, however few its nodes.
const EXHAUSTED: u32 = 50;
/// A result with fewer than one of this many nodes is not believed.
const BELIEVED: u64 = 100;

/// Searches as the task says, by other means where the engine lacks one; believes nothing that came
/// of hardly any work, and at most twice the nodes of the task.
pub(super) fn think(
    engine: &mut Engine,
    task: &Task,
    abilities: Abilities,
) -> Result<Thought, EngineError> {
    let task = &Task {
        lines: task.lines.min(engine.most_lines()),
        ..task.clone()
    };
    let mut thought = if task.among.is_empty() || abilities.searchmoves {
        search(engine, task, abilities)?
    } else {
        search_among(engine, task, abilities)?
    };
    if let Effort::Nodes(asked) = task.effort {
        check_effort(&thought, task, asked).map_err(|kind| kind.of(engine.label()))?;
        thought.nodes = thought.nodes.min(asked.saturating_mul(2));
    }
    Ok(thought)
}

fn check_effort(thought: &Thought, task: &Task, asked: u64) -> Result<(), ErrorKind> {
    let searched = thought.nodes;
    // Some engines do not tell; one that was stopped from outside is not to blame.
    let told = searched > 0 && !thought.stopped;
    let finished = thought.value.is_decided() || thought.depth >= EXHAUSTED || is_forced(task);
    if told && !finished && searched < asked / BELIEVED {
        return Err(ErrorKind::TooFewNodes { asked, searched });
    }
    Ok(())
}

/// Whether there is nothing to choose: some engines do not search then.
fn is_forced(task: &Task) -> bool {
    task.among.len() == 1 || task.position.moves().nth(1).is_none()
}

/// Searches for as many nodes as the task says, whether or not the engine obeys `go nodes`.
pub(super) fn search(
    engine: &mut Engine,
    task: &Task,
    abilities: Abilities,
) -> Result<Thought, EngineError> {
    match task.effort {
        Effort::Nodes(nodes) if !abilities.nodes && task.fresh => by_depth(engine, task, nodes),
        Effort::Nodes(nodes) if !abilities.nodes => by_time(engine, task, nodes),
        _ => engine.think(task),
    }
}

/// The time that the nodes should take; again with more time where it came out far too short, as it
/// does on a busy computer.
fn by_time(engine: &mut Engine, task: &Task, nodes: u64) -> Result<Thought, EngineError> {
    let speed = engine.speed().unwrap_or(UNKNOWN_SPEED);
    let mut time = Duration::from_secs_f64((nodes as f64 / speed).clamp(1e-3, 1e6));
    let mut repeats = 0;
    loop {
        let effort = Effort::TimeForNodes { nodes, time };
        let mut thought = engine.think(&Task {
            effort,
            ..task.clone()
        })?;
        // Stopped at the node count is done.
        thought.stopped = task.cancel.is_stopped();
        let ended_early = thought.elapsed < time / 2;
        let enough = thought.nodes == 0 || thought.nodes >= nodes / 4;
        if enough || ended_early || thought.stopped || repeats == REPEATS {
            return Ok(thought);
        }
        repeats += 1;
        time *= (nodes / thought.nodes.max(1)).clamp(2, 16) as u32;
    }
}

/// One depth after the other until the nodes are spent: every decision follows from what the engine
/// counts, so the result repeats.
fn by_depth(engine: &mut Engine, task: &Task, nodes: u64) -> Result<Thought, EngineError> {
    let mut total: u64 = 0;
    let mut depth = 1;
    loop {
        let mut thought = engine.think(&Task {
            effort: Effort::Depth(depth),
            fresh: depth == 1,
            ..task.clone()
        })?;
        total = total.saturating_add(thought.nodes.max(1));
        let spent = thought.nodes >= nodes / 2 || total >= nodes;
        if spent || thought.stopped || thought.value.is_decided() || depth >= EXHAUSTED {
            thought.nodes = total;
            return Ok(thought);
        }
        depth += 1;
    }
}

/// The best of some moves, without `searchmoves`.
fn search_among(
    engine: &mut Engine,
    task: &Task,
    abilities: Abilities,
) -> Result<Thought, EngineError> {
    let legal = task.position.moves().count();
    let lines = legal - task.among.len().min(legal) + 1;
    if lines <= engine.most_lines() as usize {
        by_lines(engine, task, lines as u32, abilities)
    } else {
        by_children(engine, task, abilities)
    }
}

/// One line more than there are moves left out: one of them at least is allowed.
fn by_lines(
    engine: &mut Engine,
    task: &Task,
    lines: u32,
    abilities: Abilities,
) -> Result<Thought, EngineError> {
    let whole = Task {
        among: &[],
        lines,
        ..task.clone()
    };
    let thought = search(engine, &whole, abilities)?;
    let allowed = |line: &&Line| task.among.contains(&line.moves[0]);
    match thought.lines.iter().find(allowed).cloned() {
        Some(line) => Ok(of_line(line, thought)),
        None => {
            let best = task.position.uci(thought.line[0]);
            Err(ErrorKind::NotAmong(best).of(engine.label()))
        }
    }
}

/// What was found, if this is the best line.
fn of_line(line: Line, thought: Thought) -> Thought {
    Thought {
        value: line.value,
        shown: vec![(line.moves[0], line.value)],
        line: line.moves.clone(),
        depth: line.depth,
        lines: vec![line],
        ..thought
    }
}

/// The positions behind the allowed moves, each with its part of the nodes.
fn by_children(
    engine: &mut Engine,
    task: &Task,
    abilities: Abilities,
) -> Result<Thought, EngineError> {
    let effort = divided(task.effort, task.among.len());
    let mut best: Option<Thought> = None;
    let mut nodes: u64 = 0;
    let mut elapsed = Duration::ZERO;
    for &m in task.among {
        let child = task.position.after(m);
        let thought = match ended(&child) {
            Some(value) => behind(m, value, None),
            None => {
                let task = Task {
                    position: &child,
                    among: &[],
                    effort,
                    lines: 1,
                    ..task.clone()
                };
                let thought = search(engine, &task, abilities)?;
                behind(m, thought.value, Some(thought))
            }
        };
        nodes = nodes.saturating_add(thought.nodes);
        elapsed += thought.elapsed;
        if best
            .as_ref()
            .is_none_or(|best| is_better(task, &thought, best))
        {
            best = Some(thought);
        }
    }
    let best = best.ok_or_else(|| {
        ErrorKind::BadQuestion("there is no move to choose from".to_owned()).of(engine.label())
    })?;
    Ok(Thought {
        nodes,
        elapsed,
        stopped: task.cancel.is_stopped(),
        ..best
    })
}

fn divided(effort: Effort, parts: usize) -> Effort {
    match effort {
        Effort::Nodes(nodes) => Effort::Nodes((nodes / parts.max(1) as u64).max(1)),
        other => other,
    }
}

fn is_better(task: &Task, one: &Thought, other: &Thought) -> bool {
    if task.position.color().is_white() {
        one.value > other.value
    } else {
        one.value < other.value
    }
}

/// White's value of a game that is over.
fn ended(position: &Chess) -> Option<Score> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Win(Player::FIRST) => Score::win_in(0),
        Outcome::Win(_) => Score::loss_in(0),
        _ => Score::DRAW,
    })
}

/// What was found behind a move, seen from before it.
fn behind(m: Move, value: Score, thought: Option<Thought>) -> Thought {
    let value = value.further(1);
    let mut moves = vec![m];
    moves.extend(thought.iter().flat_map(|thought| &thought.line).copied());
    let depth = thought.as_ref().map_or(0, |thought| thought.depth) + 1;
    let line = Line {
        value,
        moves: moves.clone(),
        depth,
        wdl: thought.as_ref().and_then(Thought::wdl),
    };
    Thought {
        value,
        line: moves,
        shown: vec![(m, value)],
        depth,
        nodes: thought.as_ref().map_or(0, |thought| thought.nodes),
        elapsed: thought.map_or(Duration::ZERO, |thought| thought.elapsed),
        stopped: false,
        lines: vec![line],
    }
}
