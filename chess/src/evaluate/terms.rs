//! The counting: one walk over the board, for an evaluator that sums or a tuner that takes notes.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::view::{Attacks, Tally, View, sign};
use crate::masks;
use crate::weights::features as f;

/// Counts everything on a board.
#[inline]
pub fn count(board: &Board, turn: Color, tally: &mut impl Tally) {
    let (white, black) = (
        View::new(board, Color::White),
        View::new(board, Color::Black),
    );
    let attacks = [pieces(&white, tally), pieces(&black, tally)];
    for view in [&white, &black] {
        super::pawns::count(view, tally);
        king(view, tally);
    }
    let [white_attacks, black_attacks] = &attacks;
    for (view, own, other) in [
        (&white, white_attacks, black_attacks),
        (&black, black_attacks, white_attacks),
    ] {
        threats(view, own, other, tally);
        super::danger::count(view, own, other, tally);
        super::pawns::count_passed(view, own, other, tally);
    }
    tally.add(f::TEMPO, sign(turn));
}

/// Knights, bishops, rooks and queens: where they stand, where they can go, and what they attack.
#[inline]
fn pieces(view: &View<'_>, tally: &mut impl Tally) -> Attacks {
    let occupied = view.board.occupied();
    let free = !(view.pawns | view.enemy_pawn_attacks) & !Bitboard::from_square(view.king);
    let zone = masks::king_zone(!view.color, view.enemy_king);
    let scene = Scene {
        view,
        free,
        zone: zone & !view.enemy_pawn_attacks,
    };
    // Sliders look through their own like. Written out, each kind is compiled for itself.
    let queens = view.of(Role::Queen);
    let behind_queens = occupied ^ queens;
    let behind_majors = behind_queens ^ view.of(Role::Rook);
    let knights = reached(Role::Knight, &scene, tally, knight_attacks);
    let bishops = reached(Role::Bishop, &scene, tally, |square| {
        bishop_attacks(square, behind_queens)
    });
    let rooks = reached(Role::Rook, &scene, tally, |square| {
        rook_attacks(square, behind_majors)
    });
    let queen = reached(Role::Queen, &scene, tally, |square| {
        queen_attacks(square, occupied)
    });
    let attackers = knights.attackers + bishops.attackers + rooks.attackers + queen.attackers;
    tally.add(
        if queens.any() {
            f::ATTACKERS_QUEEN
        } else {
            f::ATTACKERS
        } + attackers.min(7),
        view.sign,
    );
    extras(view, tally);
    let minors = knights.squares | bishops.squares;
    let by_pieces = minors | rooks.squares | queen.squares;
    let but_king = by_pieces | view.pawn_attacks;
    Attacks {
        all: but_king | king_attacks(view.king),
        but_king,
        minors,
        knights: knights.squares,
        bishops: bishops.squares,
        rooks: rooks.squares,
        queens: queen.squares,
    }
}

/// What matters to all pieces of a side.
struct Scene<'v, 'b> {
    view: &'v View<'b>,
    /// Squares that they can go to without being taken by a pawn.
    free: Bitboard,
    /// Squares at the enemy king that no pawn guards.
    zone: Bitboard,
}

/// What the pieces of one kind attack.
struct Reached {
    squares: Bitboard,
    /// How many of them attack squares at the enemy king.
    attackers: usize,
}

/// The pieces of one kind, whose attacks are given.
#[inline(always)]
fn reached(
    role: Role,
    scene: &Scene<'_, '_>,
    tally: &mut impl Tally,
    attacks: impl Fn(Square) -> Bitboard,
) -> Reached {
    let view = scene.view;
    let mut all = Reached {
        squares: Bitboard::EMPTY,
        attackers: 0,
    };
    for square in view.of(role) {
        view.place(role, square, tally);
        let reach = attacks(square);
        all.squares |= reach;
        tally.add(f::mobility(role, (reach & scene.free).count()), view.sign);
        let near = (reach & scene.zone).count();
        if near > 0 {
            all.attackers += 1;
            tally.add(
                f::STORM + role as usize - Role::Knight as usize,
                view.sign * near as i32,
            );
        }
    }
    all
}

/// The bishop pair, rooks on open files, outposts.
#[inline]
fn extras(view: &View<'_>, tally: &mut impl Tally) {
    if view.of(Role::Bishop).more_than_one() {
        tally.add(f::BISHOP_PAIR, view.sign);
    }
    for square in view.of(Role::Bishop) {
        let shade = masks::shade(square);
        let count = (view.pawns & shade).count() as i32;
        tally.add(f::BISHOP_PAWNS, view.sign * count);
    }
    for square in view.of(Role::Rook) {
        let file = Bitboard::from_file(square.file());
        if (file & view.pawns).is_empty() {
            let open = (file & view.enemy_pawns).is_empty();
            tally.add(
                if open {
                    f::ROOK_OPEN
                } else {
                    f::ROOK_HALF_OPEN
                },
                view.sign,
            );
        }
    }
    let held = view.pawn_attacks & masks::far_half(view.color);
    for (number, role) in [Role::Knight, Role::Bishop].into_iter().enumerate() {
        for square in view.of(role) & held {
            if (masks::attackers_to_come(view.color, square) & view.enemy_pawns).is_empty() {
                tally.add(f::OUTPOST + number, view.sign);
            }
        }
    }
}

/// The king's place and its shield.
#[inline]
fn king(view: &View<'_>, tally: &mut impl Tally) {
    view.place(Role::King, view.king, tally);
    let files = masks::beside(view.king) | Bitboard::from_file(view.king.file());
    for step in 0..2 {
        let pawns = masks::rank_before(view.color, view.king, step + 1) & files & view.pawns;
        tally.add(f::SHIELD + step as usize, view.sign * pawns.count() as i32);
    }
    let open = (files & Bitboard(0xff) & !masks::files_of(view.pawns)).count();
    tally.add(f::SHIELD_OPEN, view.sign * open as i32);
}

/// What is attacked by something cheaper, or by anything and not defended.
#[inline]
fn threats(view: &View<'_>, own: &Attacks, other: &Attacks, tally: &mut impl Tally) {
    let enemy = |role: Role| view.board.by_role(role) & !view.own;
    let mut add = |feature: usize, squares: Bitboard| {
        if squares.any() {
            tally.add(feature, view.sign * squares.count() as i32);
        }
    };
    for (number, role) in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .enumerate()
    {
        add(f::PAWN_THREAT + number, enemy(role) & view.pawn_attacks);
    }
    add(f::MINOR_THREAT, enemy(Role::Rook) & own.minors);
    add(f::MINOR_THREAT + 1, enemy(Role::Queen) & own.minors);
    add(f::ROOK_THREAT, enemy(Role::Queen) & own.rooks);
    let others = view.board.occupied() & !view.own & !Bitboard::from_square(view.enemy_king);
    add(f::HANGING, others & own.all & !other.all);
    let pawns = view.enemy_pawns & !view.enemy_pawn_attacks;
    add(f::PAWN_ATTACKED, pawns & own.minors);
    add(f::PAWN_ATTACKED + 1, pawns & own.rooks);
    add(f::PAWN_ATTACKED + 2, pawns & king_attacks(view.king));
    let steps = masks::one_ahead(view.color, view.pawns) & !view.board.occupied();
    let safe = steps & !view.enemy_pawn_attacks & (own.all | !other.all);
    let pushed = masks::pawn_attacks(view.color, safe) & !view.pawn_attacks;
    add(f::PUSH_THREAT, others & !view.enemy_pawns & pushed);
}
