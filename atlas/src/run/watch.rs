//! What ends a run, and its watcher.

use std::time::Duration;

use gametree::{Analyst, Persistent};

use crate::atlas::Atlas;

/// What ends a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Until {
    /// This many results.
    pub evaluations: Option<u64>,
    /// This many positions searched by engines.
    pub engine_nodes: Option<u64>,
    /// This much time.
    pub time: Option<Duration>,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A limit was reached.
    Limit,
    /// It was told to stop.
    Asked,
    /// No task is left: everything is decided or has failed, or the graph is as large as it may be.
    Nothing,
    /// No engine is left, or every task failed: [`Run::trouble`] says why.
    ///
    /// [`Run::trouble`]: super::Run::trouble
    Failed,
}

/// What the watcher of a run wants now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Finish what is in progress, then stop.
    Finish,
    /// Stop now.
    Stop,
}

/// Who watches a run.
pub trait Watch<G: Persistent, S> {
    /// Called often; what is committed is on disk.
    fn look(&mut self, atlas: &Atlas<G, S>, analyst: &dyn Analyst<G>) -> Wish;

    /// Called when the facts so far are safe on disk.
    fn committed(&mut self, atlas: &Atlas<G, S>) {
        let _ = atlas;
    }
}
