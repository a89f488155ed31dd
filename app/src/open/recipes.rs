//! The searches for games with chance, several players or hidden cards. To add one: its [`About`] here, and how
//! it is made in one of the lists.

use gametree::expectiminimax::Expectiminimax;
use gametree::{AnyAdviser, Prospect};

use super::seat::OpenGame;
use crate::error::Problem;
use crate::searches::About;
use crate::spec::Settings;
use crate::suggest;

/// A search of any kind for games of one type.
pub type BoxedAdviser<'a, G> = Box<dyn AnyAdviser<G> + 'a>;

/// A search and how to make it.
pub struct Recipe<'a, G: OpenGame> {
    /// What the list of searches says.
    pub about: About,
    /// Makes it.
    pub build: Builder<'a, G>,
}

/// Makes a search of checked options.
pub type Builder<'a, G> = Box<dyn Fn(&Settings) -> Result<BoxedAdviser<'a, G>, Problem> + Sync + 'a>;

/// The search that every game has.
pub const RANDOM: &str = "random";

const EXPECTIMINIMAX: About = About {
    name: "expectiminimax",
    paper: "Michie 1966",
    does: "minimax with chance: visits every position down to the depth limit",
    fits: "small trees with chance, checking",
    options: &[],
};

/// All of them.
const ABOUTS: &[About] = &[EXPECTIMINIMAX];

/// What there is.
pub fn abouts() -> &'static [About] {
    ABOUTS
}

/// For two players, what one wins the other loses.
pub fn of_two<'a, G, E>(prospect: E) -> Vec<Recipe<'a, G>>
where
    G: OpenGame + 'a,
    E: Prospect<G> + Clone + Sync + 'a,
{
    vec![Recipe {
        about: EXPECTIMINIMAX,
        build: Box::new(move |_| Ok(Box::new(Expectiminimax { prospect: prospect.clone() }))),
    }]
}

/// What to say of a search that a game does not have.
pub fn unknown(name: &str, game: &str, there: &[About]) -> Problem {
    let names: Vec<&str> = there.iter().map(|about| about.name).collect();
    let guess = suggest::phrase(name, names.iter().copied());
    let name = crate::output::shorten(name, 60);
    let known = abouts().iter().any(|about| about.name == name)
        || crate::searches::abouts().iter().any(|about| about.name == name);
    let advice = format!("{guess}searches for {game}: {}", names.join(", "));
    if known {
        return Problem::usage(format!("{name} cannot search {game}")).mend(advice);
    }
    Problem::not_found(format!("unknown search '{name}'")).mend(advice)
}
