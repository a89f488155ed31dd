//! A project of chess and the positions to start from.

use std::collections::HashSet;

use gametree::Persistent;
use gametree_atlas::AtlasError;
use gametree_atlas::fact::NodeId;
use gametree_atlas::walk::{Cut, Place};
use gametree_chess::Chess;

use crate::error::{ProjectError, Result};
use crate::paths::File;
use crate::recorded::RecordedGame;

/// What is exported.
pub struct Subject<'a> {
    /// The project's name.
    pub name: &'a str,
    /// The project.
    pub project: &'a File,
    /// All roots, or one position.
    pub starts: Vec<NodeId>,
    /// The games of a whole project.
    pub records: Vec<RecordedGame>,
}

impl Subject<'_> {
    /// Every position within a cut, once, with its share of its start.
    pub fn each(&self, cut: Cut, mut each: impl FnMut(NodeId, &Chess, f64)) -> Result<()> {
        let query = self.project.query();
        let mut seen = HashSet::new();
        for &start in &self.starts {
            let walk = query.walk(start, cut);
            self.project.play::<AtlasError>(&walk, |played| {
                let row = played.row;
                if row.place == Place::First
                    && seen.insert(played.position.identity())
                    && let Some(position) = played.position.downcast_ref()
                {
                    each(row.node, position, row.share);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// A position of the project.
    pub fn chess(&self, node: NodeId) -> Result<Chess> {
        let position = self.project.position(node)?;
        let chess = position.downcast_ref::<Chess>().cloned();
        chess.ok_or_else(|| ProjectError::invalid("this project is of another game"))
    }
}
