//! Kriegspiel.

use gametree::deepened::Deepened;
use gametree::expectiminimax::Expectiminimax;
use gametree::ismcts::{Ismcts, Minds, Observers};
use gametree::pimc::Openly;
use gametree::star1::Star1;
use gametree_chess::kriegspiel::{BadStart, Followed, Kriegspiel, Material};

use super::Entry;
use crate::error::Problem;
use crate::open::Visit;
use crate::open::recipes::{Recipe, baselines, of_hidden};
use crate::open::seat::{OpenSeat, blindfolded, to_the_end};
use crate::open::solve::Exact;
use crate::searches::About;
use crate::spec::{Opt, Settings};

/// The entry of kriegspiel.
pub const ENTRY: Entry = Entry {
    name: "kriegspiel",
    form: "kriegspiel",
    about: "chess in which each sees only his own men and hears an umpire (the rules of wild 16)",
    positions: "a FEN, which both players know; or attempts as in 'e2e4 d7d5 e4f5 e4d5'",
    players: 2,
    chance: false,
    hidden: true,
    secret_moves: true,
    loops: false,
    small: false,
    example: "kriegspiel",
    fits: &["ismcts", "pimc"],
    tuned: &[],
};

/// The search of this name with what suits kriegspiel: short random games, little curiosity, worlds
/// of a crowd.
const ISMCTS: About = About {
    name: "ismcts",
    paper: "Cowling, Powley and Whitehouse 2012",
    does: "information-set MCTS over worlds that are followed through the game, or made up to fit the last word",
    fits: "kriegspiel",
    options: &[
        Opt {
            key: "c",
            default: "0.2",
            about: "how much it explores",
        },
        Opt {
            key: "observers",
            default: "each",
            about: "a tree for each player, or a single one: each, single",
        },
        Opt {
            key: "playout",
            default: "4",
            about: "random games are broken off after so many attempts",
        },
        Opt {
            key: "rounds",
            default: "10000",
            about: "so many rounds where no limit says when to stop",
        },
        Opt {
            key: "crowd",
            default: "128",
            about: "so many worlds are followed; 0 makes up all of them",
        },
    ],
};

/// The crowd may play so many moves in a turn.
const FOLLOWING: u64 = 100_000;

/// Runs a command on it.
pub fn sit<T>(name: &str, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let openly = Openly::by(Deepened::new(Expectiminimax { prospect: Material }));
    let mut recipes = of_hidden(openly, Material);
    recipes.retain(|recipe: &Recipe<'_, Kriegspiel>| recipe.about.name != ISMCTS.name);
    recipes.push(Recipe::new(ISMCTS, |settings| {
        Ok(Box::new(informed(settings)?))
    }));
    recipes.extend(baselines(Material));
    let open = to_the_end(|| Deepened::new(Star1::new(Material)));
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start: Kriegspiel::new(),
        reader: Some(Box::new(|text| {
            text.parse().map_err(|error: BadStart| error.to_string())
        })),
        recipes,
        shown: Kriegspiel::shown_to,
        solver: Box::new(move |root, limits| {
            let note = "all men seen, as in chess; refusals cost nothing".into();
            open(root, limits).map(|exact| Exact { note, ..exact })
        }),
        cover: blindfolded,
    })
}

/// Information-set search of checked options.
fn informed(settings: &Settings) -> Result<Ismcts<Followed, Material>, Problem> {
    let observers = match settings.one_of("observers", &["each", "single"])? {
        "single" => Observers::Single,
        _ => Observers::Each,
    };
    let crowd = settings.whole("crowd", 0..=100_000)? as usize;
    Ok(Ismcts {
        sampler: if crowd == 0 {
            Followed::never()
        } else {
            Followed::new(crowd, FOLLOWING)
        },
        prospect: Material,
        seed: settings.seed,
        exploration: settings.real("c", 0.0..=1000.0)?,
        observers,
        minds: Minds::Auto,
        playout: settings.whole("playout", 0..=1_000_000)? as u32,
        rounds: settings.whole("rounds", 1..=1_000_000_000)?,
    })
}
