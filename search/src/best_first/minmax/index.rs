//! Finds the blocks of a position: a hash table of keys that may forget, but does not mistake.
//!
//! Six entries fill a cache line: 48 bits of the key and the number of the first block. The table
//! doubles as it fills; the bucket of a position is told by the low bits of what is kept of its
//! key, so that entries can move without their positions. An entry that finds its two buckets full
//! is dropped: the position is then searched as if it were new.

const SLOTS: usize = 6;
/// The bits of the key that the first table uses.
const FIRST_BITS: u32 = 8;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Bucket {
    block: [u32; SLOTS],
    low: [u32; SLOTS],
    high: [u16; SLOTS],
}

const NOTHING: Bucket = Bucket {
    block: [0; SLOTS],
    low: [0; SLOTS],
    high: [0; SLOTS],
};

/// The table.
#[derive(Clone, Debug)]
pub(super) struct Index {
    buckets: Vec<Bucket>,
    count: usize,
    most_buckets: usize,
}

/// What is kept of a key, and where the entry belongs.
#[derive(Clone, Copy)]
struct Place {
    bucket: usize,
    low: u32,
    high: u16,
}

impl Index {
    /// A table that grows to at most this many bytes.
    pub fn new(most_bytes: usize) -> Index {
        let most = (most_bytes / size_of::<Bucket>()).max(1 << FIRST_BITS);
        let most_buckets = 1 << most.ilog2();
        Index {
            buckets: vec![NOTHING; 1 << FIRST_BITS],
            count: 0,
            most_buckets,
        }
    }

    /// The bytes that a table for this many nodes takes.
    pub fn bytes_for(nodes: usize) -> usize {
        (nodes / SLOTS).next_power_of_two() * size_of::<Bucket>()
    }

    /// As when it was new. The size too is what it was: a table that has grown drops other entries,
    /// and the next game would depend on the last one.
    pub fn clear(&mut self) {
        self.buckets.truncate(1 << FIRST_BITS);
        self.buckets.shrink_to_fit();
        self.buckets.fill(NOTHING);
        self.count = 0;
    }

    /// The first block of a position's node.
    #[inline(always)]
    pub fn find(&self, key: u64) -> Option<u32> {
        let place = self.place(key);
        self.find_in(place.bucket, place)
            .or_else(|| self.find_in(place.bucket ^ 1, place))
    }

    /// Remembers a node.
    pub fn insert(&mut self, key: u64, block: u32) {
        if self.count * 8 >= self.buckets.len() * SLOTS * 6
            && self.buckets.len() < self.most_buckets
        {
            self.double();
        }
        self.put(self.place(key), block);
    }

    /// Gives every entry its new block, or drops it.
    pub fn renumber(&mut self, new: impl Fn(u32) -> Option<u32>) {
        self.count = 0;
        for block in self
            .buckets
            .iter_mut()
            .flat_map(|bucket| &mut bucket.block)
            .filter(|b| **b != 0)
        {
            *block = new(*block).unwrap_or(0);
            self.count += usize::from(*block != 0);
        }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> Place {
        let low = (key >> FIRST_BITS) as u32;
        let high = (key >> (FIRST_BITS + 32)) as u16;
        Place {
            bucket: key as usize & (self.buckets.len() - 1),
            low,
            high,
        }
    }

    #[inline(always)]
    fn find_in(&self, bucket: usize, place: Place) -> Option<u32> {
        let bucket = &self.buckets[bucket];
        for i in 0..SLOTS {
            if bucket.low[i] == place.low && bucket.high[i] == place.high && bucket.block[i] != 0 {
                return Some(bucket.block[i]);
            }
        }
        None
    }

    fn put(&mut self, place: Place, block: u32) {
        for number in [place.bucket, place.bucket ^ 1] {
            let bucket = &mut self.buckets[number];
            if let Some(i) = bucket.block.iter().position(|&b| b == 0) {
                (bucket.block[i], bucket.low[i], bucket.high[i]) = (block, place.low, place.high);
                self.count += 1;
                return;
            }
        }
    }

    /// Twice as many buckets. An entry's next bit of the key is in what is kept of it; the lowest
    /// bit of its bucket may be that of the neighbour, which does not matter: both are compared.
    fn double(&mut self) {
        let size = self.buckets.len();
        let old = std::mem::replace(&mut self.buckets, vec![NOTHING; 2 * size]);
        self.count = 0;
        for (number, bucket) in old.iter().enumerate() {
            for i in (0..SLOTS).filter(|&i| bucket.block[i] != 0) {
                let low = bucket.low[i];
                let high = bucket.high[i];
                let kept = (u64::from(high) << 32 | u64::from(low)) << FIRST_BITS;
                let first = number & ((1 << FIRST_BITS) - 1);
                let key = kept as usize | first;
                self.put(
                    Place {
                        bucket: key & (2 * size - 1),
                        low,
                        high,
                    },
                    bucket.block[i],
                );
            }
        }
    }
}
