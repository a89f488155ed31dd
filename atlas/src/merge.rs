//! A master atlas: one project takes in what others know.

use gametree::Persistent;

use crate::atlas::{Atlas, AtlasError};
use crate::graph::Graph;
use crate::store::Store;
use crate::transfer::{Selection, Transfer, root_position};

pub use crate::transfer::Carried;

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// Takes in everything that another project knows: roots, moves, evaluations with their
    /// sources, notes, watches, exclusions. Positions are the same when their identities are.
    /// Settings, shares of tasks, open tasks and failures stay where they are. Where both have
    /// searched a position, the search of more nodes counts (this project's, of equals); both are
    /// saved as facts. Merging again adds only what is new since.
    ///
    /// The facts are true in memory at once, and on disk with the next [`Atlas::commit`].
    ///
    /// # Errors
    /// When the other project is of another game or version, before anything is changed; or when a
    /// store fails.
    pub fn merge<T: Store>(&mut self, other: &Atlas<G, T>) -> Result<Carried, AtlasError> {
        agree(self.graph(), other.graph())?;
        let graph = other.graph();
        let roots: Vec<G> = graph
            .roots()
            .iter()
            .map(|root| root_position(other, root))
            .collect::<Result<_, _>>()?;
        let mut transfer = Transfer::new(self, graph, Selection::All)?;
        for root in &roots {
            transfer.root(root)?;
        }
        let mut failed = Ok(());
        other.each_fact(|fact| {
            if failed.is_ok() {
                failed = transfer.hear(fact);
            }
        })?;
        failed?;
        transfer.end()
    }
}

/// Whether a move of both graphs leads to the same position in both.
fn agree(ours: &Graph, theirs: &Graph) -> Result<(), AtlasError> {
    for edge in &theirs.edges {
        let Some(from) = ours.find(theirs.node(edge.from).key) else {
            continue;
        };
        let Some(own) = ours.edge_of(from, edge.code) else {
            continue;
        };
        if ours.node(ours.edge(own).to).key != theirs.node(edge.to).key {
            let what = format!(
                "move {} of position {from} leads elsewhere there",
                edge.code
            );
            return Err(AtlasError::Foreign(what));
        }
    }
    Ok(())
}
