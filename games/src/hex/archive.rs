//! Hex, as saved on disk: the rows from the top; who moves is told by the number of stones.

use gametree::{Game, Persistent, Player, Readable};

use super::{Hex, LONGEST};
use crate::{PositionError, identity};

impl Persistent for Hex {
    /// The stones of one player are at most 121 bits: the side fits beside them.
    fn identity(&self) -> u128 {
        let [first, second] = self.stones;
        identity::spread(identity::spread(first | u128::from(self.side) << 121) ^ second)
    }

    fn encode(&self, cell: u8) -> u32 {
        u32::from(cell)
    }

    /// `..X../...../.O.../...../.....`
    fn write(&self) -> String {
        let letter = |cell: u8| match self.stone(cell) {
            Some(Player::FIRST) => 'X',
            Some(_) => 'O',
            None => '.',
        };
        let row = |row: u8| -> String {
            let cells = row * self.side..(row + 1) * self.side;
            cells.map(letter).collect()
        };
        (0..self.side).map(row).collect::<Vec<_>>().join("/")
    }
}

impl Readable for Hex {
    fn read(text: &str) -> Result<Hex, String> {
        Hex::read_rows(text).map_err(|error| error.to_string())
    }
}

impl Hex {
    /// The position of rows from the top with `/` between them.
    fn read_rows(text: &str) -> Result<Hex, PositionError> {
        let rows: Vec<&str> = text.trim().split('/').map(str::trim).collect();
        let side = u8::try_from(rows.len()).unwrap_or(u8::MAX);
        if side > LONGEST {
            let found = rows.len();
            return Err(PositionError(format!("{found} rows; {LONGEST} at most")));
        }
        let mut hex = Hex::new(side)?;
        for (number, row) in (1..).zip(&rows) {
            let found = row.chars().count();
            if found != rows.len() {
                return Err(PositionError(format!(
                    "row {number} has {found} cells instead of {side}"
                )));
            }
        }
        for (cell, letter) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            match letter {
                'X' | 'x' => hex.stones[0] |= 1 << cell,
                'O' | 'o' => hex.stones[1] |= 1 << cell,
                '.' | '-' => {}
                _ => {
                    let what = format!("{letter:?} on the board is none of X, O and .");
                    return Err(PositionError(what));
                }
            }
        }
        hex.check()
    }

    /// Refuses what no game leads to.
    fn check(mut self) -> Result<Hex, PositionError> {
        let [x, o] = self.stones.map(u128::count_ones);
        if x != o && x != o + 1 {
            let why = "X begins, so X has as many stones as O or one more";
            return Err(PositionError(format!(
                "X has {x} stones and O has {o}; {why}"
            )));
        }
        self.turn = Player(u8::from(x > o));
        if self.distance(self.turn()) == 0 {
            return Err(PositionError(
                "the player to move has connected already".into(),
            ));
        }
        self.won = self.distance(self.turn().opponent()) == 0;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use gametree::testkit::Kit;

    use super::*;

    #[test]
    fn positions_are_kept() {
        Kit::new(&Hex::new(3).unwrap()).archived();
        Kit::new(&Hex::new(11).unwrap()).archived();
        let small = Hex::new(2).unwrap().identity();
        assert_ne!(small, Hex::new(3).unwrap().identity());
        let text = "..X/.O./...";
        assert_eq!(Hex::read(text).unwrap().write(), text);
        let wrong = ["XX/..", "X../../...", "XO/XO", "X./O?", "X.O/XO./XO."];
        for text in wrong {
            assert!(Hex::read(text).is_err(), "{text}");
        }
    }
}
