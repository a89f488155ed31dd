//! Connect-Four, as saved on disk: the rows from the top; the number of stones tells who moves.

use gametree::{Game, Persistent, Player, Readable};

use super::board::{HEIGHT, STRIDE, WIDTH, has_four};
use super::{Column, Connect4};
use crate::{PositionError, identity};

impl Persistent for Connect4 {
    fn identity(&self) -> u128 {
        identity::spread(u128::from(self.packed()))
    }

    fn encode(&self, Column(column): Column) -> u32 {
        u32::from(column)
    }

    /// `......./......./......./...X.../...O.../..XXO..`
    fn write(&self) -> String {
        let row = |row: u32| {
            (0..WIDTH)
                .map(|column| self.letter(row, column))
                .collect::<String>()
        };
        (0..HEIGHT).rev().map(row).collect::<Vec<_>>().join("/")
    }
}

impl Readable for Connect4 {
    /// Also the columns in the order of play.
    fn read(text: &str) -> Result<Connect4, String> {
        text.parse()
            .map_err(|error: PositionError| error.to_string())
    }
}

impl Connect4 {
    fn letter(&self, row: u32, column: u32) -> char {
        let bit = 1u64 << (STRIDE * column + row);
        match [Player::FIRST, Player::SECOND].map(|player| self.stones(player) & bit != 0) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '.',
        }
    }

    /// The position of rows from the top with `/` between them.
    pub(super) fn read_rows(text: &str) -> Result<Connect4, PositionError> {
        let rows: Vec<&str> = text.trim().split('/').map(str::trim).collect();
        if rows.len() != HEIGHT as usize {
            return Err(PositionError(format!(
                "the board has {} rows instead of {HEIGHT}",
                rows.len()
            )));
        }
        let mut stones = [0; 2];
        for (row, text) in (0..HEIGHT).rev().zip(rows) {
            read_row(&mut stones, row, text)?;
        }
        of_stones(stones)
    }
}

fn read_row(stones: &mut [u64; 2], row: u32, text: &str) -> Result<(), PositionError> {
    let found = text.chars().count();
    if found != WIDTH as usize {
        return Err(PositionError(format!(
            "row {} has {found} squares instead of {WIDTH}",
            row + 1
        )));
    }
    for (column, letter) in (0..).zip(text.chars()) {
        let bit = 1u64 << (STRIDE * column + row);
        match letter {
            'X' | 'x' => stones[0] |= bit,
            'O' | 'o' => stones[1] |= bit,
            '.' | '-' => {}
            _ => {
                return Err(PositionError(format!(
                    "{letter:?} on the board is none of X, O and ."
                )));
            }
        }
    }
    Ok(())
}

/// Refuses what no game leads to.
fn of_stones([first, second]: [u64; 2]) -> Result<Connect4, PositionError> {
    let (all, [x, o]) = (first | second, [first, second].map(u64::count_ones));
    if x != o && x != o + 1 {
        let why = "X begins, so X has as many stones as O or one more";
        return Err(PositionError(format!(
            "X has {x} stones and O has {o}; {why}"
        )));
    }
    let column = |index: u32| all >> (STRIDE * index) & 0x7f;
    if let Some(index) = (0..WIDTH).find(|&index| column(index) & (column(index) + 1) != 0) {
        return Err(PositionError(format!(
            "a stone hangs in the air in column {}",
            index + 1
        )));
    }
    let own = if x == o { first } else { second };
    let position = Connect4 {
        own,
        all,
        ply: u64::from(x + o),
    };
    if has_four(own) {
        let mover = if position.turn() == Player::FIRST {
            "X"
        } else {
            "O"
        };
        return Err(PositionError(format!(
            "{mover} is to move but has four in a row already"
        )));
    }
    Ok(position)
}
