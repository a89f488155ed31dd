//! A project of its own for what lies below a position.

use gametree::Persistent;
use rustc_hash::FxHashSet;

use crate::atlas::{Atlas, AtlasError};
use crate::fact::NodeId;
use crate::graph::InconsistentFact;
use crate::store::Store;
use crate::transfer::{Selection, Transfer};
use crate::walk::{Cut, Place};

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// A new project with what lies below a position, which becomes the root, and the same
    /// settings. Without a cut it has the same values. With one, positions at its edge keep their
    /// own evaluations and lose their moves. It is committed when this returns.
    ///
    /// # Errors
    /// When the store is not empty, or fails.
    pub fn extract<T: Store>(
        &self,
        node: NodeId,
        cut: Option<Cut>,
        store: T,
    ) -> Result<Atlas<G, T>, AtlasError> {
        let position = self.position(node)?;
        let mut into: Atlas<G, T> = Atlas::open_with(store, self.reader())?;
        if !into.graph().is_empty() {
            return Err(
                InconsistentFact::Range("a part can only be put into an empty project").into(),
            );
        }
        into.set(self.graph().settings().clone())?;
        let selection = Selection::MovesOf(match cut {
            None => self.graph().reachable(node).into_iter().collect(),
            Some(cut) => self.inside(node, cut),
        });
        let mut transfer = Transfer::new(&mut into, self.graph(), selection)?;
        transfer.root(&position)?;
        let mut failed = Ok(());
        self.each_fact(|fact| {
            if failed.is_ok() {
                failed = transfer.hear(fact);
            }
        })?;
        failed?;
        transfer.end()?;
        into.commit()?;
        Ok(into)
    }

    /// The positions of an outline some of whose moves it shows.
    fn inside(&self, node: NodeId, cut: Cut) -> FxHashSet<NodeId> {
        let walk = self.query().walk(node, cut);
        let children = walk.children();
        let inner = walk.rows.iter().zip(children);
        inner
            .filter(|(row, children)| row.place == Place::First && !children.is_empty())
            .map(|(row, _)| row.node)
            .collect()
    }
}
