//! Kuhn poker.

use gametree::expectiminimax::Expectiminimax;
use gametree::pimc::Openly;
use gametree::{Blind, Player};
use gametree_games::PositionError;
use gametree_games::kuhn::{Act, Kuhn};

use super::Entry;
use crate::open::Visit;
use crate::open::recipes::{baselines, equilibrium, of_hidden};
use crate::open::seat::{OpenSeat, at_equilibrium, blindfolded};

/// The entry of Kuhn poker.
pub const ENTRY: Entry = Entry {
    name: "kuhn",
    form: "kuhn",
    about: "Kuhn poker: three cards, one for each of two players, a bet of one",
    positions: "the first player's card, the second's, then p (pass) and b (bet), as in 'J Q pb'",
    players: 2,
    chance: true,
    hidden: true,
    secret_moves: false,
    loops: false,
    small: true,
    example: "kuhn",
    fits: &["cfr", "ismcts", "pimc"],
    tuned: &[],
};

/// Runs a command on it.
pub fn sit<T>(name: &str, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let openly = Openly::by(Expectiminimax { prospect: Blind });
    let mut recipes = vec![equilibrium()];
    recipes.extend(of_hidden(openly, Blind));
    recipes.extend(baselines(Blind));
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start: Kuhn::new(),
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

/// One's own card, and what was said; all cards at the end.
fn shown(position: &Kuhn, player: Player) -> String {
    use gametree::Game;
    if position.outcome().is_some() {
        return position.to_string();
    }
    let card = position
        .card(player)
        .map_or("none yet".into(), |card| format!("{card:?}"));
    let said: Vec<&str> = position
        .said()
        .map(|act| if act == Act::Bet { "bet" } else { "pass" })
        .collect();
    let said = if said.is_empty() {
        "nothing".into()
    } else {
        said.join(", ")
    };
    format!("your card: {card}; said so far: {said}; p passes (or folds), b bets (or calls)")
}
