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

#[cfg(test)]
mod tests {
    use gametree::{Game, Notation, Outcome};

    use super::*;

    /// The knights go out and home twice: the starting position for the third time.
    #[test]
    fn what_occurs_for_the_third_time_is_a_draw() {
        let start = crate::open("chess", &[]).unwrap().start();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for word in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2) {
            assert_eq!(position.outcome(), None);
            moves.push(position.read_move(word).unwrap());
            position = recall(&start, &moves).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::Draw));
        let nim = crate::open("nim:3,4,5", &[]).unwrap().start();
        assert!(recall(&nim, &[]).is_none());
    }
}
