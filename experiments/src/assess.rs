//! What an engine's search, or a project that it grows, says of a chess position. Every assessment
//! has an engine process of its own, so that none gains from what another has searched.

use std::time::{Duration, Instant};

use gametree::{Analyst, Game, Persistent, Score};
use gametree_atlas::Atlas;
use gametree_atlas::fact::NodeId;
use gametree_atlas::query::{Basis, MoveState, Query};
use gametree_atlas::run::{Until, Watch, Wish, grow};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::MemoryStore;
use gametree_chess::Chess;
use gametree_chess::uci::{CancelToken, Effort, Engine, EngineSpec, Pool, Task, Timeouts};

use crate::node_budget::NodeBudgetedEngine;

pub type Move = <Chess as Game>::Move;

/// What is said of a position. Values are White's.
pub struct Assessment {
    /// The move.
    pub best: Move,
    /// The position's value.
    pub value: Score,
    /// What is said of single moves.
    pub moves: Vec<AssessedMove>,
    /// No other move is worth more to the mover.
    pub others: Score,
    /// Nodes spent.
    pub nodes: u64,
    /// Tasks searched.
    pub tasks: u64,
    /// The depth of the search; of a project's last search of the root.
    pub depth: u32,
}

/// What is said of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AssessedMove {
    /// The move.
    pub played: Move,
    /// Its value.
    pub value: Score,
    /// It is worth this at most to the mover: no search of it has said how much.
    pub bound: bool,
}

/// How an engine searches once.
#[derive(Clone, Copy)]
pub struct SearchPlan<'a> {
    /// When it ends.
    pub effort: Effort,
    /// How many lines it reports.
    pub lines: u32,
    /// On how many threads.
    pub threads: usize,
    /// The moves to choose from; empty: all.
    pub among: &'a [Move],
}

impl SearchPlan<'_> {
    /// One line, on one thread, of all moves.
    pub fn nodes(nodes: u64) -> SearchPlan<'static> {
        SearchPlan {
            effort: Effort::Nodes(nodes),
            lines: 1,
            threads: 1,
            among: &[],
        }
    }
}

/// Assesses positions by an engine.
pub struct Assessor<'a> {
    /// The engine, with its options.
    pub engine: &'a EngineSpec,
    /// Ends what is in progress.
    pub cancel: CancelToken,
}

impl Assessor<'_> {
    /// A new process.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(&self, threads: usize) -> Result<Engine, String> {
        let spec = self.engine.clone().with("Threads", &threads.to_string());
        let engine = Engine::start_unless(&spec, &Timeouts::default(), &self.cancel);
        engine.map_err(|error| error.to_string())
    }

    /// One search.
    ///
    /// # Errors
    /// The engine failed.
    pub fn search(&self, position: &Chess, plan: &SearchPlan<'_>) -> Result<Assessment, String> {
        let mut engine = self.start(plan.threads)?;
        let task = Task {
            lines: plan.lines,
            among: plan.among,
            cancel: self.cancel.clone(),
            ..Task::new(position, plan.effort)
        };
        let thought = engine.think(&task).map_err(|error| error.to_string())?;
        engine.quit();
        let best = thought.line.first().copied();
        let lines = thought.lines.iter().filter_map(|line| {
            Some(AssessedMove {
                played: *line.moves.first()?,
                value: line.value,
                bound: false,
            })
        });
        let moves: Vec<AssessedMove> = lines.collect();
        Ok(Assessment {
            best: best.ok_or("the engine gave no move")?,
            value: thought.value,
            others: worst(position, &moves).unwrap_or(thought.value),
            moves,
            nodes: thought.nodes,
            tasks: 1,
            depth: thought.depth,
        })
    }

    /// A project grown with this many nodes in all.
    ///
    /// # Errors
    /// The engine failed.
    pub fn grow_by_nodes(
        &self,
        position: &Chess,
        settings: Settings,
        nodes: u64,
    ) -> Result<Assessment, String> {
        let mut engine = self.start(1)?;
        let mut budgeted = NodeBudgetedEngine::new(&mut engine, nodes, self.cancel.clone());
        let until = Until {
            engine_nodes: Some(nodes),
            ..Until::default()
        };
        let found = self.grow(position, settings, &mut budgeted, until);
        engine.quit();
        found
    }

    /// A project grown by this many engines for some time.
    ///
    /// # Errors
    /// An engine failed.
    pub fn grow_by_time(
        &self,
        position: &Chess,
        settings: Settings,
        engines: usize,
        time: Duration,
    ) -> Result<Assessment, String> {
        let specs = vec![self.engine.clone().with("Threads", "1"); engines];
        let mut pool =
            Pool::start(&specs, Default::default()).map_err(|error| error.to_string())?;
        let until = Until {
            time: Some(time),
            ..Until::default()
        };
        let window = settings.window.max(2 * engines as u32);
        let settings = Settings { window, ..settings };
        self.grow(position, settings, &mut pool, until)
    }

    fn grow(
        &self,
        position: &Chess,
        settings: Settings,
        analyst: &mut dyn Analyst<Chess>,
        until: Until,
    ) -> Result<Assessment, String> {
        let mut atlas: Atlas<Chess, MemoryStore> =
            Atlas::open(MemoryStore::new()).map_err(|error| error.to_string())?;
        atlas.set(settings).map_err(|error| error.to_string())?;
        let root = atlas
            .add_root(position)
            .map_err(|error| error.to_string())?;
        let mut strict = Strict {
            end: until.time.map(|time| Instant::now() + time),
            cancel: &self.cancel,
        };
        grow(&mut atlas, analyst, until, &mut strict).map_err(|error| error.to_string())?;
        if self.cancel.is_stopped() {
            return Err("stopped".into());
        }
        read(&atlas.query(), root, position)
    }
}

/// The mover's least value.
fn worst(position: &Chess, moves: &[AssessedMove]) -> Option<Score> {
    let values = moves.iter().map(|one| one.value);
    if position.color().is_white() {
        values.min()
    } else {
        values.max()
    }
}

/// What a project says of its root.
fn read(query: &Query<'_>, root: NodeId, position: &Chess) -> Result<Assessment, String> {
    let code = query.best(root).ok_or("the atlas gave no move")?;
    let best = position.decode(code);
    let value = query.value(root).ok_or("the atlas gave no value")?;
    let table = query.moves(root);
    let rows = table
        .rows
        .iter()
        .filter(|row| row.state != MoveState::Excluded);
    let known = rows.filter_map(|row| {
        Some(AssessedMove {
            played: position.decode(row.code)?,
            value: row.value?,
            bound: row.basis == Basis::Bound,
        })
    });
    let rest = table.rest.as_ref().and_then(|rest| {
        Some(AssessedMove {
            played: position.decode(rest.code?)?,
            value: rest.value,
            bound: rest.bound,
        })
    });
    Ok(Assessment {
        best: best.ok_or("the atlas gave an illegal move")?,
        value,
        moves: known.chain(rest).collect(),
        others: table.rest.map_or(value, |rest| rest.value),
        nodes: query.graph().engine_nodes(),
        tasks: query.graph().evaluations(),
        depth: query.position(root).depth,
    })
}

/// Stops on the second: what is in progress then does not count.
struct Strict<'a> {
    end: Option<Instant>,
    cancel: &'a CancelToken,
}

impl<S> Watch<Chess, S> for Strict<'_> {
    fn look(&mut self, _: &Atlas<Chess, S>, _: &dyn Analyst<Chess>) -> Wish {
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        if late || self.cancel.is_stopped() {
            Wish::Stop
        } else {
            Wish::GoOn
        }
    }
}
