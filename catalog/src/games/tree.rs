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
use crate::error::{CatalogError, reason};
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
    let two_player = tree.two_player().is_ok();
    if request.payoffs && two_player && tree.has_endless_play() {
        return Err(without_payoffs());
    }
    if request.payoffs || !two_player {
        let game = with_payoffs(Arc::new(tree));
        return Ok(AnyGame::with_payoffs(&WITH_PAYOFFS, request.name, game));
    }
    request.two_player(for_minimax(tree)?)
}

/// Real values cannot tell `?` from a certain 0.
fn without_payoffs() -> CatalogError {
    let what = "the tree has ?, play without end, and this search cannot tell it from a draw";
    CatalogError::usage(what)
        .hint("searches for MAX and MIN take a certain draw first: minimax, alphabeta, pvs")
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
    let endless_play = tree.has_endless_play();
    let root = SharedNode::two_player(Arc::new(tree))
        .map_err(|reason| CatalogError::usage(reason.to_string()))?;
    let game = TwoPlayerGame::new(&INFO, root, Heuristics::new(Estimates));
    let game = game.scaled(scale).positive(positive);
    let game = game.solving(Method::OnePass);
    Ok(if endless_play {
        game.with_endless_play()
    } else {
        game
    })
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
        "The value {} holds for every value of {leaves}",
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

/// What follows `tree:`.
fn named(text: Option<&str>) -> Result<&str, CatalogError> {
    text.filter(|text| !text.trim().is_empty()).ok_or_else(|| {
        CatalogError::usage("which tree? nothing follows 'tree:'")
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
            CatalogError::failed(format!(
                "cannot read the tree in '{text}': {}",
                reason(&error)
            ))
        })?;
        return parse(&content).map_err(|problem| CatalogError {
            what: format!("{text}: {problem}"),
            ..problem
        });
    }
    // A word alone would be a leaf without a known value: a file that is not there.
    let leaf = text.parse().ok();
    let leaf = leaf.filter(|tree: &Tree| tree.unknown_leaves().next().is_none());
    leaf.ok_or_else(|| {
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

#[cfg(test)]
mod tests {
    use gametree::retrograde::Retrograde;
    use gametree::rng::Rng;
    use gametree::tree::{Shape, random};
    use gametree::{Game, Limits, Score, Search};

    use crate::answer::{Answer, Found};
    use crate::built::BuiltSearch;
    use crate::games::open;
    use crate::spec::Conditions;

    /// Every search for two players but `random`, which takes any move.
    const SEARCHES: [&str; 20] = [
        "minimax",
        "alphabeta",
        "alphabeta:deepening=on",
        "alphabeta:sort=on",
        "pvs",
        "pvs:table=0",
        "pvs:singular=on",
        "mtdf",
        "bestfirst",
        "minmax:proofs=on",
        "minmax:mode=exact",
        "minmax:mode=reverse",
        "minmax:mode=soft",
        "mcts",
        "mcts:expand=0",
        "pns",
        "pns:fastest=on",
        "dfpn",
        "retrograde",
        "onpath",
    ];

    /// A random tree of small values, a third of its leaves `?`.
    fn with_endless_play(seed: u64) -> String {
        let shape = Shape {
            branching: 1..=3,
            depth: 5,
            values: -1..=1,
            alternating: seed.is_multiple_of(2),
            ..Shape::default()
        };
        let mut rng = Rng::new(seed);
        let text = random(&shape, seed).to_string();
        let mut leaf = |word: &str| {
            let number = word.trim_end_matches(')');
            if number.parse::<f64>().is_ok() && rng.below(3) == 0 {
                word.replace(number, "?")
            } else {
                word.to_owned()
            }
        };
        text.split(' ').map(&mut leaf).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn endless_play_against_a_draw_has_one_answer_in_every_search() {
        let mut ends = [0, 0];
        for seed in 0..200 {
            let text = with_endless_play(seed);
            for with in SEARCHES {
                let game = open(&text, &[with]).expect("a tree");
                let root = game.dealt(None, 0).expect("its root");
                let exact = Retrograde::blind().solve(&root, &Limits::none());
                // Enough for all of them, so that none stops early, and tables stay small.
                let limits = Limits::nodes(20_000);
                let conditions = Conditions {
                    seed,
                    limits: limits.clone(),
                };
                let built = game.build(with, &conditions).expect("a search");
                let BuiltSearch::Score { mut search, scale } = built else {
                    panic!("{with} is for two players");
                };
                let report = search.search(&root, &limits);
                let value = exact.value(&root).expect("solved");
                assert!(report.proven, "{with} {text}");
                assert_eq!(report.value, value, "{with} {text}");
                let endless = exact.is_loop(&root).expect("solved");
                if let Some(best) = report.best() {
                    let child = root.after(best);
                    assert_eq!(exact.value(&child), Some(value), "{with} {text}");
                    assert_eq!(exact.is_loop(&child), Some(endless), "{with} {text}");
                }
                let answer = Answer::new(&root, &Found::Score(report), scale);
                assert_eq!(answer.outcome, endless.then_some("?"), "{with} {text}");
                ends[usize::from(endless)] += usize::from(value == Score::DRAW);
            }
        }
        let enough = 10 * SEARCHES.len();
        assert!(ends.iter().all(|&count| count > enough), "{ends:?}");
    }

    #[test]
    fn a_file_that_is_not_there_is_no_leaf() {
        let missing = open("tree:examples/missing.tree", &[]).err();
        let what = missing.expect("no such file").what;
        assert!(what.contains("neither a file nor a tree"), "{what}");
        assert!(open("tree:5", &[]).is_ok());
    }

    #[test]
    fn endless_play_is_not_for_searches_with_real_values() {
        for with in [
            "expectiminimax",
            "star1",
            "star2",
            "maxn",
            "paranoid",
            "brs",
        ] {
            let refused = open("(max ? 0)", &[with]).err().expect(with);
            assert!(
                refused.what.contains("play without end"),
                "{}",
                refused.what
            );
            assert!(
                open("(max ? (chance 0.5:0 0.5:1))", &[with]).is_ok(),
                "{with}"
            );
        }
    }
}
