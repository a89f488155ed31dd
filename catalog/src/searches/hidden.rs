//! Searches for hidden information.

use gametree::cfr::{Cfr, Equilibrium};
use gametree::erased::Own;
use gametree::ismcts::{Ismcts, Observers};
use gametree::pimc::{Clairvoyant, Pimc};

use crate::error::CatalogError;
use crate::info::{SearchInfo, SearchOption};
use crate::knowledge::Position;
use crate::payoff::Recipe;
use crate::spec::Settings;

/// `pimc`.
pub static PIMC: SearchInfo = SearchInfo {
    name: "pimc",
    paper: "Levy 1989; Ginsberg 2001",
    does: "solves worlds that fit what was seen as if all cards lay open, and takes the mean",
    fits: "card games with tricks; wrong where information matters (strategy fusion)",
    options: &[
        SearchOption::new("worlds", "20", "draw this many worlds where there are more"),
        SearchOption::new(
            "exact",
            "200",
            "take all worlds where there are at most this many",
        ),
    ],
};

/// `ismcts`.
pub static ISMCTS: SearchInfo = SearchInfo {
    name: "ismcts",
    paper: "Cowling, Powley and Whitehouse 2012",
    does: "information-set MCTS: a tree over what players know, a world drawn for every round",
    fits: "every game with hidden cards or moves",
    options: &[
        SearchOption::new("c", "0.7", "how much it explores"),
        SearchOption::new(
            "observers",
            "each",
            "a tree for each player, or a single one: each, single",
        ),
        SearchOption::new(
            "playout",
            "10000",
            "stop random games after this many moves",
        ),
        SearchOption::new(
            "rounds",
            "10000",
            "this many rounds where no limit says when to stop",
        ),
    ],
};

/// `cfr`.
pub static CFR: SearchInfo = SearchInfo {
    name: "cfr",
    paper: "Zinkevich, Johanson, Bowling and Piccione 2007; CFR+: Tammelin 2014",
    does: "finds the equilibrium of a small game by regrets, and moves at random as it says",
    fits: "small games of two with hidden cards: kuhn",
    options: &[
        SearchOption::new("plus", "on", "regrets are never negative (CFR+)"),
        SearchOption::new("rounds", "100000", "this many rounds at most"),
    ],
};

/// For games with hidden cards or moves; `solver` solves a world in which all is seen.
pub fn of_hidden<W>(solver: W) -> Vec<Recipe>
where
    W: Clairvoyant<Position> + Clone + Send + Sync + 'static,
{
    vec![
        Recipe::new(&PIMC, move |settings| {
            let worlds = settings.whole("worlds", 1..=1_000_000)?;
            let exact = settings.whole("exact", 0..=1_000_000)? as usize;
            Ok(Box::new(Pimc {
                worlds,
                ..Pimc::new(solver.clone(), settings.seed).exact(exact)
            }))
        }),
        Recipe::new(&ISMCTS, |settings| {
            Ok(Box::new(Ismcts {
                exploration: settings.real("c", 0.0..=1000.0)?,
                playout: settings.whole("playout", 0..=1_000_000)? as u32,
                rounds: settings.whole("rounds", 1..=1_000_000_000)?,
                observers: observers(settings)?,
                ..Ismcts::with(Own, settings.seed)
            }))
        }),
    ]
}

/// Whether each player has a tree.
pub fn observers(settings: &Settings) -> Result<Observers, CatalogError> {
    Ok(match settings.one_of("observers", &["each", "single"])? {
        "single" => Observers::Single,
        _ => Observers::Each,
    })
}

/// For games that are small enough for an equilibrium.
pub fn equilibrium() -> Recipe {
    Recipe::new(&CFR, |settings| {
        let cfr = Cfr {
            plus: settings.switch("plus")?,
            rounds: settings.whole("rounds", 1..=1_000_000_000)?,
            ..Cfr::default()
        };
        Ok(Box::new(Equilibrium::new(cfr, settings.seed)))
    })
}
