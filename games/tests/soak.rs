//! What takes too long for every change; `cargo xtask soak` runs it.

use gametree_games::connect4::{Connect4, Solver};

/// The first player wins from the middle, with his last stone but one; the scores of all first
/// moves.
#[test]
#[ignore = "soak: minutes"]
fn soak_the_empty_connect4_board() {
    let mut solver = Solver::new(1 << 30);
    let scores = solver.analyse(&Connect4::new());
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2].map(Some));
}
