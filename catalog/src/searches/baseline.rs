//! The opponents that everything must beat.

use gametree::erased::Own;
use gametree::one_ply::OnePly;
use gametree::random_mover::RandomMover;

use crate::info::{SearchInfo, SearchOption};
use crate::payoff::Recipe;

/// The search that every game has.
pub const RANDOM: &str = "random";

/// Random play.
pub static ANY: SearchInfo = SearchInfo {
    name: RANDOM,
    paper: "the baseline of every match",
    does: "moves at random",
    fits: "an opponent that everything must beat",
    options: &[],
};

/// One ply ahead.
pub static ONE_PLY: SearchInfo = SearchInfo {
    name: "oneply",
    paper: "the second baseline of every match",
    does: "takes the move behind which the evaluator sees most, dice averaged",
    fits: "good evaluators, an opponent that every search must beat",
    options: &[],
};

/// One ply with the hand-made evaluator.
pub static HANDMADE: SearchInfo = SearchInfo {
    name: "handmade",
    paper: "features weighted by hand",
    does: "takes the play behind which the hand-made evaluator sees most",
    fits: "backgammon: what training must beat",
    options: &[],
};

/// The other program.
pub static GNUBG: SearchInfo = SearchInfo {
    name: "gnubg",
    paper: "GNU Backgammon, another program",
    does: "asks GNU Backgammon for its play, at one of its levels",
    fits: "backgammon: a real opponent",
    options: &[SearchOption::new(
        "level",
        "beginner",
        "beginner, casual, intermediate, advanced, expert or world-class",
    )],
};

/// A rule of thumb.
pub static GREEDY: SearchInfo = SearchInfo {
    name: "greedy",
    paper: "a rule of thumb",
    does: "wins the trick as cheaply as it can, else throws the lowest card",
    fits: "whist: an opponent that looks one card ahead",
    options: &[],
};

/// Random play, and one ply ahead.
pub fn baselines() -> Vec<Recipe> {
    vec![
        Recipe::new(&ANY, |settings| {
            Ok(Box::new(RandomMover::new(settings.seed)))
        }),
        Recipe::new(&ONE_PLY, |_| Ok(Box::new(OnePly { evaluator: Own }))),
    ]
}
