//! The race on a row of squares, as saved on disk: the number of squares, where both stand, who is
//! to move.

use gametree::{Persistent, Readable};

use super::{Squares, shortened};
use crate::identity;

impl Persistent for Squares {
    fn identity(&self) -> u128 {
        let [a, b] = self.tokens.map(u128::from);
        identity::spread(u128::from(self.size) << 48 | a << 32 | b << 16 | u128::from(self.turn.0))
    }

    fn encode(&self, to: u16) -> u32 {
        u32::from(to)
    }

    /// `4: 1,4,A`
    fn write(&self) -> String {
        format!("{}: {}", self.size, self.text())
    }
}

impl Readable for Squares {
    fn read(text: &str) -> Result<Squares, String> {
        let (size, rest) = text.split_once(':').unwrap_or((text, ""));
        let size = size.trim().parse();
        let unknown = |_| {
            format!(
                "{:?} does not begin with the number of squares, as in 4: 1,4,A",
                shortened(text)
            )
        };
        Squares::read(size.map_err(unknown)?, rest).map_err(|error| error.to_string())
    }
}
