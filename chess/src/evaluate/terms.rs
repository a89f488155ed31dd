//! The counting: one walk over the board, for an evaluator that sums or a tuner that takes notes.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::features as f;
use super::masks;

/// Takes what is counted: positive for White, negative for Black.
pub trait Tally {
    /// This many times this feature.
    fn add(&mut self, feature: usize, count: i32);
}

/// Counts everything on a board.
#[inline]
pub fn count(board: &Board, turn: Color, tally: &mut impl Tally) {
    let (white, black) = (
        View::new(board, Color::White),
        View::new(board, Color::Black),
    );
    let attacks = [pieces(&white, tally), pieces(&black, tally)];
    for view in [&white, &black] {
        pawns(view, tally);
        king(view, tally);
    }
    threats(&white, &attacks[0], &attacks[1], tally);
    threats(&black, &attacks[1], &attacks[0], tally);
    tally.add(f::TEMPO, sign(turn));
}

#[inline]
fn sign(color: Color) -> i32 {
    if color.is_white() { 1 } else { -1 }
}

/// The board as one side sees it.
struct View<'b> {
    board: &'b Board,
    color: Color,
    sign: i32,
    own: Bitboard,
    pawns: Bitboard,
    enemy_pawns: Bitboard,
    pawn_attacks: Bitboard,
    enemy_pawn_attacks: Bitboard,
    king: Square,
    enemy_king: Square,
}

/// What a side's pieces attack.
struct Attacks {
    all: Bitboard,
    minors: Bitboard,
    rooks: Bitboard,
}

impl<'b> View<'b> {
    #[inline]
    fn new(board: &'b Board, color: Color) -> View<'b> {
        let own = board.by_color(color);
        let other = board.by_color(!color);
        let (pawns, enemy_pawns) = (board.pawns() & own, board.pawns() & other);
        View {
            board,
            color,
            sign: sign(color),
            own,
            pawns,
            enemy_pawns,
            pawn_attacks: masks::pawn_attacks(color, pawns),
            enemy_pawn_attacks: masks::pawn_attacks(!color, enemy_pawns),
            king: board.king_of(color).unwrap_or(Square::E1),
            enemy_king: board.king_of(!color).unwrap_or(Square::E8),
        }
    }

    /// The square with the side's own camp at the bottom.
    #[inline]
    fn relative(&self, square: Square) -> Square {
        if self.color.is_white() {
            square
        } else {
            square.flip_vertical()
        }
    }

    #[inline]
    fn rank(&self, square: Square) -> usize {
        u32::from(self.relative(square).rank()) as usize
    }

    #[inline]
    fn of(&self, role: Role) -> Bitboard {
        self.board.by_role(role) & self.own
    }

    #[inline]
    fn place(&self, role: Role, square: Square, tally: &mut impl Tally) {
        tally.add(f::MATERIAL + role as usize - 1, self.sign);
        tally.add(f::on_square(role, self.relative(square)), self.sign);
    }
}

/// Knights, bishops, rooks and queens: where they stand, where they can go, and what they attack.
#[inline]
fn pieces(view: &View<'_>, tally: &mut impl Tally) -> Attacks {
    let occupied = view.board.occupied();
    let free = !(view.pawns | view.enemy_pawn_attacks) & !Bitboard::from_square(view.king);
    let zone = masks::king_zone(!view.color, view.enemy_king);
    let mut attacks = Attacks {
        all: view.pawn_attacks | king_attacks(view.king),
        minors: Bitboard::EMPTY,
        rooks: Bitboard::EMPTY,
    };
    let mut attackers = 0;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in view.of(role) {
            view.place(role, square, tally);
            let reach = reach(view, role, square, occupied);
            match role {
                Role::Rook => attacks.rooks |= reach,
                Role::Queen => {}
                _ => attacks.minors |= reach,
            }
            attacks.all |= reach;
            tally.add(f::mobility(role, (reach & free).count()), view.sign);
            let near = (reach & zone & !view.enemy_pawn_attacks).count();
            if near > 0 {
                attackers += 1;
                tally.add(
                    f::STORM + role as usize - Role::Knight as usize,
                    view.sign * near as i32,
                );
            }
        }
    }
    let queen = view.of(Role::Queen).any();
    tally.add(
        if queen {
            f::ATTACKERS_QUEEN
        } else {
            f::ATTACKERS
        } + attackers.min(7),
        view.sign,
    );
    extras(view, tally);
    attacks
}

/// What a piece attacks; sliders look through their own like.
#[inline]
fn reach(view: &View<'_>, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => knight_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied ^ view.of(Role::Queen)),
        Role::Rook => rook_attacks(
            square,
            occupied ^ (view.of(Role::Rook) | view.of(Role::Queen)),
        ),
        _ => queen_attacks(square, occupied),
    }
}

/// The bishop pair, rooks on open files, outposts.
#[inline]
fn extras(view: &View<'_>, tally: &mut impl Tally) {
    if view.of(Role::Bishop).more_than_one() {
        tally.add(f::BISHOP_PAIR, view.sign);
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

/// Pawns, one by one.
#[inline]
fn pawns(view: &View<'_>, tally: &mut impl Tally) {
    for square in view.pawns {
        view.place(Role::Pawn, square, tally);
        let rank = view.rank(square);
        let beside = masks::beside(square);
        if view.pawn_attacks.contains(square) {
            tally.add(f::DEFENDED + rank, view.sign);
        }
        if (beside & Bitboard::from_rank(square.rank()) & view.pawns).any() {
            tally.add(f::BESIDE + rank, view.sign);
        }
        if (masks::ahead(view.color, square) & view.pawns).any() {
            tally.add(f::DOUBLED, view.sign);
        }
        if (beside & view.pawns).is_empty() {
            tally.add(f::ISOLATED, view.sign);
        } else if is_backward(view, square) {
            tally.add(f::BACKWARD, view.sign);
        }
        let in_its_way =
            masks::ahead(view.color, square) | masks::attackers_to_come(view.color, square);
        if (in_its_way & view.enemy_pawns).is_empty() {
            passed(view, square, tally);
        }
    }
}

#[inline]
fn is_backward(view: &View<'_>, square: Square) -> bool {
    let behind = masks::beside(square) & !masks::attackers_to_come(view.color, square);
    let stop = masks::ahead_one(view.color, square);
    (behind & view.pawns).is_empty() && (stop & view.enemy_pawn_attacks).any()
}

#[inline]
fn passed(view: &View<'_>, square: Square, tally: &mut impl Tally) {
    let rank = view.rank(square);
    tally.add(f::PASSED + rank, view.sign);
    if (masks::ahead_one(view.color, square) & view.board.occupied()).is_empty() {
        tally.add(f::PASSED_FREE + rank, view.sign);
    }
    if let Some(stop) = masks::ahead_one(view.color, square).first()
        && rank >= 3
    {
        tally.add(
            f::PASSED_KING + view.king.distance(stop) as usize,
            view.sign,
        );
        tally.add(
            f::PASSED_ENEMY + view.enemy_king.distance(stop) as usize,
            view.sign,
        );
    }
}

/// The king's place and its shield.
#[inline]
fn king(view: &View<'_>, tally: &mut impl Tally) {
    tally.add(
        f::on_square(Role::King, view.relative(view.king)),
        view.sign,
    );
    let files = masks::beside(view.king) | Bitboard::from_file(view.king.file());
    for step in 0..2 {
        let pawns = masks::rank_before(view.color, view.king, step + 1) & files & view.pawns;
        tally.add(f::SHIELD + step as usize, view.sign * pawns.count() as i32);
    }
    let file = u32::from(view.king.file());
    let near = file.saturating_sub(1)..=(file + 1).min(7);
    let open = near
        .filter(|&file| (masks::file(file) & view.pawns).is_empty())
        .count();
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
}
