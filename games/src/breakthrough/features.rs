//! What is counted in a Breakthrough position, for evaluators that are learned: everything that
//! [`Positional`] weighs, so that its weights are one setting of these, and more.

use gametree::learning::{Features, Linear};
use gametree::{Evaluator, Game, Player};
use std::sync::LazyLock;

use super::evaluator::{Weights, diagonal};
use super::{Board, NOT_FIRST_COLUMN, NOT_LAST_COLUMN};

/// The features of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape;

const NAMES: [&str; 23] = [
    "piece", // a piece
    "away1", // a piece this many rows from its goal, but not at home
    "away2",
    "away3",
    "away4",
    "away5",
    "away6",
    "home",       // a piece on its home row
    "protected",  // a piece that another protects
    "loose",      // attacked and not protected, its owner to move
    "hanging",    // the same, the opponent to move
    "runaway",    // none of the opponent's can ever come near
    "race",       // a race that is won
    "delay",      // the plies that it takes
    "tempo",      // to be to move
    "controlled", // a free square that only one's own pieces attack
    "contested",  // attacked and protected, its owner to move
    "exchange",   // the same, the opponent to move
    "edge",       // a piece on an outer column
    "beside",     // two pieces side by side
    "column",     // two pieces one behind the other
    "home_pair",  // two neighbours on the home row
    "spread",     // a column with a piece
];

impl Features<Board> for Shape {
    fn names(&self) -> &[&'static str] {
        &NAMES
    }

    #[inline]
    fn write(&self, board: &Board, values: &mut [f64]) {
        let mover = if board.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
        side(board, Player::FIRST, 1.0, values);
        side(board, Player::SECOND, -1.0, values);
        values[14] = mover;
        if let Some((winner, plies)) = board.race() {
            let sign = if winner == Player::FIRST { 1.0 } else { -1.0 };
            (values[12], values[13]) = (sign, -sign * f64::from(plies));
        }
    }
}

/// Adds what one player has.
#[inline]
fn side(board: &Board, player: Player, sign: f64, values: &mut [f64]) {
    let (mine, theirs) = (board.of(player), board.of(player.opponent()));
    let (protected, attacked) = (
        diagonal(board, mine, player),
        diagonal(board, theirs, player.opponent()),
    );
    let count = |set: u64| sign * f64::from(set.count_ones());
    let mut add = |at: usize, set: u64| values[at] += count(set);
    add(0, mine);
    for away in 1..board.rows - 1 {
        add(usize::from(away), mine & board.before_goal(player, away));
    }
    let home = mine & board.before_goal(player, board.rows - 1);
    let turn = usize::from(board.turn() != player);
    let ahead = if player == Player::FIRST {
        mine << 8
    } else {
        mine >> 8
    };
    let columns = fold(mine) & 0xff;
    add(7, home);
    add(8, mine & protected);
    add(9 + turn, mine & attacked & !protected);
    add(11, board.runaways(player));
    add(15, protected & !attacked & !mine & !theirs);
    add(16 + turn, mine & attacked & protected);
    add(
        18,
        mine & (0x0101_0101_0101_0101 | 0x0101_0101_0101_0101 << (board.columns - 1)),
    );
    add(19, mine & (mine & NOT_LAST_COLUMN) << 1);
    add(20, mine & ahead);
    add(21, home & (home & NOT_FIRST_COLUMN) >> 1);
    add(22, columns);
}

/// All rows on the first.
#[inline]
fn fold(set: u64) -> u64 {
    let set = set | set >> 32;
    let set = set | set >> 16;
    set | set >> 8
}

impl Shape {
    /// The committed weights, as a file.
    pub const LEARNED: &'static str = include_str!("learned.weights");

    /// The weights of [`super::Positional`], which weighs no other features.
    #[must_use]
    pub fn hand_made() -> Linear<Shape> {
        let Weights {
            piece,
            away,
            home,
            protected,
            loose,
            hanging,
            runaway,
            race,
            delay,
        } = Weights::default();
        let rows = &away[1..7];
        let all = [
            &[piece],
            rows,
            &[home, protected, loose, hanging, runaway, race, delay],
            &[0; 9],
        ]
        .concat();
        let weights = all.into_iter().map(f64::from).collect();
        Linear {
            features: Shape,
            weights,
            scale: 120.0,
        }
    }
}

/// The learned evaluator: [`Shape`] with the weights of `learned.weights`, whose header says how
/// they were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Learned;

static LEARNED: LazyLock<Linear<Shape>> = LazyLock::new(|| {
    Linear::read(Shape, "breakthrough", Shape::LEARNED).expect("the file is tested")
});

impl Evaluator<Board> for Learned {
    #[inline]
    fn evaluate(&self, board: &Board) -> i32 {
        LEARNED.evaluate(board)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Positional;
    use super::*;
    use gametree::rng::Rng;

    /// Positions of random games on several boards.
    fn positions() -> Vec<Board> {
        let (mut rng, mut all) = (Rng::new(2), Vec::new());
        for (rows, columns) in [(8, 8), (6, 6), (5, 4), (4, 2)] {
            for _ in 0..40 {
                let mut board = Board::start(rows, columns).unwrap();
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

    #[test]
    fn the_hand_made_weights_are_the_hand_made_evaluator() {
        let linear = Shape::hand_made();
        for board in positions() {
            assert_eq!(
                linear.evaluate(&board),
                Positional::default().evaluate(&board),
                "{board}"
            );
        }
    }

    #[test]
    fn with_colours_changed_every_feature_changes_its_sign() {
        for board in positions().into_iter().filter(|board| board.rows == 8) {
            let pieces = [board.pieces[1].swap_bytes(), board.pieces[0].swap_bytes()];
            let other = Board {
                pieces,
                turn: board.turn.opponent(),
                ..board
            };
            let negated: Vec<f64> = Shape.of(&other).iter().map(|x| -x).collect();
            assert_eq!(Shape.of(&board), negated, "{board}");
        }
    }

    /// O attacks c3 by d4 and protects nothing there; X's c3 is protected by b2, and attacks d4,
    /// which e5 protects.
    #[test]
    fn counted_by_hand() {
        let board = Board::read(5, 5, "....O/...O./..X../.X.../X.... X").unwrap();
        let values = Shape.of(&board);
        let value = |name: &str| values[NAMES.iter().position(|n| *n == name).unwrap()];
        assert_eq!(
            [value("piece"), value("home"), value("tempo")],
            [1.0, 0.0, 1.0]
        );
        // b2 and c3 are protected, and d4.
        assert_eq!(
            [value("protected"), value("loose"), value("hanging")],
            [1.0, 0.0, 0.0]
        );
        // c3 for its owner to move, d4 for the opponent to take.
        assert_eq!([value("contested"), value("exchange")], [1.0, -1.0]);
        // a1 and e5 stand on outer columns; X holds three columns, O two.
        assert_eq!(
            [value("edge"), value("spread"), value("beside")],
            [0.0, 1.0, 0.0]
        );
        // Two rows from the goal stands c3, three b2, and one d4: three from its goal.
        assert_eq!([value("away2"), value("away3")], [1.0, 0.0]);
    }

    #[test]
    fn the_learned_weights_can_be_read() {
        assert_eq!(LEARNED.weights.len(), NAMES.len());
    }
}
