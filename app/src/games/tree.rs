//! Trees as games: `tree:TEXT`, `tree:FILE`, or a bare text that begins with `(`.

use std::path::Path;

use gametree::expectiminimax::Expectiminimax;
use gametree::maxn::Maxn;
use gametree::ordering::Unguided;
use gametree::tree::{Estimates, NotTwoPlayer, OutOfBounds, Tree};

use super::Entry;
use crate::error::Problem;
use crate::minmax::Positive;
use crate::open::seat::{OpenSeat, all_shown, to_the_end, uncovered};
use crate::open::{Visit, recipes};
use crate::seat::{Known, Seat, WithGame};

/// The entry of trees.
pub const ENTRY: Entry = Entry {
    name: "tree",
    form: "tree:TEXT|FILE",
    about: "a game tree written as text, or in a file: (max (min 3 12 8) (min 2 4 6))",
    positions: "the way from the root: names or numbers of children from 1, as in '2 1'",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: true,
    example: "tree:(max (min 3 12 8) (min 2 4 6) (min 14 5 2))",
    fits: &[
        "minimax",
        "alphabeta",
        "pvs",
        "mtdf",
        "minmax",
        "bestfirst",
        "pns",
        "retrograde",
        "expectiminimax",
        "star1",
        "star2",
        "maxn",
        "paranoid",
        "brs",
    ],
    tuned: &[],
};

/// Reads the tree and runs the command on it.
pub fn open<V: WithGame>(name: &str, text: Option<&str>, visitor: V) -> anyhow::Result<V::Out> {
    let tree = load(named(text)?)?;
    let root = tree.two_player().map_err(no_minimax)?;
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start: root,
        evaluator: Known::uniform(Estimates),
        reader: None,
        show: &|value| tree.show(value),
        positive: Positive {
            shift: (1 - tree.least()).max(0),
            unit: tree.unit(),
            mode: "exact",
        },
        solver: None,
    })
}

/// What stands behind `tree:`.
fn named(text: Option<&str>) -> Result<&str, Problem> {
    text.filter(|text| !text.trim().is_empty()).ok_or_else(|| {
        Problem::usage("which tree? nothing stands behind 'tree'")
            .mend("gametree search '(max (min 3 12 8) (min 2 4 6))', or tree:FILE")
    })
}

/// The tree of a game's name.
pub fn of_name(name: &str) -> Result<Tree, Problem> {
    load(named(super::split(name).1)?)
}

/// Runs a command on a tree of any kind.
pub fn sit<T>(name: &str, tree: Tree, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let two = tree.players() == 2;
    let judge = |bounds| {
        tree.clone()
            .bounded(bounds)
            .map(|_| ())
            .map_err(|error: OutOfBounds| error.to_string())
    };
    let mut recipes = if two {
        recipes::judged(Estimates, Unguided, &judge)
    } else {
        Vec::new()
    };
    recipes.extend(recipes::of_many(Estimates));
    recipes.extend(recipes::baselines(Estimates));
    let solver = match two {
        true => to_the_end(|| Expectiminimax {
            prospect: Estimates,
        }),
        false => to_the_end(|| Maxn {
            pruning: false,
            ..Maxn::new(Estimates)
        }),
    };
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start: tree.root(),
        reader: None,
        recipes,
        shown: all_shown,
        solver,
        cover: uncovered,
    })
}

/// The tree of a text, or of the file of that name.
fn load(text: &str) -> Result<Tree, Problem> {
    if text.trim_start().starts_with('(') {
        return parse(text);
    }
    // The root has a name, or a comment goes before it.
    if text.contains('(')
        && let Ok(tree) = text.parse()
    {
        return Ok(tree);
    }
    if Path::new(text).is_file() {
        let content = std::fs::read_to_string(text).map_err(|error| {
            Problem::failed(format!("cannot read the tree in '{text}': {error}"))
        })?;
        return parse(&content).map_err(|problem| Problem {
            what: format!("{text}: {problem}"),
            ..problem
        });
    }
    text.parse().map_err(|_| {
        let shown = crate::output::shorten(text, 100);
        Problem::not_found(format!("'{shown}' is neither a file nor a tree")).mend(
            "a tree begins with '(' : (max (min 3 12 8) (min 2 4 6)); otherwise give a file's path",
        )
    })
}

fn parse(text: &str) -> Result<Tree, Problem> {
    text.parse().map_err(|error: gametree::tree::TreeError| {
        Problem::usage(error.to_string())
            .mend("a tree looks like (max (min 3 12 8) (min 2 4 6)); ';' begins a comment")
    })
}

fn no_minimax(reason: NotTwoPlayer) -> Problem {
    Problem::usage(format!(
        "{reason}, and the searches here are for two players without chance"
    ))
    .mend("use only (max …), (min …), numbers and ?")
}
