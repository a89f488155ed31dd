//! Searches for hidden information.

use gametree::cfr::{Cfr, Equilibrium};
use gametree::ismcts::{Ismcts, Observers};
use gametree::pimc::{Clairvoyant, Pimc};
use gametree::{Hidden, Prospect};

use super::Recipe;
use crate::open::seat::OpenGame;
use crate::searches::About;
use crate::spec::Opt;

pub const PIMC: About = About {
    name: "pimc",
    paper: "Levy 1989; Ginsberg 2001",
    does: "solves worlds that fit what was seen as if all cards lay open, and takes the mean",
    fits: "card games with tricks; wrong where information matters (strategy fusion)",
    options: &[
        Opt {
            key: "worlds",
            default: "20",
            about: "so many worlds are drawn where there are more",
        },
        Opt {
            key: "exact",
            default: "200",
            about: "all worlds are taken where there are at most so many",
        },
    ],
};

pub const ISMCTS: About = About {
    name: "ismcts",
    paper: "Cowling, Powley and Whitehouse 2012",
    does: "information-set MCTS: a tree over what players know, a world drawn for every round",
    fits: "every game with hidden cards or moves",
    options: &[
        Opt {
            key: "c",
            default: "0.7",
            about: "how much it explores",
        },
        Opt {
            key: "observers",
            default: "each",
            about: "a tree for each player, or a single one: each, single",
        },
        Opt {
            key: "playout",
            default: "10000",
            about: "random games are broken off after so many moves",
        },
        Opt {
            key: "rounds",
            default: "10000",
            about: "so many rounds where no limit says when to stop",
        },
    ],
};

pub const CFR: About = About {
    name: "cfr",
    paper: "Zinkevich, Johanson, Bowling and Piccione 2007; CFR+: Tammelin 2014",
    does: "finds the equilibrium of a small game by regrets, and moves at random as it says",
    fits: "small games of two with hidden cards: kuhn",
    options: &[
        Opt {
            key: "plus",
            default: "on",
            about: "regrets are never negative (CFR+)",
        },
        Opt {
            key: "rounds",
            default: "100000",
            about: "so many rounds at most",
        },
    ],
};

/// For games with hidden cards or moves; `solver` solves a world in which all is seen.
pub fn of_hidden<'a, G, W, E>(solver: W, prospect: E) -> Vec<Recipe<'a, G>>
where
    G: OpenGame + Hidden + 'a,
    W: Clairvoyant<G> + Clone + Sync + 'a,
    E: Prospect<G> + Clone + Sync + 'a,
{
    vec![
        Recipe::new(PIMC, move |settings| {
            let worlds = settings.whole("worlds", 1..=1_000_000)?;
            let exact = settings.whole("exact", 0..=1_000_000)? as usize;
            Ok(Box::new(Pimc {
                worlds,
                ..Pimc::new(solver.clone(), settings.seed).exact(exact)
            }))
        }),
        Recipe::new(ISMCTS, move |settings| {
            let observers = match settings.one_of("observers", &["each", "single"])? {
                "single" => Observers::Single,
                _ => Observers::Each,
            };
            Ok(Box::new(Ismcts {
                exploration: settings.real("c", 0.0..=1000.0)?,
                playout: settings.whole("playout", 0..=1_000_000)? as u32,
                rounds: settings.whole("rounds", 1..=1_000_000_000)?,
                observers,
                ..Ismcts::with(prospect.clone(), settings.seed)
            }))
        }),
    ]
}

/// For games that are small enough for an equilibrium.
pub fn equilibrium<'a, G: OpenGame + Hidden + 'a>() -> Recipe<'a, G> {
    Recipe::new(CFR, |settings| {
        let cfr = Cfr {
            plus: settings.switch("plus")?,
            rounds: settings.whole("rounds", 1..=1_000_000_000)?,
            ..Cfr::default()
        };
        Ok(Box::new(Equilibrium::new(cfr, settings.seed)))
    })
}
