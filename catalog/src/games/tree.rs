//! Trees as games: `tree:TEXT`, `tree:FILE`, or a bare text that begins with `(`.

use std::path::Path;
use std::sync::Arc;

use gametree::erased::Own;
use gametree::expectiminimax::Expectiminimax;
use gametree::maxn::Maxn;
use gametree::minimax::Minimax;
use gametree::tree::{Estimates, MinMax, OutOfBounds, SharedNode, Tree, TreeError};
use gametree::{Game, Limits, Player, Score, Search};

use super::Request;
use crate::error::CatalogError;
use crate::format::{Scale, shorten};
use crate::game::AnyGame;
use crate::info::{GameInfo, Positive};
use crate::knowledge::{Heuristics, Position};
use crate::payoff::{PayoffGame, to_the_end};
use crate::searches::baseline::baselines;
use crate::searches::chance::judged;
use crate::searches::players::of_many;
use crate::solve_by_search::Method;
use crate::two_player::{TwoPlayerGame, UnknownLeaves};

/// The entry of trees.
pub const INFO: GameInfo = GameInfo {
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
    stored: None,
};

/// The entry of trees with chance or several players: what suits them is another list.
static WITH_PAYOFFS: GameInfo = GameInfo {
    fits: &[
        "expectiminimax",
        "star1",
        "star2",
        "minmax",
        "maxn",
        "paranoid",
        "brs",
    ],
    ..INFO
};

/// Reads the tree. One of two players without chance is for minimax, unless other searches are
/// asked for.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    let tree = load(named(request.parameters)?)?;
    if tree.unknown_leaves().next().is_some() {
        return with_unknown_leaves(request, &tree);
    }
    if request.payoffs || tree.two_player().is_err() {
        let game = with_payoffs(Arc::new(tree));
        return Ok(AnyGame::with_payoffs(&WITH_PAYOFFS, request.name, game));
    }
    request.two_player(for_minimax(tree)?)
}

/// A tree of MAX and MIN.
fn for_minimax(
    tree: Tree,
) -> Result<TwoPlayerGame<SharedNode<MinMax>, Heuristics<Estimates>>, CatalogError> {
    let scale = Scale::per_unit(tree.unit());
    let positive = Positive {
        shift: (1 - tree.least()).max(0),
        unit: tree.unit(),
        mode: "exact",
        reach: tree.greatest().abs().max(tree.least().abs()) + 1,
        all_known: true,
    };
    let root = SharedNode::two_player(Arc::new(tree))
        .map_err(|reason| CatalogError::usage(reason.to_string()))?;
    let game = TwoPlayerGame::new(&INFO, root, Heuristics::new(Estimates));
    let game = game.scaled(scale).positive(positive);
    Ok(game.solving(Method::OnePass))
}

/// A tree with leaves whose values are not known: searched where its value holds whatever they are,
/// by searches that do not look at them.
fn with_unknown_leaves(request: &Request<'_>, tree: &Tree) -> Result<AnyGame, CatalogError> {
    let leaves: Vec<&str> = tree.unknown_leaves().collect();
    let leaves = leaves.join(" and ");
    if request.payoffs || tree.two_player().is_err() {
        let what = format!("no value is known of {leaves}: that is for trees of MAX and MIN only");
        return Err(CatalogError::usage(what).hint("give the leaf a number"));
    }
    let least = tree.with_least_unknowns();
    let largest = tree.with_largest_unknowns();
    let value = minimax_value(&least)?;
    if value != minimax_value(&largest)? {
        let what = format!("the value of the tree depends on {leaves}, which is not known");
        return Err(CatalogError::usage(what)
            .hint("give the leaf a number, or a sibling that refutes its branch"));
    }
    let note = format!(
        "The value {} holds for every value of {leaves}.",
        tree.show(value)
    );
    // Unknown leaves stand for the worst that can happen to the player at the root, so that a best
    // move is one whatever they are.
    let adverse = if tree.root().turn() == Player::FIRST {
        least
    } else {
        largest
    };
    let name = |node: &SharedNode<MinMax>| node.unknown_name().map(String::from);
    let game = for_minimax(adverse)?.without_values_of(UnknownLeaves { name, note });
    request.two_player(
        game.reading(|_| Err("a tree with unknown leaves is searched from its root".into())),
    )
}

fn minimax_value(tree: &Tree) -> Result<Score, CatalogError> {
    let root = tree.two_player();
    let root = root.map_err(|reason| CatalogError::usage(reason.to_string()))?;
    let minimax = &mut Minimax {
        evaluator: Estimates,
    };
    Ok(minimax.search(&root, &Limits::none()).value)
}

/// A tree of any kind.
fn with_payoffs(tree: Arc<Tree>) -> PayoffGame {
    let start = Position::payoff(SharedNode::root(tree.clone()), Arc::new(Estimates));
    let mut recipes = Vec::new();
    let two = tree.players() == 2;
    if two {
        recipes.extend(judged(Arc::new(move |bounds| {
            let bounded = Tree::clone(&tree).bounded(bounds);
            bounded
                .map(|_| ())
                .map_err(|error: OutOfBounds| error.to_string())
        })));
    }
    recipes.extend(of_many());
    recipes.extend(baselines());
    let solver = if two {
        to_the_end(|| Expectiminimax { evaluator: Own })
    } else {
        to_the_end(|| Maxn {
            pruning: false,
            ..Maxn::new(Own)
        })
    };
    PayoffGame::new(start, recipes, solver)
}

/// What stands behind `tree:`.
fn named(text: Option<&str>) -> Result<&str, CatalogError> {
    text.filter(|text| !text.trim().is_empty()).ok_or_else(|| {
        CatalogError::usage("which tree? nothing stands behind 'tree'")
            .hint("gametree search '(max (min 3 12 8) (min 2 4 6))', or tree:FILE")
    })
}

/// The tree of a text, or of the file of that name.
fn load(text: &str) -> Result<Tree, CatalogError> {
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
            CatalogError::failed(format!("cannot read the tree in '{text}': {error}"))
        })?;
        return parse(&content).map_err(|problem| CatalogError {
            what: format!("{text}: {problem}"),
            ..problem
        });
    }
    text.parse().map_err(|_| {
        let shown = shorten(text, 100);
        CatalogError::not_found(format!("'{shown}' is neither a file nor a tree")).hint(
            "a tree begins with '(' : (max (min 3 12 8) (min 2 4 6)); otherwise give a file's path",
        )
    })
}

fn parse(text: &str) -> Result<Tree, CatalogError> {
    text.parse().map_err(|error: TreeError| {
        CatalogError::usage(error.to_string())
            .hint("a tree looks like (max (min 3 12 8) (min 2 4 6)); ';' begins a comment")
    })
}
