//! The searches for games with chance, several players or hidden cards. To add one: what it is and
//! how it is made in one of the files here, and its [`About`] in the list of all.

mod baseline;
mod chance;
mod hidden;
mod players;

use gametree::AnyAdviser;
use gametree_arena::Contender;

use super::seat::OpenGame;
use crate::error::Problem;
use crate::games;
use crate::searches::About;
use crate::spec::Settings;
use crate::suggest;

pub use baseline::{RANDOM, baselines};
pub use chance::{judged, of_two, of_two_guided};
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
    /// Makes it for matches, where it can fail in a way that an advice cannot tell: a program that
    /// dies loses.
    pub rival: Option<Enlist<'a, G>>,
}

/// Makes a contender of checked options.
pub type Enlist<'a, G> =
    Box<dyn Fn(&Settings) -> Result<BoxedContender<'a, G>, Problem> + Sync + 'a>;

/// A contender of any kind for games of one type.
pub type BoxedContender<'a, G> = Box<dyn Contender<G> + 'a>;

/// Makes a search of checked options.
pub type Builder<'a, G> =
    Box<dyn Fn(&Settings) -> Result<BoxedAdviser<'a, G>, Problem> + Sync + 'a>;

impl<'a, G: OpenGame> Recipe<'a, G> {
    /// A search and how to make it.
    pub fn new(
        about: About,
        build: impl Fn(&Settings) -> Result<BoxedAdviser<'a, G>, Problem> + Sync + 'a,
    ) -> Recipe<'a, G> {
        Recipe {
            about,
            build: Box::new(build),
            rival: None,
        }
    }

    /// The same, with a contender of its own in matches.
    pub fn enlisted(
        self,
        rival: impl Fn(&Settings) -> Result<BoxedContender<'a, G>, Problem> + Sync + 'a,
    ) -> Recipe<'a, G> {
        Recipe {
            rival: Some(Box::new(rival)),
            ..self
        }
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
    games::backgammon::HANDMADE,
    games::backgammon::GNUBG,
    games::whist::GREEDY,
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
        || crate::searches::abouts()
            .iter()
            .any(|about| about.name == name);
    let advice = format!("{guess}searches for {game}: {}", names.join(", "));
    if known {
        return Problem::usage(format!("{name} cannot search {game}")).mend(advice);
    }
    Problem::not_found(format!("unknown search '{name}'")).mend(advice)
}

#[cfg(test)]
mod tests {
    use gametree::Limits;

    use crate::games::GAMES;
    use crate::open::{Ask, with_table};

    /// Every search of every game here, with every option at its default, gives a legal move or
    /// says that nobody moves.
    #[test]
    fn every_recipe_of_every_game_answers_with_its_defaults_written_out() {
        let mut tables = 0;
        for entry in GAMES {
            let looked = with_table(entry.example, &[], &mut |table| {
                for about in table.abouts().iter().filter(|about| about.name != "gnubg") {
                    let all = about
                        .options
                        .iter()
                        .map(|option| format!("{}={}", option.key, option.default));
                    let with = format!("{}:{}", about.name, all.collect::<Vec<_>>().join(","));
                    let limits = Limits {
                        depth: Some(2),
                        ..Limits::nodes(300)
                    };
                    let ask = Ask {
                        position: None,
                        with: &with,
                        limits,
                        seed: 3,
                    };
                    let answer = table.search(&ask)?;
                    assert!(
                        !answer.values.is_empty() && !answer.stop.is_empty(),
                        "{with} on {}",
                        entry.name
                    );
                }
                Ok(())
            });
            tables += usize::from(
                looked
                    .unwrap_or_else(|error| panic!("{}: {error}", entry.name))
                    .is_some(),
            );
        }
        assert!(tables >= 8, "{tables} tables");
    }
}
