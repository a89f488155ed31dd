//! Boards of chess and of kriegspiel.

use gametree::board::{Board, Drawn, Squares};
use gametree::{Game, Player};
use shakmaty::fen::Fen;
use shakmaty::{Color, Move, Position, Setup};

use crate::Chess;
use crate::kriegspiel::{Attempt, Kriegspiel};

impl Drawn for Chess {
    fn board_for(&self, _: Player) -> Option<Board> {
        let checked = self.inner().is_check();
        let king = checked.then(|| self.inner().board().king_of(self.color()));
        Some(Board::Chess {
            fen: self.fen(),
            check: king.flatten().map(|square| square.to_string()),
        })
    }

    /// Castling is the king's step; in Chess960 the king goes to its rook, for there the step may
    /// look like another move.
    fn squares(&self, m: Move) -> Squares {
        let uci = Chess::uci(self, m);
        let part = |from: usize, to: usize| {
            let part = uci.get(from..to).filter(|part| !part.is_empty());
            part.map(str::to_string)
        };
        Squares {
            from: part(0, 2),
            to: part(2, 4),
            promotion: part(4, uci.len()),
        }
    }
}

/// A player sees their own men; at the end everything.
impl Drawn for Kriegspiel {
    fn board_for(&self, viewer: Player) -> Option<Board> {
        if self.outcome().is_some() {
            return self.truth().board_for(viewer);
        }
        let color = Color::from_white(viewer == Player::FIRST);
        let truth = self.truth().inner();
        let own = truth.board().by_color(color);
        let mut shown = Setup {
            board: truth.board().clone(),
            turn: truth.turn(),
            ..Setup::empty()
        };
        for square in truth.board().occupied() & !own {
            shown.board.discard_piece_at(square);
        }
        let checked = truth.is_check() && truth.turn() == color;
        let king = checked.then(|| truth.board().king_of(color));
        Some(Board::Chess {
            fen: Fen::try_from_setup(shown).ok()?.to_string(),
            check: king.flatten().map(|square| square.to_string()),
        })
    }

    fn squares(&self, m: Attempt) -> Squares {
        let letter = |role: shakmaty::Role| role.char().to_string();
        Squares {
            from: Some(m.from.to_string()),
            to: Some(m.to.to_string()),
            promotion: m.promotion.map(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Notation, Persistent};

    use super::*;

    fn read(fen: &str) -> Chess {
        fen.parse().unwrap()
    }

    #[test]
    fn moves_have_squares_and_numbers() {
        let position = read("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
        let castling = position.read_move("O-O").unwrap();
        let squares = position.squares(castling);
        assert_eq!(
            (squares.from.as_deref(), squares.to.as_deref()),
            (Some("e1"), Some("g1"))
        );
        assert_eq!(position.number(), "4.");
        assert_eq!(position.after(castling).number(), "4...");
        let pawn = read("7k/P7/8/8/8/8/8/7K w - - 0 1");
        let promotion = pawn.read_move("a8=Q").unwrap();
        let queen = pawn.squares(promotion);
        assert_eq!(
            (queen.to.as_deref(), queen.promotion.as_deref()),
            (Some("a8"), Some("q"))
        );
        let after = pawn.after(promotion);
        let check = Board::Chess {
            fen: after.fen(),
            check: Some("h8".into()),
        };
        assert_eq!(after.board(), Some(check));
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
    fn in_kriegspiel_only_the_own_men_are_seen() {
        let mut game = Kriegspiel::new();
        game.play(game.read_move("e2e4").unwrap());
        let fen = |viewer| match game.board_for(viewer) {
            Some(Board::Chess { fen, .. }) => fen,
            other => panic!("{other:?}"),
        };
        let white = fen(Player::FIRST);
        assert!(
            white.starts_with("8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"),
            "{white}"
        );
        let black = fen(Player::SECOND);
        assert!(
            black.starts_with("rnbqkbnr/pppppppp/8/8/8/8/8/8 b"),
            "{black}"
        );
    }
}
