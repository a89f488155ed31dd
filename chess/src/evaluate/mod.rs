//! The built-in evaluator: a sum of counted features, each with a weight for the middle game and
//! one for the endgame, mixed by the material that is left (tapered, as in Fruit, 2005).
//!
//! It is linear in its weights, so that they can be learned by logistic regression:
//! `examples/tune.rs` does it and writes `weights/tuned.rs`.

mod danger;
mod groups;
mod known;
pub mod material;
mod pawns;
mod start;
mod terms;
mod view;

use std::sync::Arc;

use gametree::{Evaluator, Game};
use shakmaty::{Bitboard, Board, Color, Position, Role, Square};

use crate::Chess;
use crate::weights::placed::{self, Packed, Placement};
use crate::weights::tuned::TUNED;

pub(crate) use known::Known;

pub use crate::weights::features::{self, COUNT, Pair, Weights};
pub use groups::Group;
pub use material::Material;
pub use terms::count;
pub use view::Tally;

/// The evaluator, in centipawns for White.
///
/// ```
/// use gametree::Evaluator;
/// use gametree_chess::{Chess, evaluate::Tapered};
/// let tapered = Tapered::default();
/// let queen_up: Chess = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
/// assert!(tapered.evaluate(&queen_up) > 500);
/// ```
#[derive(Clone, Debug)]
pub struct Tapered {
    parts: Arc<Parts>,
}

#[derive(Debug)]
struct Parts {
    weights: Weights,
    /// The weights with both halves in one number.
    packed: [Packed; COUNT],
    /// Those of material and squares; `None` for the learned ones, whose sum positions bring along.
    placement: Option<Box<Placement>>,
    known: Known,
}

/// With the weights that were learnt.
impl Default for Tapered {
    fn default() -> Self {
        Tapered::with(TUNED, None)
    }
}

impl Tapered {
    /// With weights of your own.
    #[must_use]
    pub fn new(weights: Weights) -> Tapered {
        Tapered::with(weights, Some(Box::new(placed::placement(&weights))))
    }

    fn with(weights: Weights, placement: Option<Box<Placement>>) -> Tapered {
        Tapered {
            parts: Arc::new(Parts {
                packed: weights.map(placed::pack),
                weights,
                placement,
                known: Known::new(),
            }),
        }
    }

    /// With the plain weights that learning starts from: material, and pieces in the middle.
    #[must_use]
    pub fn start() -> Tapered {
        Tapered::new(start::weights())
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.parts.weights
    }

    /// The value of a board on which material and squares have this sum.
    fn board(&self, board: &Board, turn: Color, placed: Packed) -> i32 {
        let value = self.sum(board, turn, placed);
        value * scale(board, value) / FULL
    }

    /// The value of a position where every advantage counts in full.
    #[inline]
    pub(crate) fn unscaled(&self, position: &Chess) -> i32 {
        let board = position.inner().board();
        self.sum(board, position.color(), self.placed(position))
    }

    /// The value of a board where every advantage counts in full.
    pub(crate) fn unscaled_board(&self, board: &Board, turn: Color) -> i32 {
        let placed = match &self.parts.placement {
            None => placed::of(board),
            Some(placement) => placed::of_board(placement, board),
        };
        self.sum(board, turn, placed)
    }

    fn sum(&self, board: &Board, turn: Color, placed: Packed) -> i32 {
        let mut sum = Sum {
            weights: &self.parts.packed,
            sum: placed,
        };
        count(board, turn, &mut sum);
        let phase = phase(board);
        let parts = placed::middle(sum.sum) * phase + placed::end(sum.sum) * (PHASES - phase);
        parts / PHASES
    }

    /// The value of a position, computed anew.
    fn compute(&self, position: &Chess) -> i32 {
        let board = position.inner().board();
        self.board(board, position.color(), self.placed(position))
    }

    /// The sum of material and squares.
    #[inline]
    fn placed(&self, position: &Chess) -> Packed {
        match &self.parts.placement {
            None => position.placed,
            Some(placement) => placed::of_board(placement, position.inner().board()),
        }
    }
}

/// Adds everything up but material and squares.
struct Sum<'w> {
    weights: &'w [Packed; COUNT],
    sum: Packed,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.sum += count * self.weights[feature];
    }

    #[inline(always)]
    fn place(&mut self, _: Role, _: Square, _: i32) {}
}

/// The phase of the starting position; 0 is an endgame of kings and pawns.
pub const PHASES: i32 = 24;

/// How much of the middle game is left.
#[inline]
#[must_use]
pub fn phase(board: &Board) -> i32 {
    let minors = (board.knights() | board.bishops()).count();
    (minors + 2 * board.rooks().count() + 4 * board.queens().count()).min(PHASES as usize) as i32
}

/// The whole value, in the parts of [`scale`].
pub const FULL: i32 = 64;

/// How much of an advantage counts, in parts of [`FULL`]: little where the better side has no pawns
/// and hardly more pieces, half where only bishops of opposite colours are left.
#[inline]
#[must_use]
pub fn scale(board: &Board, value: i32) -> i32 {
    let better = if value > 0 {
        Color::White
    } else {
        Color::Black
    };
    let own = board.by_color(better);
    if (own & board.pawns()).is_empty() {
        let ahead = pieces(board, own) - pieces(board, board.by_color(!better));
        let few = pieces(board, own) < ROOK || two_knights(board, own);
        return if few {
            2
        } else if ahead < ROOK {
            16
        } else {
            FULL
        };
    }
    if opposite_bishops(board) {
        FULL / 2
    } else {
        FULL
    }
}

/// What a rook is worth beside a minor piece's 3.
const ROOK: i32 = 5;

fn pieces(board: &Board, side: Bitboard) -> i32 {
    let count = |squares: Bitboard| (squares & side).count() as i32;
    3 * count(board.knights() | board.bishops())
        + ROOK * count(board.rooks())
        + 9 * count(board.queens())
}

/// Two knights and nothing else cannot force mate.
fn two_knights(board: &Board, side: Bitboard) -> bool {
    side.count() == 3 && (side & board.knights()).count() == 2
}

fn opposite_bishops(board: &Board) -> bool {
    let others = board.knights() | board.rooks_and_queens();
    let bishops = board.bishops();
    others.is_empty()
        && (bishops & board.white()).count() == 1
        && (bishops & board.black()).count() == 1
        && (bishops & Bitboard::DARK_SQUARES).count() == 1
}

/// Also for positions that wrap one of chess.
impl<G: Game + AsRef<Chess>> Evaluator<G> for Tapered {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        let position = position.as_ref();
        let key = position.key as u64;
        self.parts.known.value(key).unwrap_or_else(|| {
            let value = self.compute(position);
            self.parts.known.remember(key, value);
            value
        })
    }
}

/// What a piece is worth where only the order matters, in centipawns.
#[must_use]
pub fn worth(role: Role) -> i32 {
    [100, 320, 330, 500, 950, 10_000][role as usize - 1]
}

#[cfg(test)]
mod tests {
    use gametree::testkit::Kit;

    use super::*;

    fn of(fen: &str) -> i32 {
        Tapered::default().evaluate(&fen.parse::<Chess>().unwrap())
    }

    /// White's value is Black's with the board turned round, and left and right are alike.
    #[test]
    fn both_sides_are_judged_alike() {
        let tapered = Tapered::default();
        let mut positions = 0;
        Kit::new(&Chess::default()).each(|game| {
            let (board, turn) = (game.inner().board(), game.color());
            let judge = |board: &Board, turn| tapered.board(board, turn, placed::of(board));
            let value = judge(board, turn);
            assert_eq!(
                judge(&board.clone().into_mirrored(), !turn),
                -value,
                "{game}"
            );
            let mut flipped = board.clone();
            flipped.flip_horizontal();
            assert_eq!(judge(&flipped, turn), value, "{game}");
            positions += 1;
        });
        assert!(positions > 1000);
    }

    /// What the tuner notes is what the evaluator sums.
    #[test]
    fn notes_and_sums_agree() {
        struct Notes(Vec<i32>);
        impl Tally for Notes {
            fn add(&mut self, feature: usize, count: i32) {
                self.0[feature] += count;
            }
        }
        let tapered = Tapered::default();
        Kit::new(&Chess::default()).each(|game| {
            let board = game.inner().board();
            let mut notes = Notes(vec![0; COUNT]);
            count(board, game.color(), &mut notes);
            let part = |part: usize| -> i32 {
                let pairs = notes.0.iter().zip(tapered.weights());
                pairs
                    .map(|(count, pair)| count * i32::from(pair[part]))
                    .sum()
            };
            let phase = phase(board);
            let value = (part(0) * phase + part(1) * (PHASES - phase)) / PHASES;
            assert_eq!(tapered.evaluate(game), value * scale(board, value) / FULL);
        });
    }

    /// What is remembered, what the position brings along, and weights of one's own: all the same.
    #[test]
    fn however_it_is_computed_the_value_is_the_same() {
        let tapered = Tapered::default();
        let own = Tapered::new(TUNED);
        Kit::new(&Chess::default()).each(|game| {
            let value = tapered.evaluate(game);
            assert_eq!(tapered.evaluate(game), value, "remembered");
            assert_eq!(tapered.compute(game), value, "computed again");
            assert_eq!(own.evaluate(game), value, "from the board alone");
        });
    }

    #[test]
    fn more_is_better_and_what_cannot_win_is_little() {
        assert!(of("4k3/8/8/8/8/8/8/3QK3 w - - 0 1") > of("4k3/8/8/8/8/8/8/3RK3 w - - 0 1"));
        assert!(of("4k3/8/8/8/8/8/8/3RK3 w - - 0 1") > 200);
        assert!(of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1") < -100);
        for drawn in [
            "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1",
            "4k3/7p/8/8/8/8/8/4KB2 w - - 0 1",
        ] {
            assert!(of(drawn).abs() < 60, "{drawn}: {}", of(drawn));
        }
        let (same, opposite) = (
            "4kb2/8/8/8/4PP2/8/8/2B1K3 w - - 0 1",
            "2b1k3/8/8/8/4PP2/8/8/2B1K3 w - - 0 1",
        );
        assert!(of(opposite) < of(same), "{} {}", of(opposite), of(same));
    }
}
