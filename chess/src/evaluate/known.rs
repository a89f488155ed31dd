//! Values that were computed before: a search comes to many positions more than once.

use std::sync::atomic::{AtomicU64, Ordering};

/// A small table of values by key, shared by threads without locks: key and value are one word. A
/// value that was overwritten is computed again.
#[derive(Debug)]
pub(crate) struct Known {
    slots: Box<[AtomicU64]>,
}

/// The lower bits of a key say where its value is, the upper ones are compared.
const PLACE_BITS: u32 = 16;
const VALUE_BITS: u32 = 16;

impl Known {
    pub fn new() -> Known {
        Known {
            slots: (0..1 << PLACE_BITS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize & ((1 << PLACE_BITS) - 1)]
    }

    /// The value of this key.
    #[inline]
    pub fn value(&self, key: u64) -> Option<i32> {
        let word = self.slot(key).load(Ordering::Relaxed);
        ((word ^ key) >> VALUE_BITS == 0 && word != 0).then_some(i32::from(word as i16))
    }

    /// Remembers a value, unless it is too large for its bits.
    #[inline]
    pub fn remember(&self, key: u64, value: i32) {
        if let Ok(value) = i16::try_from(value) {
            let word = key >> VALUE_BITS << VALUE_BITS | u64::from(value as u16);
            self.slot(key).store(word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_under_its_own_key_only() {
        let known = Known::new();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(known.value(key), None);
        for value in [0, 7, -7, 32_767, -32_768] {
            known.remember(key, value);
            assert_eq!(known.value(key), Some(value));
            assert_eq!(known.value(key ^ 1 << 40), None);
        }
        known.remember(key, 40_000);
        assert_eq!(known.value(key), Some(-32_768), "too large: not remembered");
    }
}
