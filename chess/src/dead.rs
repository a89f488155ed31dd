//! Dead positions: no sequence of legal moves mates (FIDE 5.2.2). Then the game is a draw.
//!
//! What is said here is true, but not all that is true is said: too little material, and walls of
//! pawns that no king can pass. (All dead positions are found by Ambrona 2022, at a price.)

use shakmaty::{Bitboard, Color, Position, attacks};

/// Whether the position is dead for one of the two reasons.
pub(crate) fn is_dead(position: &shakmaty::Chess) -> bool {
    position.is_insufficient_material() || is_walled(position)
}

/// Whether only kings and pawns are left, no pawn can ever move or take, and no king can ever take
/// a pawn. Then nothing but the kings moves for ever, and kings alone give no check.
fn is_walled(position: &shakmaty::Chess) -> bool {
    let board = position.board();
    if (board.kings() | board.pawns()) != board.occupied() {
        return false;
    }
    let white = board.pawns() & board.white();
    let black = board.pawns() & board.black();
    // Every pawn has one of the other side right ahead: most positions end here.
    if Bitboard(white.0 << 8) != black {
        return false;
    }
    let takes = |color: Color, victims: Bitboard| (pawn_attacks(position, color) & victims).any();
    !takes(Color::White, black)
        && !takes(Color::Black, white)
        && position.legal_ep_square().is_none()
        && Color::ALL
            .into_iter()
            .all(|color| !king_takes(position, color))
}

/// The squares that the pawns of a side attack.
fn pawn_attacks(position: &shakmaty::Chess, color: Color) -> Bitboard {
    let pawns = position.board().pawns() & position.board().by_color(color);
    let attacked = pawns
        .into_iter()
        .map(|pawn| attacks::pawn_attacks(color, pawn));
    attacked.fold(Bitboard::EMPTY, |all, some| all | some)
}

/// Whether a king can get to a pawn that no pawn guards, if the other king does not hinder it.
fn king_takes(position: &shakmaty::Chess, color: Color) -> bool {
    let board = position.board();
    let guarded = pawn_attacks(position, !color);
    let own = board.pawns() & board.by_color(color);
    let Some(king) = board.king_of(color) else {
        return false;
    };
    let mut reached = Bitboard::from_square(king);
    loop {
        let steps = reached
            .into_iter()
            .fold(reached, |all, square| all | attacks::king_attacks(square));
        let next = reached | (steps & !guarded & !own);
        if (next & board.pawns()).any() {
            return true;
        }
        if next == reached {
            return false;
        }
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gametree::rng::Rng;
    use gametree::{Game, Keyed};
    use shakmaty::{CastlingMode, File, FromSetup, Rank, Role, Setup, Square};

    use super::*;
    use crate::Chess;

    fn dead(fen: &str) -> bool {
        is_dead(fen.parse::<Chess>().unwrap().inner())
    }

    #[test]
    fn too_little_material_is_dead() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KB2 b - - 0 1",
            "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "4kb2/8/8/8/8/4B3/8/2B1K3 w - - 0 1",
        ] {
            assert!(dead(fen), "{fen}");
        }
        for fen in [
            "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
            "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "4kn2/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "4kn2/8/8/8/8/8/8/2N1K3 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
        ] {
            assert!(!dead(fen), "{fen}");
        }
    }

    #[test]
    fn a_wall_that_no_king_passes_is_dead() {
        assert!(dead("8/3k4/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/3K4/8 w - - 0 1"));
        // The same wall, but a piece is left, a pawn is missing, or a king is past it.
        for fen in [
            "8/3k4/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/3K4/7B w - - 0 1",
            "8/3k4/8/p1p1p1p1/PpPp1pPp/1P1P1P1P/3K4/8 w - - 0 1",
            "8/3k4/8/p1p1p3/PpPpP2p/1P1P3P/3K4/8 w - - 0 1",
            "8/3K4/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/3k4/8 w - - 0 1",
        ] {
            assert!(!dead(fen), "{fen}");
        }
    }

    /// Whether kings that walk wherever they may are the only thing that ever moves.
    fn only_kings_ever_move(start: &Chess) -> bool {
        let mut seen = HashSet::from([start.key()]);
        let mut open = vec![start.clone()];
        while let Some(position) = open.pop() {
            for m in position.inner().legal_moves() {
                let after = position.after(m);
                if m.is_zeroing() || after.inner().is_check() {
                    return false;
                }
                if seen.insert(after.key()) {
                    open.push(after);
                }
            }
        }
        true
    }

    /// Pairs of pawns that face each other on some files, and kings anywhere.
    fn random_wall(rng: &mut Rng) -> Option<Chess> {
        let mut setup = Setup::empty();
        for file in File::ALL {
            let rank = Rank::new(1 + rng.below(6) as u32);
            if rng.below(8) > 0 && rank < Rank::Seventh {
                let square = Square::from_coords(file, rank);
                setup
                    .board
                    .set_piece_at(square, Role::Pawn.of(Color::White));
                let ahead = Square::new(square.to_u32() + 8);
                setup.board.set_piece_at(ahead, Role::Pawn.of(Color::Black));
            }
        }
        for color in Color::ALL {
            let square = Square::new(rng.below(64) as u32);
            setup.board.set_piece_at(square, Role::King.of(color));
        }
        let position = shakmaty::Chess::from_setup(setup, CastlingMode::Standard).ok()?;
        (!position.is_check()).then(|| Chess::from_position(position))
    }

    #[test]
    fn every_wall_that_is_called_dead_is() {
        let mut rng = Rng::new(5);
        let [mut called, mut missed, mut open] = [0; 3];
        for position in (0..20_000).filter_map(|_| random_wall(&mut rng)) {
            let walled = is_walled(position.inner());
            let true_wall = only_kings_ever_move(&position);
            assert!(true_wall || !walled, "{}", position.fen());
            called += u32::from(walled);
            missed += u32::from(true_wall && !walled);
            open += u32::from(!true_wall);
        }
        assert!(called > 20 && open > 1000, "{called} {missed} {open}");
        println!("{called} walls, {missed} missed, {open} open");
    }
}
