//! The transposition table for real values: the twin of [`crate::table`] for games with chance.
//!
//! One thread, pairs of slots: the first of a pair is kept as long as nothing deeper comes, the
//! second takes what is left. A search without a table remembers [`Nothing`].

use crate::game::{Game, Keyed};
use crate::observer::Bound;
use crate::window::RealWindow;

/// What is known of a position. The value is the first player's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// The value.
    pub value: f64,
    /// How the value relates to that of a search of `depth`.
    pub bound: Bound,
    /// Plies that were searched below the position.
    pub depth: u32,
    /// No horizon was met: the value holds for every greater depth too.
    pub complete: bool,
    /// The best move, as its index in the order of [`Game::moves`].
    pub best: Option<u16>,
}

impl Known {
    /// Whether the value says what a search of `depth` plies would.
    #[inline]
    #[must_use]
    pub fn answers(&self, depth: u32) -> bool {
        self.depth == depth || (self.complete && self.depth <= depth)
    }

    /// Whether the value settles the question if the position is worth something between α and β.
    #[inline]
    #[must_use]
    pub fn settles(&self, window: RealWindow) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.beta,
            Bound::Upper => self.value <= window.alpha,
        }
    }
}

/// Where a search remembers positions.
pub trait Recall<G: Game> {
    /// What is known of a position.
    fn recall(&self, position: &G) -> Option<Known>;

    /// Remembers something.
    fn keep(&mut self, position: &G, known: Known);

    /// Forgets everything.
    fn forget(&mut self);
}

/// No memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl<G: Game> Recall<G> for Nothing {
    #[inline(always)]
    fn recall(&self, _: &G) -> Option<Known> {
        None
    }

    #[inline(always)]
    fn keep(&mut self, _: &G, _: Known) {}

    fn forget(&mut self) {}
}

/// A table of a fixed size.
///
/// ```
/// use gametree::{Bound, real_table::{Known, RealTable, Recall}, tree::Tree};
/// let tree: Tree = "(max 1 2)".parse().unwrap();
/// let mut table = RealTable::new(1 << 16);
/// let known = Known { value: 1.5, bound: Bound::Lower, depth: 3, complete: false, best: Some(1) };
/// table.keep(&tree.root(), known);
/// assert_eq!(table.recall(&tree.root()), Some(known));
/// assert!(known.answers(3) && !known.answers(4) && !known.answers(2));
/// ```
#[derive(Clone, Debug)]
pub struct RealTable {
    slots: Box<[Option<(u64, Known)>]>,
}

impl RealTable {
    /// A table of at most this many bytes, and at least one pair of slots.
    #[must_use]
    pub fn new(bytes: usize) -> RealTable {
        let pairs = (bytes / (2 * size_of::<Option<(u64, Known)>>())).max(1);
        RealTable {
            slots: vec![None; 2 * pairs].into(),
        }
    }

    /// The memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// The first slot of a key's pair.
    #[inline]
    fn pair(&self, key: u64) -> usize {
        2 * ((u128::from(key) * (self.slots.len() / 2) as u128) >> 64) as usize
    }
}

/// A memory or none, selected at run time.
impl<G: Game, T: Recall<G>> Recall<G> for Option<T> {
    #[inline]
    fn recall(&self, position: &G) -> Option<Known> {
        self.as_ref()?.recall(position)
    }

    #[inline]
    fn keep(&mut self, position: &G, known: Known) {
        if let Some(table) = self {
            table.keep(position, known);
        }
    }

    fn forget(&mut self) {
        if let Some(table) = self {
            table.forget();
        }
    }
}

impl<G: Keyed> Recall<G> for RealTable {
    #[inline]
    fn recall(&self, position: &G) -> Option<Known> {
        let key = position.key();
        let first = self.pair(key);
        let slots = self.slots[first..first + 2].iter().flatten();
        slots
            .filter(|(other, _)| *other == key)
            .map(|(_, known)| *known)
            .next()
    }

    #[inline]
    fn keep(&mut self, position: &G, known: Known) {
        let key = position.key();
        let first = self.pair(key);
        let is_mine =
            |slot: &Option<(u64, Known)>| matches!(slot, Some((other, _)) if *other == key);
        let slot = if is_mine(&self.slots[first + 1]) {
            first + 1
        } else {
            match &self.slots[first] {
                Some((other, old)) if *other != key && old.depth > known.depth => first + 1,
                _ => first,
            }
        };
        self.slots[slot] = Some((key, known));
    }

    fn forget(&mut self) {
        self.slots.fill(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Shape, random};

    fn known(value: f64, bound: Bound, depth: u32, complete: bool) -> Known {
        Known {
            value,
            bound,
            depth,
            complete,
            best: None,
        }
    }

    fn window(alpha: f64, beta: f64) -> RealWindow {
        RealWindow { alpha, beta }
    }

    #[test]
    fn an_entry_answers_only_what_a_search_of_that_depth_would_say() {
        let horizon = known(1.0, Bound::Exact, 3, false);
        assert_eq!(
            [2, 3, 4].map(|depth| horizon.answers(depth)),
            [false, true, false]
        );
        let whole = known(1.0, Bound::Exact, 3, true);
        assert_eq!(
            [2, 3, 4].map(|depth| whole.answers(depth)),
            [false, true, true]
        );
        assert!(known(2.0, Bound::Lower, 1, false).settles(window(0.0, 2.0)));
        assert!(!known(2.0, Bound::Lower, 1, false).settles(window(0.0, 2.5)));
        assert!(known(2.0, Bound::Upper, 1, false).settles(window(2.0, 3.0)));
        assert!(!known(2.0, Bound::Upper, 1, false).settles(window(1.5, 3.0)));
    }

    #[test]
    fn a_small_table_keeps_what_is_deep_and_never_mixes_positions() {
        let tree = random(
            &Shape {
                most_nodes: 300,
                ..Shape::uniform(3, 5)
            },
            1,
        );
        let mut table = RealTable::new(0);
        assert_eq!(table.slots.len(), 2);
        let mut open = vec![(tree.root(), 9)];
        while let Some((node, depth)) = open.pop() {
            let entry = known(f64::from(node.id()), Bound::Exact, depth, false);
            table.keep(&node, entry);
            assert_eq!(table.recall(&node), Some(entry));
            assert_eq!(
                table.recall(&tree.root()).map(|known| known.depth),
                Some(9),
                "the deepest stays"
            );
            use crate::game::Game;
            if node.outcome().is_none() {
                open.extend(node.moves().map(|m| (node.after(m), depth - 1)));
            }
        }
        Recall::<crate::tree::Node<'_>>::forget(&mut table);
        assert_eq!(table.recall(&tree.root()), None);
    }
}
