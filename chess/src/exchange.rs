//! Static exchange evaluation: what a capture wins when both sides go on taking on the same square
//! with the cheapest piece, and stop when they please.

use shakmaty::{Bitboard, Board, Color, Move, Position, Role, Square, attacks};

/// What a piece is worth in an exchange, in centipawns.
#[must_use]
pub fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 325,
        Role::Rook => 500,
        Role::Queen => 975,
        Role::King => 10_000,
    }
}

/// What a legal move wins or loses on its square, in centipawns. Pins are not seen.
///
/// ```
/// use gametree_chess::{Chess, exchange::exchange};
/// let game: Chess = "4k3/2p5/3p4/8/8/3R4/8/3RK3 w - - 0 1".parse().unwrap();
/// let takes = game.from_uci("d3d6").unwrap();
/// assert_eq!(exchange(game.inner(), takes), 100 - 500 + 100);
/// ```
#[must_use]
pub fn exchange(position: &shakmaty::Chess, m: Move) -> i32 {
    let (Move::Normal { from, to, .. } | Move::EnPassant { from, to }) = m else {
        return 0;
    };
    let board = position.board();
    let mut occupied = board.occupied().without(from);
    if m.is_en_passant() {
        occupied = occupied.without(Square::from_coords(to.file(), from.rank()));
    }
    let promoted = m
        .promotion()
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    let first = m.capture().map_or(0, worth) + promoted;
    let on_square = m.promotion().unwrap_or(m.role());
    first - reply(board, !position.turn(), (to, occupied), on_square)
}

/// Whether a legal move wins at least so much on its square: as [`exchange`] says, but found out
/// sooner, for the exchange is followed only while it matters.
///
/// ```
/// use gametree_chess::{Chess, exchange::wins};
/// let game: Chess = "4k3/2p5/3p4/8/8/3R4/8/3RK3 w - - 0 1".parse().unwrap();
/// let takes = game.from_uci("d3d6").unwrap();
/// assert!(wins(game.inner(), takes, -300) && !wins(game.inner(), takes, -299));
/// ```
#[must_use]
pub fn wins(position: &shakmaty::Chess, m: Move, points: i32) -> bool {
    let (Move::Normal { from, to, .. } | Move::EnPassant { from, to }) = m else {
        return points <= 0;
    };
    let promoted = m
        .promotion()
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    // What the mover would have beyond the mark if nobody took back.
    let won = m.capture().map_or(0, worth) + promoted - points;
    if won < 0 {
        return false;
    }
    // What the other side lacks after taking back, if that is all.
    let on_square = m.promotion().unwrap_or(m.role());
    let lacking = won - worth(on_square);
    if lacking >= 0 {
        return true;
    }
    let board = position.board();
    let mut occupied = board.occupied().without(from);
    if m.is_en_passant() {
        occupied = occupied.without(Square::from_coords(to.file(), from.rank()));
    }
    let square = Contested {
        board,
        to,
        occupied,
    };
    square.holds(position.turn(), -lacking)
}

/// A square that both sides fight for.
struct Contested<'b> {
    board: &'b Board,
    to: Square,
    /// What is still on the board.
    occupied: Bitboard,
}

impl Contested<'_> {
    /// Whether a side stays at its mark, where the other may take next and, unless it is taken back,
    /// is ahead by this much.
    fn holds(mut self, side: Color, mut ahead: i32) -> bool {
        let board = self.board;
        let mut attackers = board.attacks_to(self.to, Color::White, self.occupied)
            | board.attacks_to(self.to, Color::Black, self.occupied);
        let mut taker = !side;
        loop {
            attackers &= self.occupied;
            let own = attackers & board.by_color(taker);
            let Some((from, role)) = cheapest_of(board, own) else {
                return taker != side;
            };
            let is_guarded = (attackers & board.by_color(!taker)).any();
            if role == Role::King && is_guarded {
                return taker != side;
            }
            // Who is no longer ahead when this piece is lost will not be helped by taking on.
            ahead = worth(role) - ahead;
            if ahead < i32::from(taker == side) {
                return taker == side;
            }
            self.occupied = self.occupied.without(from);
            attackers |= self.behind(role);
            taker = !taker;
        }
    }

    /// The sliders that may see the square now that a piece of this kind has left its place.
    #[inline]
    fn behind(&self, role: Role) -> Bitboard {
        let (board, occupied) = (self.board, self.occupied);
        let mut sliders = Bitboard::EMPTY;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            sliders |= attacks::bishop_attacks(self.to, occupied) & board.bishops_and_queens();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            sliders |= attacks::rook_attacks(self.to, occupied) & board.rooks_and_queens();
        }
        sliders
    }
}

/// What the other side wins by taking the piece on a square, at least nothing: taking is not
/// compulsory.
fn reply(board: &Board, side: Color, (to, occupied): (Square, Bitboard), victim: Role) -> i32 {
    let Some((from, attacker)) = cheapest(board, side, to, occupied) else {
        return 0;
    };
    let occupied = occupied.without(from);
    let king_may_not = attacker == Role::King && cheapest(board, !side, to, occupied).is_some();
    if king_may_not {
        return 0;
    }
    (worth(victim) - reply(board, !side, (to, occupied), attacker)).max(0)
}

fn cheapest(board: &Board, side: Color, to: Square, occupied: Bitboard) -> Option<(Square, Role)> {
    cheapest_of(board, board.attacks_to(to, side, occupied) & occupied)
}

fn cheapest_of(board: &Board, attackers: Bitboard) -> Option<(Square, Role)> {
    if attackers.is_empty() {
        return None;
    }
    let roles = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ];
    roles
        .into_iter()
        .find_map(|role| Some(((attackers & board.by_role(role)).first()?, role)))
}

#[cfg(test)]
mod tests {
    use gametree::rng::Rng;
    use shakmaty::{CastlingMode, FromSetup, Setup};

    use super::*;
    use crate::Chess;

    /// What the side to move wins at best by taking on a square, and going on as both please: every
    /// capture is tried, not the cheapest only.
    fn best_taking(board: &Board, side: Color, to: Square) -> i32 {
        let Some(victim) = board.piece_at(to) else {
            return 0;
        };
        let takers = board.attacks_to(to, side, board.occupied());
        let gains = takers.into_iter().filter_map(|from| {
            let mut after = board.clone();
            let taker = after.remove_piece_at(from)?;
            after.set_piece_at(to, taker);
            let king_is_taken =
                taker.role == Role::King && after.attacks_to(to, !side, after.occupied()).any();
            let gain = worth(victim.role) - best_taking(&after, !side, to);
            (!king_is_taken).then_some(gain)
        });
        gains.fold(0, i32::max)
    }

    /// What a capture wins when every way to go on is tried.
    fn every_way(board: &Board, m: Move) -> Option<i32> {
        let Move::Normal {
            from,
            to,
            capture: Some(victim),
            promotion: None,
            ..
        } = m
        else {
            return None;
        };
        let mut after = board.clone();
        let taker = after.remove_piece_at(from)?;
        after.set_piece_at(to, taker);
        Some(worth(victim) - best_taking(&after, !taker.color, to))
    }

    /// Kings and a dozen other pieces anywhere.
    fn crowded(rng: &mut Rng) -> Option<shakmaty::Chess> {
        let mut setup = Setup::empty();
        let mut put = |role: Role, color: Color, rng: &mut Rng| {
            let square = Square::new(rng.below(64) as u32);
            let edge = matches!(u32::from(square.rank()), 0 | 7);
            if setup.board.piece_at(square).is_none() && !(role == Role::Pawn && edge) {
                setup.board.set_piece_at(square, role.of(color));
            }
        };
        put(Role::King, Color::White, rng);
        put(Role::King, Color::Black, rng);
        for _ in 0..14 {
            let roles = [
                Role::Pawn,
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
            ];
            let color = Color::from_white(rng.below(2) == 0);
            put(roles[rng.below(roles.len())], color, rng);
        }
        shakmaty::Chess::from_setup(setup, CastlingMode::Standard).ok()
    }

    /// To take with the cheapest piece first is best, except where that opens a line for the other
    /// side, or leaves one's own last piece to be a king that may not take.
    #[test]
    fn the_cheapest_piece_first_is_nearly_always_best() {
        let mut rng = Rng::new(11);
        let mut compared = 0;
        let mut equal = 0;
        while compared < 5000 {
            let Some(position) = crowded(&mut rng) else {
                continue;
            };
            for m in position.legal_moves() {
                if let Some(best) = every_way(position.board(), m) {
                    compared += 1;
                    equal += usize::from(best == exchange(&position, m));
                }
            }
        }
        assert!(equal * 1000 >= compared * 995, "{equal} of {compared}");
    }

    #[test]
    fn a_mark_is_reached_where_the_whole_exchange_reaches_it() {
        let mut rng = Rng::new(12);
        let mut reached = [0; 2];
        while reached[0] + reached[1] < 50_000 {
            let Some(position) = crowded(&mut rng) else {
                continue;
            };
            for m in position.legal_moves() {
                let gain = exchange(&position, m);
                for points in [0, gain, gain + 1, -100, 300, -(rng.below(1000) as i32)] {
                    let won = wins(&position, m, points);
                    assert_eq!(won, gain >= points, "{m} wins {gain}, not {points}");
                    reached[usize::from(won)] += 1;
                }
            }
        }
        assert!(reached[0] > 5000 && reached[1] > 5000, "{reached:?}");
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        let cases = [
            (
                "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
                "e1e5",
                100,
            ),
            (
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5",
                100 - 325,
            ),
            ("4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5", 0),
            ("4k3/8/8/3r4/8/8/3R4/3RK3 b - - 0 1", "d5d2", 0),
            ("3rk3/8/8/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 500),
            ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", -100),
            ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 500 + 875),
            ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", 100),
            ("4k3/3p4/8/8/8/8/8/K2R4 w - - 0 1", "d1d7", 100 - 500),
            ("3k4/3p4/8/8/6B1/8/8/K2R4 w - - 0 1", "d1d7", 100),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0),
        ];
        for (fen, text, gain) in cases {
            let game: Chess = fen.parse().unwrap();
            let m = game.from_uci(text).unwrap();
            assert_eq!(exchange(game.inner(), m), gain, "{text} in {fen}");
        }
    }
}
