//! Kriegspiel (Temple 1899): chess in which each player sees only their own men and hears an
//! umpire.
//!
//! ```text
//!   White tries      the umpire                             Black hears
//!   e2e4             played; no pawn tries                  no pawn tries
//!                    (Black plays d7d5: 1 pawn try)
//!   e4f5             no (to White alone)                    nothing
//!   e4d5             pawn at d5 captured, no pawn tries     pawn at d5 captured, no pawn tries
//! ```
//!
//! The rules are those of the Internet Chess Club's *wild 16*. A move is an [`Attempt`]. If it is
//! illegal in truth the umpire refuses it, for whatever reason, to the mover alone, who tries
//! another. After a move both hear where a pawn or a piece was taken (en passant: where the pawn
//! stood), checks by their direction (rank, file, the longer or the shorter diagonal, knight), the
//! number of captures by pawns that the player to move has, and how the game ended. Draws by
//! stalemate, fifty moves, the third repetition and lack of material come by themselves, and one
//! more so that every game ends: after [`Kriegspiel::LONGEST`] plies, or as [`Kriegspiel::within`]
//! says. Both players know the position that the game began with, also one from a FEN.
//!
//! Attempts that the umpire's last word has refused already are left out: pawn captures where there
//! are no tries, castling in check.
//!
//! # Worlds
//!
//! Exact worlds are hard to come by: replays fit a long game hardly ever. [`Followed`] follows a
//! crowd of worlds through the game as long as some survive. [`gametree::Hidden::imagine`] makes up
//! a position that fits the *last* observation; see [`imagine`] for what is kept and what is not.
//! Parker, Nau and Subrahmanian (2005) won more often when they began with boards that fit
//! everything and went over to boards that fit the last observation as the game went on.
//!
//! # How well it is played
//!
//! Modestly. With 300 rounds an attempt, random games of 4 attempts and [`Material`],
//! information-set search on made-up worlds won 12 of 20 games against a random player, drew 8 and
//! lost none. Five draws were stalemates, two ended without the men to give mate, one was a
//! repetition, which made-up worlds do not see. (The settings were selected on the first few of the
//! same 20 games, so expect somewhat less on others.) It was not measured against people or other
//! programs. Ciancarini and Favini (2010) simulate what the umpire would say in place of whole
//! positions; that is not done here.
//!
//! ```
//! use gametree::{Game, Hidden, Notation, Player};
//! use gametree_chess::kriegspiel::{Kriegspiel, Seen};
//! let mut game = Kriegspiel::new();
//! for text in ["e2e4", "d7d5", "e4f5", "e4d5"] {
//!     game.play(game.read_move(text).unwrap());
//! }
//! assert_eq!(game.turn(), Player::SECOND);
//! assert_eq!(game.word().to_string(), "pawn at d5 captured, no pawn tries");
//! let refusals = |player| game.view(player).iter().filter(|seen| matches!(seen, Seen::Refused(_))).count();
//! assert_eq!((refusals(Player::FIRST), refusals(Player::SECOND)), (1, 0));
//! ```

mod attempts;
mod camp;
mod followed;
pub mod imagine;
mod material;
mod record;
#[cfg(test)]
mod tests;
mod umpire;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use gametree::rng::{Rng, mix};
use gametree::{Bounds, Chance, Game, Hidden, Keyed, Notation, Outcome, Payoffs, Player};
use shakmaty::{Color, Move, Position, Square};

use crate::{BadPosition, Chess};

pub use attempts::Attempt;
pub use followed::Followed;
pub use material::Material;
pub use record::Seen;
use record::{Event, Record};
pub use umpire::{Capture, Checks, End, Victim, Word};

/// The whole truth: the chess position, and what each player has seen of its past. White is
/// [`Player::FIRST`].
#[derive(Clone, Debug)]
pub struct Kriegspiel {
    truth: Chess,
    /// What the umpire said last.
    word: Word,
    plies: u16,
    record: Record,
    start: Arc<Start>,
}

/// What both players know from the first.
#[derive(Debug)]
struct Start {
    position: Chess,
    longest: u16,
}

/// Why a game of kriegspiel cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadStart {
    /// The position is none.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// Kings or rooks that may castle do not stand where they do in ordinary chess.
    #[error("kriegspiel knows ordinary castling only, and this position needs that of Chess960")]
    Chess960,
}

impl Default for Kriegspiel {
    fn default() -> Kriegspiel {
        Kriegspiel::begin(Chess::default(), Kriegspiel::LONGEST)
    }
}

impl Kriegspiel {
    /// A game is drawn after this many plies.
    pub const LONGEST: u16 = 600;

    /// The usual start.
    #[must_use]
    pub fn new() -> Kriegspiel {
        Kriegspiel::default()
    }

    /// A game that begins here; both players know the position.
    ///
    /// # Errors
    /// Where castling is that of Chess960.
    pub fn from_chess(position: Chess) -> Result<Kriegspiel, BadStart> {
        if position.is_chess960() {
            return Err(BadStart::Chess960);
        }
        Ok(Kriegspiel::begin(position, Kriegspiel::LONGEST))
    }

    /// The same start, the game drawn after this many plies.
    #[must_use]
    pub fn within(&self, plies: u16) -> Kriegspiel {
        Kriegspiel::begin(self.start.position.clone(), plies)
    }

    fn begin(position: Chess, longest: u16) -> Kriegspiel {
        let legal = position.inner().legal_moves();
        let mut word = umpire::word(position.inner(), &legal, None);
        word.end = word.end.or((longest == 0).then_some(End::TooLong));
        let start = Arc::new(Start {
            position: position.clone(),
            longest,
        });
        Kriegspiel {
            truth: position,
            word,
            plies: 0,
            record: Record::default(),
            start,
        }
    }

    /// The chess position, which no player sees.
    #[must_use]
    pub fn truth(&self) -> &Chess {
        &self.truth
    }

    /// What the umpire said last; at the start, what there would be to say.
    #[must_use]
    pub fn word(&self) -> Word {
        self.word
    }

    /// What the umpire refused since the last move, the latest first.
    pub fn refused(&self) -> impl Iterator<Item = Attempt> {
        self.record.refused()
    }

    /// The legal move that an attempt becomes; `None` where the umpire will refuse it.
    fn legal(&self, attempt: Attempt) -> Option<Move> {
        self.truth
            .inner()
            .legal_moves()
            .into_iter()
            .find(|&m| Attempt::of(m) == attempt)
    }

    fn accept(&mut self, attempt: Attempt, m: Move) {
        let by = self.turn();
        self.truth.play(m);
        self.plies = self.plies.saturating_add(1);
        let legal = self.truth.inner().legal_moves();
        let mut word = umpire::word(self.truth.inner(), &legal, umpire::capture(m));
        if word.end.is_none() && self.is_third() {
            word.end = Some(End::Repetition);
        }
        if word.end.is_none() && self.plies >= self.start.longest {
            word.end = Some(End::TooLong);
        }
        self.word = word;
        self.record.push(
            by,
            Event::Played(Some(attempt), word),
            Some(self.truth.key()),
        );
    }

    /// Whether the position, just reached, was there twice before.
    fn is_third(&self) -> bool {
        let (clock, key) = (self.truth.inner().halfmoves() as usize, self.truth.key());
        if clock < 8 {
            return false;
        }
        let played = self
            .record
            .iter()
            .filter(|entry| matches!(entry.event, Event::Played(..)));
        let times = played
            .take(clock)
            .filter(|entry| entry.key == Some(key))
            .count();
        let first =
            usize::from(clock >= usize::from(self.plies) && self.start.position.key() == key);
        times + first >= 2
    }
}

impl Game for Kriegspiel {
    type Move = Attempt;

    fn turn(&self) -> Player {
        self.truth.turn()
    }

    fn moves(&self) -> impl Iterator<Item = Attempt> {
        let tried = |attempt: &Attempt| self.record.refused().any(|refused| refused == *attempt);
        attempts::attempts(self.truth.inner(), self.word).filter(move |attempt| !tried(attempt))
    }

    fn play(&mut self, attempt: Attempt) {
        match self.legal(attempt) {
            Some(m) => self.accept(attempt, m),
            None => self.record.push(self.turn(), Event::Refused(attempt), None),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.word.end.map(|end| match end {
            End::Mate(winner) => Outcome::Win(winner),
            _ => Outcome::Draw,
        })
    }
}

/// Nothing is left to chance.
impl Chance for Kriegspiel {}

/// 1 for the player who mates, −1 for the other, 0 for a draw.
impl Payoffs for Kriegspiel {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        match self.word.end {
            Some(End::Mate(winner)) if winner == player => 1.0,
            Some(End::Mate(_)) => -1.0,
            _ => 0.0,
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }
}

/// A player sees their own attempts and hears the umpire.
impl Hidden for Kriegspiel {
    type Seen = Seen;

    fn view(&self, player: Player) -> Vec<Seen> {
        self.record.news(player, 0)
    }

    fn news(&self, player: Player, from: usize) -> Vec<Seen> {
        self.record.news(player, from)
    }

    fn beginning(&self) -> Kriegspiel {
        self.within(self.start.longest)
    }

    /// A position made up to fit the last observation: see [`imagine`].
    fn imagine(&self, player: Player, rng: &mut Rng) -> Option<Kriegspiel> {
        imagine::imagine(self, player, rng)
    }
}

/// The chess position, what was refused in it, and whether it is over.
impl Keyed for Kriegspiel {
    fn key(&self) -> u64 {
        let code = |attempt: Attempt| {
            let promotion = attempt.promotion.map_or(0, |role| role as u64);
            mix(1 + (attempt.from as u64 | (attempt.to as u64) << 6 | promotion << 12))
        };
        let refused = self.record.refused().map(code).fold(0, u64::wrapping_add);
        let end = match self.word.end {
            None => 0,
            Some(End::Mate(_)) => 1,
            Some(End::Stalemate) => 2,
            Some(End::FiftyMoves) => 3,
            Some(End::Repetition) => 4,
            Some(End::Material) => 5,
            Some(End::TooLong) => 6,
        };
        mix(self.truth.key() ^ mix(refused ^ mix(end)))
    }
}

/// `e2e4`, `e1g1`, `e7e8q`.
impl Notation for Kriegspiel {
    fn write_move(&self, attempt: Attempt) -> String {
        attempt.to_string()
    }
}

/// A FEN, or `startpos`.
impl FromStr for Kriegspiel {
    type Err = BadStart;

    fn from_str(text: &str) -> Result<Kriegspiel, BadStart> {
        Kriegspiel::from_chess(text.parse()?)
    }
}

/// The whole truth: the board, what was refused, and how the game ended.
impl fmt::Display for Kriegspiel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.truth)?;
        if let Some(refused) = self.refusals() {
            writeln!(f, "refused: {refused}")?;
        }
        self.word.end.map_or(Ok(()), |end| writeln!(f, "{end}"))
    }
}

impl Kriegspiel {
    /// What was refused in this turn, in order of squares; `None` where nothing was.
    fn refusals(&self) -> Option<String> {
        let mut refused: Vec<Attempt> = self.record.refused().collect();
        refused.sort();
        let names: Vec<String> = refused.iter().map(Attempt::to_string).collect();
        (!names.is_empty()).then(|| names.join(" "))
    }

    /// The board as a player may see it: their own men, what the umpire said last, how many men the
    /// other has left. At the end everything.
    #[must_use]
    pub fn shown_to(&self, player: Player) -> String {
        if self.word.end.is_some() {
            return self.to_string();
        }
        let color = if player == Player::FIRST {
            Color::White
        } else {
            Color::Black
        };
        let board = self.truth.inner().board();
        let men = |rank: u32| -> String {
            let square = |file: u32| board.piece_at(Square::new(rank * 8 + file));
            let own = |file| {
                square(file)
                    .filter(|piece| piece.color == color)
                    .map_or('.', |piece| piece.char())
            };
            (0..8).flat_map(|file| [' ', own(file)]).collect()
        };
        let mut shown: String = (0..8)
            .rev()
            .map(|rank| format!("{} {}\n", rank + 1, men(rank)))
            .collect();
        shown += "   a b c d e f g h\n";
        let (own, other) = if color.is_white() {
            ("White", "Black")
        } else {
            ("Black", "White")
        };
        let left = board.by_color(!color).count();
        let mover = if self.turn() == player { own } else { other };
        shown += &format!(
            "you are {own}; {other} has {left} men; {mover} to move\numpire: {}",
            self.word
        );
        if let Some(refused) = self.refusals().filter(|_| self.turn() == player) {
            shown += &format!("\nrefused: {refused}");
        }
        shown
    }
}
