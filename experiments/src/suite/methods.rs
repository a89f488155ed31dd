//! The ways to find a move.

use std::time::Duration;

use gametree::Notation;
use gametree_atlas::settings::Settings;
use gametree_chess::epd::Epd;
use gametree_chess::uci::{CancelToken, Effort, EngineSpec};
use serde::{Deserialize, Serialize};

use crate::assess::{Assessor, SearchPlan};

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
    pub fn try_one(
        &self,
        method: Method,
        record: &Epd,
        cancel: &CancelToken,
    ) -> Result<Tried, String> {
        let position = &record.position;
        let assessor = Assessor {
            engine: &self.engine,
            cancel: cancel.clone(),
        };
        let found = match method {
            Method::Atlas => assessor.grow_by_nodes(position, self.settings.clone(), self.nodes)?,
            Method::Workers => assessor.grow_by_time(
                position,
                self.settings.clone(),
                self.threads,
                self.time.unwrap_or_default(),
            )?,
            _ => assessor.search(position, &self.plan(method))?,
        };
        let best = found.best;
        let wanted = record.best_moves();
        let solved =
            (wanted.is_empty() || wanted.contains(&best)) && !record.avoid_moves().contains(&best);
        Ok(Tried {
            played: position.write_move(best),
            solved,
            nodes: found.nodes,
            questions: found.tasks,
        })
    }

    /// How a method that is one search does it.
    fn plan(&self, method: Method) -> SearchPlan<'static> {
        let plain = SearchPlan::nodes(self.nodes);
        match method {
            Method::Easy => SearchPlan::nodes((self.nodes / 30).max(1)),
            Method::Perturbed => SearchPlan::nodes(self.nodes * 103 / 100),
            Method::MultiPv => SearchPlan { lines: 3, ..plain },
            Method::Threads => SearchPlan {
                effort: Effort::Time(self.time.unwrap_or_default()),
                threads: self.threads,
                ..plain
            },
            Method::Plain | Method::Atlas | Method::Workers => plain,
        }
    }
}
