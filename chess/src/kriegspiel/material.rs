//! What a position is worth at a glance, all men seen.

use gametree::{Payoffs, Player, Prospect};
use shakmaty::{Bitboard, Board, Color, Position, Role, Square};

use super::Kriegspiel;

/// Material in pawns, pawns the dearer the further they are, kings driven to the edge where one side is ahead; squashed
/// to (−1, 1) by tanh.
///
/// ```text
///   a pawn ahead 0.16    a rook 0.68    a queen 0.91    a queen and a rook 0.98    (before the kings count)
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// So many pawns are worth tanh 1.
const SCALE: f64 = 6.0;

impl Prospect<Kriegspiel> for Material {
    fn prospect(&self, position: &Kriegspiel, player: Player) -> f64 {
        if position.word().end.is_some() {
            return position.payoff(player);
        }
        let board = position.truth().inner().board();
        let ahead = worth(board, Color::White) - worth(board, Color::Black);
        let white = ((ahead + driven(board, ahead)) / SCALE).tanh();
        if player == Player::FIRST { white } else { -white }
    }
}

fn worth(board: &Board, color: Color) -> f64 {
    let own = board.by_color(color);
    let count = |squares: Bitboard| (squares & own).count() as f64;
    let steps = |pawn: Square| color.relative_rank(pawn.rank()) as i32 - 1;
    let advanced: i32 = (board.pawns() & own).into_iter().map(|pawn| steps(pawn).pow(2)).sum();
    let centre = count(Bitboard::CENTER & !board.kings());
    let officers = count(board.by_role(Role::Knight)) * 3.0
        + count(board.by_role(Role::Bishop)) * 3.2
        + count(board.by_role(Role::Rook)) * 5.0
        + count(board.by_role(Role::Queen)) * 9.0;
    officers + count(board.pawns()) + 0.04 * f64::from(advanced) + 0.1 * centre
}

/// A bonus for the side that is ahead: the other king far from the centre, the kings near each other.
fn driven(board: &Board, ahead: f64) -> f64 {
    if ahead.abs() < 2.0 {
        return 0.0;
    }
    let loser = if ahead > 0.0 { Color::Black } else { Color::White };
    let (Some(hunted), Some(hunter)) = (board.king_of(loser), board.king_of(!loser)) else { return 0.0 };
    let off = |at: i32| (2 * at - 7).abs() / 2;
    let edge = off(hunted.file() as i32) + off(hunted.rank() as i32);
    let near = 7 - hunted.distance(hunter) as i32;
    ahead.signum() * (0.15 * f64::from(edge) + 0.08 * f64::from(near))
}
