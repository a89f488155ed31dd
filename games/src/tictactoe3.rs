//! Tic-tac-toe for three: X, O and Z put their marks in turn, and the first with K in a row wins
//! alone.
//!
//! ```text
//!     a b c
//!   1 X O Z      lines without another player's mark, each worth 3 to the power of the marks in it:
//!   2 . X .      X 9 + 3 + 3, O nothing, Z 3
//!   3 . . .      so X may expect 15/18, Z 3/18
//! ```
//!
//! The winner gets 1 and the others nothing; in a draw each gets a third, so that the payoffs
//! always sum to 1. The lines are those of [`crate::tictactoe::Rules`].
//!
//! Invariant: only the last mark can have completed a line, so [`Game::play`] looks at the lines
//! through that square and at no others.
//!
//! ```
//! use gametree::{PayoffSearch, Limits, maxn::Maxn};
//! use gametree_games::tictactoe3::{Board, rules};
//! let rules = rules("tictactoe3:3x3x2").unwrap();
//! let report = Maxn::blind().search_payoffs(&Board::new(&rules).unwrap(), &Limits::none());
//! assert_eq!(report.values, [1.0, 0.0, 0.0], "with two in a row the first mark decides");
//! ```

use std::fmt;

use gametree::board::{self, Drawn, Squares};
use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Bounds, Chance, Game, Guided, Keyed, Notation, Outcome, PayoffEvaluator, Payoffs, Player,
};

use crate::PositionError;
use crate::bits::Bits;
use crate::tictactoe::{Rules, RulesError};

/// The marks, in order of play.
const MARKS: [char; 3] = ['X', 'O', 'Z'];

/// The most squares of a board for three.
const MOST_SQUARES: usize = 64;

/// The rules of a name: `tictactoe3`, three in a row on 4 × 4, or `tictactoe3:ROWSxCOLSxK`.
pub fn rules(name: &str) -> Result<Rules, RulesError> {
    let unknown = || RulesError::UnknownForThree(name.to_string());
    let sizes = match name.trim().split_once(':') {
        None if name.trim() == "tictactoe3" => "4x4x3",
        Some(("tictactoe3", sizes)) => sizes,
        _ => return Err(unknown()),
    };
    let sizes: Result<Vec<usize>, _> = sizes.split('x').map(|size| size.trim().parse()).collect();
    match sizes.map_err(|_| unknown())?[..] {
        [rows, columns, k] => within(Rules::mnk(rows, columns, k)?),
        _ => Err(unknown()),
    }
}

fn within(rules: Rules) -> Result<Rules, RulesError> {
    match rules.squares() {
        0..=MOST_SQUARES => Ok(rules),
        squares => Err(RulesError::TooMany(squares, MOST_SQUARES)),
    }
}

/// A position: the squares of X, O and Z.
#[derive(Clone, Copy)]
pub struct Board<'r> {
    rules: &'r Rules,
    marks: [u64; 3],
    plies: u8,
    won: bool,
}

impl<'r> Board<'r> {
    /// The empty board. An error where the rules have more than 64 squares.
    pub fn new(rules: &'r Rules) -> Result<Self, RulesError> {
        if rules.squares() > MOST_SQUARES {
            return Err(RulesError::TooMany(rules.squares(), MOST_SQUARES));
        }
        Ok(Board {
            rules,
            marks: [0; 3],
            plies: 0,
            won: false,
        })
    }

    /// The position after the moves of a text: squares by name, in order of play, with spaces or
    /// commas between them. On boards of at most nine squares also digits in a row, such as `5137`.
    pub fn read(rules: &'r Rules, text: &str) -> Result<Self, PositionError> {
        let mut board = Board::new(rules).map_err(|error| PositionError(error.to_string()))?;
        rules.read_squares(text, |square, word| board.put(square, word))?;
        Ok(board)
    }

    /// The rules it is played by.
    #[must_use]
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Whose mark stands on a square.
    #[must_use]
    pub fn mark(&self, square: u16) -> Option<Player> {
        let marked = |p: &u8| square < 64 && self.marks[usize::from(*p)] >> square & 1 == 1;
        (0..3).find(marked).map(Player)
    }

    fn put(&mut self, square: u16, word: &str) -> Result<(), PositionError> {
        let name = self.rules.name(square);
        if self.outcome().is_some() {
            return Err(PositionError(format!(
                "{name} in {word:?} is played after the end of the game"
            )));
        }
        if self.mark(square).is_some() {
            return Err(PositionError(format!(
                "{name} in {word:?} is taken already"
            )));
        }
        self.play(square);
        Ok(())
    }

    /// The marks of all players but one.
    #[inline]
    fn others(&self, player: Player) -> u64 {
        let others = (0..3).filter(|&p| p != usize::from(player.0));
        others.fold(0, |set, p| set | self.marks[p])
    }

    /// What a line is worth to a player: nothing where another's mark is, otherwise 3 to the power
    /// of their own marks.
    #[inline]
    fn weight(&self, player: Player, line: u64) -> u32 {
        let own = (self.marks[usize::from(player.0)] & line).count_ones();
        if self.others(player) & line == 0 {
            3u32.saturating_pow(own)
        } else {
            0
        }
    }
}

impl Game for Board<'_> {
    /// The index of a square.
    type Move = u16;

    #[inline]
    fn turn(&self) -> Player {
        Player(self.plies % 3)
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = u16> {
        Bits(self.rules.all()[0] & !self.marks.iter().fold(0, |set, mark| set | mark))
            .map(u16::from)
    }

    #[inline]
    fn play(&mut self, square: u16) {
        let mine = &mut self.marks[usize::from(self.plies % 3)];
        *mine |= 1 << square;
        self.won = self
            .rules
            .through(square)
            .any(|line| *mine & line[0] == line[0]);
        self.plies += 1;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            return Some(Outcome::Win(Player((self.plies + 2) % 3)));
        }
        (usize::from(self.plies) == self.rules.squares()).then_some(Outcome::Draw)
    }
}

impl Drawn for Board<'_> {
    fn board_for(&self, _: Player) -> Option<board::Board> {
        let grid = self.rules.drawing(|square| self.mark(square));
        Some(board::Board::Grid(grid))
    }

    fn squares(&self, square: u16) -> Squares {
        Squares::onto(usize::from(square))
    }
}

impl PackedMoves for Board<'_> {
    #[inline]
    fn pack(m: u16) -> u64 {
        u64::from(m)
    }

    #[inline]
    fn unpack(code: u64) -> u16 {
        code as u16
    }
}

impl Chance for Board<'_> {}

/// The winner gets 1, the others nothing; in a draw each gets a third.
impl Payoffs for Board<'_> {
    fn players(&self) -> u8 {
        3
    }

    fn payoff(&self, player: Player) -> f64 {
        match self.outcome() {
            Some(Outcome::Win(winner)) => f64::from(u8::from(winner == player)),
            _ => 1.0 / 3.0,
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(0.0, 1.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(1.0)
    }
}

impl Keyed for Board<'_> {
    #[inline]
    fn key(&self) -> u64 {
        self.marks.iter().fold(0, |key: u64, word| {
            mix(key.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word)
        })
    }
}

/// The open lines through the square, the fuller the better, whoever's they are: what is completed
/// or taken away.
impl Guided for Board<'_> {
    fn promise(&self, square: u16) -> i32 {
        let mover = self.turn();
        let worth = |line: u64| {
            let all: u32 = (0..3)
                .map(|p| self.weight(Player(p), line))
                .max()
                .unwrap_or(0);
            all.saturating_add(self.weight(mover, line))
        };
        let sum = self
            .rules
            .through(square)
            .fold(0u32, |sum, line| sum.saturating_add(worth(line[0])));
        i32::try_from(sum).unwrap_or(i32::MAX)
    }
}

/// Squares by name, `a1` top left.
impl Notation for Board<'_> {
    fn write_move(&self, m: u16) -> String {
        self.rules.name(m).to_string()
    }

    fn read_move(&self, text: &str) -> Option<u16> {
        let square = self.rules.find(text.trim())?;
        self.mark(square).is_none().then_some(square)
    }
}

/// A player's share of the open lines: those without another's mark, each three times as much for
/// every mark in it. A third each where no line is open.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl PayoffEvaluator<Board<'_>> for OpenLines {
    fn expected_payoff(&self, board: &Board<'_>, player: Player) -> f64 {
        let mut of = [0.0; 3];
        for line in board.rules.masks() {
            for (p, sum) in (0..).zip(&mut of) {
                // An empty line is open to all and says nothing.
                let weight = board.weight(Player(p), line[0]);
                *sum += if weight > 1 { f64::from(weight) } else { 0.0 };
            }
        }
        let all: f64 = of.iter().sum();
        if all > 0.0 {
            of[usize::from(player.0)] / all
        } else {
            1.0 / 3.0
        }
    }
}

/// The board, then who is to move or how the game ended.
impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player: Player| MARKS[usize::from(player.0)];
        let mark = |square: usize| self.mark(square as u16).map_or('.', name);
        match self.rules.grid() {
            Some(grid) => {
                (0..grid.levels).try_for_each(|level| grid.write_level(f, level, mark))?
            }
            None => (0..self.rules.squares()).try_for_each(|square| {
                writeln!(f, "{} {}", mark(square), self.rules.name(square as u16))
            })?,
        }
        match self.outcome() {
            None => writeln!(f, "{} to move", name(self.turn())),
            Some(Outcome::Win(winner)) => writeln!(f, "{} has won", name(winner)),
            Some(_) => writeln!(f, "drawn"),
        }
    }
}

impl fmt::Debug for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board\n{self}")
    }
}
