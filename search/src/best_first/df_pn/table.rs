//! The table of depth-first proof-number search.

use crate::best_first::grown::Bounds;
use crate::best_first::proof_number::Numbers;

/// What the table knows of a position; distances count from the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub key: u64,
    pub bounds: Bounds,
    pub numbers: Numbers,
    /// The question that the numbers belong to; 0 in an empty entry.
    pub question: u32,
    /// Nodes visited for it: the least is replaced first.
    pub work: u32,
}

const EMPTY: Entry = Entry {
    key: 0,
    bounds: Bounds::open(0),
    numbers: Numbers {
        proof: 1,
        disproof: 1,
    },
    question: 0,
    work: 0,
};

/// Entries that share a slot of the table.
const WAYS: usize = 4;

/// The table: it doubles until it has its full size, then it replaces.
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

impl Table {
    pub fn new(most: usize) -> Table {
        let most = WAYS << (most.max(WAYS) / WAYS).ilog2();
        Table {
            entries: vec![EMPTY; most.min(64)],
            used: 0,
            most,
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() / WAYS - 1)) * WAYS
    }

    pub fn get(&self, key: u64) -> Option<&Entry> {
        let at = self.bucket(key);
        self.entries[at..at + WAYS]
            .iter()
            .find(|entry| entry.key == key && entry.question != 0)
    }

    /// Keeps an entry, in the place of one for the same position or of the least work.
    pub fn put(&mut self, entry: Entry) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            self.double();
        }
        let at = self.bucket(entry.key);
        let cost = |old: &&mut Entry| match old.question {
            0 => (1, 0),
            _ if old.key == entry.key => (0, 0),
            _ => (2, old.work),
        };
        if let Some(old) = self.entries[at..at + WAYS].iter_mut().min_by_key(cost) {
            self.used += usize::from(old.question == 0);
            *old = entry;
        }
    }

    fn double(&mut self) {
        let twice = vec![EMPTY; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, twice);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.question != 0) {
            self.put(entry);
        }
    }
}
