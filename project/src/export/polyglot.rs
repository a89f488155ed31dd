//! An opening book of a project: every position, its moves weighted by their shares.

use gametree::Persistent;
use gametree_atlas::fact::{Code, NodeId};
use gametree_atlas::query::{MoveState, Query};
use gametree_atlas::walk::Cut;
use gametree_chess::polyglot::{Book, BookBuilder};

use super::subject::Subject;
use crate::error::Result;

/// The weight of a move that has the whole share.
const WHOLE: f64 = 10_000.0;

/// The book. The best move of a position has the greatest weight, also where it is not in the graph
/// and only the engine's line names it.
pub fn book(subject: &Subject<'_>, cut: Cut) -> Result<Book> {
    let query = subject.project.query();
    let mut builder = BookBuilder::default();
    subject.each(cut, |node, position, _| {
        for (code, weight) in weights(&query, node) {
            if let Some(m) = position.decode(code) {
                builder.add(position, m, weight);
            }
        }
    })?;
    Ok(builder.finish())
}

/// The moves of a position with their weights. What is excluded, or not evaluated, has none.
fn weights(query: &Query<'_>, node: NodeId) -> Vec<(Code, u64)> {
    let rows = query.moves(node).rows;
    let counted = rows
        .iter()
        .filter(|row| row.state != MoveState::Excluded && row.value.is_some());
    let mut weights: Vec<(Code, u64)> = counted
        .map(|row| (row.code, ((row.share * WHOLE).round() as u64).max(1)))
        .collect();
    let Some(best) = query.best(node) else {
        return weights;
    };
    weights.retain(|&(code, _)| code != best);
    let own = rows
        .iter()
        .find(|row| row.code == best)
        .map_or(1, |row| (row.share * WHOLE).round() as u64);
    let heaviest = weights.iter().map(|&(_, weight)| weight).max().unwrap_or(0);
    weights.push((best, own.max(heaviest + 1)));
    weights
}
