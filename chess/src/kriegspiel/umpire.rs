//! What the umpire says after every move, to both players.

use std::fmt;

use gametree::Player;
use shakmaty::{Color, Move, MoveList, Position, Role, Square};

/// What kind of man was taken; no more is announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Victim {
    /// A pawn.
    Pawn,
    /// Anything else.
    Piece,
}

/// A man was taken here. En passant too the square is the one on which the pawn stood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// Where it stood.
    pub square: Square,
    /// What it was.
    pub victim: Victim,
}

/// From where the king is in check: none, one or two of five directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Checks(u8);

impl Checks {
    /// No check.
    pub const NONE: Checks = Checks(0);
    /// On the rank.
    pub const RANK: Checks = Checks(1);
    /// On the file.
    pub const FILE: Checks = Checks(2);
    /// On the longer of the two diagonals that cross on the king's square (they are never equally
    /// long).
    pub const LONG: Checks = Checks(4);
    /// On the shorter one.
    pub const SHORT: Checks = Checks(8);
    /// By a knight.
    pub const KNIGHT: Checks = Checks(16);

    const NAMES: [(Checks, &'static str); 5] = [
        (Checks::RANK, "rank check"),
        (Checks::FILE, "file check"),
        (Checks::LONG, "long-diagonal check"),
        (Checks::SHORT, "short-diagonal check"),
        (Checks::KNIGHT, "knight check"),
    ];

    /// No check at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Checks) -> Checks {
        Checks(self.0 | other.0)
    }

    /// In how many directions two of them differ.
    pub(super) fn differences(self, other: Checks) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// The check that a man gives.
    fn from(checker: Square, role: Role, king: Square) -> Checks {
        if role == Role::Knight {
            return Checks::KNIGHT;
        }
        if checker.rank() == king.rank() {
            return Checks::RANK;
        }
        if checker.file() == king.file() {
            return Checks::FILE;
        }
        let (file, rank) = (king.file() as i32, king.rank() as i32);
        let rising = checker.file() as i32 - file == checker.rank() as i32 - rank;
        let rising_is_long = (file - rank).abs() < (file + rank - 7).abs();
        if rising == rising_is_long {
            Checks::LONG
        } else {
            Checks::SHORT
        }
    }
}

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// This player gave mate.
    Mate(Player),
    /// The player to move cannot, and is not in check.
    Stalemate,
    /// Fifty moves of each player without capture or pawn move.
    FiftyMoves,
    /// The same position for the third time.
    Repetition,
    /// Neither side has enough men to give mate.
    Material,
    /// As many moves as the game may have.
    TooLong,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Mate(Player::FIRST) => "checkmate: White wins",
            End::Mate(_) => "checkmate: Black wins",
            End::Stalemate => "stalemate: a draw",
            End::FiftyMoves => "fifty moves without capture or pawn move: a draw",
            End::Repetition => "the same position for the third time: a draw",
            End::Material => "nobody can give mate: a draw",
            End::TooLong => "the game has lasted as long as it may: a draw",
        })
    }
}

/// Everything the umpire says after a move. Both players hear it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word {
    /// What was taken, and where.
    pub captured: Option<Capture>,
    /// How the player to move stands in check.
    pub checks: Checks,
    /// How many captures with pawns the player to move has. (A capture that promotes counts once.)
    pub tries: u8,
    /// The game is over.
    pub end: Option<End>,
}

/// `pawn at e5 captured, file check, 2 pawn tries`.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(
            self.captured
                .map(|Capture { square, victim }| match victim {
                    Victim::Pawn => format!("pawn at {square} captured"),
                    Victim::Piece => format!("piece at {square} captured"),
                }),
        );
        let given = Checks::NAMES
            .iter()
            .filter(|(check, _)| self.checks.0 & check.0 != 0);
        words.extend(given.map(|(_, name)| (*name).to_owned()));
        match self.tries {
            0 => words.push("no pawn tries".to_owned()),
            1 => words.push("1 pawn try".to_owned()),
            n => words.push(format!("{n} pawn tries")),
        }
        words.extend(self.end.map(|end| end.to_string()));
        f.write_str(&words.join(", "))
    }
}

/// What a legal move takes.
pub(super) fn capture(m: Move) -> Option<Capture> {
    let role = m.capture()?;
    let victim = if role == Role::Pawn {
        Victim::Pawn
    } else {
        Victim::Piece
    };
    let square = match m {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        _ => m.to(),
    };
    Some(Capture { square, victim })
}

/// The word on a position, given its legal moves. Repetition and length are not seen here.
pub(super) fn word(
    position: &shakmaty::Chess,
    legal: &MoveList,
    captured: Option<Capture>,
) -> Word {
    let board = position.board();
    let mut checks = Checks::NONE;
    if let Some(king) = board.king_of(position.turn()) {
        for checker in position.checkers() {
            checks = checks.and(Checks::from(
                checker,
                board.role_at(checker).unwrap_or(Role::Pawn),
                king,
            ));
        }
    }
    let is_try = |m: &&Move| m.role() == Role::Pawn && m.is_capture() && counts_once(**m);
    let tries = legal.iter().filter(is_try).count() as u8;
    Word {
        captured,
        checks,
        tries,
        end: end(position, legal),
    }
}

fn counts_once(m: Move) -> bool {
    m.promotion().is_none_or(|role| role == Role::Queen)
}

fn end(position: &shakmaty::Chess, legal: &MoveList) -> Option<End> {
    if legal.is_empty() {
        let winner = if position.turn() == Color::White {
            Player::SECOND
        } else {
            Player::FIRST
        };
        return Some(if position.is_check() {
            End::Mate(winner)
        } else {
            End::Stalemate
        });
    }
    if position.is_insufficient_material() {
        return Some(End::Material);
    }
    (position.halfmoves() >= 100).then_some(End::FiftyMoves)
}
