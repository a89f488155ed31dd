//! Hex: two players connect opposite sides of a rhombus of hexagons.
//!
//! ```text
//!     a b c
//!    1 . X .        X joins the top with the bottom, O the left with the right.
//!     2 . X O       A cell touches six others: b2 touches b1 c1 a2 c2 a3 b3.
//!      3 X O .      Here X has won: b1 b2 a3.
//! ```
//!
//! A full board always has exactly one winner (Nash 1952; Gale 1979), so there are no draws, and the
//! first player wins with best play on every board: a winning strategy for the second could be stolen.
//! The swap rule is left out.
//!
//! Invariant: `won` is set by the stone that completes a connection, so only the chain of the last
//! stone is followed.
//!
//! ```
//! use gametree::{Game, Limits, Player, Search, alphabeta::AlphaBeta};
//! use gametree_games::hex::Hex;
//! let report = AlphaBeta::blind().search(&Hex::new(3).unwrap(), &Limits::none());
//! assert!(report.proven && report.value.is_decided() && report.value > gametree::Score::DRAW);
//! ```

mod archive;
mod drawn;

use std::collections::VecDeque;
use std::fmt;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Evaluator, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Player, TwoPlayer,
};

use crate::PositionError;

/// The longest side: a board fits into 128 bits.
pub const LONGEST: u8 = 11;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hex {
    side: u8,
    turn: Player,
    won: bool,
    /// The stones of each player, one bit per cell, row by row.
    stones: [u128; 2],
}

impl Hex {
    /// The empty board.
    ///
    /// # Errors
    /// The side is not from 1 to [`LONGEST`].
    pub fn new(side: u8) -> Result<Hex, PositionError> {
        if !(1..=LONGEST).contains(&side) {
            return Err(PositionError(format!(
                "a board of hex has a side of 1 to {LONGEST}, not {side}"
            )));
        }
        Ok(Hex {
            side,
            turn: Player::FIRST,
            won: false,
            stones: [0; 2],
        })
    }

    /// The length of a side.
    #[must_use]
    pub fn side(&self) -> u8 {
        self.side
    }

    /// Whose stone lies on a cell.
    #[must_use]
    pub fn stone(&self, cell: u8) -> Option<Player> {
        [Player::FIRST, Player::SECOND]
            .into_iter()
            .find(|player| self.stones[usize::from(player.0)] >> cell & 1 == 1)
    }

    fn cells(&self) -> u8 {
        self.side * self.side
    }

    /// The cells that a cell touches.
    fn neighbours(&self, cell: u8) -> impl Iterator<Item = u8> + use<> {
        // Row and column of the six, from the upper left on.
        const STEPS: [(i8, i8); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];
        let side = self.side as i8;
        let row = (cell / self.side) as i8;
        let column = (cell % self.side) as i8;
        STEPS.into_iter().filter_map(move |(down, right)| {
            let (row, column) = (row + down, column + right);
            let inside = (0..side).contains(&row) && (0..side).contains(&column);
            inside.then(|| (row * side + column) as u8)
        })
    }

    /// How far along a player's way a cell lies: 0 at the side they start from.
    fn along(&self, player: Player, cell: u8) -> u8 {
        match player {
            Player::FIRST => cell / self.side,
            _ => cell % self.side,
        }
    }

    /// Whether the chain of a stone joins both sides of its owner.
    fn connects(&self, player: Player, stone: u8) -> bool {
        let own = self.stones[usize::from(player.0)];
        let mut seen = 1u128 << stone;
        let mut open = vec![stone];
        let (mut first, mut last) = (false, false);
        while let Some(cell) = open.pop() {
            first |= self.along(player, cell) == 0;
            last |= self.along(player, cell) == self.side - 1;
            for next in self.neighbours(cell) {
                let bit = 1u128 << next;
                if own & bit != 0 && seen & bit == 0 {
                    seen |= bit;
                    open.push(next);
                }
            }
        }
        first && last
    }

    /// The fewest stones that still complete a connection: a shortest path on which own stones cost
    /// nothing, empty cells one, and the other player's cannot be passed.
    #[must_use]
    pub fn distance(&self, player: Player) -> u32 {
        const FAR: u32 = u32::MAX;
        let other = self.stones[usize::from(player.opponent().0)];
        let own = self.stones[usize::from(player.0)];
        let cost = |cell: u8| u32::from(own >> cell & 1 == 0);
        let mut least = vec![FAR; usize::from(self.cells())];
        let mut open = VecDeque::new();
        for cell in (0..self.cells()).filter(|&cell| self.along(player, cell) == 0) {
            if other >> cell & 1 == 0 {
                least[usize::from(cell)] = cost(cell);
                open.push_back(cell);
            }
        }
        // Costs are 0 or 1, but a cell may be found again by a shorter path: then it is queued
        // again.
        while let Some(cell) = open.pop_front() {
            for next in self.neighbours(cell) {
                let through = least[usize::from(cell)] + cost(next);
                if other >> next & 1 == 0 && through < least[usize::from(next)] {
                    least[usize::from(next)] = through;
                    open.push_back(next);
                }
            }
        }
        let ends = (0..self.cells()).filter(|&c| self.along(player, c) == self.side - 1);
        ends.map(|cell| least[usize::from(cell)])
            .min()
            .unwrap_or(FAR)
    }
}

impl Game for Hex {
    type Move = u8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let taken = self.stones[0] | self.stones[1];
        (0..self.cells()).filter(move |&cell| taken >> cell & 1 == 0)
    }

    fn play(&mut self, cell: u8) {
        self.stones[usize::from(self.turn.0)] |= 1 << cell;
        self.won = self.connects(self.turn, cell);
        self.turn = self.turn.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.won.then(|| Outcome::Win(self.turn.opponent()))
    }
}

impl TwoPlayer for Hex {}

impl Keyed for Hex {
    fn key(&self) -> u64 {
        // The turn follows from the stones.
        let halves = self.stones.map(|bits| [bits as u64, (bits >> 64) as u64]);
        halves
            .as_flattened()
            .iter()
            .fold(u64::from(self.side), |key, &half| mix(key ^ half))
    }
}

impl Noisy for Hex {
    fn noisy(&self) -> impl Iterator<Item = u8> {
        std::iter::empty()
    }
}

impl Forced for Hex {}

impl NullMove for Hex {}

/// The middle of the board looks best.
impl Guided for Hex {
    fn promise(&self, cell: u8) -> i32 {
        let middle = i32::from(self.side) - 1;
        let off = |place: u8| (2 * i32::from(place) - middle).abs();
        -off(cell / self.side) - off(cell % self.side)
    }
}

impl PackedMoves for Hex {
    fn pack(cell: u8) -> u64 {
        u64::from(cell)
    }

    fn unpack(code: u64) -> u8 {
        code as u8
    }
}

/// Column and row: `b2`.
impl Notation for Hex {
    fn write_move(&self, cell: u8) -> String {
        let column = char::from(b'a' + cell % self.side);
        format!("{column}{}", cell / self.side + 1)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "   ")?;
        for column in 0..self.side {
            write!(f, " {}", char::from(b'a' + column))?;
        }
        for row in 0..self.side {
            write!(f, "\n{:1$}{2:>2}", "", usize::from(row) + 1, row + 1)?;
            for column in 0..self.side {
                let stone = match self.stone(row * self.side + column) {
                    Some(Player::FIRST) => 'X',
                    Some(_) => 'O',
                    None => '.',
                };
                write!(f, " {stone}")?;
            }
        }
        writeln!(f)
    }
}

/// Who needs fewer stones to connect, at a hundred points per stone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Distances;

impl Evaluator<Hex> for Distances {
    fn evaluate(&self, position: &Hex) -> i32 {
        let [first, second] = [Player::FIRST, Player::SECOND]
            .map(|player| position.distance(player).min(1000) as i32);
        100 * (second - first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::minimax::Minimax;
    use gametree::rng::Rng;
    use gametree::testkit::Kit;
    use gametree::{Blind, Limits, Score, Search};

    #[test]
    fn it_is_a_game() {
        let root = Hex::new(4).unwrap();
        Kit::new(&root)
            .keyed()
            .noisy()
            .guided()
            .notation()
            .two_player();
        gametree::erased::check::packing(&root);
        assert!(Hex::new(0).is_err() && Hex::new(12).is_err());
    }

    /// Nash: the board fills with exactly one connection, and never before it is there.
    #[test]
    fn a_full_board_has_one_winner() {
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let mut position = Hex::new(2 + (seed % 10) as u8).unwrap();
            while position.outcome().is_none() {
                let moves: Vec<u8> = position.moves().collect();
                assert!(
                    !moves.is_empty(),
                    "a full board without a winner\n{position}"
                );
                position.play(moves[rng.below(moves.len())]);
            }
            let winner = position.turn.opponent();
            assert_eq!(position.distance(winner), 0, "{position}");
            assert!(position.distance(winner.opponent()) > 0, "{position}");
        }
    }

    /// The first player wins on every board; on 2 × 2 by the short diagonal, a2 or b1, only.
    #[test]
    fn the_first_player_wins() {
        for side in 1..=3 {
            let root = Hex::new(side).unwrap();
            let report = Minimax { evaluator: Blind }.search(&root, &Limits::none());
            assert!(report.proven && report.value > Score::DRAW, "side {side}");
        }
        let root = Hex::new(2).unwrap();
        let wins = |name: &str| {
            let child = root.after(root.read_move(name).unwrap());
            let report = Minimax { evaluator: Blind }.search(&child, &Limits::none());
            report.value > Score::DRAW
        };
        let all = ["a1", "b1", "a2", "b2"].map(wins);
        assert_eq!(all, [false, true, true, false]);
    }

    #[test]
    fn distances_count_missing_stones() {
        let empty = Hex::new(5).unwrap();
        assert_eq!(empty.distance(Player::FIRST), 5);
        assert_eq!(Distances.evaluate(&empty), 0);
        let one = empty.after(empty.read_move("c3").unwrap());
        assert_eq!(one.distance(Player::FIRST), 4);
        assert_eq!(one.distance(Player::SECOND), 5);
        assert_eq!(Distances.evaluate(&one), 100);
    }
}
