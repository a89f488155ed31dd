//! GNU Backgammon's position identifier: where all checkers stand, in 14 letters.
//!
//! The opponent of the player to move comes first, then the player to move. For each point, from
//! the player's own 1-point to 24 and the bar, there are as many ones as checkers, and a zero; that
//! makes 80 bits at most, lowest bit first in ten bytes, which are written in Base64 without its
//! padding.
//!
//! ```text
//!   points  1…5    6      7 8    9…12   13     14…23      24   bar
//!   bits    00000  111110 0 1110 0000   111110 0000000000 110  0      →  4HPwATDgc/ABMA
//! ```

use super::CHECKERS;
use crate::PositionError;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Letters of an identifier.
const LENGTH: usize = 14;

/// The identifier of two sides, the second one's turn.
pub(super) fn encode(opponent: &[u8; 26], mover: &[u8; 26]) -> String {
    let (mut bits, mut at) = (0u128, 0);
    for &count in opponent[1..].iter().chain(&mover[1..]) {
        bits |= ((1 << count) - 1) << at;
        at += u32::from(count) + 1;
    }
    let bytes = bits.to_le_bytes();
    // Six bits a letter, the highest bits of the bytes first.
    let stream = bytes[..10]
        .iter()
        .fold(0u128, |stream, &byte| stream << 8 | u128::from(byte))
        << 4;
    let letter = |at: usize| char::from(LETTERS[(stream >> (6 * (LENGTH - 1 - at)) & 63) as usize]);
    (0..LENGTH).map(letter).collect()
}

/// The two sides of an identifier, the opponent's first.
pub(super) fn decode(text: &str) -> Result<[[u8; 26]; 2], PositionError> {
    let wrong = |why: String| PositionError(format!("{text:?} is no position identifier: {why}"));
    if text.len() != LENGTH {
        return Err(wrong(format!(
            "it has {} letters instead of {LENGTH}",
            text.len()
        )));
    }
    let mut stream = 0u128;
    for letter in text.bytes() {
        let value = LETTERS.iter().position(|&l| l == letter);
        let value = value
            .ok_or_else(|| wrong(format!("{:?} is no letter of Base64", char::from(letter))))?;
        stream = stream << 6 | value as u128;
    }
    let bytes = (stream >> 4).to_be_bytes();
    let mut bits = bytes[6..]
        .iter()
        .rev()
        .fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
    let mut sides = [[0; 26]; 2];
    for side in &mut sides {
        for count in &mut side[1..] {
            let ones = bits.trailing_ones();
            *count = ones.min(u32::from(u8::MAX)) as u8;
            bits = bits.checked_shr(ones + 1).unwrap_or(0);
        }
        let on_board: u32 = side[1..].iter().map(|&count| u32::from(count)).sum();
        let off = u32::from(CHECKERS).checked_sub(on_board);
        side[0] = off.ok_or_else(|| wrong(format!("a side has {on_board} checkers")))? as u8;
    }
    if bits != 0 {
        Err(wrong("there is more after the last point".into()))
    } else {
        Ok(sides)
    }
}
