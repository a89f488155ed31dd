//! The rules of a game of the tic-tac-toe family: squares, and the sets of squares that win.

use std::collections::HashSet;
use std::str::FromStr;

use super::grid::Grid;
use super::title;
use crate::{PositionError, identity};

/// Words of 64 squares in the largest board.
pub(crate) const WORDS: usize = 6;

/// A set of squares, a bit each.
pub(crate) type Mask = [u64; WORDS];

/// The squares, their names and arrangement, and the sets that win.
#[derive(Clone, Debug)]
pub struct Rules {
    title: String,
    identity: u128,
    names: Vec<String>,
    grid: Option<Grid>,
    sets: Vec<Vec<u16>>,
    masks: Vec<Mask>,
    all: Mask,
    /// The sets through square `s` are `through[starts[s]..starts[s + 1]]`.
    through: Vec<Mask>,
    starts: Vec<u32>,
}

/// What is wrong with rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// A board without squares.
    #[error("the board has no squares; every side must be at least 1")]
    Empty,
    /// More squares than a board holds.
    #[error("{0} squares are too many; a board of this kind holds {1}")]
    TooMany(usize, usize),
    /// A line that cannot be completed, or of no squares at all.
    #[error("{0} in a row cannot be made on this board; the longest side is {1}")]
    Length(usize, usize),
    /// An empty winning set, or one that names a square twice; sets are counted from 1.
    #[error("winning set {0} is empty or names a square twice")]
    Set(usize),
    /// A winning set with a square that is not on the board.
    #[error("winning set {0} has square {1}, but the squares are 0 to {2}")]
    Square(usize, usize, usize),
    /// A name that is empty, has a space or comma, or stands twice.
    #[error("square name {0:?} is empty, has a space or comma, or stands twice")]
    Name(String),
    /// A set with a word that is not the name of a square.
    #[error("winning set {0} names {1:?}, which is not one of the squares")]
    UnknownSquare(usize, String),
    /// More rules than a program keeps.
    #[error("{0} different rules are in use already; start the program again for others")]
    Kept(usize),
    /// A name of rules that does not exist.
    #[error(
        "{0:?} is none of tictactoe, mnk:ROWSxCOLSxK (such as mnk:4x5x3), cube:N (such as cube:4)"
    )]
    Unknown(String),
    /// A name of rules for three marks that does not exist.
    #[error("{0:?} is neither tictactoe3 nor tictactoe3:ROWSxCOLSxK (such as tictactoe3:4x4x3)")]
    UnknownForThree(String),
}

impl Rules {
    /// The most squares of any board.
    pub const MAX_SQUARES: usize = 64 * WORDS;

    /// Tic-tac-toe, three in a row on 3 × 3.
    #[must_use]
    pub fn tictactoe() -> Rules {
        Rules::mnk(3, 3, 3).expect("3 × 3 squares and three in a row are in range")
    }

    /// `k` in a row, column or diagonal of a board of `rows` × `columns`.
    pub fn mnk(rows: usize, columns: usize, k: usize) -> Result<Rules, RulesError> {
        Rules::lines(
            Grid {
                rows,
                columns,
                levels: 1,
            },
            k,
        )
    }

    /// `n` in a line of any direction in a cube of side `n`; the side 4 is Qubic, with 76 lines.
    pub fn cube(n: usize) -> Result<Rules, RulesError> {
        Rules::lines(
            Grid {
                rows: n,
                columns: n,
                levels: n,
            },
            n,
        )
    }

    /// Any squares, by name, and any winning sets, as lists of indices into the names. Without a set
    /// every game is a draw.
    ///
    /// ```
    /// use gametree_games::tictactoe::Rules;
    /// let rules = Rules::custom(["left", "middle", "right"], [vec![0, 1], vec![1, 2]]).unwrap();
    /// assert_eq!((rules.squares(), rules.sets().len()), (3, 2));
    /// ```
    pub fn custom<N: Into<String>>(
        names: impl IntoIterator<Item = N>,
        sets: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Rules, RulesError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        check_names(&names)?;
        let sets = sets.into_iter().collect::<Vec<_>>();
        check_sets(&sets, names.len())?;
        Ok(Rules::build(
            title::of_custom(&names, &sets),
            names,
            None,
            sets,
        ))
    }

    /// The name that [`FromStr`] reads: `tictactoe`, `mnk:4x5x3`, `cube:4`; sets and names where
    /// they are custom.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// 128 bits of the name.
    pub(crate) fn identity(&self) -> u128 {
        self.identity
    }

    /// The number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.names.len()
    }

    /// The name of a square.
    ///
    /// # Panics
    /// If there is no such square; there are [`Rules::squares`].
    #[must_use]
    pub fn name(&self, square: u16) -> &str {
        &self.names[usize::from(square)]
    }

    /// The square of a name, in small or capital letters. On a flat board of at most nine squares
    /// also its number, counted from 1 in reading order.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u16> {
        let by_name = self.names.iter().position(|n| n.eq_ignore_ascii_case(name));
        by_name
            .map(|square| square as u16)
            .or_else(|| match name.as_bytes() {
                &[digit] => self.digit(digit),
                _ => None,
            })
    }

    /// The square of a digit, on flat boards of at most nine squares.
    pub(crate) fn digit(&self, digit: u8) -> Option<u16> {
        let flat = self.grid.is_some_and(|grid| grid.levels == 1) && self.squares() <= 9;
        let square = usize::from(digit.wrapping_sub(b'1'));
        (flat && square < self.squares()).then_some(square as u16)
    }

    /// Puts a stone on every square of a text: squares by name, in order of play, with spaces or
    /// commas between them. On flat boards of at most nine squares also digits in a row, such as
    /// `5137`.
    pub(crate) fn read_squares(
        &self,
        text: &str,
        mut put: impl FnMut(u16, &str) -> Result<(), PositionError>,
    ) -> Result<(), PositionError> {
        let (first, last) = (self.name(0), self.name(self.squares() as u16 - 1));
        for word in text
            .split([' ', ',', '\t', '\n', '\r'])
            .filter(|word| !word.is_empty())
        {
            if let Some(square) = self.find(word) {
                put(square, word)?;
                continue;
            }
            let squares: Option<Vec<u16>> = word.bytes().map(|byte| self.digit(byte)).collect();
            let unknown = || {
                PositionError(format!(
                    "{word:?} is not a square; squares are {first} to {last}"
                ))
            };
            for square in squares.ok_or_else(unknown)? {
                put(square, word)?;
            }
        }
        Ok(())
    }

    /// How the squares are arranged; `None` for [`Rules::custom`].
    #[must_use]
    pub fn grid(&self) -> Option<Grid> {
        self.grid
    }

    /// The winning sets.
    #[must_use]
    pub fn sets(&self) -> &[Vec<u16>] {
        &self.sets
    }

    /// All squares as bits.
    #[inline]
    pub(crate) fn all(&self) -> &Mask {
        &self.all
    }

    /// The winning sets as bits.
    #[inline]
    pub(crate) fn masks(&self) -> &[Mask] {
        &self.masks
    }

    /// The winning sets through a square, as bits.
    #[inline]
    pub(crate) fn through(&self, square: u16) -> impl Iterator<Item = &Mask> {
        let (from, to) = (
            self.starts[usize::from(square)],
            self.starts[usize::from(square) + 1],
        );
        self.through[from as usize..to as usize].iter()
    }

    fn lines(grid: Grid, k: usize) -> Result<Rules, RulesError> {
        let Grid {
            rows,
            columns,
            levels,
        } = grid;
        let squares = rows.saturating_mul(columns).saturating_mul(levels);
        let longest = rows.max(columns).max(levels);
        if squares == 0 {
            return Err(RulesError::Empty);
        }
        if squares > Rules::MAX_SQUARES {
            return Err(RulesError::TooMany(squares, Rules::MAX_SQUARES));
        }
        if k == 0 || k > longest {
            return Err(RulesError::Length(k, longest));
        }
        let names = (0..squares).map(|square| grid.name(square)).collect();
        Ok(Rules::build(
            title::of_lines(grid, k),
            names,
            Some(grid),
            grid.lines(k),
        ))
    }

    fn build(
        title: String,
        names: Vec<String>,
        grid: Option<Grid>,
        sets: Vec<Vec<usize>>,
    ) -> Rules {
        let masks: Vec<Mask> = sets.iter().map(|set| mask(set)).collect();
        let all = mask(&(0..names.len()).collect::<Vec<_>>());
        let (mut through, mut starts) = (Vec::new(), vec![0]);
        for square in 0..names.len() {
            let here = masks
                .iter()
                .filter(|mask| mask[square / 64] >> (square % 64) & 1 == 1);
            through.extend(here.copied());
            starts.push(through.len() as u32);
        }
        let sets = sets
            .into_iter()
            .map(|set| set.into_iter().map(|s| s as u16).collect())
            .collect();
        let identity = identity::text(&title);
        Rules {
            title,
            identity,
            names,
            grid,
            sets,
            masks,
            all,
            through,
            starts,
        }
    }
}

fn mask(set: &[usize]) -> Mask {
    let mut mask = [0; WORDS];
    for square in set {
        mask[square / 64] |= 1 << (square % 64);
    }
    mask
}

fn check_names(names: &[String]) -> Result<(), RulesError> {
    if names.is_empty() {
        return Err(RulesError::Empty);
    }
    if names.len() > Rules::MAX_SQUARES {
        return Err(RulesError::TooMany(names.len(), Rules::MAX_SQUARES));
    }
    let mut seen = HashSet::new();
    for name in names {
        let broken = name.is_empty() || name.contains([' ', ',', '\t', '\n']);
        if broken || !seen.insert(name.to_ascii_lowercase()) {
            return Err(RulesError::Name(name.clone()));
        }
    }
    Ok(())
}

fn check_sets(sets: &[Vec<usize>], squares: usize) -> Result<(), RulesError> {
    for (i, set) in sets.iter().enumerate() {
        if let Some(&square) = set.iter().find(|&&square| square >= squares) {
            return Err(RulesError::Square(i + 1, square, squares - 1));
        }
        if set.is_empty() || set.iter().collect::<HashSet<_>>().len() < set.len() {
            return Err(RulesError::Set(i + 1));
        }
    }
    Ok(())
}

/// `tictactoe`, `mnk:ROWSxCOLSxK`, `cube:N`, `custom:SETS:NAMES`.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        if let Some(custom) = text.strip_prefix(title::CUSTOM) {
            let unknown = || RulesError::Unknown(text.chars().take(60).collect());
            let (sets, names) = title::read_custom(custom).ok_or_else(unknown)?;
            return Rules::custom(names, sets);
        }
        let unknown = || RulesError::Unknown(text.to_string());
        let (name, sizes) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let sizes: Vec<&str> = sizes.split('x').collect();
        let number = |i: usize| sizes[i].trim().parse::<usize>().map_err(|_| unknown());
        match (name, sizes.len()) {
            ("tictactoe", 1) if sizes[0].is_empty() => Ok(Rules::tictactoe()),
            ("mnk", 3) => Rules::mnk(number(0)?, number(1)?, number(2)?),
            ("cube", 1) => Rules::cube(number(0)?),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_known() {
        assert_eq!(Rules::tictactoe().sets().len(), 8);
        for n in 2..=7 {
            assert_eq!(
                Rules::cube(n).unwrap().sets().len(),
                ((n + 2).pow(3) - n.pow(3)) / 2
            );
        }
        assert_eq!(Rules::cube(4).unwrap().sets().len(), 76);
        assert_eq!(Rules::mnk(15, 15, 5).unwrap().sets().len(), 572);
        assert_eq!(Rules::mnk(2, 3, 1).unwrap().sets().len(), 6);
        let rules = Rules::mnk(4, 5, 3).unwrap();
        let distinct: HashSet<_> = rules.sets().iter().collect();
        assert_eq!((rules.sets().len(), distinct.len()), (12 + 10 + 6 + 6, 34));
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        assert_eq!(Rules::mnk(0, 3, 3).unwrap_err(), RulesError::Empty);
        assert_eq!(Rules::mnk(3, 3, 4).unwrap_err(), RulesError::Length(4, 3));
        assert_eq!(Rules::mnk(3, 3, 0).unwrap_err(), RulesError::Length(0, 3));
        assert_eq!(
            Rules::mnk(20, 20, 5).unwrap_err(),
            RulesError::TooMany(400, 384)
        );
        assert!(Rules::mnk(usize::MAX, usize::MAX, 5).is_err() && Rules::cube(8).is_err());
        assert_eq!(
            Rules::custom(["a", "A"], [vec![0]]).unwrap_err(),
            RulesError::Name("A".into())
        );
        assert_eq!(
            Rules::custom(["a", "b c"], [vec![0]]).unwrap_err(),
            RulesError::Name("b c".into())
        );
        assert_eq!(
            Rules::custom(["a"], [vec![1]]).unwrap_err(),
            RulesError::Square(1, 1, 0)
        );
        assert_eq!(
            Rules::custom(["a"], [vec![0], vec![]]).unwrap_err(),
            RulesError::Set(2)
        );
        assert_eq!(
            Rules::custom(["a"], [vec![0, 0]]).unwrap_err(),
            RulesError::Set(1)
        );
        assert_eq!(
            Rules::custom(Vec::<String>::new(), []).unwrap_err(),
            RulesError::Empty
        );
    }

    #[test]
    fn rules_have_names() {
        let sizes = |text: &str| {
            text.parse::<Rules>()
                .map(|rules| (rules.squares(), rules.sets().len()))
        };
        assert_eq!(sizes("tictactoe"), Ok((9, 8)));
        assert_eq!(sizes("mnk:4x5x3"), Ok((20, 34)));
        assert_eq!(sizes("cube:4"), Ok((64, 76)));
        for text in [
            "",
            "mnk",
            "mnk:3x3",
            "mnk:axbxc",
            "cube:",
            "tictactoe:3",
            "mnk:-1x3x3",
            "chess",
        ] {
            assert!(matches!(sizes(text), Err(RulesError::Unknown(_))), "{text}");
        }
    }

    #[test]
    fn squares_are_found_by_name() {
        let cube = Rules::cube(4).unwrap();
        assert_eq!(
            (cube.find("a1.1"), cube.find("D4.4"), cube.find("b1.2")),
            (Some(0), Some(63), Some(17))
        );
        assert_eq!((cube.find("1"), cube.find("a1")), (None, None));
        let flat = Rules::tictactoe();
        assert_eq!(
            (flat.find("5"), flat.find("b2"), flat.find("c1")),
            (Some(4), Some(4), Some(2))
        );
        assert_eq!(
            (flat.find("0"), flat.find("d1"), flat.find("")),
            (None, None, None)
        );
    }
}
