//! What several threads tell each other: which moves are being searched right now.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::rng::mix;

/// The moves that some thread is searching, by the key of the position behind them.
///
/// Each slot holds one tag; a later move overwrites an earlier one. A lost or a wrong tag costs
/// time and never a value: a deferred move is searched in the end all the same.
#[derive(Debug)]
pub(crate) struct InWork {
    slots: Box<[AtomicU64]>,
}

impl InWork {
    /// Below this depth deferring a move costs more than it saves.
    pub const LEAST_DEPTH: u32 = 4;
    const SLOTS: usize = 1 << 14;

    pub fn new() -> InWork {
        InWork {
            slots: (0..Self::SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn slot(&self, key: u64, depth: u32) -> (&AtomicU64, u64) {
        let tag = mix(key ^ u64::from(depth)) | 1;
        (&self.slots[(tag >> 32) as usize % Self::SLOTS], tag)
    }

    pub fn is_taken(&self, key: u64, depth: u32) -> bool {
        let (slot, tag) = self.slot(key, depth);
        slot.load(Ordering::Relaxed) == tag
    }

    pub fn take(&self, key: u64, depth: u32) {
        let (slot, tag) = self.slot(key, depth);
        slot.store(tag, Ordering::Relaxed);
    }

    pub fn give_back(&self, key: u64, depth: u32) {
        let (slot, tag) = self.slot(key, depth);
        // Another thread may have taken the slot for another move: that tag stays.
        let _ = slot.compare_exchange(tag, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
