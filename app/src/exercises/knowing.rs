//! Does it help to know the opponent's move?

use gametree::cfr::{Cfr, Solution};
use gametree::extensive::Profile;
use gametree::fully_observed::FullyObserved;
use gametree::tree::{Estimates, Node, Tree};
use gametree::{Limits, Player, Search, minimax::Minimax};
use gametree_games::kuhn::Kuhn;

use super::{Exercise, Expected, Part};

const TREE: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

/// The exercise.
pub const EXERCISE: Exercise = Exercise {
    name: "knowing",
    title: "does it help to know what the opponent will play? With open cards, and with hidden ones",
    question: "Both play perfectly. Before the game the first player is told what the second will answer to every move, coin
flips included. Does the first player get more than without being told?",
    parts,
    see: &["gametree solve kuhn", "gametree search '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))'"],
};

fn parts() -> Vec<Part> {
    let (open, told_open) = with_open_cards().unwrap_or_default();
    let (hidden, told_hidden) = with_hidden_cards().unwrap_or_default();
    let helps = |without: f64, with: f64| Expected::yes(with > without + 1e-3);
    let how =
        |without: f64, with: f64| format!("worth {without:.4} without, {with:.4} with being told");
    vec![
        Part::new(
            format!("In the game {TREE}, where everything is seen? (yes or no)"),
            helps(open, told_open),
            how(open, told_open),
        ),
        Part::new(
            "In Kuhn poker? (yes or no)",
            helps(hidden, told_hidden),
            how(hidden, told_hidden),
        ),
    ]
}

/// The value of the tree, and the best answer to MIN's best strategy.
fn with_open_cards() -> Option<(f64, f64)> {
    let tree: Tree = TREE.parse().ok()?;
    let minimax = Minimax {
        evaluator: Estimates,
    }
    .search(&tree.two_player().ok()?, &Limits::none());
    let solution = Cfr::default()
        .solve(&FullyObserved::new(tree.root()), &Limits::none())
        .ok()?;
    let told = solution
        .game
        .foreknowledge(Player::FIRST, &sharpened(&solution), 1000)?;
    Some((f64::from(minimax.value.raw()), told))
}

/// In a game where everything is seen, a best move needs no coin: the likeliest one is taken.
fn sharpened(solution: &Solution<FullyObserved<Node<'_>>>) -> Profile {
    solution.game.profile(|set, m| {
        let mix = solution
            .game
            .at(&solution.profile, set.player, &set.view)
            .unwrap_or_default();
        let likeliest = mix.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        if likeliest.is_some_and(|(best, _)| best == m) {
            1.0
        } else {
            0.0
        }
    })
}

/// The value of Kuhn poker, and what the first player gets when told every answer of the second.
fn with_hidden_cards() -> Option<(f64, f64)> {
    let solution = Cfr::default().solve(&Kuhn::new(), &Limits::none()).ok()?;
    let told = solution
        .game
        .foreknowledge(Player::FIRST, &solution.profile, 100_000)?;
    Some((solution.value, told))
}
