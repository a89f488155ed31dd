//! A project in parts, each of which could have a coordinator of its own.

use std::path::Path;

use gametree_atlas::AtlasError;
use gametree_atlas::graph::Graph;
use gametree_atlas::shards::Shards;
use gametree_atlas::store::{FileStore, Store};
use gametree_catalog::CatalogError;
use gametree_catalog::format::grouped;
use serde::Serialize;

/// What came out, as scripts read it.
#[derive(Clone, Debug, Serialize)]
pub struct ShardsReport {
    /// What the object is.
    pub schema: &'static str,
    /// Facts in the file.
    pub facts: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Results among the facts.
    pub results: u64,
    /// The parts.
    #[serde(flatten)]
    pub shards: Shards,
    /// The share of moves that lead from one part into another.
    pub crossing_share: f64,
}

/// The parts of the project in a file, which may be open elsewhere.
///
/// # Errors
/// When it cannot be read.
pub fn shards(path: &Path, plies: u32) -> Result<ShardsReport, CatalogError> {
    let read = || -> Result<ShardsReport, AtlasError> {
        let store = FileStore::open_read_only(path)?;
        let mut graph = Ok(Graph::default());
        store.replay(&mut |fact| {
            if let Ok(known) = &mut graph
                && let Err(error) = known.take(&fact)
            {
                graph = Err(error);
            }
            Ok(())
        })?;
        let graph = graph?;
        let shards = graph.shards(plies);
        Ok(ShardsReport {
            schema: "gametree.simulate.shards/1",
            facts: store.facts(),
            bytes: store.bytes(),
            results: graph.evaluations(),
            crossing_share: shards.crossing as f64 / shards.moves.max(1) as f64,
            shards,
        })
    };
    read().map_err(|error| CatalogError::failed(error.to_string()))
}

impl ShardsReport {
    /// The same for people.
    #[must_use]
    pub fn text(&self) -> String {
        let Shards {
            plies,
            parts,
            positions,
            largest,
            moves,
            crossing,
            boundary,
        } = self.shards;
        let count = |number: usize| grouped(number as u64);
        format!(
            "{} positions in {} parts, each below a position {plies} plies from a root; the largest part has {}. {} of {} moves ({:.1} %) lead from one part into another, to {} positions.",
            count(positions),
            count(parts),
            count(largest),
            count(crossing),
            count(moves),
            self.crossing_share * 100.0,
            count(boundary)
        )
    }
}
