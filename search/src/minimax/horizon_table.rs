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

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window {
        alpha: Score::points(10),
        beta: Score::points(20),
    };

    #[test]
    fn what_was_searched_before_the_horizon_stays() {
        let memory = Table::new(1 << 10);
        let table = HorizonTable {
            table: &memory,
            key: |position: &u64| *position,
        };
        table.learn(&7, None, Score::points(5), Bound::Upper);
        let known = table.probe(&7);
        assert_eq!(known.map(|entry| entry.value), Some(Score::points(5)));
        table.learn(&7, known, Score::points(6), Bound::Exact);
        let known = table.probe(&7);
        assert_eq!(known.map(|entry| entry.value), Some(Score::points(6)));
        let deeper = known.map(|entry| Entry { depth: 3, ..entry });
        memory.store(7, deeper.unwrap());
        table.learn(&7, deeper, Score::points(1), Bound::Exact);
        assert_eq!(table.probe(&7), deeper);
        assert_eq!(table.probe(&8), None);
    }

    #[test]
    fn a_bound_settles_on_its_own_side_only() {
        let entry = |points: i32, bound: Bound| Entry {
            value: Score::points(points),
            bound,
            depth: 0,
            complete: false,
            best: None,
        };
        for (points, said) in [(5, Bound::Upper), (15, Bound::Exact), (25, Bound::Lower)] {
            assert_eq!(bound(Score::points(points), WINDOW), said);
            assert!(settled(&entry(points, said), 3, WINDOW).is_some());
            assert!(settled(&entry(points, Bound::Exact), 3, WINDOW).is_some());
        }
        assert_eq!(settled(&entry(5, Bound::Lower), 3, WINDOW), None);
        assert_eq!(settled(&entry(25, Bound::Upper), 3, WINDOW), None);
        let mate = Entry {
            value: Score::win_in(2),
            ..entry(0, Bound::Exact)
        };
        assert_eq!(settled(&mate, 3, WINDOW), Some(Score::win_in(5)));
    }
}
