//! What the table knows beyond the horizon. Where a fight is long its positions come up again and
//! again, and most of them were searched deeper before.

use crate::minimax::table::{Entry, Table};
use crate::observer::Bound;
use crate::score::Score;
use crate::window::Window;

/// A table for a search whose horizon does not know that positions have keys.
#[derive(Debug)]
pub struct HorizonTable<'t, G> {
    /// The table.
    pub table: &'t Table,
    /// The key of a position.
    pub key: fn(&G) -> u64,
}

impl<G> Clone for HorizonTable<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for HorizonTable<'_, G> {}

impl<G> HorizonTable<'_, G> {
    /// Begins to load what is known of a position.
    #[inline]
    pub fn prefetch(&self, position: &G) {
        self.table.prefetch((self.key)(position));
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, position: &G) -> Option<Entry> {
        self.table.probe((self.key)(position))
    }

    /// Remembers a value, counted from the position, from beyond the horizon, unless what is known comes from before it: that is
    /// worth more, and has the move to begin with.
    #[inline]
    pub fn learn(&self, position: &G, known: Option<Entry>, value: Score, bound: Bound) {
        if known.is_some_and(|entry| entry.depth > 0) {
            return;
        }
        let entry = Entry {
            value,
            bound,
            depth: 0,
            complete: false,
            best: None,
        };
        self.table.store((self.key)(position), entry);
    }
}

/// What a value that was found within a window says, fail-soft.
#[inline]
pub(crate) fn bound(value: Score, window: Window) -> Bound {
    if value >= window.beta {
        Bound::Lower
    } else if value <= window.alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

/// The value of an entry of any depth at this ply, where it settles what the window asks.
#[inline]
pub(crate) fn settled(entry: &Entry, ply: u32, window: Window) -> Option<Score> {
    // The table counts a win from the position itself, the search from the root.
    let value = entry.value.further(ply);
    // A bound settles the matter only on its own side of the window.
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    settles.then_some(value)
}
