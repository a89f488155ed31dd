//! Searches that were stopped: what they have found so far is not lost.

use std::time::{Duration, Instant};

use gametree::Analyst;
use gametree::erased::ErasedMove;
use gametree::{Answer, Finding};
use gametree_atlas::fact::{NodeId, Scope};
use gametree_atlas::graph::Open;
use gametree_catalog::Position;

use super::OpenProject;
use crate::error::Result;

/// How long engines may take to report after they were told to stop.
const REPORT: Duration = Duration::from_millis(700);

/// How long to wait for one of them.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl OpenProject {
    /// Saves what the searches that were just stopped report, where it is more than was known.
    /// Their tasks stay open: the next run does them in full. Where results must repeat exactly, a
    /// search that was stopped has none.
    pub(super) fn save_stopped(&self, analyst: &mut (dyn Analyst<Position> + Send)) -> Result<()> {
        let open = self.atlas().graph().open().to_vec();
        if self.atlas().graph().settings().reproducible {
            return Ok(());
        }
        let latest = Instant::now() + REPORT;
        loop {
            let searching = analyst.workers().iter().any(|worker| worker.searching);
            while let Some(answer) = analyst.answer(POLL_INTERVAL) {
                if let Some((node, finding)) = whole(&open, &answer) {
                    self.save_longer(node, finding)?;
                }
            }
            if !searching || Instant::now() >= latest {
                return Ok(());
            }
        }
    }

    /// Saves a result that took longer than the one that is known; whether it did.
    pub(super) fn save_longer(&self, node: NodeId, finding: &Finding<ErasedMove>) -> Result<bool> {
        let longer = finding.nodes > self.atlas().query().position(node).nodes;
        if longer {
            self.write(|atlas| Ok(atlas.import(node, finding)?))?;
        }
        Ok(longer)
    }
}

/// The position of a result about all its moves.
fn whole<'a>(
    open: &[Open],
    answer: &'a Answer<ErasedMove>,
) -> Option<(NodeId, &'a Finding<ErasedMove>)> {
    let task = open.iter().find(|open| open.ticket == answer.ticket)?;
    let finding = answer.outcome.as_ref().ok()?;
    (task.scope == Scope::Whole).then_some((task.node, finding))
}
