//! The solver's memory: bounds on scores, eight bytes a position.
//!
//! An entry holds the whole position (49 bits), so a table never confuses two, a lower and an upper
//! bound (6 bits each), and how much work they took (3 bits). Four entries share a bucket of half a cache
//! line; a new one takes the place of the cheapest.
//!
//! There are two tables. Most nodes are near the end of the game and cheap to search again: they share a
//! table small enough to stay in the processor's cache. The others use the large one.

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

/// Positions with at most so many empty squares are near the end.
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
    /// With a large table of at most so many bytes.
    pub fn new(bytes: usize) -> Memory {
        Memory { near: Table::new(NEAR_BYTES.min(bytes)), far: Table::new(bytes) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.near.clear();
        self.far.clear();
    }

    /// What is known about a position with so many empty squares.
    #[inline(always)]
    pub fn get(&self, key: u64, empty: i32) -> Option<Bounds> {
        if empty <= NEAR { self.near.get(key) } else { self.far.get(key) }
    }

    /// Keeps what was found about a position by visiting so many nodes.
    #[inline(always)]
    pub fn put(&mut self, key: u64, empty: i32, bounds: Bounds, nodes: u64) {
        let table = if empty <= NEAR { &mut self.near } else { &mut self.far };
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

/// A table of fixed size.
#[derive(Clone, Debug)]
struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
}

impl Table {
    /// At most so many bytes, but at least two buckets; a power of two of them.
    fn new(bytes: usize) -> Table {
        let bits = (bytes / size_of::<Bucket>()).max(2).ilog2();
        Table { buckets: vec![Bucket([0; WAYS]); 1 << bits], shift: u64::BITS - bits }
    }

    fn clear(&mut self) {
        self.buckets.fill(Bucket([0; WAYS]));
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<Bounds> {
        let bucket = &self.buckets[self.index(key)].0;
        bucket.iter().find(|&&entry| entry >> KEY_SHIFT == key).map(|&entry| bounds(entry))
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
            if bucket[i] & WORK < bucket[cheapest] & WORK {
                cheapest = i;
            }
        }
        bucket[cheapest] = entry;
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
    Bounds { low: bound(BOUND_BITS + WORK_BITS), high: bound(WORK_BITS) }
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
            table.put(key, Bounds { low: score, high: score }, 3);
            let probe = rng.bits() >> 15 | 1;
            assert!(table.get(probe).is_none_or(|known| known.low == (probe % 40) as i32 - 20));
        }
        assert_eq!(table.get(12_345), Some(dear));
        table.clear();
        assert_eq!(table.get(12_345), None);
    }
}
