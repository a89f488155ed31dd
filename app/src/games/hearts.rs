//! Hearts: tricks that nobody wants, three or four players, hidden hands.

use gametree::deepened::Deepened;
use gametree::maxn::Maxn;
use gametree::pimc::Openly;
use gametree::{Game, Player};
use gametree_games::hearts::{Counting, Hearts, Rules};

use super::Entry;
use crate::error::Problem;
use crate::open::Visit;
use crate::open::recipes::{baselines, of_hidden, of_many};
use crate::open::seat::{OpenSeat, blindfolded, to_the_end};
use crate::open::veil::veiled;

/// The entry of hearts.
pub const ENTRY: Entry = Entry {
    name: "hearts",
    form: "hearts[:PLAYERSxN]",
    about: "every heart taken costs a point, the queen of spades as much as all of them; 4x5 where none is given",
    positions: "hands and cards played as in 'DA HK / HA DK / SA SK : DA DK', or cards as dealt and played",
    players: 4,
    chance: true,
    hidden: true,
    secret_moves: false,
    loops: false,
    small: false,
    example: "hearts:3x3",
    fits: &["pimc", "ismcts", "paranoid", "maxn"],
    tuned: &[],
};

/// Runs a command on it.
pub fn sit<T>(name: &str, parameters: Option<&str>, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let full = parameters.map_or("hearts".into(), |text| format!("hearts:{text}"));
    let rules: Rules = full
        .parse()
        .map_err(|error: gametree_games::hearts::RulesError| {
            Problem::usage(error.to_string())
                .mend("write hearts, or hearts:4x5 for 4 players with 5 cards each")
        })?;
    let mut recipes = of_hidden(Openly::by(Deepened::new(Maxn::new(Counting))), Counting);
    recipes.extend(of_many(Counting));
    recipes.extend(baselines(Counting));
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start: Hearts::new(rules),
        reader: Some(Box::new(move |text| {
            Hearts::read(rules, text).map_err(|error| error.to_string())
        })),
        recipes,
        shown,
        solver: to_the_end(|| Maxn::new(Counting)),
        cover: blindfolded,
    })
}

/// One's own hand and the table; all hands at the end.
fn shown(position: &Hearts, player: Player) -> String {
    let whole = position.to_string();
    match position.outcome() {
        Some(_) => whole,
        None => veiled(&whole, &["1", "2", "3", "4"], usize::from(player.0)),
    }
}
