//! Positions of chess as users write them.

use gametree::Readable;
use gametree_chess::Chess;
use gametree_chess::pgn::{PgnReader, looks_like_pgn};

use crate::user_text as user;

/// What may stand for a position.
const HELP: &str = "write a FEN, startpos, moves as in e4 e5 Nf3, or a whole PGN";

/// Reads a position as users write it: a FEN, `startpos`, moves, a whole PGN.
///
/// # Errors
/// A sentence for people: what is wrong with the text.
pub fn from_user(text: &str) -> Result<Chess, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(format!("There is no position; {HELP}."));
    }
    if looks_like_pgn(text) {
        return last_of_pgn(text);
    }
    let (fen, moves) = split(text);
    let start = match fen {
        None => Chess::default(),
        Some(fen) => Chess::read(&fen).map_err(|why| format!("This is not a FEN: {why}."))?,
    };
    play(&start, moves)
}

/// The FEN, if there is one, and the moves after it. `position`, `fen`, `startpos` and `moves` are
/// as engines get them.
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
fn play(start: &Chess, moves: &str) -> Result<Chess, String> {
    let words = moves.split([' ', ',', '\t', '\n', '\r']);
    let words = words
        .map(user::without_number)
        .filter(|word| !word.is_empty());
    Chess::after_words(start, words).map_err(|why| format!("{why}; {HELP}."))
}

/// The last position of the main line of the first game.
fn last_of_pgn(text: &str) -> Result<Chess, String> {
    let game = PgnReader::new(text.as_bytes())
        .next()
        .ok_or("The PGN holds no game.")?;
    let game = game.map_err(|error| format!("The PGN cannot be read: {error}."))?;
    let last = game.main_line().last().unwrap_or(0);
    game.position(last)
        .ok_or("The PGN holds a move that is not legal.")?;
    Ok(Chess::from_game(&game.start, &game.line(last)))
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Notation, Outcome, Persistent};

    use super::*;

    const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

    fn read(text: &str) -> Chess {
        from_user(text).unwrap_or_else(|why| panic!("{text}: {why}"))
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

    /// Moves that were played count: the knights are home for the second time.
    #[test]
    fn the_game_so_far_is_part_of_the_position() {
        let pgn = "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 *\n";
        let written = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 \
                       moves g1f3 g8f6 f3g1 f6g8";
        for text in [
            written,
            pgn,
            "1.e4 e5 2.Nf3 Nf6 3.Ng1 Ng8",
            "position startpos moves e2e4 e7e5 g1f3 g8f6 f3g1 f6g8",
        ] {
            assert_eq!(read(text).write(), written, "{text}");
        }
        let tried = format!("{written} | b1c3");
        assert_eq!(read(&tried).write(), tried);
        let third = read(&format!("{written} g1f3 g8f6 f3g1 f6g8"));
        assert_eq!(third.outcome(), Some(Outcome::Draw));
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
            let why = from_user(text).unwrap_err();
            assert!(why.contains(word) && why.ends_with('.'), "{text}: {why}");
        }
    }
}
