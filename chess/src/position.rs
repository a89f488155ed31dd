//! Chess as a [`Game`]: the rules are shakmaty's.

use std::fmt;
use std::sync::Arc;

use gametree::{Forced, Game, Guided, Keyed, Likeness, Noisy, Outcome, Player, TwoPlayer};
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, CastlingMode, Color, EnPassantMode, FromSetup, Move, MoveList, Position, Role,
    Square, attacks,
};

use crate::past::Past;
use crate::sight::Sight;
use crate::weights::placed::{self, Packed};
use crate::{captures, checks, dead, exchange, identity};

/// Plies without capture or pawn move after which the game is a draw: the 50-move rule, which needs
/// a claim, as engines count it.
pub(crate) const DRAWN_CLOCK: u32 = 100;

/// A chess position, with its identity kept up to date. White is [`Player::FIRST`]. After 50 moves
/// without capture or pawn move the game is drawn, and so are dead positions. A position knows the
/// game before it only if it was made by [`Chess::from_game`] (or read from a text with moves): then
/// what occurs for the third time is a draw.
///
/// ```
/// use gametree::{Persistent, Game, Notation};
/// use gametree_chess::Chess;
/// let mut game: Chess = "startpos".parse().unwrap();
/// for text in ["e4", "e7e5", "Nf3"] {
///     let m = game.read_move(text).unwrap();
///     game.play(m);
/// }
/// assert_eq!(game.write(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
/// assert_eq!(game.moves().count(), 29);
/// assert!("8/8/8/8/8/8/8/8 w - - 0 1".parse::<Chess>().unwrap_err().to_string().contains("king"));
/// ```
#[derive(Clone)]
pub struct Chess {
    pub(crate) position: shakmaty::Chess,
    /// Its hash, whatever the clock and the past: what the rules of repetition call the position.
    pub(crate) key: u128,
    /// The evaluator's sum of material and squares.
    pub(crate) placed: Packed,
    /// Whether the mover is in check: a search asks several times.
    pub(crate) check: bool,
    /// From where the other king can be attacked.
    pub(crate) sight: Sight,
    /// The game before it, where that is known and still matters.
    pub(crate) past: Option<Arc<Past>>,
}

impl Default for Chess {
    fn default() -> Self {
        Chess::from_position(shakmaty::Chess::default())
    }
}

impl Chess {
    /// A position of shakmaty's.
    #[must_use]
    pub fn from_position(position: shakmaty::Chess) -> Chess {
        let key = identity::of(&position);
        let placed = placed::of(position.board());
        let check = position.is_check();
        let sight = Sight::of(&position);
        Chess {
            position,
            key,
            placed,
            check,
            sight,
            past: None,
        }
    }

    /// The position after the moves of a game, which it remembers as far as the rules do: where a
    /// position has occurred twice since the last capture or pawn move. The moves must be legal.
    #[must_use]
    pub fn from_game(start: &Chess, moves: &[Move]) -> Chess {
        let mut position = start.clone();
        for &m in moves {
            position.play(m);
        }
        let past = match &start.past {
            None => Past::of_game(&start.position, moves),
            Some(earlier) => Past::of_game(earlier.start(), &[earlier.moves(), moves].concat()),
        };
        position.past = past.map(Arc::new);
        position
    }

    /// The start of Chess960 number `number` (Scharnagl's, 518 is the ordinary one); `None` from
    /// 960 on.
    #[must_use]
    pub fn chess960(number: u32) -> Option<Chess> {
        if number >= 960 {
            return None;
        }
        let mut setup = shakmaty::Setup::initial();
        setup.board = shakmaty::Board::chess960(number);
        setup.castling_rights = setup.board.rooks();
        let position = shakmaty::Chess::from_setup(setup, CastlingMode::Chess960);
        position.ok().map(Chess::from_position)
    }

    /// The position, for what only shakmaty knows.
    #[must_use]
    pub fn inner(&self) -> &shakmaty::Chess {
        &self.position
    }

    /// Who moves.
    #[must_use]
    pub fn color(&self) -> Color {
        self.position.turn()
    }

    /// Whether castling is that of Chess960.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.position.castles().mode().is_chess960()
    }

    /// The whole FEN, clocks included.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }
}

impl fmt::Debug for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chess({})", self.fen())
    }
}

/// The board, one rank per line, who moves, and what the board does not show: castling rights, en
/// passant.
impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            write!(f, "{} ", rank + 1)?;
            for file in 0..8 {
                let piece = self.position.board().piece_at(Square::new(rank * 8 + file));
                write!(f, " {}", piece.map_or('.', |piece| piece.char()))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "   a b c d e f g h")?;
        write!(
            f,
            "{} to move",
            if self.color().is_white() {
                "White"
            } else {
                "Black"
            }
        )?;
        let fen = self.fen();
        let mut fields = fen.split(' ').skip(2);
        if let Some(rights) = fields.next().filter(|&rights| rights != "-") {
            write!(f, ", castling {rights}")?;
        }
        if let Some(square) = fields.next().filter(|&square| square != "-") {
            write!(f, ", en passant {square}")?;
        }
        writeln!(f)
    }
}

fn player(color: Color) -> Player {
    if color.is_white() {
        Player::FIRST
    } else {
        Player::SECOND
    }
}

/// The moves of a list, which itself has room for all that any position can have: iterators that own
/// one are dear to hand on.
fn in_little_room(moves: &MoveList) -> std::vec::IntoIter<Move> {
    Vec::from(moves.as_slice()).into_iter()
}

impl Game for Chess {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Player {
        player(self.position.turn())
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        in_little_room(&self.position.legal_moves())
    }

    fn play(&mut self, m: Move) {
        let sum = &mut self.placed;
        self.key = identity::play(&mut self.position, self.key, m, |change| {
            let own = placed::of_piece(change.piece, change.square);
            *sum += if change.arrives { own } else { -own };
        });
        self.check = self.sight.is_check_after(m, &self.position);
        self.sight = Sight::of(&self.position);
        if let Some(past) = self.past.take()
            && self.position.halfmoves() > 0
        {
            self.past = Some(Arc::new(past.after(m)));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.moves_at_a_glance() && self.position.legal_moves().is_empty() {
            return Some(if self.check {
                Outcome::Win(self.turn().opponent())
            } else {
                Outcome::Draw
            });
        }
        let drawn = self.position.halfmoves() >= DRAWN_CLOCK
            || dead::is_dead(&self.position)
            || self.is_third();
        drawn.then_some(Outcome::Draw)
    }
}

impl Chess {
    /// Whether it occurs for the third time, as far as its past is known.
    fn is_third(&self) -> bool {
        self.past
            .as_ref()
            .is_some_and(|past| past.is_third(self.key))
    }
}

impl Chess {
    /// Whether there is surely a legal move: a pawn or knight that can go and no line to its king on
    /// which it could be pinned, or a safe square for the king. Nearly all positions have one, and all
    /// moves need not be made to know it.
    fn moves_at_a_glance(&self) -> bool {
        let (board, color) = (self.position.board(), self.color());
        let Some(king) = board.king_of(color) else {
            return false;
        };
        let own = board.by_color(color);
        if !self.check {
            let free = own & !attacks::queen_attacks(king, Bitboard::EMPTY);
            let Bitboard(pawns) = free & board.pawns();
            let ahead = Bitboard(color.fold_wb(pawns << 8, pawns >> 8)) & !board.occupied();
            let hops = |knight: Square| (attacks::knight_attacks(knight) & !own).any();
            if ahead.any() || (free & board.knights()).into_iter().any(hops) {
                return true;
            }
        }
        // The king does not hide behind itself.
        let others = board.occupied().without(king);
        let is_safe = |to: Square| board.attacks_to(to, !color, others).is_empty();
        (attacks::king_attacks(king) & !own)
            .into_iter()
            .any(is_safe)
    }
}

impl TwoPlayer for Chess {}

impl Forced for Chess {}

impl Keyed for Chess {
    #[inline]
    fn key(&self) -> u64 {
        self.key as u64
    }
}

/// Captures that lose nothing on their square and promotions to a queen, the most valuable victim
/// first; in check every way out of it.
impl Noisy for Chess {
    fn noisy(&self) -> impl Iterator<Item = Move> {
        let check = self.check;
        let mut moves = if check {
            self.position.legal_moves()
        } else {
            captures::loud(&self.position)
        };
        moves.sort_unstable_by_key(|&m| -self.gain(m));
        in_little_room(&moves).filter(move |&m| check || m.is_promotion() || !self.loses(m))
    }

    /// Checks that lose nothing on their square.
    fn threats(&self) -> impl Iterator<Item = Move> {
        let moves = checks::quiet(&self.position);
        in_little_room(&moves).filter(|&m| !self.loses(m))
    }

    #[inline]
    fn most_gain(&self, m: Move) -> Option<i32> {
        let promoted = m.promotion().map_or(0, exchange::worth);
        Some(m.capture().map_or(0, exchange::worth) + promoted)
    }

    fn may_stand_pat(&self) -> bool {
        !self.check
    }
}

/// What a piece is worth where moves are ordered, in pawns.
fn weight(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}

/// The most valuable victim by the least valuable attacker; promotions to a queen; direct checks;
/// castling. Captures that lose more than they win come after quiet moves, lesser promotions last.
impl Guided for Chess {
    #[inline]
    fn promise(&self, m: Move) -> i32 {
        let check = if self.checks_directly(m) { CHECK } else { 0 };
        match m {
            Move::Castle { .. } => CASTLING,
            Move::Normal {
                capture: None,
                promotion: None,
                ..
            } => check,
            _ => check + self.promise_of_gain(m),
        }
    }

    /// The same kind of piece to the same square.
    #[inline]
    fn likeness(&self, m: Move) -> Likeness {
        let (role, to) = match m {
            Move::Normal { role, to, .. } => (role, to),
            _ => {
                let castled = m.castling_side().map(|side| side.king_to(self.color()));
                (m.role(), castled.unwrap_or(m.to()))
            }
        };
        Likeness::Kind((role as u16 - 1) * 64 + to.to_u32() as u16)
    }
}

/// What a direct check, and castling, add to the promise of a move: less than any gain.
const CHECK: i32 = 50;
const CASTLING: i32 = 20;
/// What a capture loses of its promise that costs more than it brings.
const LOSING: i32 = 2500;

impl Chess {
    /// The promise of a capture or promotion, but for a check.
    fn promise_of_gain(&self, m: Move) -> i32 {
        let loses = m.is_capture() && !m.is_promotion() && self.loses(m);
        self.gain(m) - if loses { LOSING } else { 0 }
    }

    /// The most valuable victim by the least valuable attacker, and a queen out of a pawn.
    #[inline]
    fn gain(&self, m: Move) -> i32 {
        let capture = m
            .capture()
            .map_or(0, |victim| 1000 + 100 * weight(victim) - weight(m.role()));
        let promotion = match m.promotion() {
            None => 0,
            Some(Role::Queen) => 1850,
            Some(_) => -3000,
        };
        capture + promotion
    }

    /// Whether a capture loses material on its square.
    #[inline]
    fn loses(&self, m: Move) -> bool {
        let cheap = m
            .capture()
            .is_some_and(|victim| weight(victim) >= weight(m.role()));
        !cheap && !exchange::wins(&self.position, m, 0)
    }

    /// Whether the moved piece itself attacks the king from its new square. Discovered checks are
    /// not seen.
    #[inline]
    pub(crate) fn checks_directly(&self, m: Move) -> bool {
        match m {
            Move::Normal {
                role,
                to,
                promotion: None,
                ..
            } => self.sight.is_attacked(self.color(), role, to),
            Move::EnPassant { to, .. } => self.sight.is_attacked(self.color(), Role::Pawn, to),
            Move::Normal {
                from,
                to,
                promotion: Some(role),
                ..
            } => {
                let others = self.position.board().occupied().without(from);
                let attacks = attacks::attacks(to, role.of(self.color()), others);
                attacks.contains(self.sight.king())
            }
            Move::Castle { .. } | Move::Put { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use gametree::testkit::Kit;
    use gametree::{Notation, Persistent};

    use super::*;

    #[test]
    fn it_conforms() {
        let start = Chess::default();
        Kit::new(&start)
            .two_player()
            .keyed()
            .noisy()
            .guided()
            .notation()
            .archived();
        Kit::new(&Chess::chess960(77).unwrap())
            .two_player()
            .keyed()
            .noisy()
            .notation()
            .archived();
    }

    #[test]
    fn noisy_moves_are_captures_queens_and_ways_out_of_check() {
        let noisy = |fen: &str| {
            let game: Chess = fen.parse().unwrap();
            let mut names: Vec<String> = game.noisy().map(|m| game.write_move(m)).collect();
            names.sort();
            (names.join(" "), game.may_stand_pat())
        };
        assert_eq!(noisy("startpos"), (String::new(), true));
        let fen = "3r3k/4P3/8/2pP4/8/8/8/4K3 w - c6 0 1";
        assert_eq!(noisy(fen), ("dxc6 e8=Q+ exd8=Q+".into(), true));
        assert_eq!(
            noisy("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"),
            ("Kd1 Kf1 Kxe2".into(), false)
        );
    }

    #[test]
    fn promising_moves_come_first() {
        let best = |fen: &str| {
            let game: Chess = fen.parse().unwrap();
            let m = game.moves().max_by_key(|&m| game.promise(m)).unwrap();
            game.write_move(m)
        };
        assert_eq!(best("3k4/8/8/4q3/3P4/4Q3/8/4K3 w - - 0 1"), "dxe5");
        assert_eq!(best("7k/P7/8/3p4/4P3/8/8/4K3 w - - 0 1"), "a8=Q+");
        assert_eq!(best("3k4/8/8/8/8/8/8/4K2R w K - 0 1"), "Rh8+");
    }

    #[test]
    fn a_settled_clock_keeps_the_identity_and_never_begins_to_count() {
        let mut game: Chess = "r3k3/8/8/8/3pP3/8/8/4K2R b Kq e3 0 30".parse().unwrap();
        game.play(game.read_move("Ra7").unwrap());
        game.play(game.read_move("Rh2").unwrap());
        assert_eq!(game.write(), "4k3/r7/8/8/3pP3/8/7R/4K3 b - - 2 31");
        for _ in 0..60 {
            let (identity, board) = (game.identity(), game.inner().board().clone());
            game.normalize();
            assert_eq!((game.identity(), game.inner().board()), (identity, &board));
            let read: Chess = game.write().parse().unwrap();
            assert_eq!(read.identity(), identity);
            let mut quiet = game
                .moves()
                .filter(|m| m.role() == Role::King && !m.is_capture());
            let m = quiet.next().unwrap();
            drop(quiet);
            game.play(m);
        }
        assert_eq!(game.inner().halfmoves(), 49);
    }

    #[test]
    fn a_clock_that_counts_runs_to_the_draw() {
        let mut game: Chess = "4k3/8/8/8/8/8/8/4K2R w - - 97 90".parse().unwrap();
        for word in ["Ke2", "Ke7", "Ke1"] {
            assert_eq!(game.outcome(), None);
            game.play(game.read_move(word).unwrap());
            game.normalize();
            let read: Chess = game.write().parse().unwrap();
            assert_eq!(read.identity(), game.identity());
        }
        assert_eq!(game.inner().halfmoves(), 100);
        assert_eq!(game.outcome(), Some(Outcome::Draw));
        let mated: Chess = "R3k3/8/4K3/8/8/8/8/8 b - - 100 90".parse().unwrap();
        assert_eq!(mated.outcome(), Some(Outcome::Win(Player::FIRST)));
    }

    #[test]
    fn what_is_seen_at_a_glance_is_true_and_mostly_enough() {
        let (mut seen, mut all) = (0, 0);
        for fen in [
            "startpos",
            "4k3/8/8/8/8/8/PPP5/RNB1K3 w Q - 0 1",
            "7k/8/5N2/8/8/2n5/1p6/K7 w - - 0 1",
        ] {
            Kit::new(&fen.parse::<Chess>().unwrap()).each(|game| {
                let moves = !game.inner().legal_moves().is_empty();
                assert!(moves || !game.moves_at_a_glance(), "{game:?}");
                assert_eq!(
                    game.outcome().is_some_and(|end| end != Outcome::Draw),
                    game.inner().is_checkmate()
                );
                (seen, all) = (seen + usize::from(game.moves_at_a_glance()), all + 1);
            });
        }
        assert!(seen * 2 > all, "{seen} of {all}");
    }

    #[test]
    fn moves_are_numbers_and_back() {
        Kit::new(&Chess::chess960(0).unwrap()).each(|game| {
            for m in game.inner().legal_moves() {
                assert_eq!(game.decode(game.encode(m)), Some(m));
            }
            assert_eq!(game.decode(u32::MAX), None);
        });
    }
}
