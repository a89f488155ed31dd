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
