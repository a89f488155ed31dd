//! A run that visits every position of a game: all tasks go to one after the other.

use gametree::Worker;
use gametree_atlas::run::Wish;

use crate::action::Action;
use crate::error::{ProjectError, Result};
use crate::project::{Project, RunWatch};

/// Tasks for a position before the next one has its turn, after all have had one.
const TASKS: u64 = 3;

/// Watches a run and moves its focus along the game, from the end to the start, again and again.
pub struct Tour<'a> {
    project: &'a dyn Project,
    inner: &'a mut dyn RunWatch,
    /// The positions of the game, the last first.
    nodes: Vec<u32>,
    visits: usize,
    /// When the next position has its turn, in tasks given out.
    next_at: u64,
    failed: Option<ProjectError>,
}

impl<'a> Tour<'a> {
    /// Of the project's game.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn new(project: &'a dyn Project, inner: &'a mut dyn RunWatch) -> Result<Tour<'a>> {
        let mut nodes = Vec::new();
        for row in project.played()?.rows.iter().rev() {
            if !project.node(row.node)?.ended && !nodes.contains(&row.node) {
                nodes.push(row.node);
            }
        }
        Ok(Tour {
            project,
            inner,
            nodes,
            visits: 0,
            next_at: 0,
            failed: None,
        })
    }

    /// Gives the tasks back to the position that had them.
    ///
    /// # Errors
    /// A visit failed, or this does.
    pub fn end(self, focus: Option<u32>) -> Result<()> {
        if let Some(node) = focus {
            self.project.act(node, &Action::Focus {})?;
        }
        self.failed.map_or(Ok(()), Err)
    }

    /// The next position has its turn when this one had its tasks.
    fn travel(&mut self) {
        let counts = self.project.counts();
        let given = counts.evaluations + counts.questions as u64;
        if self.failed.is_some() || given < self.next_at || self.nodes.is_empty() {
            return;
        }
        let first_round = self.visits < self.nodes.len();
        self.next_at = given + if first_round { 1 } else { TASKS };
        let node = self.nodes[self.visits % self.nodes.len()];
        self.visits += 1;
        let moved = self.project.act(node, &Action::Focus {});
        self.failed = moved.err();
    }
}

impl RunWatch for Tour<'_> {
    fn started(&mut self, engines: &str) {
        self.inner.started(engines);
    }

    fn waiting(&mut self, why: &str) {
        self.inner.waiting(why);
    }

    fn look(&mut self, workers: &dyn Fn() -> Vec<Worker>) -> Wish {
        self.travel();
        match self.inner.look(workers) {
            Wish::GoOn if self.failed.is_some() => Wish::Stop,
            wish => wish,
        }
    }

    fn committed(&mut self) {
        self.inner.committed();
    }
}
