//! An icicle: time goes to the right, the height of a position is its share. Nothing is drawn
//! twice: a transposition is a hatched stub.

use std::fmt::Write;

use gametree::{Persistent, Score};

use super::{ExportError, escaped};
use crate::atlas::Atlas;
use crate::fact::NodeId;
use crate::store::Store;
use crate::walk::{Cut, Place, Row, Walk};

/// Width of a move, height of the whole, and the least height that is drawn and that is labelled.
const COLUMN: f64 = 110.0;
const HEIGHT: f64 = 800.0;
const SEEN: f64 = 0.8;
const READABLE: f64 = 11.0;

/// How letters and colours look, on light and on dark.
const STYLE: &str = include_str!("icicle.css");

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// What lies below a position, as a drawing. `show` writes values.
    ///
    /// # Errors
    /// When the project is not sound.
    pub fn svg(
        &self,
        node: NodeId,
        cut: Cut,
        show: &dyn Fn(Score) -> String,
    ) -> Result<String, ExportError> {
        let share = cut.share.max(SEEN / HEIGHT);
        let walk = self.query().walk(node, Cut { share, ..cut });
        let tops = tops(&walk);
        let depth = walk.rows.iter().map(|row| row.depth + 1).max().unwrap_or(1);
        let mut svg = head(depth as f64 * COLUMN);
        self.play::<ExportError>(&walk, |played| {
            let value = played.row.value.map_or("?".to_string(), show);
            let name = if played.row.depth == 0 {
                "start".to_string()
            } else {
                played.name()
            };
            rectangle(
                &mut svg,
                played.row,
                tops[played.number],
                &format!("{name} {value}"),
            );
            Ok(())
        })?;
        svg.push_str("</svg>\n");
        Ok(svg)
    }
}

fn head(width: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {HEIGHT:.0}\" role=\"img\">\n\
         <title>Analysis</title>\n<style>{STYLE}</style>\n"
    )
}

/// Where each row begins, from 0 to 1: below what stands before it among its parent's moves.
fn tops(walk: &Walk) -> Vec<f64> {
    let mut tops = vec![0.0; walk.rows.len()];
    let mut filled = vec![0.0; walk.rows.len()];
    for (place, row) in walk.rows.iter().enumerate() {
        if let Some(parent) = row.parent {
            tops[place] = tops[parent] + filled[parent];
            filled[parent] += row.share;
        }
    }
    tops
}

fn rectangle(svg: &mut String, row: &Row, top: f64, label: &str) {
    let (x, y, height) = (row.depth as f64 * COLUMN, top * HEIGHT, row.share * HEIGHT);
    let class = match (row.place, row.value.map(|value| value.raw().signum())) {
        (Place::See(_) | Place::Again(_), _) => "again",
        (Place::First, Some(1)) => "first",
        (Place::First, Some(-1)) => "second",
        (Place::First, _) => "level",
    };
    let what = match row.place {
        Place::First => "",
        Place::See(_) => " (transposition)",
        Place::Again(_) => " (repetition)",
    };
    let label = escaped(label);
    let _ = writeln!(
        svg,
        "<g><title>{label}{what}, {:.1} %</title>\
         <rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.2}\" width=\"{COLUMN:.1}\" height=\"{height:.2}\"/>",
        row.share * 100.0
    );
    if height >= READABLE {
        let bold = if row.best { " class=\"best\"" } else { "" };
        let middle = y + height / 2.0 + 3.5;
        let _ = writeln!(
            svg,
            "<text{bold} x=\"{:.1}\" y=\"{middle:.2}\">{label}</text>",
            x + 4.0
        );
    }
    svg.push_str("</g>\n");
}
