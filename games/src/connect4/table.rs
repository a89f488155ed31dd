//! The solver's memory: bounds on scores, eight bytes per position.
//!
//! An entry holds the whole position (49 bits), so a table never confuses two, a lower and an upper
//! bound (6 bits each), and how much work they took (3 bits). Four entries share a bucket of half a
//! cache line; a new one takes the place of the cheapest.
//!
//! There are two tables. Most nodes are near the end of the game and cheap to search again: they
//! share a table small enough to stay in the processor's cache. The others use the large one.
//!
//! Tables start small and grow as they fill, so an easy position pays neither for clearing a large
//! table nor for the cache misses in it. The index is the upper bits of a hash: in a larger table
//! the entries of a bucket part among its successors and always find room there.

/// Bounds of a score, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub low: i32,
    pub high: i32,
}

impl Bounds {
    /// The bound that answers whether the score is at least `beta`.
    #[inline(always)]
    pub fn decide(&self, beta: i32) -> Option<i32> {
        if self.low >= beta {
            Some(self.low)
        } else if self.high < beta {
            Some(self.high)
        } else {
            None
        }
    }
}

/// Positions with at most this many empty squares are near the end.
const NEAR: i32 = 18;
/// The size of the table for them.
const NEAR_BYTES: usize = 1 << 20;

/// Both tables.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    near: Table,
    far: Table,
}

impl Memory {
    /// With a large table of at most this many bytes.
    pub fn new(bytes: usize) -> Memory {
        Memory {
            near: Table::new(NEAR_BYTES.min(bytes)),
            far: Table::new(bytes),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.near.clear();
        self.far.clear();
    }

    /// What is known about a position with this many empty squares.
    #[inline(always)]
    pub fn get(&self, key: u64, empty: i32) -> Option<Bounds> {
        if empty <= NEAR {
            self.near.get(key)
        } else {
            self.far.get(key)
        }
    }

    /// Keeps what was found about a position by visiting this many nodes.
    #[inline(always)]
    pub fn put(&mut self, key: u64, empty: i32, bounds: Bounds, nodes: u64) {
        let table = if empty <= NEAR {
            &mut self.near
        } else {
            &mut self.far
        };
        table.put(key, bounds, nodes);
    }
}

const WAYS: usize = 4;
const BOUND_BITS: u32 = 6;
const BOUND: u64 = (1 << BOUND_BITS) - 1;
const WORK_BITS: u32 = 3;
const WORK: u64 = (1 << WORK_BITS) - 1;
const KEY_SHIFT: u32 = 2 * BOUND_BITS + WORK_BITS;
/// Added to a bound, to make it positive.
const OFFSET: i32 = 32;

/// Empty entries are zero: no position has the key 0.
#[repr(align(32))]
#[derive(Clone, Copy, Debug)]
struct Bucket([u64; WAYS]);

impl Bucket {
    const EMPTY: Bucket = Bucket([0; WAYS]);
}

/// The size of a fresh table.
const FRESH_BYTES: usize = 1 << 18;
/// A table that grows becomes larger by this many bits.
const GROWTH_BITS: u32 = 2;

/// A table of limited size.
#[derive(Clone, Debug)]
struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
    /// How many bits of a hash the largest table uses.
    most_bits: u32,
    /// Entries that are not empty.
    filled: usize,
    /// With more than these the table grows.
    enough: usize,
}

impl Table {
    /// At most this many bytes, but at least two buckets; a power of two of them.
    fn new(bytes: usize) -> Table {
        let bits = |bytes: usize| (bytes / size_of::<Bucket>()).max(2).ilog2();
        Table::of(bits(bytes.min(FRESH_BYTES)), bits(bytes))
    }

    /// An empty table of this many bits. Half full it grows, unless it is the largest.
    fn of(bits: u32, most_bits: u32) -> Table {
        let buckets = vec![Bucket::EMPTY; 1 << bits];
        let enough = if bits < most_bits {
            buckets.len() * WAYS / 2
        } else {
            usize::MAX
        };
        Table {
            buckets,
            shift: u64::BITS - bits,
            most_bits,
            filled: 0,
            enough,
        }
    }

    /// Forgets all entries, and is small again.
    fn clear(&mut self) {
        *self = Table::new(size_of::<Bucket>() << self.most_bits);
    }

    /// Moves all entries to a larger table.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let bits = (u64::BITS - self.shift + GROWTH_BITS).min(self.most_bits);
        let mut larger = Table::of(bits, self.most_bits);
        for &entry in self
            .buckets
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|&&entry| entry != 0)
        {
            let index = larger.index(entry >> KEY_SHIFT);
            if let Some(free) = larger.buckets[index].0.iter_mut().find(|slot| **slot == 0) {
                *free = entry;
                larger.filled += 1;
            }
        }
        *self = larger;
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<Bounds> {
        let bucket = &self.buckets[self.index(key)].0;
        bucket
            .iter()
            .find(|&&entry| entry >> KEY_SHIFT == key)
            .map(|&entry| bounds(entry))
    }

    #[inline(always)]
    fn put(&mut self, key: u64, bounds: Bounds, nodes: u64) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index].0;
        let entry = pack(key, bounds, nodes);
        let mut cheapest = 0;
        for i in 0..WAYS {
            if bucket[i] >> KEY_SHIFT == key {
                bucket[i] = entry;
                return;
            }
            // Buckets fill from the front.
            if bucket[i] == 0 {
                bucket[i] = entry;
                return self.count_one();
            }
            if bucket[i] & WORK < bucket[cheapest] & WORK {
                cheapest = i;
            }
        }
        bucket[cheapest] = entry;
    }

    /// Counts a new entry.
    #[inline(always)]
    fn count_one(&mut self) {
        self.filled += 1;
        if self.filled > self.enough {
            self.grow();
        }
    }
}

/// An entry: key, lower bound, upper bound, and the work in powers of eight.
#[inline(always)]
fn pack(key: u64, bounds: Bounds, nodes: u64) -> u64 {
    let work = u64::from((nodes | 1).ilog2() / 3).min(WORK);
    let (low, high) = ((bounds.low + OFFSET) as u64, (bounds.high + OFFSET) as u64);
    key << KEY_SHIFT | low << (BOUND_BITS + WORK_BITS) | high << WORK_BITS | work
}

#[inline(always)]
fn bounds(entry: u64) -> Bounds {
    let bound = |shift: u32| (entry >> shift & BOUND) as i32 - OFFSET;
    Bounds {
        low: bound(BOUND_BITS + WORK_BITS),
        high: bound(WORK_BITS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    #[test]
    fn an_entry_gives_back_what_went_in() {
        let largest_key = (1 << 49) - 1;
        for (low, high) in [(-21, 21), (0, 0), (-5, 3)] {
            let found = Bounds { low, high };
            let entry = pack(largest_key, found, u64::MAX);
            assert_eq!((entry >> KEY_SHIFT, bounds(entry)), (largest_key, found));
        }
    }

    #[test]
    fn a_full_table_forgets_cheap_entries_and_invents_nothing() {
        let mut table = Table::new(1 << 10);
        let mut rng = Rng::new(6);
        let dear = Bounds { low: 7, high: 7 };
        table.put(12_345, dear, 1 << 20);
        for _ in 0..10_000 {
            let key = rng.bits() >> 15 | 1;
            let score = (key % 40) as i32 - 20;
            table.put(
                key,
                Bounds {
                    low: score,
                    high: score,
                },
                3,
            );
            let probe = rng.bits() >> 15 | 1;
            assert!(
                table
                    .get(probe)
                    .is_none_or(|known| known.low == (probe % 40) as i32 - 20)
            );
        }
        assert_eq!(table.get(12_345), Some(dear));
        table.clear();
        assert_eq!(table.get(12_345), None);
    }

    #[test]
    fn a_growing_table_loses_nothing_and_stays_within_its_limit() {
        for limit in [FRESH_BYTES, 2 * FRESH_BYTES, 64 * FRESH_BYTES] {
            let (mut table, mut rng) = (Table::new(limit), Rng::new(7));
            let mut sizes = vec![table.buckets.len()];
            while table.filled < limit / 8 / 2 {
                table.put(rng.bits() >> 15 | 1, Bounds { low: -1, high: 1 }, 3);
                let (size, before) = (table.buckets.len(), *sizes.last().unwrap());
                if size != before {
                    let kept = table
                        .buckets
                        .iter()
                        .flat_map(|bucket| bucket.0)
                        .filter(|&entry| entry != 0);
                    assert_eq!(
                        (kept.count(), table.filled),
                        (before * WAYS / 2 + 1, before * WAYS / 2 + 1)
                    );
                    sizes.push(size);
                }
            }
            assert_eq!(sizes[0] * size_of::<Bucket>(), FRESH_BYTES);
            assert_eq!(
                sizes.last().unwrap() * size_of::<Bucket>(),
                limit,
                "{sizes:?}"
            );
        }
    }

    #[test]
    fn entries_are_found_after_growth() {
        let mut table = Table::new(16 * FRESH_BYTES);
        let (fresh, mut rng) = (table.buckets.len(), Rng::new(8));
        let dear: Vec<u64> = (0..100).map(|_| rng.bits() >> 15 | 1).collect();
        for &key in &dear {
            table.put(
                key,
                Bounds {
                    low: (key % 20) as i32,
                    high: 20,
                },
                1 << 20,
            );
        }
        while table.buckets.len() == fresh {
            table.put(rng.bits() >> 15 | 1, Bounds { low: 0, high: 0 }, 3);
        }
        for key in dear {
            assert_eq!(
                table.get(key),
                Some(Bounds {
                    low: (key % 20) as i32,
                    high: 20
                })
            );
        }
    }
}
