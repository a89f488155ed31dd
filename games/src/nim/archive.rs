//! Nim, as saved on disk: the sizes of the heaps, then who is to move.

use gametree::{Persistent, Player, Readable};

use super::{Heaps, Take};
use crate::{PositionError, identity};

/// 20 bits hold every number of matches; the heap stands above them.
const MATCHES: u32 = 20;

impl Persistent for Heaps {
    /// Eight heaps are 160 bits: six of them are packed, then the other two with all else.
    fn identity(&self) -> u128 {
        let pack = |heaps: &[u32]| {
            heaps
                .iter()
                .fold(0, |bits, &size| bits << MATCHES | u128::from(size))
        };
        let (six, two) = self.heaps.split_at(6);
        let rest = pack(two) << 8 | u128::from(self.count) << 1 | u128::from(self.turn.0);
        identity::spread(identity::spread(pack(six)) ^ rest)
    }

    fn encode(&self, take: Take) -> u32 {
        u32::from(take.heap) << MATCHES | take.matches
    }

    fn decode(&self, code: u32) -> Option<Take> {
        let take = Take {
            heap: u8::try_from(code >> MATCHES).ok()?,
            matches: code & ((1 << MATCHES) - 1),
        };
        self.is_legal(take).then_some(take)
    }

    /// `3,4,5 first`
    fn write(&self) -> String {
        let sizes: Vec<String> = self.sizes().iter().map(ToString::to_string).collect();
        let turn = if self.turn == Player::FIRST {
            "first"
        } else {
            "second"
        };
        format!("{} {turn}", sizes.join(","))
    }
}

impl Readable for Heaps {
    fn read(text: &str) -> Result<Heaps, String> {
        text.parse()
            .map_err(|error: PositionError| error.to_string())
    }
}
