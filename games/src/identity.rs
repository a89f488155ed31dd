//! The 128 bits that tell a position from all others: a position packed without loss, then spread
//! by a bijection, so that two positions of a game never share them. (Only boards of more than 64
//! squares are packed in several steps.)
//!
//! They are saved on disk for years: nothing here may ever change.

/// The fraction of the golden ratio, made odd.
const GOLDEN: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
/// A factor whose powers are spread well (O'Neill 2014).
const FACTOR: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

/// Spreads 128 bits over 128 bits: a bijection. Every step (to add, to multiply by an odd number,
/// to add the upper half onto the lower without carry) can be undone.
#[must_use]
pub(crate) const fn spread(bits: u128) -> u128 {
    let mut x = bits.wrapping_add(GOLDEN);
    x = (x ^ (x >> 67)).wrapping_mul(FACTOR);
    x = (x ^ (x >> 59)).wrapping_mul(GOLDEN);
    x = (x ^ (x >> 65)).wrapping_mul(FACTOR);
    x ^ (x >> 64)
}

/// The stones of both players on 64 squares, without loss in 104 bits: 13 for every eight squares,
/// which have 3⁸ = 6561 fillings.
#[must_use]
pub(crate) fn stones([first, second]: [u64; 2]) -> u128 {
    let eight = |row: u32| {
        let [x, o] = [first, second].map(|set| ternary((set >> (8 * row)) as u8));
        u128::from(x + 2 * o) << (13 * row)
    };
    (0..8).map(eight).sum()
}

/// The bits of [`stones`].
pub(crate) const STONES: u32 = 104;

/// Eight bits as digits of base 3.
fn ternary(bits: u8) -> u16 {
    static DIGITS: [u16; 256] = digits();
    DIGITS[usize::from(bits)]
}

const fn digits() -> [u16; 256] {
    let mut digits = [0; 256];
    let mut bits = 1;
    while bits < digits.len() {
        digits[bits] = 3 * digits[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    digits
}

/// The identity of a text.
#[must_use]
pub(crate) fn text(text: &str) -> u128 {
    let block = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0, |block, &byte| block << 8 | u128::from(byte))
    };
    let blocks = text.as_bytes().chunks(16).map(block);
    blocks.fold(spread(text.len() as u128), |id, block| spread(id ^ block))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gametree::rng::Rng;

    use super::*;

    fn random(rng: &mut Rng) -> u128 {
        u128::from(rng.bits()) << 64 | u128::from(rng.bits())
    }

    /// Whichever bit changes, every bit of the result changes about every other time.
    #[test]
    fn one_bit_changes_half_of_all() {
        const TRIALS: u32 = 400;
        let mut rng = Rng::new(3);
        let starts: Vec<u128> = (0..TRIALS).map(|i| random(&mut rng) >> (i % 100)).collect();
        for bit in 0..128 {
            let mut flips = [0; 128];
            for &x in &starts {
                let changed = spread(x) ^ spread(x ^ 1 << bit);
                (0..128).for_each(|to| flips[to] += (changed >> to & 1) as u32);
            }
            for (to, &count) in flips.iter().enumerate() {
                assert!(
                    (TRIALS * 3 / 10..TRIALS * 7 / 10).contains(&count),
                    "{bit} to {to}: {count}"
                );
            }
        }
    }

    #[test]
    fn packed_stones_are_distinct_and_in_range() {
        let (mut rng, mut seen) = (Rng::new(5), HashSet::new());
        for _ in 0..20_000 {
            let first = rng.bits() & rng.bits();
            let second = rng.bits() & !first;
            let packed = stones([first, second]);
            assert!(packed < 1 << STONES && seen.insert(packed));
            let unpacked = (0..64).fold([0u64; 2], |[x, o], square| {
                let eight = packed >> (13 * (square / 8)) & 0x1fff;
                match eight / 3u128.pow(square % 8) % 3 {
                    1 => [x | 1 << square, o],
                    2 => [x, o | 1 << square],
                    _ => [x, o],
                }
            });
            assert_eq!(unpacked, [first, second]);
        }
    }

    #[test]
    fn golden_numbers_never_change() {
        assert_eq!(spread(0), 0x4a82_e23d_9160_d10a_07a6_bc7c_e51e_2125);
        assert_eq!(
            text("mnk:15x15x5"),
            0xb74b_9b4c_366d_09f5_53ba_9e00_7723_bc03
        );
        assert_eq!(stones([0x8001, 1 << 63]), (2 * 2187) << 91 | 2187 << 13 | 1);
    }
}
