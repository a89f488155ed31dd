//! The opponents that everything must beat.

use gametree::Prospect;
use gametree::one_ply::OnePly;
use gametree::random_adviser::RandomAdviser;

use super::Recipe;
use crate::open::seat::OpenGame;
use crate::searches::About;

/// The search that every game has.
pub const RANDOM: &str = "random";

pub const ANY: About = About {
    name: RANDOM,
    paper: "the baseline of every match",
    does: "moves at random",
    fits: "an opponent that everything must beat",
    options: &[],
};

pub const ONE_PLY: About = About {
    name: "oneply",
    paper: "the second baseline of every match",
    does: "takes the move behind which the evaluator sees most, dice averaged",
    fits: "good evaluators, an opponent that every search must beat",
    options: &[],
};

/// Random play, and one ply ahead.
pub fn baselines<'a, G, E>(prospect: E) -> Vec<Recipe<'a, G>>
where
    G: OpenGame + 'a,
    E: Prospect<G> + Clone + Sync + 'a,
{
    vec![
        Recipe::new(ANY, |settings| {
            Ok(Box::new(RandomAdviser::new(settings.seed)))
        }),
        Recipe::new(ONE_PLY, move |_| {
            Ok(Box::new(OnePly {
                prospect: prospect.clone(),
            }))
        }),
    ]
}
