//! A drawing for Graphviz: a node a position, so that transpositions are arrows and not copies.

use std::fmt::Write;

use gametree::Persistent;

use super::ExportError;
use crate::atlas::Atlas;
use crate::fact::NodeId;
use crate::store::Store;
use crate::walk::{Cut, Place};

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// What lies below a position, in Graphviz' language. `show` writes values.
    ///
    /// # Errors
    /// When the project is not sound.
    pub fn dot(
        &self,
        node: NodeId,
        cut: Cut,
        show: &dyn Fn(gametree::Score) -> String,
    ) -> Result<String, ExportError> {
        let walk = self.query().walk(node, cut);
        let mut dot = String::from(
            "digraph atlas {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n",
        );
        self.play::<ExportError>(&walk, |played| {
            let row = played.row;
            if row.place == Place::First {
                let value = row.value.map_or("?".to_string(), show);
                let note = if row.note.is_empty() { "" } else { " ✎" };
                let label = format!("{value}{note}\n{:.1} %", row.share * 100.0);
                let _ = writeln!(dot, "  n{} [label={}];", row.node, quoted(&label));
            }
            if let Some(parent) = row.parent {
                let style = if row.best { "bold" } else { "solid" };
                let style = if row.place == Place::First {
                    style
                } else {
                    "dashed"
                };
                let (from, name) = (walk.rows[parent].node, quoted(&played.name()));
                let _ = writeln!(
                    dot,
                    "  n{from} -> n{} [label={name}, style={style}];",
                    row.node
                );
            }
            Ok(())
        })?;
        dot.push_str("}\n");
        Ok(dot)
    }
}

/// A text as Graphviz reads it.
fn quoted(text: &str) -> String {
    let safe = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{safe}\"")
}
