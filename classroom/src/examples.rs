//! The lessons: a tree or a game, a search for it, and another search to compare it with.

use serde::Serialize;
use serde_json::{Value, json};

use crate::request::TraceAsk;

/// One lesson. Where `game` is `queens:N` it is a climb.
#[derive(Clone, Copy, Serialize)]
struct Example {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    game: &'static str,
    position: &'static str,
    with: &'static str,
    against: &'static str,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// What most lessons leave as it is.
const PLAIN: Example = Example {
    id: "",
    title: "",
    about: "",
    game: "",
    position: "",
    with: "alphabeta",
    against: "",
    depth: None,
    nodes: None,
};

const DICE: &str = "(max
  steady:(chance 0.9:(min 2 3) 0.1:(min 1 4))
  bold:(chance 0.9:(min 1 2) 0.1:(min 4 9)))";

const PROVE: &str = "(max
  a:(min (max 0 0 1) (max 0 0 0) (max 0 1 0))
  b:(min (max 1 0) 1)
  c:(min (max 0 0) (max 0 (min 1 0)) 0))";

const EXAMPLES: &[Example] = &[
    Example {
        id: "bags",
        title: "Two bags, four balls",
        about: "All of alpha-beta in four leaves: the last ball is pruned.",
        game: include_str!("../../examples/bags-and-balls.tree"),
        against: "minimax",
        ..PLAIN
    },
    Example {
        id: "aima",
        title: "The textbook's tree",
        about: "Nine leaves, three moves each. Minimax visits all of them, alpha-beta seven.",
        game: include_str!("../../examples/aima.tree"),
        against: "minimax",
        ..PLAIN
    },
    Example {
        id: "deep-cuts",
        title: "Shallow and deep cutoffs",
        about: "Sixteen leaves from the left: which bound on the path decides each cut?",
        game: include_str!("../../examples/lecture-16.tree"),
        against: "minimax",
        ..PLAIN
    },
    Example {
        id: "good-order",
        title: "Good order: best moves first",
        about: "With the best move first everywhere, alpha-beta needs 11 of 27 leaves, the fewest that any proof needs.",
        game: include_str!("../../examples/ordering-good.tree"),
        against: "minimax",
        ..PLAIN
    },
    Example {
        id: "bad-order",
        title: "Bad order: best moves last",
        about: "The same 27 leaves with the worst move first everywhere: not one leaf is saved.",
        game: include_str!("../../examples/ordering-bad.tree"),
        against: "minimax",
        ..PLAIN
    },
    Example {
        id: "deepening",
        title: "Deepening, one ply at a time",
        about: "Each pass goes one ply deeper. What the repetition costs, and what it teaches on the way.",
        game: include_str!("../../examples/horizon.tree"),
        with: "alphabeta:deepening=on",
        against: "alphabeta",
        ..PLAIN
    },
    Example {
        id: "horizon",
        title: "The horizon",
        about: "At depth 2 the search is fooled: the recapture lies one ply beyond what it sees.",
        game: include_str!("../../examples/horizon.tree"),
        depth: Some(2),
        ..PLAIN
    },
    Example {
        id: "null-windows",
        title: "Null windows: PVS and MTD(f)",
        about: "First guess, then prove: most searches use a window too narrow for any value.",
        game: include_str!("../../examples/lecture-16.tree"),
        with: "pvs:quiescence=off",
        against: "mtdf:quiescence=off",
        ..PLAIN
    },
    Example {
        id: "chance",
        title: "Dice: expectiminimax",
        about: "Where chance moves, the mean counts. Star1 knows how high values can be, and skips what cannot matter.",
        game: DICE,
        with: "expectiminimax",
        against: "star1:low=0,high=9",
        ..PLAIN
    },
    Example {
        id: "star2",
        title: "Dice with probes: Star2",
        about: "Star2 first tries one move after every throw: that bound is often enough.",
        game: DICE,
        with: "star2:low=0,high=9",
        against: "star1:low=0,high=9",
        ..PLAIN
    },
    Example {
        id: "three",
        title: "Three players: maxⁿ",
        about: "A value for each player; each takes the branch that is best for them.",
        game: include_str!("../../examples/three-players.tree"),
        with: "maxn",
        against: "paranoid",
        ..PLAIN
    },
    Example {
        id: "squares",
        title: "The 4-square game: play in circles",
        about: "Positions repeat. The search writes ? where one is already on its path.",
        game: "squares:4",
        with: "onpath",
        against: "retrograde",
        ..PLAIN
    },
    Example {
        id: "fork",
        title: "Two roads: averaging over worlds",
        about: "Solving every possible world and taking the mean fails where you must decide without knowing which world it is.",
        game: "fork",
        position: "left",
        with: "pimc",
        ..PLAIN
    },
    Example {
        id: "kuhn",
        title: "Poker with three cards: worlds",
        about: "What the opponent may hold, world by world; then a search over what the players know.",
        game: "kuhn",
        position: "J Q p",
        with: "pimc",
        against: "ismcts",
        nodes: Some(300),
        ..PLAIN
    },
    Example {
        id: "rivest",
        title: "Min/max approximation: Rivest's own tree",
        about: "On which tip does the root depend most? The least sum of weights tells. Change p and see.",
        game: include_str!("../../examples/rivest.tree"),
        with: "minmax:p=10",
        ..PLAIN
    },
    Example {
        id: "bestfirst",
        title: "Best first, twice",
        about: "Both grow a tree in memory: one where the value comes from, the other where it depends most.",
        game: include_str!("../../examples/rivest.tree"),
        with: "bestfirst",
        against: "minmax:p=10",
        ..PLAIN
    },
    Example {
        id: "proof",
        title: "Proof numbers",
        about: "Won or not? The tree grows where a proof, or its opposite, needs the fewest leaves.",
        game: PROVE,
        with: "pns",
        against: "alphabeta",
        ..PLAIN
    },
    Example {
        id: "tictactoe",
        title: "Tic-tac-toe: the last moves",
        about: "A real game near its end, with the board at every node.",
        game: "tictactoe",
        position: "5 1 9 2 8",
        against: "minimax",
        ..PLAIN
    },
    Example {
        id: "connect4",
        title: "Connect Four, three plies",
        about: "Seven moves at every node: order matters. Compare plain alpha-beta with PVS.",
        game: "connect4",
        position: "4455",
        with: "alphabeta",
        against: "pvs:quiescence=off",
        depth: Some(3),
        ..PLAIN
    },
    Example {
        id: "nim",
        title: "Nim: 1, 2 and 3 matches",
        about: "Whoever takes the last match wins. Alpha-beta against proof numbers.",
        game: "nim:1,2,3",
        with: "alphabeta",
        against: "dfpn",
        depth: Some(6),
        ..PLAIN
    },
    Example {
        id: "queens",
        title: "Eight queens: hill climbing",
        about: "Always makes the move that leaves the fewest pairs in conflict; when no move helps, it starts again.",
        game: "queens:8",
        with: "steepest",
        against: "min-conflicts",
        ..PLAIN
    },
];

/// All lessons, schema `gametree.examples/1`. A tree's text comes without its comments, which are
/// its `notes`.
pub fn examples() -> Value {
    let all: Vec<Value> = EXAMPLES.iter().map(json_of).collect();
    json!({ "schema": "gametree.examples/1", "examples": all })
}

/// What to ask for each lesson that explains a search, for both of its searches.
pub fn lessons() -> impl Iterator<Item = TraceAsk> {
    let films = EXAMPLES
        .iter()
        .filter(|example| !example.game.starts_with("queens"));
    films.flat_map(|example| {
        let both = [example.with, example.against].into_iter();
        both.filter(|with| !with.is_empty())
            .filter_map(|with| lesson(example.id, with))
    })
}

/// What to ask for a lesson; `with` is another search than its own where it is not empty.
pub fn lesson(id: &str, with: &str) -> Option<TraceAsk> {
    let example = EXAMPLES.iter().find(|example| example.id == id)?;
    Some(TraceAsk {
        game: example.parts().1.join("\n").trim().into(),
        position: Some(example.position.into()),
        with: if with.is_empty() { example.with } else { with }.into(),
        depth: example.depth,
        nodes: example.nodes,
        seed: None,
    })
}

impl Example {
    /// The comments of the tree, and the rest of its text, by lines.
    fn parts(&self) -> (Vec<&'static str>, Vec<&'static str>) {
        let lines = self.game.lines();
        lines.partition(|line| line.trim_start().starts_with(';'))
    }
}

fn json_of(example: &Example) -> Value {
    let mut object = json!(example);
    let (notes, text) = example.parts();
    object["game"] = json!(text.join("\n").trim());
    let said = notes.iter().map(|line| line.trim_start_matches(';').trim());
    let said: Vec<&str> = said.filter(|line| !line.starts_with("expect ")).collect();
    object["notes"] = json!(said.join("\n").trim());
    object
}
