//! A game of a match, position by position, to be looked at.

use gametree::board::{Board, Drawn, Squares};
use gametree::{Game, Notation, Player};
use gametree_arena::GameRecord;

use crate::error::CatalogError;
use crate::game::AnyGame;

/// A position of a game, and the move that led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The move; none at the start.
    pub played: Option<String>,
    /// Its squares.
    pub squares: Option<Squares>,
    /// Whose turn it is now.
    pub turn: Player,
    /// The board; none where the game has none.
    pub board: Option<Board>,
    /// The position as text.
    pub text: String,
}

/// The positions of a game, from the opening on.
///
/// # Errors
/// The record is not one of this game.
pub fn replay(game: &AnyGame, record: &GameRecord) -> Result<Vec<Step>, CatalogError> {
    let opening = Some(record.opening.as_str()).filter(|opening| !opening.is_empty());
    let mut position = game.position(opening)?;
    let step = |position: &crate::knowledge::Position| Step {
        played: None,
        squares: None,
        turn: position.turn(),
        board: position.board_for(position.turn()),
        text: game.board(position, position.turn()),
    };
    let mut steps = vec![step(&position)];
    for word in &record.moves {
        let m = position.read_move(word).ok_or_else(|| {
            CatalogError::failed(format!("'{word}' is not a move of {} here", game.name()))
        })?;
        let squares = position.squares(m);
        position.play(m);
        steps.push(Step {
            played: Some(word.clone()),
            squares: Some(squares),
            ..step(&position)
        });
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree_arena::{Points, Reason, Side, Spent};

    fn record(opening: &str, moves: &[&str]) -> GameRecord {
        GameRecord {
            number: 0,
            opening: opening.into(),
            first: Side::A,
            moves: moves.iter().map(|word| word.to_string()).collect(),
            result: Points::Draw,
            reason: Reason::Rules,
            a: Spent::default(),
            b: Spent::default(),
            margin: None,
            stats: Vec::new(),
        }
    }

    #[test]
    fn every_position_has_its_board_and_move() {
        let game = crate::open("chess", &[]).unwrap();
        let steps = replay(&game, &record("e4 e5", &["Nf3", "Nc6"])).unwrap();
        assert_eq!(steps.len(), 3);
        let squares = steps[1].squares.as_ref().unwrap();
        assert_eq!(squares.from.as_deref(), Some("g1"));
        assert_eq!(steps[2].played.as_deref(), Some("Nc6"));
        let Some(Board::Chess { fen, .. }) = &steps[0].board else {
            panic!("{:?}", steps[0].board);
        };
        assert!(fen.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3"), "{fen}");
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(replay(&game, &record(fen, &["O-O"])).unwrap().len(), 2);
        assert!(replay(&game, &record("", &["Ke2"])).is_err());
        let nim = crate::open("nim:3,4,5", &[]).unwrap();
        assert_eq!(replay(&nim, &record("", &[])).unwrap().len(), 1);
    }
}
