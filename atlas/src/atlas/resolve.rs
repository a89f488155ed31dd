//! From text to a position of the graph: moves from a root, or the position itself.

use gametree::Persistent;

use super::Atlas;
use crate::fact::NodeId;
use crate::query::ResolveError;
use crate::rules::settled;
use crate::store::Store;

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// The position that a text names: moves from one of the roots (none: the first root), or a
    /// position.
    ///
    /// # Errors
    /// When it is not in the graph, or no such text: the root from which most words are moves says
    /// why.
    pub fn resolve(&self, text: &str) -> Result<NodeId, ResolveError> {
        let mut failure = ResolveError::Empty;
        for root in self.graph().roots() {
            match self.resolve_moves(root.node, text) {
                Ok(node) => return Ok(node),
                Err(error) if error.reach() > failure.reach() => failure = error,
                Err(_) => {}
            }
        }
        // The first word is no move anywhere: perhaps it is not meant as one.
        match (failure.reach(), self.resolve_position(text)) {
            (_, Ok(node)) => Ok(node),
            (1, Err(ResolveError::Absent(position))) => Err(ResolveError::Absent(position)),
            (1, Err(ResolveError::Unreadable(why))) if text.split_whitespace().count() > 1 => {
                Err(ResolveError::Unreadable(format!("{failure}; {why}")))
            }
            _ => Err(failure),
        }
    }

    /// The position after moves, separated by spaces, from a position of the graph. Numbers of
    /// moves (`1.` `1...`) are skipped.
    ///
    /// # Errors
    /// When a word is no move, or its move is not in the graph.
    pub fn resolve_moves(&self, from: NodeId, text: &str) -> Result<NodeId, ResolveError> {
        let mut position = self.position(from)?;
        let mut at = from;
        let words = text
            .split_whitespace()
            .map(without_number)
            .filter(|word| !word.is_empty());
        for (place, word) in words.enumerate() {
            let number = place + 1;
            let over = position.outcome().is_some();
            let Some(m) = (!over).then(|| position.read_move(word)).flatten() else {
                let known = self.known(at, &position);
                return Err(ResolveError::Illegal {
                    number,
                    word: word.to_string(),
                    known,
                });
            };
            let Some(edge) = self.graph().edge_of(at, position.encode(m)) else {
                let known = self.known(at, &position);
                return Err(ResolveError::Unknown {
                    number,
                    word: word.to_string(),
                    known,
                });
            };
            at = self.graph().edge(edge).to;
            position = settled(position.after(m));
        }
        Ok(at)
    }

    /// The position of a text as [`Persistent::write`] writes it.
    ///
    /// # Errors
    /// When it is no such text, or not in the graph.
    pub fn resolve_position(&self, text: &str) -> Result<NodeId, ResolveError> {
        let position = self.read(text.trim()).map_err(ResolveError::Unreadable)?;
        let found = self.graph().find(position.identity());
        found.ok_or_else(|| ResolveError::Absent(position.write()))
    }

    /// The moves of the graph, by name, the best first.
    fn known(&self, node: NodeId, position: &G) -> Vec<String> {
        let rows = self.query().moves(node).rows;
        let name = |code| position.decode(code).map(|m| position.write_move(m));
        rows.iter().filter_map(|row| name(row.code)).collect()
    }
}

/// A word without the number of a move before it: `12.Nf3` is `Nf3`, and `12...` is nothing.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}
