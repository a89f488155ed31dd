//! A position with the game before it as text: `FEN moves g1f3 g8f6 f3g1 f6g8 | b1c3`. The moves
//! before `|` were played, those after it belong to an analysis. Moves that no rule remembers are
//! read and not written.

use std::str::FromStr;

use gametree::{Game, Persistent};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Move};

use crate::Chess;
use crate::notation::BadPosition;
use crate::past::{Past, ROOT};

/// What stands between a FEN and moves.
const MOVES: &str = " moves ";

impl Chess {
    /// The position as engines get it: `fen FEN`, with the moves of the game before it where they
    /// are known, so that they see repetitions too.
    #[must_use]
    pub fn uci_position(&self) -> String {
        match &self.past {
            None => format!("fen {}", self.fen()),
            Some(past) => format!(
                "fen {}{MOVES}{}",
                start_fen(past),
                self.joined(past.moves())
            ),
        }
    }

    /// The position after the words of a game, and of an analysis after `|`.
    ///
    /// # Errors
    /// When a word is no legal move.
    pub fn after_words<'t>(
        start: &Chess,
        words: impl IntoIterator<Item = &'t str>,
    ) -> Result<Chess, BadPosition> {
        let mut words = words.into_iter();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for word in words.by_ref().take_while(|&word| word != ROOT) {
            moves.push(position.read_word(word)?);
        }
        let mut position = Chess::from_game(start, &moves);
        for word in words {
            position.normalize();
            position.read_word(word)?;
        }
        Ok(position)
    }

    /// Plays the move of a word.
    fn read_word(&mut self, word: &str) -> Result<Move, BadPosition> {
        let m = self.parse_move(word).map_err(|why| {
            BadPosition::new(format!("Move {} cannot be played: {why}", self.number()))
        })?;
        self.play(m);
        Ok(m)
    }

    /// What [`Persistent::write`] writes.
    pub(crate) fn text(&self) -> String {
        let Some(past) = &self.past else {
            return self.fen();
        };
        let mut text = format!("{}{MOVES}{}", start_fen(past), self.joined(past.played()));
        if !past.tried().is_empty() {
            text += &format!(" {ROOT} {}", self.joined(past.tried()));
        }
        text
    }

    fn joined(&self, moves: &[Move]) -> String {
        let words: Vec<String> = moves.iter().map(|&m| self.uci(m)).collect();
        words.join(" ")
    }
}

/// A FEN or `startpos`, with or without moves.
impl FromStr for Chess {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Chess, BadPosition> {
        let text = text.trim();
        let (start, moves) = text.split_once(MOVES).unwrap_or((text, ""));
        let start = match start {
            "startpos" => Chess::default(),
            fen => Chess::from_fen(fen)?,
        };
        Chess::after_words(&start, moves.split_whitespace())
    }
}

fn start_fen(past: &Past) -> String {
    Fen::from_position(past.start(), EnPassantMode::Legal).to_string()
}

#[cfg(test)]
mod tests {
    use gametree::testkit::Kit;
    use gametree::{Notation, Outcome, Readable};

    use super::*;

    const KNIGHTS: &str = "startpos moves e2e4 e7e5 g1f3 g8f6 f3g1 f6g8";

    fn read(text: &str) -> Chess {
        text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn plain(game: &Chess) -> Chess {
        read(&game.fen())
    }

    #[test]
    fn only_what_the_rules_remember_is_written() {
        let start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let written = format!("{start} moves g1f3 g8f6 f3g1 f6g8");
        let mut game = read(KNIGHTS);
        assert_eq!(game.write(), written);
        assert_eq!(game.uci_position(), format!("fen {written}"));
        game.play(game.read_move("Nc3").unwrap());
        assert_eq!(game.write(), format!("{written} | b1c3"));
        assert_eq!(game.uci_position(), format!("fen {written} b1c3"));
        let again = Chess::read(&game.write()).unwrap();
        assert_eq!(again.write(), game.write());
        game.play(game.read_move("d6").unwrap());
        assert_eq!(game.write(), game.fen());
        assert_eq!(game.uci_position(), format!("fen {}", game.fen()));
        assert_eq!(
            read("startpos moves e2e4").write(),
            plain(&read("startpos moves e4")).write()
        );
    }

    #[test]
    fn a_game_that_goes_on_is_one_game() {
        let whole = read(&format!("{KNIGHTS} b1c3 b8c6"));
        let half = read(KNIGHTS);
        let rest: Vec<Move> = ["b1c3", "b8c6"]
            .iter()
            .scan(half.clone(), |game, word| game.read_word(word).ok())
            .collect();
        assert_eq!(Chess::from_game(&half, &rest).write(), whole.write());
    }

    /// The knights are home for the second time; the third is a draw, in the game and after it.
    #[test]
    fn the_third_occurrence_is_a_draw() {
        let twice = read(KNIGHTS);
        assert_eq!(twice.outcome(), None);
        let third = read(&format!("{KNIGHTS} g1f3 g8f6 f3g1 f6g8"));
        assert_eq!(third.outcome(), Some(Outcome::Draw));
        let mut tried = twice;
        for word in ["b1c3", "b8c6", "c3b1"] {
            tried.read_word(word).unwrap();
            assert_eq!(tried.outcome(), None, "{word}");
        }
        tried.read_word("c6b8").unwrap();
        assert_eq!(tried.outcome(), Some(Outcome::Draw));
        // Nf3 has been on the board once: the second time is no draw.
        let second = read(&format!("{KNIGHTS} | g1f3"));
        assert_eq!(second.outcome(), None);
    }

    #[test]
    fn only_what_occurred_twice_is_part_of_the_identity() {
        let once = read("startpos moves e2e4 e7e5 g1f3 g8f6");
        assert_eq!(once.identity(), plain(&once).identity());
        assert_eq!(once.write(), once.fen());
        let mut twice = read(KNIGHTS);
        assert_ne!(twice.identity(), plain(&twice).identity());
        assert_eq!(twice.key, plain(&twice).key);
        // Another way to the same repetition is the same past.
        let other = read("startpos moves e2e4 e7e5 b1c3 b8c6 c3b1 c6b8");
        assert_eq!(other.identity(), twice.identity());
        twice.read_word("d2d4").unwrap();
        assert_eq!(twice.identity(), plain(&twice).identity());
    }

    #[test]
    fn a_position_with_a_past_conforms() {
        Kit::new(&read(KNIGHTS))
            .two_player()
            .keyed()
            .notation()
            .archived();
    }

    #[test]
    fn what_is_wrong_with_a_move_is_said() {
        for (text, why) in [
            (
                "startpos moves e2e5",
                "Move 1. cannot be played: 'e2e5' is not legal here",
            ),
            ("startpos moves e2e4 | e7e4", "Move 1... cannot be played"),
            ("nothing moves e2e4", "a FEN has 4 to 6 fields"),
        ] {
            let error = text.parse::<Chess>().unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
