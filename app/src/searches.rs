//! The searches on the command line. To add one: its [`Recipe`] in [`recipes`], nothing else.

use gametree::AnySearch;
use gametree::alphabeta::AlphaBeta;
use gametree::minimax::Minimax;
use gametree::tree::{Estimates, TwoPlayerTree};

use crate::error::Problem;
use crate::seat::{CliEvaluator, CliGame};
use crate::spec::{Opt, Settings, Spec};
use crate::suggest;

/// A search of any kind for games of one type.
pub type Boxed<'a, G> = Box<dyn AnySearch<G> + 'a>;

/// What the list of searches says of one.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// Where it was first described.
    pub paper: &'static str,
    /// One line for people.
    pub does: &'static str,
    /// What it is best for.
    pub fits: &'static str,
    /// Its options.
    pub options: &'static [Opt],
}

/// A search and how to make it.
struct Recipe<'a, G: CliGame, E> {
    about: About,
    build: fn(&Settings, E) -> Result<Boxed<'a, G>, Problem>,
}

/// The search used where none is named.
pub const DEFAULT: &str = "alphabeta";

/// All searches.
fn recipes<'a, G: CliGame + 'a, E: CliEvaluator<G> + 'a>() -> Vec<Recipe<'a, G, E>> {
    vec![
        Recipe {
            about: About {
                name: "minimax",
                paper: "von Neumann 1928; Shannon 1950",
                does: "visits every position down to the depth limit: the oracle of all others",
                fits: "small trees, checking",
                options: &[],
            },
            build: |_, evaluator| Ok(Box::new(Minimax { evaluator })),
        },
        Recipe {
            about: About {
                name: "alphabeta",
                paper: "Knuth and Moore 1975; fail-soft: Fishburn 1983",
                does: "minimax that skips what cannot matter",
                fits: "trees, teaching",
                options: &[],
            },
            build: |_, evaluator| Ok(Box::new(AlphaBeta { evaluator })),
        },
    ]
}

/// What there is.
pub fn abouts() -> Vec<About> {
    recipes::<TwoPlayerTree<'static>, Estimates>().iter().map(|recipe| recipe.about).collect()
}

/// What all searches of a command have in common.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The seed of everything random.
    pub seed: u64,
    /// The memory limit.
    pub memory: Option<usize>,
}

/// The search of a text `NAME[:key=value,...]`.
pub fn build<'a, G, E>(text: &str, setup: Setup, evaluator: E) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
{
    let spec = Spec::parse(text)?;
    let mut all = recipes::<G, E>();
    let Some(at) = all.iter().position(|recipe| recipe.about.name == spec.name) else {
        return Err(unknown(&spec.name));
    };
    let recipe = all.swap_remove(at);
    let mut settings = Settings::new(recipe.about.name, recipe.about.options, &spec)?;
    settings.seed = setup.seed;
    settings.memory = setup.memory;
    (recipe.build)(&settings, evaluator)
}

fn unknown(name: &str) -> Problem {
    let names: Vec<&str> = abouts().iter().map(|about| about.name).collect();
    let guess = suggest::phrase(name, names.iter().copied());
    Problem::not_found(format!("unknown search '{}'", crate::output::shorten(name, 60)))
        .mend(format!("{guess}searches: {}; `gametree searches` tells more", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every search of the table, with every option at its default, can be made.
    #[test]
    fn every_recipe_builds_with_its_defaults_written_out() {
        for about in abouts() {
            let options: Vec<String> =
                about.options.iter().map(|option| format!("{}={}", option.key, option.default)).collect();
            let text = format!("{}:{}", about.name, options.join(","));
            let setup = Setup { seed: 1, memory: None };
            let made = build::<TwoPlayerTree<'_>, _>(&text, setup, Estimates);
            assert!(made.is_ok(), "{text}: {:?}", made.err());
        }
        assert!(abouts().iter().any(|about| about.name == DEFAULT));
    }
}
