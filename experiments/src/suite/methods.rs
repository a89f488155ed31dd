//! The ways to find a move.

use std::time::Duration;

use gametree::{Analyst, Game, Notation, Persistent};
use gametree_atlas::Atlas;
use gametree_atlas::run::{Until, Watch, Wish, grow};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::MemoryStore;
use gametree_chess::Chess;
use gametree_chess::epd::Epd;
use gametree_chess::uci::{Effort, Engine, EngineSpec, Pool, Task, Timeouts};
use serde::{Deserialize, Serialize};

use super::node_budget::NodeBudgetedEngine;

type Move = <Chess as Game>::Move;

/// A way to find a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Plain search with a thirtieth of the nodes: what it solves is not hard.
    Easy,
    /// One search.
    Plain,
    /// The same with 3 % more nodes: how much plain search differs from itself.
    Perturbed,
    /// One search that tells the three best lines.
    MultiPv,
    /// A project grown with the same nodes in all.
    Atlas,
    /// One search on several threads for some time.
    Threads,
    /// A project grown by as many engines of one thread for the same time.
    Workers,
}

impl Method {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Method::Easy => "easy",
            Method::Plain => "plain",
            Method::Perturbed => "perturbed",
            Method::MultiPv => "multipv",
            Method::Atlas => "atlas",
            Method::Threads => "threads",
            Method::Workers => "workers",
        }
    }
}

/// What a method said of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// Its move.
    #[serde(rename = "move")]
    pub played: String,
    /// Whether that is right.
    pub solved: bool,
    /// Nodes spent.
    pub nodes: u64,
    /// Tasks searched.
    pub questions: u64,
}

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The engine, with its hash.
    pub engine: EngineSpec,
    /// Nodes that each method may search in all.
    pub nodes: u64,
    /// Instead: time for each position.
    pub time: Option<Duration>,
    /// Threads, or engines, where there is a time.
    pub threads: usize,
    /// Leave out what is easy.
    pub hard: bool,
    /// How the atlas grows.
    pub settings: Settings,
}

impl Bench {
    /// The methods, in the order in which they are tried.
    pub fn methods(&self) -> Vec<Method> {
        if self.time.is_some() {
            return vec![Method::Threads, Method::Workers];
        }
        let all = [
            Method::Plain,
            Method::Perturbed,
            Method::MultiPv,
            Method::Atlas,
        ];
        self.hard
            .then_some(Method::Easy)
            .into_iter()
            .chain(all)
            .collect()
    }

    /// What a result depends on, in one line: only runs of the same setup are continued.
    pub fn setup(&self, file: &std::path::Path) -> String {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        format!(
            "{name} {:?} {:?} nodes={} time={:?} threads={} hard={} {:?}",
            self.engine.command,
            self.engine.options,
            self.nodes,
            self.time,
            self.threads,
            self.hard,
            self.settings
        )
    }

    /// Tries a method on a position, with an engine that has just been started.
    ///
    /// # Errors
    /// The engine failed.
    pub fn try_one(&self, method: Method, record: &Epd) -> Result<Tried, String> {
        let position = &record.position;
        let (best, nodes, questions) = match method {
            Method::Easy => self.search(position, Effort::Nodes((self.nodes / 30).max(1)), 1, 1)?,
            Method::Plain => self.search(position, Effort::Nodes(self.nodes), 1, 1)?,
            Method::Perturbed => {
                self.search(position, Effort::Nodes(self.nodes * 103 / 100), 1, 1)?
            }
            Method::MultiPv => self.search(position, Effort::Nodes(self.nodes), 3, 1)?,
            Method::Threads => self.search(
                position,
                Effort::Time(self.time.unwrap_or_default()),
                1,
                self.threads,
            )?,
            Method::Atlas => self.grow_by_nodes(position)?,
            Method::Workers => self.grow_by_time(position)?,
        };
        let wanted = record.best_moves();
        let solved =
            (wanted.is_empty() || wanted.contains(&best)) && !record.avoid_moves().contains(&best);
        Ok(Tried {
            played: position.write_move(best),
            solved,
            nodes,
            questions,
        })
    }

    fn start(&self, threads: usize) -> Result<Engine, String> {
        let spec = self.engine.clone().with("Threads", &threads.to_string());
        Engine::start(&spec, &Timeouts::default()).map_err(|error| error.to_string())
    }

    fn search(
        &self,
        position: &Chess,
        effort: Effort,
        lines: u32,
        threads: usize,
    ) -> Result<(Move, u64, u64), String> {
        let mut engine = self.start(threads)?;
        let task = Task {
            lines,
            ..Task::new(position, effort)
        };
        let thought = engine.think(&task).map_err(|error| error.to_string())?;
        engine.quit();
        let best = thought
            .line
            .first()
            .copied()
            .ok_or("the engine gave no move")?;
        Ok((best, thought.nodes, 1))
    }

    fn grow_by_nodes(&self, position: &Chess) -> Result<(Move, u64, u64), String> {
        let mut engine = self.start(1)?;
        let mut budgeted = NodeBudgetedEngine::new(&mut engine, self.nodes);
        let until = Until {
            engine_nodes: Some(self.nodes),
            ..Until::default()
        };
        let found = self.grow(position, &mut budgeted, until);
        engine.quit();
        found
    }

    fn grow_by_time(&self, position: &Chess) -> Result<(Move, u64, u64), String> {
        let specs = vec![self.engine.clone().with("Threads", "1"); self.threads];
        let mut pool =
            Pool::start(&specs, Default::default()).map_err(|error| error.to_string())?;
        let until = Until {
            time: self.time,
            ..Until::default()
        };
        self.grow(position, &mut pool, until)
    }

    fn grow(
        &self,
        position: &Chess,
        analyst: &mut dyn Analyst<Chess>,
        until: Until,
    ) -> Result<(Move, u64, u64), String> {
        let mut atlas: Atlas<Chess, MemoryStore> =
            Atlas::open(MemoryStore::new()).map_err(|error| error.to_string())?;
        let mut settings = self.settings.clone();
        if self.time.is_some() {
            settings.window = settings.window.max(2 * self.threads as u32);
        }
        atlas.set(settings).map_err(|error| error.to_string())?;
        let root = atlas
            .add_root(position)
            .map_err(|error| error.to_string())?;
        let mut strict = Strict(until.time.map(|time| std::time::Instant::now() + time));
        grow(&mut atlas, analyst, until, &mut strict).map_err(|error| error.to_string())?;
        let code = atlas.query().best(root).ok_or("the atlas gave no move")?;
        let best = position
            .decode(code)
            .ok_or("the atlas gave an illegal move")?;
        Ok((
            best,
            atlas.graph().engine_nodes(),
            atlas.graph().evaluations(),
        ))
    }
}

/// Stops on the second: what is in work then does not count.
struct Strict(Option<std::time::Instant>);

impl<S> Watch<Chess, S> for Strict {
    fn look(&mut self, _: &Atlas<Chess, S>, _: &dyn Analyst<Chess>) -> Wish {
        match self.0 {
            Some(end) if std::time::Instant::now() >= end => Wish::Stop,
            _ => Wish::GoOn,
        }
    }
}
