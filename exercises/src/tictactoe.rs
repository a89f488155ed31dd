//! Generalized tic-tac-toe: how large a tree can be, play without winning sets, an evaluation (5.10).

use std::sync::LazyLock;

use gametree::minimax::Minimax;
use gametree::testkit::census;
use gametree::{Blind, Evaluator, Limits, Score, Search};
use gametree_games::tictactoe::bounds::{
    Machine, Method, full_boards, leaves, nodes, textbook_nodes,
};
use gametree_games::tictactoe::{Board, Open, Rules};

use crate::{Exercise, Expected, Part};

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "tictactoe-bounds",
    title: "generalized tic-tac-toe with squares S and winning sets W: the size of its tree, W = {}, an evaluation",
    source: "5.10",
    text: "Two players put marks on the N squares of S in turn; who first holds all squares of a set of W wins.
A machine does 2·10^9 instructions per second, and a node costs 100·N of them.",
    parts: LazyLock::new(parts),
    see: &[
        "gametree solve tictactoe",
        "gametree complexity tictactoe",
        "gametree search sets:examples/no-winner.sets --with minimax",
        "gametree features tictactoe 'b2 a1' --weights open",
    ],
};

fn parts() -> Vec<Part> {
    let mut parts = sizes();
    parts.extend(without_winners());
    parts.extend(evaluation());
    parts.extend(machine());
    parts
}

fn number(bound: Option<u128>) -> Expected {
    Expected::Number(bound.unwrap_or(0) as f64, 0.0)
}

/// (a).
fn sizes() -> Vec<Part> {
    let printed = textbook_nodes(9).unwrap_or(0);
    let [three, book_of_three] = [nodes(3), textbook_nodes(3)].map(Option::unwrap_or_default);
    vec![
        Part::new(
            "(a) N = 9: at most how many leaves?",
            number(leaves(9)),
            "N!, every order of the squares",
        )
        .hint("in how many orders can all squares be filled?"),
        Part::new(
            "(a) N = 9: at most how many nodes, the root included?",
            number(nodes(9)),
            "Σ N!/i! for i = 0 … N: 1 at the root, N below it, N·(N-1) below those, and so on",
        )
        .hint("add the levels: 1 + 9 + 9·8 + 9·8·7 + …")
        .printed(
            printed.to_string(),
            format!(
                "Some printed keys say Σ i!, which is {printed} for N = 9. That sum takes the products from the wrong end \
                 and is not an upper bound: for N = 3 it gives {book_of_three}, but the tree has {three} nodes, \
                 1 + 3 + 6 + 6."
            ),
        ),
        Part::new(
            "N = 9: how many boards are full, with ⌈N/2⌉ marks of X?",
            number(full_boards(9)),
            "C(N, ⌈N/2⌉), a lower bound for the states that a table must hold",
        )
        .hint("choose the squares of X"),
    ]
}

/// (b): W = {}, counted and searched.
fn without_winners() -> Vec<Part> {
    const NAMES: [&str; 4] = ["a", "b", "c", "d"];
    let Ok(rules) = Rules::custom(NAMES, []) else {
        return Vec::new();
    };
    let Ok(board) = Board::<1>::new(&rules) else {
        return Vec::new();
    };
    let count = census(&board);
    let value = Minimax { evaluator: Blind }
        .search(&board, &Limits::none())
        .value;
    let right = match value.cmp(&Score::DRAW) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 2,
    };
    vec![
        Part::new(
            "(b) W = {}: who wins with best play, X, O or draw?",
            Expected::OneOf { choices: &["X", "O", "draw"], right },
            "no set can be completed, so every game fills the board",
        )
        .hint("how would a game be won?"),
        Part::new(
            "(b) W = {} and N = 4: how many nodes has the tree exactly?",
            Expected::whole(count.nodes),
            format!("counted: {} leaves are 4!, and no branch ends early, so the bound of (a) is reached", count.drawn),
        )
        .hint("no game ends before the board is full"),
    ]
}

/// (c): X − O.
fn evaluation() -> Vec<Part> {
    let rules = Rules::tictactoe();
    let value = |text: &str| {
        let board = Board::<1>::read(&rules, text).ok()?;
        Some(f64::from(Open.evaluate(&board)))
    };
    let ask = |text: &str| {
        format!(
            "(c) Eval(s) = X(s) - O(s), the sets without an O less the sets without an X. On 3 × 3, after {text}: Eval?"
        )
    };
    let part = |text: &str, hint: &str| {
        Part::new(
            ask(text),
            Expected::Number(value(text).unwrap_or(f64::NAN), 0.0),
            "counted over the 8 sets by the evaluator `open`",
        )
        .hint(hint)
    };
    vec![
        part(
            "b2 a1",
            "4 sets run through the middle, 3 through a corner, 1 through both",
        ),
        part("b2 b1 a1", "which sets hold no O, and which no X?"),
    ]
}

/// How large a board can be solved in time.
fn machine() -> Vec<Part> {
    let largest =
        |seconds, method| Expected::whole(u64::from(Machine::TEXTBOOK.largest(seconds, method)));
    let how = "the largest N with 100·N · Σ N!/i! instructions in that time";
    let rows = [
        ("The largest N that plain minimax solves in a second?", 1.0),
        ("In a minute?", 60.0),
        ("In an hour?", 3600.0),
    ];
    let minimax = rows.map(|(ask, seconds)| {
        Part::new(ask, largest(seconds, Method::Minimax), how)
            .hint("try N = 8, 9, 10, …: each is about N times the one before")
    });
    let pruned = Part::new(
        "In an hour, by alpha-beta with perfect ordering?",
        largest(3600.0, Method::PerfectAlphaBeta),
        "the root of the nodes",
    )
    .hint("the square root of the nodes is enough");
    minimax.into_iter().chain([pruned]).collect()
}
