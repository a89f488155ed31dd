//! Moves as 64 bits: three bits for the kind, then the dice, or five bits for every point of a play.

use gametree::erased::PackedMoves;

use super::{Backgammon, Dice, Move, Play};

const ROLL: u64 = 0;
const PLAY: u64 = 1;
const WAIT: u64 = 2;
const DOUBLE: u64 = 3;
const TAKE: u64 = 4;
const DROP: u64 = 5;

/// Bits of the kind, and of a point or a die.
const KIND: u32 = 3;
const POINT: u32 = 5;

impl PackedMoves for Backgammon {
    fn pack(m: Move) -> u64 {
        match m {
            Move::Roll(dice) => ROLL | join(&dice.pair()) << KIND,
            Move::Play(play) => PLAY | join(&play.points()) << KIND,
            Move::Wait => WAIT,
            Move::Double => DOUBLE,
            Move::Take => TAKE,
            Move::Drop => DROP,
        }
    }

    fn unpack(code: u64) -> Move {
        let rest = code >> KIND;
        match code & ((1 << KIND) - 1) {
            ROLL => {
                let [one, other] = split(rest);
                Dice::new(one, other).map_or(Move::Wait, Move::Roll)
            }
            PLAY => Move::Play(Play::from_points(split(rest))),
            DOUBLE => Move::Double,
            TAKE => Move::Take,
            DROP => Move::Drop,
            _ => Move::Wait,
        }
    }
}

fn join(points: &[u8]) -> u64 {
    let low_first = points.iter().rev();
    low_first.fold(0, |code, &point| code << POINT | u64::from(point))
}

fn split<const N: usize>(code: u64) -> [u8; N] {
    std::array::from_fn(|i| (code >> (POINT * i as u32)) as u8 & ((1 << POINT) - 1))
}
