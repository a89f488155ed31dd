//! The n-square game: trees with loops.

use gametree::on_path::OnPath;
use gametree::retrograde::Retrograde;
use gametree::{Event, Game, Limits, Score, Search, Verdict};
use gametree_games::squares::Squares;

use super::{Exercise, Expected, Part};

/// Four squares, by hand.
pub const FOUR: Exercise = Exercise {
    name: "four-squares",
    title: "the 4-square game: draw its tree, mark loops with ?, and back values up",
    question: "Two tokens stand at the ends of a row of four squares, A on 1 and B on 4. A moves first. A token moves to the next
open square, either way, or jumps over the other token to the open square behind it. The first to reach
the other end wins. Draw the complete tree, write ? where a position is already on the path, and back values up.",
    parts: four,
    see: &["gametree explain squares:4 --with onpath", "gametree solve squares:4"],
};

/// Any number of squares, by computation.
pub const ANY: Exercise = Exercise {
    name: "n-squares",
    title: "the n-square game for all n > 2: who wins?",
    question: "The same game on a row of n squares. Some n may be solved by hand; find the rule.",
    parts: any,
    see: &["gametree solve squares:7", "gametree solve squares:200"],
};

fn size(n: u16) -> Option<Squares> {
    Squares::new(n).ok()
}

fn four() -> Vec<Part> {
    let Some(root) = size(4) else {
        return Vec::new();
    };
    let (mut loops, mut leaves) = (0, 0);
    let report = OnPath::blind().watch(&root, &Limits::none(), &mut |event: &Event<
        '_,
        Squares,
    >| match event {
        Event::Repeats { .. } => loops += 1,
        Event::Leaf { .. } => leaves += 1,
        _ => {}
    });
    vec![
        Part::new(
            "Who wins, A or B?",
            winner(report.value),
            "minimax with ? on the path (`onpath`)",
        ),
        Part::new(
            "In how many moves of both sides?",
            moves(report.value),
            "the shortest win of the same search",
        ),
        Part::new(
            "How many leaves of the complete tree are marked ?",
            Expected::whole(loops),
            format!("counted by the search, among {leaves} leaves"),
        ),
    ]
}

fn winner(value: Score) -> Expected {
    Expected::word(if value > Score::DRAW {
        "A"
    } else if value < Score::DRAW {
        "B"
    } else {
        "?"
    })
}

fn moves(value: Score) -> Expected {
    match value.verdict() {
        Verdict::Win(plies) | Verdict::Loss(plies) => Expected::whole(plies.into()),
        Verdict::Points(_) => Expected::whole(0),
    }
}

/// The rule is checked up to this n.
const MOST: u16 = 60;

fn any() -> Vec<Part> {
    let value = |n: u16| {
        size(n)
            .and_then(|root| solved(&root))
            .unwrap_or(Score::DRAW)
    };
    let even = (3..=MOST).all(|n| (value(n) > Score::DRAW) == n.is_multiple_of(2));
    let odd = (3..=MOST).all(|n| (value(n) > Score::DRAW) != n.is_multiple_of(2));
    let rule = if even {
        "even"
    } else if odd {
        "odd"
    } else {
        "neither"
    };
    let how = "every position settled backwards from the ends (`retrograde`)";
    vec![
        Part::new("n = 5: who wins, A or B?", winner(value(5)), how),
        Part::new("n = 8: who wins, A or B?", winner(value(8)), how),
        Part::new(
            "A wins exactly where n is … (even or odd)",
            Expected::word(rule),
            format!("all n from 3 to {MOST} solved backwards; `gametree solve squares:N` goes on"),
        ),
    ]
}

fn solved<G: Game + gametree::TwoPlayer + gametree::Keyed>(root: &G) -> Option<Score> {
    Retrograde::blind().solve(root, &Limits::none()).value(root)
}
