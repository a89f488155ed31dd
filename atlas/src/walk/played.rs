//! An outline with its positions.

use gametree::Persistent;

use super::{Row, Walk};
use crate::atlas::{Atlas, AtlasError};
use crate::rules::{illegal, settled};
use crate::store::Store;

/// A row with the positions behind it.
pub struct Played<'a, G: Persistent> {
    /// The row's number.
    pub number: usize,
    /// The row.
    pub row: &'a Row,
    /// The position before the move, and the move; `None` for the first row.
    pub by: Option<(&'a G, G::Move)>,
    /// The position.
    pub position: &'a G,
}

impl<G: Persistent> Played<'_, G> {
    /// The move's name; empty for the first row.
    #[must_use]
    pub fn name(&self) -> String {
        self.by
            .map(|(before, m)| before.write_move(m))
            .unwrap_or_default()
    }
}

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// Plays an outline: every row with its position, in order.
    ///
    /// # Errors
    /// When a move of the graph is not legal: the file is of another game or version. Or what
    /// `each` says.
    pub fn play<E: From<AtlasError>>(
        &self,
        walk: &Walk,
        mut each: impl FnMut(Played<'_, G>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(start) = walk.rows.first() else {
            return Ok(());
        };
        // The positions on the way to the present row, by depth.
        let mut way: Vec<G> = vec![self.position(start.node)?];
        for (number, row) in walk.rows.iter().enumerate() {
            way.truncate(row.depth.max(1));
            let mut by = None;
            if let Some(code) = row.code {
                let before = &way[row.depth - 1];
                let m = before.decode(code).ok_or_else(|| illegal(before, code))?;
                way.push(settled(before.after(m)));
                by = Some(m);
            }
            let by = by.map(|m| (&way[row.depth - 1], m));
            each(Played {
                number,
                row,
                by,
                position: &way[row.depth],
            })?;
        }
        Ok(())
    }
}
