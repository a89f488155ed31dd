//! Pig: roll a die as often as you dare.

use gametree::{Chance, Game, Limits, Player, Stop};
use gametree_games::PositionError;
use gametree_games::pig::{Lead, Move, Pig, Solved, WinGuess};

use super::Entry;
use crate::error::Problem;
use crate::open::Visit;
use crate::open::recipes::{Recipe, baselines, of_two};
use crate::open::seat::{OpenSeat, all_shown, uncovered};
use crate::open::solve::Exact;

/// The entry of Pig.
pub const ENTRY: Entry = Entry {
    name: "pig",
    form: "pig[:SIDES[,TARGET]][:win]",
    about: "roll a die as often as you dare, a 1 loses the turn; values are points of lead, with :win chances to win",
    positions: "both scores, the turn total and who moves, as in '37-52 8 second', or moves from the start",
    players: 2,
    chance: true,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "pig:3,12",
    fits: &["star2", "minmax", "oneply", "star1", "expectiminimax"],
    tuned: &[],
};

/// Runs a command on it.
pub fn sit<T>(name: &str, parameters: Option<&str>, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let (rules, win) = match parameters.map(|text| (text, text.strip_suffix(":win"))) {
        Some(("win", _)) => (None, true),
        Some((_, Some(rules))) => (Some(rules), true),
        Some((rules, None)) => (Some(rules), false),
        None => (None, false),
    };
    let full = rules.map_or("pig".into(), |rules| format!("pig:{rules}"));
    let wrong = |error: PositionError| {
        Problem::usage(error.to_string()).mend("write pig, pig:3 or pig:2,20:win")
    };
    let pig = Pig::named(&full).map_err(wrong)?;
    let start = if win { pig } else { pig.for_points() };
    let recipes = if win {
        searches(WinGuess::new(pig.sides()))
    } else {
        searches(Lead)
    };
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start,
        reader: Some(Box::new(move |text| {
            start.read(text).map_err(|error| error.to_string())
        })),
        recipes,
        shown: all_shown,
        solver: Box::new(solve),
        cover: uncovered,
    })
}

fn searches<'a, E: gametree::Prospect<Pig> + Clone + Sync + 'a>(
    prospect: E,
) -> Vec<Recipe<'a, Pig>> {
    let mut recipes = of_two(prospect.clone());
    recipes.extend(baselines(prospect));
    recipes
}

/// The chances to win with best play, by value iteration over all states.
fn solve(position: &Pig, _: &Limits) -> Result<Exact<Move>, Stop> {
    let solved = Solved::new(position).map_err(|_| Stop::Memory)?;
    let wins = solved.wins(position, Player::FIRST).ok_or(Stop::Depth)?;
    let acts = position.outcome().is_none() && position.chances().is_none();
    let value = 2.0 * wins - 1.0;
    Ok(Exact {
        values: vec![value, -value],
        best: solved.best(position).filter(|_| acts).into_iter().collect(),
        nodes: solved.states() as u64,
        note: format!("by value iteration: the first player wins with probability {wins:.6}"),
    })
}
