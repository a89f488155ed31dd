//! Positions and moves as people and engines write them: FEN, SAN, UCI.

use gametree::Notation;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Color, Move, Position, PositionErrorKinds, Role,
};

use crate::Chess;

/// What is wrong with a position's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadPosition(String);

impl BadPosition {
    pub(crate) fn new(why: String) -> BadPosition {
        BadPosition(why)
    }
}

/// What is wrong with a move's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadMove {
    /// It looks like no move.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// It is a move, but not here.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// It passes, which chess does not allow; annotators do it to show a threat.
    #[error("'{0}' is a null move")]
    Null(String),
    /// More than one legal move is called so.
    #[error("'{0}' could be more than one move")]
    Ambiguous(String),
}

impl Chess {
    /// The position of a FEN (or EPD's first four fields), castling written in any of the usual
    /// ways. Chess960 is what it takes when the kings or rooks do not stand where they do in
    /// ordinary chess.
    ///
    /// # Errors
    /// When the text is no FEN, or its position could not arise: no king, the wrong side in check,
    /// ...
    pub fn from_fen(fen: &str) -> Result<Chess, BadPosition> {
        let parsed = parse(fen)?;
        let standard = build(&parsed, CastlingMode::Standard);
        let position =
            standard.or_else(|bad| build(&parsed, CastlingMode::Chess960).map_err(|_| bad))?;
        Ok(Chess::from_position(position))
    }

    /// The position of a FEN, castling that of Chess960 also where all stand as in ordinary chess.
    ///
    /// # Errors
    /// As [`Chess::from_fen`].
    pub fn from_fen_960(fen: &str) -> Result<Chess, BadPosition> {
        build(&parse(fen)?, CastlingMode::Chess960).map(Chess::from_position)
    }

    /// A move as engines write it: `e2e4`, `e1g1` (in Chess960 `e1h1`), `a7a8q`.
    #[must_use]
    pub fn uci(&self, m: Move) -> String {
        m.to_uci(self.inner().castles().mode()).to_string()
    }

    /// The legal move of an engine's text. Castling may be the king's two squares or the king on
    /// its rook.
    #[must_use]
    pub fn from_uci(&self, text: &str) -> Option<Move> {
        let uci = UciMove::from_ascii(text.as_bytes()).ok()?;
        uci.to_move(self.inner())
            .ok()
            .or_else(|| self.long_castling(uci))
    }

    /// Chess960 castling written as in ordinary chess: the king goes more than one square, to the
    /// c- or g-file.
    fn long_castling(&self, uci: UciMove) -> Option<Move> {
        let UciMove::Normal {
            from,
            to,
            promotion: None,
        } = uci
        else {
            return None;
        };
        let king = self.inner().board().king_of(self.color()) == Some(from);
        if !king || from.rank() != to.rank() || from.distance(to) < 2 {
            return None;
        }
        let side = CastlingSide::from_king_side(from < to);
        (to == side.king_to(self.color()))
            .then(|| self.inner().castling_moves(side).first().copied())?
    }

    /// The legal move of a text in algebraic notation or as engines write it.
    ///
    /// # Errors
    /// When it is no move, not a legal one, or could be more than one.
    pub fn parse_move(&self, text: &str) -> Result<Move, BadMove> {
        let text = text.trim();
        let short = without_hyphen(text);
        if let Some(m) = self.from_uci(&short) {
            return Ok(m);
        }
        let Some(san) = read_san(&short) else {
            let engine = UciMove::from_ascii(short.as_bytes()).is_ok();
            let text = shorten(text);
            return Err(if engine {
                BadMove::Illegal(text)
            } else {
                BadMove::Unreadable(text)
            });
        };
        if san == San::Null {
            return Err(BadMove::Null(text.to_owned()));
        }
        san.to_move(self.inner()).map_err(|error| match error {
            SanError::IllegalSan => BadMove::Illegal(text.to_owned()),
            SanError::AmbiguousSan => BadMove::Ambiguous(text.to_owned()),
        })
    }
}

/// Standard algebraic notation as found in the wild: zeros for castling, promotions without `=`,
/// `e.p.`, marks.
fn read_san(text: &str) -> Option<San> {
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    match text {
        "0-0" => return Some(San::Castle(CastlingSide::KingSide)),
        "0-0-0" => return Some(San::Castle(CastlingSide::QueenSide)),
        _ => {}
    }
    let bare = |(at, piece): (usize, char)| {
        let square = text[..at].ends_with(['1', '8']);
        (square && "QRBN".contains(piece)).then(|| format!("{}={piece}", &text[..at]))
    };
    let promotion = text.char_indices().next_back().and_then(bare);
    San::from_ascii(promotion.as_deref().unwrap_or(text).as_bytes()).ok()
}

/// A move in long notation, `e2-e4` or `Ng1-f3`, without its hyphen.
fn without_hyphen(text: &str) -> String {
    match text.split_once('-') {
        Some((from, to))
            if from.ends_with(|c: char| c.is_ascii_digit() && c != '0')
                && to.starts_with(|c: char| ('a'..='h').contains(&c)) =>
        {
            format!("{from}{to}")
        }
        _ => text.to_owned(),
    }
}

/// As much of a strange text as a message should hold.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

/// Standard algebraic notation; what engines write is read as well.
impl Notation for Chess {
    fn write_move(&self, m: Move) -> String {
        SanPlus::from_move(self.inner().clone(), m).to_string()
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        self.parse_move(text).ok()
    }
}

/// The fields of a FEN, refused where they are not chess.
fn parse(fen: &str) -> Result<Fen, BadPosition> {
    let fields: Vec<&str> = fen.split_whitespace().take(7).collect();
    if !(4..=6).contains(&fields.len()) {
        let found = if fields.len() > 6 {
            "more".to_owned()
        } else {
            fields.len().to_string()
        };
        return Err(BadPosition(format!(
            "a FEN has 4 to 6 fields (board, side to move, castling, en passant, clock, move number); here are {found}"
        )));
    }
    let parsed = Fen::from_ascii(fields.join(" ").as_bytes());
    let parsed = parsed.map_err(|error| BadPosition(field_reason(&error, &fields)))?;
    let setup = parsed.as_setup();
    if setup.pockets.is_some() || setup.remaining_checks.is_some() || setup.promoted.any() {
        return Err(BadPosition(
            "pockets, counted checks and '~' belong to variants of chess".into(),
        ));
    }
    Ok(parsed)
}

/// The position of a FEN. Checks that no last move could give are let through: suites have them,
/// and the moves are clear.
fn build(fen: &Fen, mode: CastlingMode) -> Result<shakmaty::Chess, BadPosition> {
    let position: Result<_, shakmaty::PositionError<shakmaty::Chess>> =
        fen.clone().into_position(mode);
    let position = position.or_else(shakmaty::PositionError::ignore_impossible_check);
    position.map_err(|error| BadPosition(reasons(error.kinds(), fen)))
}

/// Which field is wrong, and what it should be.
fn field_reason(error: &ParseFenError, fields: &[&str]) -> String {
    let (at, want) = match error {
        ParseFenError::InvalidTurn => (1, "the side to move should be w or b"),
        ParseFenError::InvalidCastling => {
            (2, "castling should be -, some of KQkq, or files of rooks")
        }
        ParseFenError::InvalidEpSquare => (3, "en passant should be - or a square"),
        ParseFenError::InvalidHalfmoveClock => (4, "the clock should be a number"),
        ParseFenError::InvalidFullmoves => (5, "the move number should be a number"),
        _ => return board_reason(fields[0]),
    };
    format!("{want}, not '{}'", shorten(fields.get(at).unwrap_or(&"")))
}

/// What is wrong with the board of a FEN.
fn board_reason(board: &str) -> String {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return format!(
            "a board has 8 ranks; '{}' has {}",
            shorten(board),
            ranks.len()
        );
    }
    for (rank, number) in ranks.iter().zip((1..=8).rev()) {
        if let Some(strange) = rank.chars().find(|c| !"pnbrqkPNBRQK12345678".contains(*c)) {
            return format!(
                "'{strange}' in rank {number} is neither a piece nor a number of empty squares"
            );
        }
        let width: u32 = rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        if width != 8 {
            return format!(
                "rank {number} ('{}') has {width} squares, not 8",
                shorten(rank)
            );
        }
    }
    format!("'{}' is no board", shorten(board))
}

/// Sentences for why a position could not arise.
fn reasons(kinds: PositionErrorKinds, fen: &Fen) -> String {
    let sentences = [
        (
            PositionErrorKinds::EMPTY_BOARD,
            "the board is empty".to_owned(),
        ),
        (
            PositionErrorKinds::MISSING_KING,
            kings(fen, "has no king", |kings| kings.is_empty()),
        ),
        (
            PositionErrorKinds::TOO_MANY_KINGS,
            kings(fen, "has more than one king", Bitboard::more_than_one),
        ),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            "a pawn stands on the first or last rank".to_owned(),
        ),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            "castling is said to be allowed where king and rook do not stand for it".to_owned(),
        ),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            "en passant names a square that no pawn just passed".to_owned(),
        ),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            "the side that is not to move is in check".to_owned(),
        ),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, material(fen)),
    ];
    let hold = sentences
        .into_iter()
        .filter(|(kind, _)| kinds.contains(*kind));
    hold.map(|(_, sentence)| sentence)
        .collect::<Vec<_>>()
        .join("; ")
}

fn kings(fen: &Fen, what: &str, wrong: impl Fn(Bitboard) -> bool) -> String {
    let board = &fen.as_setup().board;
    let sides = Color::ALL
        .into_iter()
        .filter(|&color| wrong(board.by_piece(Role::King.of(color))));
    sides
        .map(|color| format!("{} {what}", side(color)))
        .collect::<Vec<_>>()
        .join("; ")
}

fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Who has more pieces than 16, or than their pawns could have become.
fn material(fen: &Fen) -> String {
    let board = &fen.as_setup().board;
    let count = |color: Color| board.by_color(color).count();
    let pawns = |color: Color| board.by_piece(Role::Pawn.of(color)).count();
    let mut found: Vec<String> = Vec::new();
    for color in Color::ALL {
        if count(color) > 16 {
            found.push(format!(
                "{} has {} pieces, more than 16",
                side(color),
                count(color)
            ));
        } else if pawns(color) > 8 {
            found.push(format!(
                "{} has {} pawns, more than 8",
                side(color),
                pawns(color)
            ));
        }
    }
    if found.is_empty() {
        "a side has more pieces than its pawns could have become".into()
    } else {
        found.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use gametree::Game;
    use gametree::rng::Rng;
    use shakmaty::File;

    use super::*;

    fn refused(fen: &str) -> String {
        Chess::from_fen(fen).unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_with_a_fen_is_said() {
        for (fen, part) in [
            ("", "here are 0"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 7", "here are more"),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1",
                "White has no king; Black has no king",
            ),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
            (
                "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
                "White has more than one king",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
                "the side to move should be w or b, not 'x'",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "castling should be"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant should be"),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - x 1",
                "the clock should be a number, not 'x'",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 0 y",
                "the move number should be a number, not 'y'",
            ),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "8 ranks"),
            (
                "4k3/8/8/7/8/8/8/4K3 w - - 0 1",
                "rank 5 ('7') has 7 squares",
            ),
            ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "'X' in rank 1"),
            ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling"),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
                "en passant names a square",
            ),
            ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "not to move is in check"),
            ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on"),
            ("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", "17 pieces"),
            ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "9 pawns"),
            (
                "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1",
                "more pieces than its pawns",
            ),
            ("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "variants of chess"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "here are more"),
        ] {
            assert!(refused(fen).contains(part), "{fen}: {}", refused(fen));
        }
        assert!(Chess::from_fen("4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1").is_ok());
        assert!(refused(&"é".repeat(100_000)).len() < 300);
    }

    #[test]
    fn moves_are_read_in_all_usual_ways() {
        let reads = |fen: &str, text: &str| {
            let game: Chess = fen.parse().unwrap();
            game.parse_move(text)
                .map(|m| game.uci(m))
                .map_err(|error| error.to_string())
        };
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for text in ["O-O", "0-0", "e1g1", "e1h1", "O-O!?", "0-0+"] {
            assert_eq!(reads(castles, text).as_deref(), Ok("e1g1"), "{text}");
        }
        for text in ["O-O-O", "0-0-0", "e1c1", "e1a1"] {
            assert_eq!(reads(castles, text).as_deref(), Ok("e1c1"), "{text}");
        }
        let strange = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1";
        for (text, uci) in [
            ("O-O", "e1g1"),
            ("e1g1", "e1g1"),
            ("e1c1", "e1b1"),
            ("e1b1", "e1b1"),
            ("0-0-0", "e1b1"),
        ] {
            assert_eq!(reads(strange, text).as_deref(), Ok(uci), "{text}");
        }
        let far = "1k6/8/8/8/8/8/8/RK5R w HA - 0 1";
        for (text, uci) in [
            ("b1g1", "b1h1"),
            ("b1h1", "b1h1"),
            ("b1c1", "b1c1"),
            ("b1a1", "b1a1"),
        ] {
            assert_eq!(reads(far, text).as_deref(), Ok(uci), "{text}");
        }
        let promotes = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
        for text in ["e8=Q+", "e8Q", "e8Q+", "e7e8q", "e8=Q#"] {
            assert_eq!(reads(promotes, text).as_deref(), Ok("e7e8q"), "{text}");
        }
        assert_eq!(reads(promotes, "exd8N").as_deref(), Ok("e7d8n"));
        assert_eq!(
            reads("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.").as_deref(),
            Ok("e5d6")
        );
        assert_eq!(reads("startpos", "nf3").unwrap_err(), "'nf3' is not a move");
        assert_eq!(
            reads("startpos", "Nf4").unwrap_err(),
            "'Nf4' is not legal here"
        );
        assert_eq!(
            reads("startpos", "e2e5").unwrap_err(),
            "'e2e5' is not legal here"
        );
        assert_eq!(
            reads("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "Nd2").unwrap_err(),
            "'Nd2' could be more than one move"
        );
    }

    #[test]
    fn what_is_written_is_read_back_also_in_chess960() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut game = Chess::chess960(rng.below(960) as u32).unwrap();
            for _ in 0..100 {
                if game.outcome().is_some() {
                    break;
                }
                let moves: Vec<Move> = game.moves().collect();
                for &m in &moves {
                    assert_eq!(
                        game.read_move(&game.write_move(m)),
                        Some(m),
                        "{}",
                        game.fen()
                    );
                    assert_eq!(game.from_uci(&game.uci(m)), Some(m), "{}", game.fen());
                    assert!(!m.is_castle() || [File::C, File::G].contains(&castled(&game, m)));
                }
                game.play(moves[rng.below(moves.len())]);
            }
        }
    }

    fn castled(game: &Chess, m: Move) -> File {
        game.after(m)
            .inner()
            .board()
            .king_of(game.color())
            .unwrap()
            .file()
    }
}
