//! Where a move's history is kept: in the same slot on every machine, so that a search visits the
//! same positions everywhere. The compiler's hasher counts in machine words; where these have not 64
//! bits, as in WebAssembly, its arithmetic for 64 is done here.

use std::hash::{Hash, Hasher};

#[cfg(target_pointer_width = "64")]
use rustc_hash::FxHasher as SlotHasher;
#[cfg(not(target_pointer_width = "64"))]
use wide::SlotHasher;

/// The slot of a move, one of `slots`, a power of two.
#[inline]
pub(crate) fn slot<M: Hash>(m: M, slots: usize) -> usize {
    let mut hasher = SlotHasher::default();
    m.hash(&mut hasher);
    (hasher.finish() >> 20) as usize & (slots - 1)
}

#[cfg(any(test, not(target_pointer_width = "64")))]
mod wide {
    use std::hash::Hasher;

    /// What `FxHasher` is where words have 64 bits; moves are numbers, not texts.
    #[derive(Default)]
    pub struct SlotHasher(u64);

    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

    impl SlotHasher {
        fn add(&mut self, word: u64) {
            self.0 = self.0.wrapping_add(word).wrapping_mul(FACTOR);
        }
    }

    impl Hasher for SlotHasher {
        fn finish(&self) -> u64 {
            self.0.rotate_left(26)
        }

        fn write(&mut self, bytes: &[u8]) {
            bytes.iter().for_each(|&byte| self.add(byte.into()));
        }

        fn write_u8(&mut self, word: u8) {
            self.add(word.into());
        }

        fn write_u16(&mut self, word: u16) {
            self.add(word.into());
        }

        fn write_u32(&mut self, word: u32) {
            self.add(word.into());
        }

        fn write_u64(&mut self, word: u64) {
            self.add(word);
        }

        fn write_usize(&mut self, word: usize) {
            self.add(word as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHasher;

    use super::*;

    fn both(m: impl Hash) -> (u64, u64) {
        let mut compilers = FxHasher::default();
        m.hash(&mut compilers);
        let mut wide = wide::SlotHasher::default();
        m.hash(&mut wide);
        (compilers.finish(), wide.finish())
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn narrow_machines_find_the_same_slots() {
        for n in (0..1 << 16).chain([u64::MAX, 1 << 40, 0xdead_beef_0123]) {
            let (compilers, wide) = both(n);
            assert_eq!(compilers, wide, "{n}");
            let (compilers, wide) = both((n as u32, n as u16, n as u8, n as i32));
            assert_eq!(compilers, wide, "{n}");
        }
        for slots in [64, 4096] {
            assert!((0..1000u32).all(|m| slot(m, slots) < slots));
        }
    }
}
