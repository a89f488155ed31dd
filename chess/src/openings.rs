//! Names of openings, by position: whatever the order of moves, the name is found.

use std::collections::HashMap;
use std::sync::OnceLock;

use gametree::{Game, Notation, Persistent};
use shakmaty::Move;

use crate::Chess;

/// A line each: code, name, moves.
const TABLE: &str = include_str!("openings.txt");

/// A named position.
///
/// ```
/// use gametree::{Game, Notation};
/// use gametree_chess::{Chess, openings};
/// let mut game = Chess::default();
/// let mut moves = Vec::new();
/// for text in "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 d6 e4 O-O Be2 e5 O-O a6".split(' ') {
///     moves.push(game.read_move(text).unwrap());
///     game.play(moves[moves.len() - 1]);
/// }
/// let (opening, plies) = openings::of_line(&Chess::default(), &moves).unwrap();
/// assert_eq!((opening.eco, opening.name, plies), ("E94", "King's Indian Defence: Orthodox Variation", 13));
/// assert!(openings::of(&game).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// The opening, and after a colon the variation.
    pub name: &'static str,
}

/// The name of a position.
#[must_use]
pub fn of(position: &Chess) -> Option<Opening> {
    static NAMES: OnceLock<HashMap<u128, Opening>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let lines = TABLE.lines().filter_map(parse);
        lines
            .map(|(position, opening)| (position.identity(), opening))
            .collect()
    });
    names.get(&position.identity()).copied()
}

/// The last named position of a line, and after how many plies it is reached. Moves must be legal.
#[must_use]
pub fn of_line(start: &Chess, moves: &[Move]) -> Option<(Opening, usize)> {
    let (mut position, mut last) = (start.clone(), of(start).map(|opening| (opening, 0)));
    for (&m, plies) in moves.iter().zip(1..) {
        position.play(m);
        last = of(&position).map(|opening| (opening, plies)).or(last);
    }
    last
}

/// A line of the table; `None` for remarks.
fn parse(line: &'static str) -> Option<(Chess, Opening)> {
    let mut fields = line.split('|').map(str::trim);
    let (eco, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let mut position = Chess::default();
    for text in moves.split(' ') {
        position.play(position.read_move(text)?);
    }
    Some((position, Opening { eco, name }))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn lines() -> impl Iterator<Item = &'static str> {
        TABLE.lines().filter(|line| !line.starts_with('#'))
    }

    #[test]
    fn every_line_is_legal_every_position_and_name_there_once() {
        let (mut positions, mut names) = (HashSet::new(), HashSet::new());
        for line in lines() {
            let (position, opening) = parse(line).unwrap_or_else(|| panic!("{line}"));
            assert!(
                positions.insert(position.identity()),
                "a second name: {line}"
            );
            assert!(names.insert(opening.name), "a second position: {line}");
            assert_eq!(of(&position), Some(opening));
        }
        assert!(positions.len() > 400, "{}", positions.len());
    }

    #[test]
    fn codes_are_valid_and_in_order_and_moves_as_they_are_written() {
        let codes: Vec<&str> = lines().map(|line| &line[..3]).collect();
        assert!(codes.is_sorted());
        for code in codes {
            let [letter, tens, ones] = code.as_bytes() else {
                panic!("{code}")
            };
            assert!(
                (b'A'..=b'E').contains(letter) && tens.is_ascii_digit() && ones.is_ascii_digit(),
                "{code}"
            );
        }
        for line in lines() {
            let moves = line.rsplit('|').next().unwrap().trim();
            let mut position = Chess::default();
            for text in moves.split(' ') {
                let m = position.read_move(text).unwrap();
                assert_eq!(position.write_move(m), text, "{line}");
                position.play(m);
            }
        }
    }

    /// The code's letter says how the game begins.
    #[test]
    fn letters_fit_the_first_moves() {
        for line in lines() {
            let moves = line.rsplit('|').next().unwrap().trim();
            let wanted = match () {
                () if moves.starts_with("e4 e5") || moves.starts_with("e4 e6") => "C",
                () if moves.starts_with("e4") => "B",
                () if moves.starts_with("d4 d5") => "D",
                () if moves.starts_with("d4 Nf6 c4 e6") || moves.starts_with("d4 Nf6 c4 g6") => {
                    "DE"
                }
                () => "A",
            };
            assert!(wanted.contains(&line[..1]), "{line}");
        }
    }
}
