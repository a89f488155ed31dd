//! The transposition table: what was found out about a position, for when it comes up again
//! (Zobrist 1970; shared without locks after Hyatt and Mann 2002).
//!
//! Buckets of four slots fill a cache line. A slot is two words, the key xored with the data and
//! the data: two threads that write at once leave a slot whose words do not match, and it is
//! taken for empty. Old generations are replaced first, then shallow entries.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::minimax::prefetch::prefetch;
use crate::observer::Bound;
use crate::score::Score;

/// What the table knows of a position. Values are the mover's, distances count from the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value.
    pub value: Score,
    /// How the value relates to the true one.
    pub bound: Bound,
    /// The depth it was searched to; [`Entry::DEEPEST`] stands for all greater ones.
    pub depth: u32,
    /// No horizon was met: the value holds for every greater depth too.
    pub complete: bool,
    /// The best move, as its index in the order of [`crate::Game::moves`].
    pub best: Option<u16>,
}

impl Entry {
    /// The greatest depth that is told apart.
    pub const DEEPEST: u32 = (1 << DEPTH_BITS) - 1;
    /// Moves with a greater index are not remembered.
    pub const LAST_MOVE: u16 = (1 << MOVE_BITS) - 2;

    /// Whether the value answers a search of `depth` plies, and the same as that search would.
    #[inline]
    #[must_use]
    pub fn answers(&self, depth: u32) -> bool {
        if self.depth == depth && depth < Self::DEEPEST {
            return true;
        }
        (self.complete || self.value.is_decided()) && self.depth <= depth.min(Self::DEEPEST)
    }
}

const DEPTH_BITS: u32 = 14;
const MOVE_BITS: u32 = 10;
const GENERATION_BITS: u32 = 5;
const SLOTS: usize = 4;

#[derive(Default, Debug)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default, Debug)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The table. Shared between threads by reference.
///
/// ```
/// use gametree::{Bound, Score, table::{Entry, Table}};
/// let table = Table::new(1 << 20);
/// let entry = Entry { value: Score::points(7), bound: Bound::Exact, depth: 3, complete: false, best: Some(2) };
/// table.store(0xabc0_0000_0000_0001, entry);
/// assert_eq!(table.probe(0xabc0_0000_0000_0001), Some(entry));
/// assert_eq!(table.probe(1), None);
/// ```
#[derive(Debug)]
pub struct Table {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

impl Table {
    /// A table of at most this many bytes, and at least one bucket.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let buckets = (0..count).map(|_| Bucket::default()).collect();
        Table {
            buckets,
            generation: AtomicU8::new(0),
        }
    }

    /// The memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// How full it is with entries of the present search, in thousandths, by a look at the first
    /// buckets: keys spread evenly.
    #[must_use]
    pub fn fullness(&self) -> u32 {
        const BUCKETS: usize = 250;
        let now = self.generation.load(Ordering::Relaxed) & GENERATION_MASK;
        let is_fresh = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && data as u8 & GENERATION_MASK == now
        };
        let slots = self.buckets.iter().take(BUCKETS).flat_map(|b| &b.0);
        let fresh = slots.filter(is_fresh).count();
        (fresh * 1000 / (BUCKETS.min(self.buckets.len()) * SLOTS)) as u32
    }

    /// A new search begins: what is there grows old.
    pub fn grow_older(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins to load what is known of a position: memory is slow, and there may be something else to
    /// do before [`Table::probe`].
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers an entry, in place of the one least worth keeping.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let now = self.generation.load(Ordering::Relaxed) & GENERATION_MASK;
        let mut data = pack(&entry, now);
        let mut worst = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        for (i, slot) in bucket.0.iter().enumerate() {
            let old = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ old == key && old != 0 {
                if entry.best.is_none() {
                    data |= old & MOVE_FIELD;
                }
                worst = i;
                break;
            }
            let worth = worth(old, now);
            if worth < least {
                (worst, least) = (i, worth);
            }
        }
        bucket.0[worst].data.store(data, Ordering::Relaxed);
        bucket.0[worst].check.store(key ^ data, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

// Data, from the top: value 32, depth 14, move + 1 10, bound + 1 2, complete 1, generation 5.
const GENERATION_MASK: u8 = (1 << GENERATION_BITS) - 1;
const COMPLETE_SHIFT: u32 = GENERATION_BITS;
const BOUND_SHIFT: u32 = COMPLETE_SHIFT + 1;
const MOVE_SHIFT: u32 = BOUND_SHIFT + 2;
const MOVE_FIELD: u64 = ((1 << MOVE_BITS) - 1) << MOVE_SHIFT;
const DEPTH_SHIFT: u32 = MOVE_SHIFT + MOVE_BITS;

/// Never 0, so that an empty slot is one whose data is 0.
#[inline]
fn pack(entry: &Entry, generation: u8) -> u64 {
    let value = u64::from(entry.value.raw() as u32) << 32;
    let depth = u64::from(entry.depth.min(Entry::DEEPEST)) << DEPTH_SHIFT;
    let best = entry
        .best
        .filter(|&m| m <= Entry::LAST_MOVE)
        .map_or(0, |m| u64::from(m) + 1)
        << MOVE_SHIFT;
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    } << BOUND_SHIFT;
    value
        | depth
        | best
        | bound
        | u64::from(entry.complete) << COMPLETE_SHIFT
        | u64::from(generation)
}

#[inline]
fn unpack(data: u64) -> Entry {
    let best = (data & MOVE_FIELD) >> MOVE_SHIFT;
    Entry {
        value: Score::from_raw((data >> 32) as u32 as i32),
        bound: match data >> BOUND_SHIFT & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: depth_of(data),
        complete: data >> COMPLETE_SHIFT & 1 == 1,
        best: best.checked_sub(1).map(|m| m as u16),
    }
}

#[inline]
fn depth_of(data: u64) -> u32 {
    (data >> DEPTH_SHIFT) as u32 & Entry::DEEPEST
}

/// How much an entry is worth keeping: depth, less 4 plies for every generation of age.
#[inline]
fn worth(data: u64, now: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let age = now.wrapping_sub(data as u8) & GENERATION_MASK;
    depth_of(data) as i32 - 4 * i32::from(age)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn entry(depth: u32) -> Entry {
        Entry {
            value: Score::points(-5),
            bound: Bound::Upper,
            depth,
            complete: true,
            best: None,
        }
    }

    #[test]
    fn everything_survives_packing() {
        for value in [
            Score::points(0),
            Score::points(-899),
            Score::win_in(3),
            Score::loss_in(1_000_000),
        ] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for (depth, best, complete) in [
                    (0, None, false),
                    (9, Some(0), true),
                    (Entry::DEEPEST, Some(1022), true),
                ] {
                    let entry = Entry {
                        value,
                        bound,
                        depth,
                        complete,
                        best,
                    };
                    assert_eq!(unpack(pack(&entry, 31)), entry);
                }
            }
        }
        let far = Entry {
            depth: 1_000_000,
            best: Some(5000),
            ..entry(0)
        };
        assert_eq!(
            unpack(pack(&far, 0)),
            Entry {
                depth: Entry::DEEPEST,
                best: None,
                ..far
            }
        );
    }

    #[test]
    fn shallow_and_old_entries_go_first_and_the_move_is_kept() {
        let table = Table::new(1);
        for key in 1..=4 {
            table.store(key, entry(key as u32 + 10));
        }
        table.store(5, entry(1));
        assert_eq!(table.probe(1), None, "the shallowest was replaced");
        table.grow_older();
        table.store(6, entry(2));
        assert_eq!(table.probe(5), None);
        for _ in 0..4 {
            table.grow_older();
        }
        table.store(7, entry(0));
        assert_eq!(
            [2, 3, 4, 6]
                .iter()
                .filter(|&&k| table.probe(k).is_none())
                .count(),
            1,
            "an old one went"
        );
        table.store(
            7,
            Entry {
                best: Some(3),
                ..entry(4)
            },
        );
        table.store(7, entry(5));
        assert_eq!(table.probe(7).unwrap().best, Some(3));
        table.clear();
        assert_eq!(table.probe(7), None);
    }

    #[test]
    fn fullness_counts_what_the_present_search_stored() {
        let table = Table::new(1 << 14);
        assert_eq!(table.fullness(), 0);
        let mut rng = Rng::new(1);
        (0..100_000).for_each(|_| table.store(rng.bits(), entry(1)));
        assert!(table.fullness() > 990, "{}", table.fullness());
        table.grow_older();
        assert_eq!(table.fullness(), 0);
    }

    #[test]
    fn torn_writes_are_not_believed() {
        let table = Table::new(1 << 12);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = Rng::new(thread);
                    for _ in 0..100_000 {
                        let key = rng.bits() | 1;
                        let points = (key >> 40) as i32;
                        table.store(
                            key,
                            Entry {
                                value: Score::points(points),
                                ..entry(thread as u32)
                            },
                        );
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found.value, Score::points(points));
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn an_entry_answers_only_what_a_search_would_say() {
        let at = |depth, complete| Entry {
            complete,
            ..entry(depth)
        };
        assert!(at(5, false).answers(5) && !at(5, false).answers(4) && !at(5, false).answers(6));
        assert!(at(5, true).answers(6) && !at(5, true).answers(4));
        assert!(
            !at(Entry::DEEPEST, false).answers(1_000_000),
            "which depth it was is not known"
        );
        assert!(at(Entry::DEEPEST, true).answers(1_000_000));
        assert!(
            Entry {
                value: Score::win_in(3),
                ..at(5, false)
            }
            .answers(8)
        );
    }
}
