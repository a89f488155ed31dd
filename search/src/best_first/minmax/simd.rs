//! The lanes of a block, eight at once, by SSE4.1.
//!
//! Why `unsafe`: the search looks at a block three to six times for every tip that it expands, and
//! the least of eight numbers with its place is one instruction here (`phminposuw`) that the
//! compiler does not find; the portable code in `lanes` takes three times as long. It is tested
//! against that code. The instructions are there by construction: this file is compiled only where
//! the whole build may use them.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_adds_epu16, _mm_and_si128, _mm_cmpeq_epi16, _mm_cvtsi128_si32,
    _mm_min_epu16, _mm_minpos_epu16, _mm_mulhi_epu16, _mm_mullo_epi16, _mm_or_si128, _mm_sad_epu8,
    _mm_set1_epi16, _mm_setr_epi16, _mm_setzero_si128, _mm_srli_epi16, _mm_sub_epi16,
    _mm_subs_epu16, _mm_unpackhi_epi64,
};

use super::lanes::{Block, LANES, Look, Soft, Spread, WORST_LOSS};

#[inline(always)]
fn load(lanes: &[u16; LANES]) -> __m128i {
    // SAFETY: both are sixteen bytes without invalid values.
    unsafe { std::mem::transmute(*lanes) }
}

/// The least of eight and the first lane that has it.
#[inline(always)]
pub(super) fn least(values: &[u16; LANES]) -> (u16, u32) {
    least_of(load(values))
}

#[inline(always)]
fn least_of(values: __m128i) -> (u16, u32) {
    // SAFETY: SSE4.1 is there by construction.
    let packed = unsafe { _mm_cvtsi128_si32(_mm_minpos_epu16(values)) } as u32;
    (packed as u16, packed >> 16)
}

/// The two best tips below a block, and the sum of the lanes' shares.
#[inline(always)]
pub(super) fn weigh(block: &Block, cost: u16, spread: &Spread) -> (Look, u32) {
    // SAFETY: SSE4.1 is there by construction.
    unsafe {
        let d = _mm_min_epu16(
            _mm_sub_epi16(load(&block.cost), _mm_set1_epi16(cost as i16)),
            _mm_set1_epi16(WORST_LOSS as i16),
        );
        let sums = _mm_adds_epu16(d, load(&block.penalty));
        let (sum, lane) = least_of(sums);
        let numbers = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
        let chosen = _mm_cmpeq_epi16(numbers, _mm_set1_epi16(lane as i16));
        let (second, second_lane) = least_of(_mm_or_si128(sums, chosen));
        let loss = (block.cost[lane as usize & 7] - cost).min(WORST_LOSS);
        let share = if let Spread::Soft(soft) = spread {
            shares(d, soft)
        } else {
            0
        };
        (
            Look {
                cost,
                lane,
                loss,
                sum,
                second,
                second_lane,
                spread: 0,
            },
            share,
        )
    }
}

/// The sum of exp(−d/T) over the lanes, in 65536ths.
#[inline(always)]
unsafe fn shares(d: __m128i, soft: &Soft) -> u32 {
    // SAFETY: as above.
    unsafe {
        let lost = _mm_mullo_epi16(
            _mm_min_epu16(d, _mm_set1_epi16(soft.cap as i16)),
            _mm_set1_epi16(soft.slope as i16),
        );
        let y = _mm_subs_epu16(_mm_set1_epi16(-1), lost);
        let y = _mm_mulhi_epu16(y, y);
        let y = _mm_mulhi_epu16(y, y);
        let y = _mm_mulhi_epu16(y, y);
        let (low, high) = (
            _mm_and_si128(y, _mm_set1_epi16(0xff)),
            _mm_srli_epi16::<8>(y),
        );
        let zero = _mm_setzero_si128();
        let low = _mm_sad_epu8(low, zero);
        let high = _mm_sad_epu8(high, zero);
        let total =
            |x: __m128i| _mm_cvtsi128_si32(_mm_add_epi32(x, _mm_unpackhi_epi64(x, x))) as u32;
        total(low) + (total(high) << 8)
    }
}
