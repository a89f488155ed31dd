//! What is counted in an Othello position, for evaluators that are learned: everything that
//! [`super::Positional`] weighs, so that its weights are one setting of these, and more. Each is
//! counted three times, weighted by the phase of the game: with the share of empty squares
//! (`_open`), of full ones (`_full`), and most in the middle (`_middle`).

use std::sync::LazyLock;

use gametree::learning::{Features, Linear};
use gametree::{Evaluator, Game, Player};

use super::evaluator::{Weight, Weights, edges, from_corners, more};
use super::{Board, DISC, flips};

/// The features of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape;

/// What is counted.
const KINDS: usize = 13;

#[rustfmt::skip]
const NAMES: [&str; 3 * KINDS] = [
    // One more legal move than the opponent; one more empty square beside the opponent's discs.
    "mobility_open", "mobility_full", "mobility_middle", "potential_open", "potential_full", "potential_middle",
    // Corners, and discs beside empty ones: diagonally, and on the edge.
    "corner_open", "corner_full", "corner_middle", "x_square_open", "x_square_full", "x_square_middle",
    "c_square_open", "c_square_full", "c_square_middle",
    // Discs on an edge in an unbroken run from a corner; all discs; the last move of the game.
    "stable_open", "stable_full", "stable_middle", "disc_open", "disc_full", "disc_middle",
    "parity_open", "parity_full", "parity_middle",
    // Having the move; discs on edges away from corners; in the four squares in the middle; with an
    // empty neighbour; a legal move into a corner.
    "tempo_open", "tempo_full", "tempo_middle", "edge_open", "edge_full", "edge_middle",
    "centre_open", "centre_full", "centre_middle", "frontier_open", "frontier_full", "frontier_middle",
    "corner_move_open", "corner_move_full", "corner_move_middle",
];

impl Features<Board> for Shape {
    fn names(&self) -> &[&'static str] {
        &NAMES
    }

    #[inline]
    fn write(&self, board: &Board, values: &mut [f64]) {
        let discs = (board.discs[0] | board.discs[1]).count_ones();
        let full = f64::from(discs) / f64::from(u32::from(board.size) * u32::from(board.size));
        let phases = [1.0 - full, full, 4.0 * full * (1.0 - full)];
        for (kind, count) in counts(board).into_iter().enumerate() {
            for (phase, share) in phases.into_iter().enumerate() {
                values[3 * kind + phase] = f64::from(count) * share;
            }
        }
    }
}

/// The first player's less the second's.
#[inline]
fn counts(board: &Board) -> [i32; KINDS] {
    let ([first, second], area) = (board.discs, board.area());
    let (mine, theirs) = board.sides();
    let other = flips::legal(theirs, mine, area);
    let sign = if board.turn() == Player::FIRST { 1 } else { -1 };
    let empty = area & !(first | second);
    let (corners, edges) = (board.corners(), edges(board.size));
    let beside = flips::around(corners & empty) & area & !corners;
    let (c_squares, x_squares) = (beside & edges, beside & !edges);
    let middle = u32::from(board.size) / 2 - 1;
    let centre = 0x0303u64 << (9 * middle);
    let last = if empty.count_ones() % 2 == 1 {
        sign
    } else {
        -sign
    };
    let away = edges & !corners & !c_squares;
    let open = flips::around(empty);
    [
        sign * more(board.legal, other),
        more(flips::around(second) & empty, flips::around(first) & empty),
        more(first & corners, second & corners),
        more(first & x_squares, second & x_squares),
        more(first & c_squares, second & c_squares),
        more(
            from_corners(first, corners, edges),
            from_corners(second, corners, edges),
        ),
        more(first, second),
        last,
        sign,
        more(first & away, second & away),
        more(first & centre, second & centre),
        more(first & open, second & open),
        sign * more(board.legal & corners, other & corners),
    ]
}

impl Shape {
    /// The committed weights, as a file.
    pub const LEARNED: &'static str = include_str!("learned.weights");

    /// The weights of [`super::Positional`], which weighs no other features.
    #[must_use]
    pub fn hand_made() -> Linear<Shape> {
        let Weights {
            mobility,
            potential,
            corner,
            x_square,
            c_square,
            stable,
            disc,
            parity,
        } = Weights::default();
        let all = [
            mobility, potential, corner, x_square, c_square, stable, disc, parity,
        ];
        let mut weights: Vec<f64> = all
            .into_iter()
            .flat_map(|Weight(open, full)| [f64::from(open), f64::from(full), 0.0])
            .collect();
        weights.resize(NAMES.len(), 0.0);
        Linear {
            features: Shape,
            weights,
            scale: 1000.0,
        }
    }
}

/// The learned evaluator: [`Shape`] with the weights of `learned.weights`, whose header says how
/// they were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Learned;

static LEARNED: LazyLock<Linear<Shape>> =
    LazyLock::new(|| Linear::read(Shape, "othello", Shape::LEARNED).expect("the file is tested"));

impl Evaluator<Board> for Learned {
    #[inline]
    fn evaluate(&self, board: &Board) -> i32 {
        let most = i32::from(board.size) * i32::from(board.size) * DISC;
        LEARNED.evaluate(board).clamp(-most, most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Positional;
    use super::*;
    use gametree::rng::Rng;

    fn positions() -> Vec<Board> {
        let (mut rng, mut all) = (Rng::new(2), Vec::new());
        for size in [8, 6, 4] {
            for _ in 0..30 {
                let mut board = Board::start(size).unwrap();
                while board.outcome().is_none() {
                    all.push(board);
                    let pick = rng.below(board.moves().count());
                    let m = board.moves().nth(pick).unwrap();
                    board.play(m);
                }
            }
        }
        all
    }

    /// Up to what the hand-made evaluator loses by rounding eight times.
    #[test]
    fn the_hand_made_weights_are_the_hand_made_evaluator() {
        let linear = Shape::hand_made();
        for board in positions() {
            let most = i32::from(board.size) * i32::from(board.size) * DISC;
            let (ours, theirs) = (
                linear.evaluate(&board).clamp(-most, most),
                Positional::default().evaluate(&board),
            );
            assert!((ours - theirs).abs() <= 8, "{ours} {theirs}\n{board}");
        }
    }

    #[test]
    fn with_colours_changed_every_feature_changes_its_sign() {
        for board in positions() {
            let [first, second] = board.discs;
            let other = Board {
                discs: [second, first],
                turn: board.turn.opponent(),
                ..board
            };
            let negated: Vec<f64> = Shape.of(&other).iter().map(|x| -x).collect();
            assert_eq!(Shape.of(&board), negated, "{board}");
        }
    }

    #[test]
    fn the_learned_weights_can_be_read() {
        assert_eq!(LEARNED.weights.len(), NAMES.len());
    }
}
