//! Chess as a [`Game`]: the rules are shakmaty's.

use std::fmt;
use std::str::FromStr;

use gametree::rng::mix;
use gametree::{Archived, Forced, Game, Keyed, Notation, Outcome, Player, TwoPlayer};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist128;
use shakmaty::{CastlingMode, Color, EnPassantMode, Move, Position, Role, Square};

/// A chess position, with its identity kept up to date. White is [`Player::FIRST`]. After 50 moves without
/// capture or pawn move the game is drawn; repetitions are not seen here, for a position does not know its past.
///
/// ```
/// use gametree::{Archived, Game, Notation};
/// use gametree_chess::Chess;
/// let mut game: Chess = "startpos".parse().unwrap();
/// for text in ["e4", "e7e5", "Nf3"] {
///     let m = game.read_move(text).unwrap();
///     game.play(m);
/// }
/// assert_eq!(game.write(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
/// assert_eq!(game.moves().count(), 29);
/// assert!("8/8/8/8/8/8/8/8 w - - 0 1".parse::<Chess>().unwrap_err().to_string().contains("king"));
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    position: shakmaty::Chess,
    key: u128,
}

/// What is wrong with a position's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadPosition(String);

impl Default for Chess {
    fn default() -> Self {
        Chess::from_position(shakmaty::Chess::default())
    }
}

impl Chess {
    /// A position of shakmaty's.
    #[must_use]
    pub fn from_position(position: shakmaty::Chess) -> Chess {
        let key = identity(&position);
        Chess { position, key }
    }

    /// The position of a FEN (or EPD's first four fields), castling written in any of the usual ways. Chess960
    /// is what it takes when the kings or rooks do not stand where they do in ordinary chess.
    ///
    /// # Errors
    /// When the text is no FEN, or its position could not arise: no king, the wrong side in check, ...
    pub fn from_fen(fen: &str) -> Result<Chess, BadPosition> {
        let parsed = Fen::from_str(fen.trim()).map_err(|error| BadPosition(format!("{error}")))?;
        let standard = parsed.clone().into_position(CastlingMode::Standard);
        let position = match standard {
            Ok(position) => position,
            Err(error) => {
                parsed.into_position(CastlingMode::Chess960).map_err(|_| BadPosition(reason(&error)))?
            }
        };
        Ok(Chess::from_position(position))
    }

    /// The position, for what only shakmaty knows.
    #[must_use]
    pub fn inner(&self) -> &shakmaty::Chess {
        &self.position
    }

    /// Who moves.
    #[must_use]
    pub fn color(&self) -> Color {
        self.position.turn()
    }

    /// Whether castling is that of Chess960.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.position.castles().mode().is_chess960()
    }

    /// The whole FEN, clocks included.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// A move as engines write it: `e2e4`, `e1g1`, `a7a8q`.
    #[must_use]
    pub fn uci(&self, m: Move) -> String {
        m.to_uci(self.position.castles().mode()).to_string()
    }

    /// The legal move of an engine's text.
    #[must_use]
    pub fn from_uci(&self, text: &str) -> Option<Move> {
        let uci = UciMove::from_ascii(text.as_bytes()).ok()?;
        uci.to_move(&self.position).ok()
    }
}

/// A sentence for why shakmaty refuses a position.
fn reason(error: &shakmaty::PositionError<shakmaty::Chess>) -> String {
    error.to_string()
}

/// All 128 bits of Zobrist's hash; in Chess960 also which rooks may castle.
fn identity(position: &shakmaty::Chess) -> u128 {
    let Zobrist128(hash) = position.zobrist_hash(EnPassantMode::Legal);
    let castles = position.castles();
    if castles.mode().is_standard() || castles.is_empty() {
        return hash;
    }
    let rooks = castles.castling_rights().0;
    hash ^ (u128::from(mix(rooks)) << 64 | u128::from(mix(!rooks)))
}

impl FromStr for Chess {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Chess, BadPosition> {
        match text.trim() {
            "startpos" => Ok(Chess::default()),
            fen => Chess::from_fen(fen),
        }
    }
}

/// The board, a rank a line, and who moves.
impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            write!(f, "{} ", rank + 1)?;
            for file in 0..8 {
                let piece = self.position.board().piece_at(Square::new(rank * 8 + file));
                write!(f, " {}", piece.map_or('.', |piece| piece.char()))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "   a b c d e f g h")?;
        writeln!(f, "{} to move", if self.color().is_white() { "White" } else { "Black" })
    }
}

fn player(color: Color) -> Player {
    if color.is_white() { Player::FIRST } else { Player::SECOND }
}

impl Game for Chess {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Player {
        player(self.position.turn())
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        self.position.legal_moves().into_iter()
    }

    fn play(&mut self, m: Move) {
        self.position.play_unchecked(m);
        self.key = identity(&self.position);
    }

    fn outcome(&self) -> Option<Outcome> {
        let clock = self.position.halfmoves() >= 100;
        if self.position.legal_moves().is_empty() {
            let mate = self.position.is_check();
            return Some(if mate { Outcome::Win(self.turn().opponent()) } else { Outcome::Draw });
        }
        (clock || self.position.is_insufficient_material()).then_some(Outcome::Draw)
    }
}

impl TwoPlayer for Chess {}

impl Forced for Chess {}

impl Keyed for Chess {
    #[inline]
    fn key(&self) -> u64 {
        self.key as u64
    }
}

/// Standard algebraic notation; what engines write is read as well.
impl Notation for Chess {
    fn write_move(&self, m: Move) -> String {
        SanPlus::from_move(self.position.clone(), m).to_string()
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        let text = text.trim();
        let san = San::from_str(text.trim_end_matches(['!', '?', '+', '#'])).ok();
        san.and_then(|san| san.to_move(&self.position).ok()).or_else(|| self.from_uci(text))
    }
}

/// 6 bits for each square, then the piece a pawn becomes. Castling is the king on his rook.
impl Archived for Chess {
    fn identity(&self) -> u128 {
        self.key
    }

    fn settle(&mut self) {
        if self.position.halfmoves() > 0 {
            let mut setup = self.position.to_setup(EnPassantMode::Legal);
            setup.halfmoves = 0;
            let mode = self.position.castles().mode();
            let position = shakmaty::FromSetup::from_setup(setup, mode);
            self.position = position.expect("a legal position is legal without its clock");
        }
    }

    fn encode(&self, m: Move) -> u32 {
        let from = m.from().map_or(0, Square::to_u32);
        let promotion = m.promotion().map_or(0, |role| role as u32);
        from | m.to().to_u32() << 6 | promotion << 12
    }

    fn decode(&self, code: u32) -> Option<Move> {
        self.position.legal_moves().into_iter().find(|&m| self.encode(m) == code)
    }

    fn write(&self) -> String {
        self.fen()
    }

    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: BadPosition| error.to_string())
    }

    /// Checks, captures and promotions force.
    fn forcing(&self, m: Move) -> u8 {
        let after = self.after(m);
        let check = if after.position.is_check() { 128 } else { 0 };
        let capture = if m.is_capture() { 64 } else { 0 };
        let promotion = if m.promotion() == Some(Role::Queen) { 63 } else { 0 };
        check + capture + promotion
    }
}
