//! The searches for games with chance, several players or hidden cards. To add one: what it is and how it is made in one
//! of the files here, and its [`About`] in the list of all.

mod baseline;
mod chance;
mod hidden;
mod players;

use gametree::AnyAdviser;
use gametree_arena::Contender;

use super::seat::OpenGame;
use crate::error::Problem;
use crate::searches::About;
use crate::spec::Settings;
use crate::suggest;

pub use baseline::{RANDOM, baselines};
pub use chance::{judged, of_two};
pub use hidden::{equilibrium, of_hidden};
pub use players::of_many;

/// A search of any kind for games of one type.
pub type BoxedAdviser<'a, G> = Box<dyn AnyAdviser<G> + 'a>;

/// A search and how to make it.
pub struct Recipe<'a, G: OpenGame> {
    /// What the list of searches says.
    pub about: About,
    /// Makes it.
    pub build: Builder<'a, G>,
    /// Makes it for matches, where it can fail in a way that an advice cannot tell: a program that dies loses.
    pub rival: Option<Enlist<'a, G>>,
}

/// Makes a contender of checked options.
pub type Enlist<'a, G> = Box<dyn Fn(&Settings) -> Result<BoxedContender<'a, G>, Problem> + Sync + 'a>;

/// A contender of any kind for games of one type.
pub type BoxedContender<'a, G> = Box<dyn Contender<G> + 'a>;

/// Makes a search of checked options.
pub type Builder<'a, G> = Box<dyn Fn(&Settings) -> Result<BoxedAdviser<'a, G>, Problem> + Sync + 'a>;

impl<'a, G: OpenGame> Recipe<'a, G> {
    /// A search and how to make it.
    pub fn new(
        about: About,
        build: impl Fn(&Settings) -> Result<BoxedAdviser<'a, G>, Problem> + Sync + 'a,
    ) -> Recipe<'a, G> {
        Recipe { about, build: Box::new(build), rival: None }
    }

    /// The same, with a contender of its own in matches.
    pub fn enlisted(
        self,
        rival: impl Fn(&Settings) -> Result<BoxedContender<'a, G>, Problem> + Sync + 'a,
    ) -> Recipe<'a, G> {
        Recipe { rival: Some(Box::new(rival)), ..self }
    }
}

/// All of them.
const ABOUTS: &[About] = &[
    chance::EXPECTIMINIMAX,
    chance::STAR1,
    chance::STAR2,
    chance::MINMAX,
    players::MAXN,
    players::PARANOID,
    players::BRS,
    hidden::PIMC,
    hidden::ISMCTS,
    hidden::CFR,
    baseline::ONE_PLY,
    baseline::ANY,
];

/// What there is.
pub fn abouts() -> &'static [About] {
    ABOUTS
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
