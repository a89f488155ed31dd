//! The solver's memory: bounds on scores, eight bytes a position.
//!
//! An entry holds the whole position (49 bits), so the table never confuses two, a lower and an upper
//! bound (6 bits each), and how much work they took (3 bits). Four entries share a bucket of half a cache
//! line; a new one takes the place of the cheapest.

/// Bounds of a score, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub low: i32,
    pub high: i32,
}

const WAYS: usize = 4;
const BOUND_BITS: u32 = 6;
const WORK_BITS: u32 = 3;
const KEY_SHIFT: u32 = 2 * BOUND_BITS + WORK_BITS;
/// Added to a bound, to make it positive.
const OFFSET: i32 = 32;

#[repr(align(32))]
#[derive(Clone, Copy)]
struct Bucket([u64; WAYS]);

/// A table of fixed size.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
}

impl Table {
    /// At most so many bytes, but at least one bucket; a power of two of them.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(2);
        let bits = buckets.ilog2();
        Table { buckets: vec![Bucket([0; WAYS]); 1 << bits], shift: u64::BITS - bits }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([0; WAYS]));
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// What is known about a position.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Bounds> {
        let bucket = &self.buckets[self.index(key)].0;
        bucket.iter().find(|&&entry| entry >> KEY_SHIFT == key).map(|&entry| bounds(entry))
    }

    /// Keeps what is known about a position, found by so many visited nodes.
    #[inline(always)]
    pub fn put(&mut self, key: u64, bounds: Bounds, nodes: u64) {
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

const WORK: u64 = (1 << WORK_BITS) - 1;
const BOUND: u64 = (1 << BOUND_BITS) - 1;

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
