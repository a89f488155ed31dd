//! What a game so far adds to a position.

use gametree::erased::ErasedMove;
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;

use crate::knowledge::Position;

/// The position of a chess game after its moves: what has occurred twice is a draw when it occurs
/// again. `None` for other games, where a position alone says everything.
pub fn recall(start: &Position, moves: &[ErasedMove]) -> Option<Position> {
    let chess: &Chess = start.downcast_ref()?;
    let moves: Vec<Move> = moves.iter().map(|m| m.typed::<Chess>()).collect();
    start.with_position(Chess::from_game(chess, &moves))
}
