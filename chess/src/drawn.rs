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
