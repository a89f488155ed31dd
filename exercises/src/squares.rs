//! The n-square game: a tree with loops (5.8).

use std::sync::LazyLock;

use gametree::minimax::Minimax;
use gametree::on_path::OnPath;
use gametree::retrograde::Retrograde;
use gametree::tree::Tree;
use gametree::{Blind, Limits, Player, Score, Search, Stop};
use gametree_games::squares::Squares;

use crate::square_tree::{SquareTree, Worth};
use crate::{Exercise, Expected, Part};

/// Four squares, by hand.
pub static FOUR: Exercise = Exercise {
    name: "four-squares",
    title: "the 4-square game: draw its tree, mark loops with ?, and back values up",
    source: "5.8 (a) to (c)",
    text: "Two tokens stand at the ends of a row of four squares, A on 1 and B on 4. A moves first. A token moves to the next
open square, either way, or jumps over the other token to the open square behind it. The first to reach
the other end wins: +1 where A does, -1 where B does. A state is written (s_A, s_B). Draw the complete tree. A terminal
state ends its branch; so does a state that is already on the path: draw a double box and write ? beside it. Then back
values up.",
    parts: LazyLock::new(four),
    see: &["gametree explain squares:4 --with onpath", "gametree solve squares:4"],
};

/// Any number of squares: a proof by induction.
pub static ANY: Exercise = Exercise {
    name: "n-squares",
    title: "the n-square game for all n > 2: who wins, and why?",
    source: "5.8 (d)",
    text: "The same game on a row of n squares. Show by induction: A wins if n is even, B wins if n is odd.",
    parts: LazyLock::new(any),
    see: &["gametree solve squares:7", "gametree solve squares:200"],
};

fn four() -> Vec<Part> {
    let Ok(root) = Squares::new(4) else {
        return Vec::new();
    };
    let tree = SquareTree::draw(&root);
    let mut parts = vec![
        Part::new(
            "(a) Which states of the tree are terminal?",
            Expected::States(tree.states(|node| node.is_terminal)),
            "A on 4 or B on 1 ends the game",
        )
        .hint("who reaches the other end first?"),
        Part::new(
            "(a) Which states stand in double boxes, marked ?",
            Expected::States(tree.states(|node| node.is_loop)),
            "each of them is already on the path from the root",
        )
        .hint("go back along the branch: has the same state, with the same player to move, occurred before?"),
        Part::new(
            "(a) How many nodes has the complete tree, leaves and double boxes counted?",
            Expected::whole(tree.nodes.len() as u64),
            format!("state by state: {tree}"),
        )
        .hint("the branches are few: most states leave one or two moves"),
    ];
    parts.extend(tree.inner_with_loops().map(back_up));
    parts.extend([
        who_wins(&tree),
        minimax_fails(&root),
        fixed(&root),
        for_all_games(),
    ]);
    parts
}

const WORTHS: &[&str] = &["+1", "-1", "?"];

/// (b): what a state is worth that has a ? among its children.
fn back_up(node: &crate::square_tree::SquareNode) -> Part {
    let right = match node.worth {
        Worth::Win => 0,
        Worth::Loss => 1,
        Worth::Unknown => 2,
    };
    let side = if node.turn == Player::FIRST { "A" } else { "B" };
    let below: Vec<&str> = node.children.iter().map(|worth| worth.word()).collect();
    Part::new(
        format!("(b) What is {} worth, where {side} is to move?", node.state),
        Expected::OneOf {
            choices: WORTHS,
            right,
        },
        format!(
            "{side} chooses among {}: a win is taken before ?, and ? before a loss",
            below.join(", ")
        ),
    )
    .hint("a player with a winning move takes it; with only ? and losses the player prefers ?")
}

fn who_wins(tree: &SquareTree) -> Part {
    let right = usize::from(tree.nodes[0].worth == Worth::Loss);
    Part::new(
        "(b) Who wins from the start, A or B?",
        Expected::OneOf {
            choices: &["A", "B"],
            right,
        },
        "the value backed up to the root",
    )
    .hint("look at the first state that leaves a choice")
}

/// (c): what happens to plain minimax.
fn minimax_fails(root: &Squares) -> Part {
    const NODES: u64 = 5_000;
    let report = Minimax { evaluator: Blind }.search(root, &Limits::nodes(NODES));
    let choices = &[
        "it goes around a loop and never returns",
        "it returns a wrong value, because it cuts off the winning line",
        "it returns the right value: nothing goes wrong",
    ];
    let right = match (report.stop, report.value > Score::DRAW) {
        (Stop::Nodes, _) => 0,
        (_, false) => 1,
        (_, true) => 2,
    };
    Part::new(
        "(c) What does the standard minimax algorithm do on this tree?",
        Expected::Statement { choices, right },
        format!("it is depth-first and remembers no path; stopped here after {NODES} nodes it had still not returned"),
    )
    .hint("follow it by hand: it takes the first child of every state")
}

/// (c): the cure, against retrograde analysis.
fn fixed(root: &Squares) -> Part {
    let on_path = OnPath::blind().search(root, &Limits::none());
    let truth = solved(root);
    let choices = &[
        "compare every state with those on the path; one that is there already is worth ?, and is not expanded",
        "search to a depth limit and count what lies below as lost",
        "store the value of every state in a table, whatever the path on which it was found",
    ];
    // The cure that agrees with the states solved backwards from the ends.
    let right = if truth == Some(on_path.value) { 0 } else { 1 };
    Part::new(
        "(c) How can it be fixed?",
        Expected::Statement { choices, right },
        format!(
            "so does `onpath`, and finds {}, as retrograde analysis does",
            on_path.value
        ),
    )
    .hint("the drawing by hand did not go around the loop: what stopped it?")
}

/// (c): whether the cure serves every game with loops.
fn for_all_games() -> Part {
    let best = |text: &str| {
        let tree: Tree = text.parse().ok()?;
        Minimax { evaluator: Blind }
            .search(&tree.two_player().ok()?, &Limits::none())
            .best()
    };
    // What a ? is really worth is not known: in the second tree the choice depends on it.
    let with_wins = best("(max 0.5 1)") == best("(max -0.5 1)");
    let with_draws = best("(max 0.5 0)") == best("(max -0.5 0)");
    Part::new(
        "(c) Does the fixed algorithm give optimal decisions for all games with loops?",
        Expected::yes(with_wins && with_draws),
        "with wins and losses only, ? lies between them, whatever it is worth. With draws, or wins of different degrees, \
         it has no certain place: (max ? 0) is decided one way if endless play is worth 0.5 and the other way if it is \
         worth -0.5",
    )
    .hint("compare ? with a draw, or a large win with a small one")
}

/// The rule is checked up to this n.
const MOST: u16 = 60;

fn any() -> Vec<Part> {
    let value = |n: u16| {
        let solved = Squares::new(n).ok().and_then(|root| solved(&root));
        solved.unwrap_or(Score::DRAW)
    };
    let winner = |n: u16| Expected::OneOf {
        choices: &["A", "B"],
        right: usize::from(value(n) < Score::DRAW),
    };
    let even = (3..=MOST).all(|n| (value(n) > Score::DRAW) == n.is_multiple_of(2));
    let odd = (3..=MOST).all(|n| (value(n) > Score::DRAW) != n.is_multiple_of(2));
    let rule = usize::from(!even && odd);
    let how = "every state settled backwards from the ends (`retrograde`)";
    vec![
        Part::new("The base: who wins for n = 3, A or B?", winner(3), how)
            .hint("A has one move, and B jumps"),
        Part::new("The base: who wins for n = 4, A or B?", winner(4), how)
            .hint("the exercise four-squares"),
        inner_game(),
        inner_end(),
        Part::new("So who wins for n = 5?", winner(5), how).hint("n - 2 = 3"),
        Part::new("And for n = 8?", winner(8), how).hint("n - 2 = 6, n - 4 = 4"),
        Part::new(
            "A wins exactly where n is … (even or odd)",
            Expected::OneOf { choices: &["even", "odd"], right: rule },
            format!(
                "by induction from n - 2 to n, from the bases 3 and 4; and all n from 3 to {MOST} solved backwards agree"
            ),
        )
        .hint("the winner does not change from n - 2 to n"),
    ]
}

/// The step: after one move each, the game on n − 2 squares.
fn inner_game() -> Part {
    const N: u16 = 9;
    // The size whose start has the value of the state after A to 2, B to n - 1, for all n.
    let same = |less: &u16| {
        (7..=24).all(|n: u16| {
            let text = format!("2,{},A", n - 1);
            let inner = Squares::read(n, &text).ok().and_then(|root| solved(&root));
            let outer = Squares::new(n - less).ok().and_then(|root| solved(&root));
            let wins = |value: Option<Score>| value.map(|value| value > Score::DRAW);
            inner.is_some() && wins(inner) == wins(outer)
        })
    };
    let less = (1..=3).find(same).unwrap_or(0);
    Part::new(
        format!("The step, for n = {N}: A has moved to 2 and B to 8. Between squares 2 and 8 the game of how many squares is played?"),
        Expected::whole(u64::from(N - less)),
        "squares 2 to n - 1 are a row of n - 2 squares with A at its left end, B at its right end and A to move: who wins \
         there wins here, for all n from 7 to 24 by computing",
    )
    .hint("count the squares from A's to B's, both included")
}

/// The step: who is first at the end of the inner row wins on the outer one.
fn inner_end() -> Part {
    let choices = &[
        "one move short of the real end, while the other still needs two: the winner of the inner game wins the outer one",
        "on the real end already",
        "at a place that the other can still block: nothing is decided",
    ];
    let wins_after = |n: u16, b: u16| {
        let state = Squares::read(n, &format!("{},{b},B", n - 1)).ok()?;
        solved(&state).map(|value| value > Score::DRAW)
    };
    let always = (5..=24).all(|n| {
        (3..=n)
            .filter(|&b| b != n - 1)
            .all(|b| wins_after(n, b) == Some(true))
    });
    Part::new(
        "The step: A reaches square n - 1, the end of the inner row, before B has reached square 2. A now stands …",
        Expected::Statement { choices, right: if always { 0 } else { 2 } },
        "A on n - 1 and B on any square from 3 on, B to move: A wins in every such state for n from 5 to 24. B needs two \
         moves at least; a B that has stepped back to n must leave it, jumping over A. By symmetry the same holds for B. \
         So the winner for n - 2 is the winner for n",
    )
    .hint("how many moves does A need now, and how many B?")
}

fn solved(root: &Squares) -> Option<Score> {
    Retrograde::blind().solve(root, &Limits::none()).value(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_the_textbooks() {
        let tree = SquareTree::draw(&Squares::new(4).unwrap());
        assert_eq!(tree.nodes[0].worth, Worth::Win);
        let leaves = tree
            .nodes
            .iter()
            .filter(|node| node.children.is_empty())
            .count();
        assert_eq!((leaves, tree.states(|node| node.is_loop).len()), (4, 2));
        // The same leaves as the search with the path as its memory.
        let root = Squares::new(4).unwrap();
        assert_eq!(
            OnPath::blind().search(&root, &Limits::none()).value,
            Score::win_in(3)
        );
    }
}
