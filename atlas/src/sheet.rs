//! A position with everything that is known of it, in the game's own words: what exports and pages
//! are made of.

use gametree::Persistent;
use rustc_hash::FxHashSet;

use crate::atlas::{Atlas, AtlasError};
use crate::fact::{Code, NodeId};
use crate::query::{LineEnd, MoveRow, Position, Query, RestRow};
use crate::store::Store;
use crate::walk::{Cut, Walk};

/// The longest line on a sheet.
const LINE: usize = 24;

/// A position with everything that is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The figures.
    pub position: Position,
    /// The position as text.
    pub text: String,
    /// The moves with their names, the mover's best first.
    pub moves: Vec<(String, MoveRow)>,
    /// All other moves, with the name of the best.
    pub rest: Option<(Option<String>, RestRow)>,
    /// The best move's name.
    pub best: Option<String>,
    /// The best line.
    pub line: Vec<String>,
    /// Why it ends.
    pub end: LineEnd,
}

/// Positions to be shown: an outline below every root.
#[derive(Default)]
pub(crate) struct Selection {
    pub walks: Vec<Walk>,
    pub nodes: FxHashSet<NodeId>,
}

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// A position with everything that is known of it.
    ///
    /// # Errors
    /// When the project is of another game or version.
    pub fn sheet(&self, node: NodeId) -> Result<Sheet, AtlasError> {
        Ok(self.sheet_of(&self.query(), node, &self.position(node)?))
    }

    pub(crate) fn sheet_of(&self, query: &Query<'_>, node: NodeId, position: &G) -> Sheet {
        let name = |code: Code| position.decode(code).map(|m| position.write_move(m));
        let moves = query.moves(node);
        let line = query.line(node, LINE);
        Sheet {
            position: query.position(node),
            text: position.write(),
            moves: moves
                .rows
                .into_iter()
                .map(|row| (name(row.code).unwrap_or_else(|| row.code.to_string()), row))
                .collect(),
            rest: moves.rest.map(|rest| (rest.code.and_then(name), rest)),
            best: query.best(node).and_then(name),
            line: self.words(position, &line.codes),
            end: line.end,
        }
    }

    /// The positions within a cut, from all roots, at most `cut.rows` together.
    pub(crate) fn selection(&self, query: &Query<'_>, cut: Cut) -> Selection {
        let mut selection = Selection::default();
        for root in self.graph().roots() {
            let rows = cut.rows.saturating_sub(selection.nodes.len());
            let walk = query.walk(root.node, Cut { rows, ..cut });
            selection.nodes.extend(walk.rows.iter().map(|row| row.node));
            selection.walks.push(walk);
        }
        selection
    }
}
