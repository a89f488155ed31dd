//! The two roads, where averaging over worlds goes wrong.

use gametree::expectiminimax::Expectiminimax;
use gametree::pimc::Openly;
use gametree::{Blind, Game, Hidden, Player};
use gametree_games::PositionError;
use gametree_games::fork::Fork;

use super::Entry;
use crate::open::Visit;
use crate::open::recipes::{baselines, equilibrium, of_hidden};
use crate::open::seat::{OpenSeat, at_equilibrium, blindfolded};

/// The entry of the two roads.
pub const ENTRY: Entry = Entry {
    name: "fork",
    form: "fork",
    about: "two roads: a little gold for sure, or a fork with much gold on one side and a bus on the other",
    positions: "where the gold lies, then the ways taken, as in 'left B right'; 'sign' before it puts up a sign",
    players: 2,
    chance: true,
    hidden: true,
    secret_moves: false,
    loops: false,
    small: true,
    example: "fork",
    fits: &["ismcts", "cfr", "pimc"],
    tuned: &[],
};

/// Runs a command on it.
pub fn sit<T>(name: &str, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let openly = Openly::by(Expectiminimax { prospect: Blind });
    let mut recipes = of_hidden(openly, Blind);
    recipes.push(equilibrium());
    recipes.extend(baselines(Blind));
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start: Fork::new(),
        reader: Some(Box::new(|text| {
            text.parse()
                .map_err(|error: PositionError| error.to_string())
        })),
        recipes,
        shown,
        solver: at_equilibrium(),
        cover: blindfolded,
    })
}

/// The ways taken, and the sign where there is one; everything at the end.
fn shown(position: &Fork, player: Player) -> String {
    if position.outcome().is_some() {
        return position.to_string();
    }
    let seen: Vec<String> = position
        .view(player)
        .iter()
        .map(|way| format!("{way:?}"))
        .collect();
    format!(
        "seen so far: {}",
        if seen.is_empty() {
            "nothing".into()
        } else {
            seen.join(" ")
        }
    )
}
