//! Chess.

use gametree::{Game, Persistent, Readable, Score, Verdict};
use gametree_chess::pgn::PgnReader;
use gametree_chess::shakmaty::Move;
use gametree_chess::{Chess, openings};

use super::{BoardView, score, user};

/// So many centipawns multiply the odds by e: a logistic curve fitted to games of strong players,
/// as it is in use on servers.
const NAT: f64 = 1.0 / 0.003_682_08;

/// What may stand for a position.
const HELP: &str = "write a FEN, startpos, moves as in e4 e5 Nf3, or a whole PGN";

impl BoardView for Chess {
    const NAT: f64 = NAT;
    const UNIT: &'static str = "pawns";

    fn drawing(&self) -> String {
        self.to_string()
    }

    fn from_user(text: &str) -> Result<Chess, String> {
        let text = text.trim();
        if text.is_empty() {
            return Err(format!("There is no position; {HELP}."));
        }
        if text.starts_with('[') || text.contains(['{', '(', ';', '$']) || ends_with_result(text) {
            return last_of_pgn(text);
        }
        let (fen, moves) = split(text);
        let start = match fen {
            None => Chess::default(),
            Some(fen) => Chess::read(&fen).map_err(|why| format!("This is not a FEN: {why}."))?,
        };
        play(start, moves)
    }

    fn named(start: &Chess, line: &[Move]) -> Option<String> {
        openings::of_line(start, line)
            .map(|(opening, _)| format!("{} {}", opening.eco, opening.name))
    }

    fn players() -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn read_value(text: &str) -> Option<Score> {
        read_value(text)
    }

    fn words(value: Score) -> String {
        match value.verdict() {
            Verdict::Points(points) => score::hundredths(points),
            Verdict::Win(plies) => format!("#{}", plies.div_ceil(2)),
            Verdict::Loss(plies) => format!("#-{}", plies.div_ceil(2)),
        }
    }
}

/// `0.5` and `-1.25` in pawns, `#4` and `-#4` or `#-4` for mates.
fn read_value(text: &str) -> Option<Score> {
    let mate = |text: &str| text.parse().ok().filter(|moves| (1..=500).contains(moves));
    let mated = text.strip_prefix("-#").or(text.strip_prefix("#-"));
    if let Some(moves) = mated {
        return mate(moves).map(|moves: u32| Score::loss_in(2 * moves));
    }
    if let Some(moves) = text.strip_prefix('#') {
        return mate(moves).map(|moves: u32| Score::win_in(2 * moves));
    }
    score::read_hundredths(text)
}

/// Whether it ends as games do.
fn ends_with_result(text: &str) -> bool {
    ["1-0", "0-1", "1/2-1/2", "*"]
        .iter()
        .any(|result| text.ends_with(result))
}

/// The FEN, if there is one, and the moves after it. `position`, `fen`, `startpos` and `moves` are
/// as engines are told them.
fn split(text: &str) -> (Option<String>, &str) {
    let strip = |text: &'_ str, wanted: &str| {
        let (head, rest) = user::word(text);
        head.eq_ignore_ascii_case(wanted).then_some(rest.len())
    };
    let mut text = text;
    for wanted in ["position", "fen"] {
        text = strip(text, wanted).map_or(text, |left| &text[text.len() - left..]);
    }
    if !user::word(text).0.contains('/') {
        return (None, user::split(text, &[]).1);
    }
    let at = text
        .find(" moves ")
        .or_else(|| text.strip_suffix(" moves").map(str::len));
    let (fen, moves) = at.map_or((text, ""), |at| text.split_at(at));
    (
        Some(fen.to_string()),
        moves.trim_start().strip_prefix("moves").unwrap_or(moves),
    )
}

/// The position after moves, with or without their numbers.
fn play(mut position: Chess, moves: &str) -> Result<Chess, String> {
    for word in moves.split([' ', ',', '\t', '\n', '\r']) {
        let text = user::without_number(word);
        if text.is_empty() {
            continue;
        }
        let wrong = |why| {
            format!(
                "Move {} cannot be played: {why}; {HELP}.",
                position.number()
            )
        };
        let m = position.parse_move(text).map_err(wrong)?;
        position.play(m);
    }
    Ok(position)
}

/// The last position of the main line of the first game.
fn last_of_pgn(text: &str) -> Result<Chess, String> {
    let game = PgnReader::new(text.as_bytes())
        .next()
        .ok_or("The PGN holds no game.")?;
    let game = game.map_err(|error| format!("The PGN cannot be read: {error}."))?;
    let last = game.main_line().last().unwrap_or(0);
    game.position(last)
        .ok_or_else(|| "The PGN holds a move that is not legal.".into())
}

#[cfg(test)]
mod tests {
    use gametree::board::{Board, Squares};
    use gametree::{Drawn, Notation};

    use super::*;

    const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

    fn read(text: &str) -> Chess {
        Chess::from_user(text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn every_way_to_write_a_position_is_read() {
        let pgn = "[Event \"A\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 $1 3. Bc4 *\n\n[Event \"B\"]\n\n1. d4 *\n";
        for text in [
            ITALIAN,
            "e4 e5 Nf3 Nc6 Bc4",
            "1.e4 e5 2.Nf3 Nc6 3.Bc4",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4",
            "e2e4 e7e5 g1f3 b8c6 f1c4",
            "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4",
            "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e4 e5 Nf3 Nc6 Bc4",
            pgn,
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 {quiet}",
        ] {
            assert_eq!(read(text).fen(), ITALIAN, "{text}");
        }
        assert_eq!(read("startpos").fen(), Chess::default().fen());
        assert_eq!(read(&format!("{ITALIAN} moves")).fen(), ITALIAN);
        let castled = read("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0");
        assert_eq!(castled.write_move(castled.read_move("Nf6").unwrap()), "Nf6");
        let start = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *";
        assert_eq!(read(start).fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    }

    #[test]
    fn what_is_wrong_is_said_in_a_sentence() {
        for (text, word) in [
            ("", "There is no position"),
            ("e4 e5 Ke3", "Move 2. cannot be played: 'Ke3'"),
            ("hello", "'hello' is not a move"),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1",
                "This is not a FEN: the board is empty",
            ),
            ("rnbqkbnr/pppppppp w", "FEN"),
            (
                "1. e4 e5 2. Ke3 *",
                "The PGN cannot be read: game 1, line 1, move 2. Ke3",
            ),
            ("[Event \"A\"", "The PGN"),
            ("e4 (", "The PGN"),
        ] {
            let why = Chess::from_user(text).unwrap_err();
            assert!(why.contains(word) && why.ends_with('.'), "{text}: {why}");
        }
    }

    #[test]
    fn moves_have_squares_numbers_and_names() {
        let position = read("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5");
        let castling = position.read_move("O-O").unwrap();
        let squares = position.squares(castling);
        assert_eq!(
            (squares.from.as_deref(), squares.to.as_deref()),
            (Some("e1"), Some("g1"))
        );
        assert_eq!(
            (position.number(), position.after(castling).number()),
            ("4.".into(), "4...".into())
        );
        let pawn = read("7k/P7/8/8/8/8/8/7K w - - 0 1");
        let queen = pawn.squares(pawn.read_move("a8=Q").unwrap());
        assert_eq!(
            (queen.to.as_deref(), queen.promotion.as_deref()),
            (Some("a8"), Some("q"))
        );
        let check = Board::Chess {
            fen: pawn.after(pawn.read_move("a8=Q").unwrap()).fen(),
            check: Some("h8".into()),
        };
        let after = pawn.after(pawn.read_move("a8=Q").unwrap());
        assert_eq!(after.board(), Some(check));
        let line: Vec<Move> = ["e4"]
            .iter()
            .map(|text| Chess::default().read_move(text).unwrap())
            .collect();
        assert_eq!(
            Chess::named(&Chess::default(), &line).unwrap(),
            "B00 King's Pawn Game"
        );
        assert_eq!(Chess::named(&pawn, &[]), None);
    }

    /// In Chess960 no two moves have the same squares.
    #[test]
    fn squares_tell_moves_apart() {
        let position = Chess::from_fen("4k3/8/8/8/8/8/8/R4KR1 w AG - 0 1").unwrap();
        let mut seen: Vec<Squares> = position.moves().map(|m| position.squares(m)).collect();
        let all = seen.len();
        seen.sort_by_key(|squares| format!("{squares:?}"));
        seen.dedup();
        assert_eq!(seen.len(), all);
    }

    #[test]
    fn values_are_read_as_tables_write_them() {
        let read = |text: &str| Chess::read_value(text);
        assert_eq!(read("0.5"), Some(Score::points(50)));
        assert_eq!(read("-1.25"), Some(Score::points(-125)));
        assert_eq!(read("+0.3"), Some(Score::points(30)));
        assert_eq!(read("#4"), Some(Score::win_in(8)));
        assert_eq!(read("-#3"), Some(Score::loss_in(6)));
        assert_eq!(read("#-3"), Some(Score::loss_in(6)));
        for wrong in ["", "x", "#", "#0", "-#-1", "1e9", "nan", "inf"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn values_are_told_in_pawns_and_mates() {
        let told: Vec<String> = [34, -120, 0, -5]
            .map(|points| Chess::words(Score::points(points)))
            .to_vec();
        assert_eq!(told, ["+0.34", "-1.20", "0.00", "-0.05"]);
        assert_eq!(
            [Score::win_in(9), Score::loss_in(10)].map(Chess::words),
            ["#5", "#-5"]
        );
        assert_eq!(Chess::number_of(Score::loss_in(6)), -999_994);
        assert!((Chess::chance(Score::points(100)) - 0.591).abs() < 0.001);
    }
}
