//! What a position is worth at a glance, all men seen.

use gametree::{PayoffEvaluator, Payoffs, Player};
use shakmaty::{Bitboard, Board, Color, Position, Role, Square};

use super::Kriegspiel;

/// Material in pawns, pawns the dearer the further they are, squashed by tanh; and where one side
/// is ahead, how far the other king is driven. It fades where nothing is taken and no pawn moves,
/// for such games are drawn. At most 0.9: enough less than mate that a search with a great
/// advantage still looks for it.
///
/// ```text
///   0.7 tanh(pawns / 8):   a pawn 0.09    a rook 0.39    a queen 0.57    a queen and a rook 0.66
///   a lone king in the corner, the other one beside it: 0.19 more
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// What all material in the world is worth, and this many pawns tanh 1 of it.
const MOST: f64 = 0.7;
const SCALE: f64 = 8.0;
/// An advantage fades with the clock of the fifty moves, and would be gone after this many plies.
const FADES: f64 = 200.0;

impl PayoffEvaluator<Kriegspiel> for Material {
    fn expected_payoff(&self, position: &Kriegspiel, player: Player) -> f64 {
        if position.word().end.is_some() {
            return position.payoff(player);
        }
        let board = position.truth().inner().board();
        let ahead = worth(board, Color::White) - worth(board, Color::Black);
        let fresh = 1.0 - f64::from(position.truth().inner().halfmoves()) / FADES;
        let white = fresh * (MOST * (ahead / SCALE).tanh() + driven(board, ahead));
        if player == Player::FIRST {
            white
        } else {
            -white
        }
    }
}

fn worth(board: &Board, color: Color) -> f64 {
    let own = board.by_color(color);
    let count = |squares: Bitboard| (squares & own).count() as f64;
    let steps = |pawn: Square| color.relative_rank(pawn.rank()) as i32 - 1;
    let advanced: i32 = (board.pawns() & own)
        .into_iter()
        .map(|pawn| steps(pawn).pow(2))
        .sum();
    let centre = count(Bitboard::CENTER & !board.kings());
    let officers = count(board.by_role(Role::Knight)) * 3.0
        + count(board.by_role(Role::Bishop)) * 3.2
        + count(board.by_role(Role::Rook)) * 5.0
        + count(board.by_role(Role::Queen)) * 9.0;
    officers + count(board.pawns()) + 0.04 * f64::from(advanced) + 0.1 * centre
}

/// For the side that is ahead: the other king far from the centre, the kings near each other.
fn driven(board: &Board, ahead: f64) -> f64 {
    if ahead.abs() < 2.0 {
        return 0.0;
    }
    let loser = if ahead > 0.0 {
        Color::Black
    } else {
        Color::White
    };
    let (Some(hunted), Some(hunter)) = (board.king_of(loser), board.king_of(!loser)) else {
        return 0.0;
    };
    let off = |at: i32| (2 * at - 7).abs() / 2;
    let edge = off(hunted.file() as i32) + off(hunted.rank() as i32);
    let near = 7 - hunted.distance(hunter) as i32;
    ahead.signum() * (0.02 * f64::from(edge) + 0.012 * f64::from(near))
}
