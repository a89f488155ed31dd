//! Generalized tic-tac-toe: how large a tree can be, and how large a board can be solved.

use gametree_games::tictactoe::bounds::{Machine, Method, full_boards, leaves, nodes};

use super::{Exercise, Expected, Part};

/// The exercise.
pub const EXERCISE: Exercise = Exercise {
    name: "tictactoe-bounds",
    title: "generalized tic-tac-toe on N squares: bounds on tree and states, and what can be solved in time",
    question: "Two players put marks on N squares, with any winning lines at all. A machine does 2·10^9 instructions a second,
and a node costs 100·N of them.",
    parts,
    see: &["gametree solve tictactoe", "gametree compare mnk:3x4x3 --with minimax --with alphabeta"],
};

fn parts() -> Vec<Part> {
    let number = |bound: Option<u128>| Expected::Number(bound.unwrap_or(0) as f64, 0.0);
    let largest = |seconds| {
        Expected::whole(u64::from(
            Machine::TEXTBOOK.largest(seconds, Method::Minimax),
        ))
    };
    let pruned = |seconds| {
        Expected::whole(u64::from(
            Machine::TEXTBOOK.largest(seconds, Method::PerfectAlphaBeta),
        ))
    };
    let how = "the largest N with 100·N · Σ N!/i! instructions in that time";
    vec![
        Part::new(
            "N = 9: at most how many leaves?",
            number(leaves(9)),
            "N!, every order of the squares",
        ),
        Part::new(
            "N = 9: at most how many nodes, the root included?",
            number(nodes(9)),
            "Σ N!/i! for i = 0 … N",
        ),
        Part::new(
            "N = 9: how many boards are full, with ⌈N/2⌉ marks of X?",
            number(full_boards(9)),
            "C(N, ⌈N/2⌉), a lower bound for the states that a table must hold",
        ),
        Part::new(
            "The largest N that plain minimax solves in a second?",
            largest(1.0),
            how,
        ),
        Part::new("In a minute?", largest(60.0), how),
        Part::new("In an hour?", largest(3600.0), how),
        Part::new(
            "In an hour, by alpha-beta with perfect ordering?",
            pruned(3600.0),
            "the root of the leaves",
        ),
    ]
}
