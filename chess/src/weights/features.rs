//! What the evaluator counts: every feature has a number, and every number two weights.

use shakmaty::{Role, Square};

/// The weights of a feature in the middle game and in the endgame, in centipawns.
pub type Pair = [i16; 2];

/// A weight for everything that is counted.
pub type Weights = [Pair; COUNT];

/// A piece, by kind, without the king.
pub const MATERIAL: usize = 0;
/// A piece on a square, by kind and half-board square (files mirrored), seen by its owner.
pub const SQUARE: usize = MATERIAL + 5;
/// Squares that a knight, bishop, rook or queen can go to without being taken by a pawn.
pub const MOBILITY: usize = SQUARE + 6 * 32;
const MOBILITY_OFFSETS: [usize; 4] = [0, 9, 23, 38];
/// A passed pawn, by rank.
pub const PASSED: usize = MOBILITY + 66;
/// A passed pawn with nothing before it, by rank.
pub const PASSED_FREE: usize = PASSED + 8;
/// A passed pawn past the third rank, by the distance of its own king from the square before it.
pub const PASSED_KING: usize = PASSED_FREE + 8;
/// The same for the other king.
pub const PASSED_ENEMY: usize = PASSED_KING + 8;
/// A pawn defended by a pawn, by rank.
pub const DEFENDED: usize = PASSED_ENEMY + 8;
/// A pawn beside a pawn, by rank.
pub const BESIDE: usize = DEFENDED + 8;
/// A pawn without pawns on the files beside it.
pub const ISOLATED: usize = BESIDE + 8;
/// A pawn behind one of its own.
pub const DOUBLED: usize = ISOLATED + 1;
/// A pawn that its neighbours have left behind and that cannot safely step forward.
pub const BACKWARD: usize = DOUBLED + 1;
/// Two bishops.
pub const BISHOP_PAIR: usize = BACKWARD + 1;
/// A rook on a file without pawns.
pub const ROOK_OPEN: usize = BISHOP_PAIR + 1;
/// A rook on a file without own pawns.
pub const ROOK_HALF_OPEN: usize = ROOK_OPEN + 1;
/// A knight or bishop that a pawn defends in the other half, and no pawn can ever attack.
pub const OUTPOST: usize = ROOK_HALF_OPEN + 1;
/// Pawns before the king on its file and the next: one and two ranks away.
pub const SHIELD: usize = OUTPOST + 2;
/// Files at the king without own pawns.
pub const SHIELD_OPEN: usize = SHIELD + 2;
/// Squares at the enemy king that a knight, bishop, rook or queen attacks.
pub const STORM: usize = SHIELD_OPEN + 1;
/// How many pieces attack squares at the enemy king.
pub const ATTACKERS: usize = STORM + 4;
/// Attackers, where the queen is one.
pub const ATTACKERS_QUEEN: usize = ATTACKERS + 8;
/// A pawn attacks a knight, bishop, rook or queen.
pub const PAWN_THREAT: usize = ATTACKERS_QUEEN + 8;
/// A knight or bishop attacks a rook or queen.
pub const MINOR_THREAT: usize = PAWN_THREAT + 4;
/// A rook attacks a queen.
pub const ROOK_THREAT: usize = MINOR_THREAT + 2;
/// An enemy piece is attacked and not defended.
pub const HANGING: usize = ROOK_THREAT + 1;
/// Squares from which a knight, bishop, rook or queen could check and not be taken.
pub const SAFE_CHECK: usize = HANGING + 1;
/// Squares at the enemy king that are attacked, and guarded by the king alone.
pub const WEAK_SQUARE: usize = SAFE_CHECK + 4;
/// A pawn on a file at the enemy king, by rank.
pub const PAWN_STORM: usize = WEAK_SQUARE + 1;
/// A passed pawn that can run to its last rank and never be attacked on the way.
pub const PASSED_SAFE: usize = PAWN_STORM + 8;
/// A passed pawn with a rook or queen behind it.
pub const PASSED_BACKED: usize = PASSED_SAFE + 8;
/// Own pawns on the colour of a bishop.
pub const BISHOP_PAWNS: usize = PASSED_BACKED + 1;
/// A pawn that is attacked by a knight or bishop, a rook, or the king, and that no pawn defends.
pub const PAWN_ATTACKED: usize = BISHOP_PAWNS + 1;
/// Squares from which a pawn, after a safe step, would attack a piece.
pub const PUSH_THREAT: usize = PAWN_ATTACKED + 3;
/// Having the move.
pub const TEMPO: usize = PUSH_THREAT + 1;
/// How many there are.
pub const COUNT: usize = TEMPO + 1;

/// The feature of a piece on a square; `square` is its owner's, with their own side at the bottom.
#[inline]
pub fn on_square(role: Role, square: Square) -> usize {
    let file = u32::from(square.file());
    let half = file.min(7 - file);
    SQUARE + (role as usize - 1) * 32 + (u32::from(square.rank()) * 4 + half) as usize
}

/// The feature of this much mobility.
#[inline]
pub fn mobility(role: Role, squares: usize) -> usize {
    MOBILITY + MOBILITY_OFFSETS[role as usize - Role::Knight as usize] + squares
}
