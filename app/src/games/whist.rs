//! Whist: tricks, four seats, two sides, hidden hands.

use gametree::{Budget, Game, Player};
use gametree_games::PositionError;
use gametree_games::whist::{Greedy, HighCards, Solver, Whist};

use super::Entry;
use crate::error::Problem;
use crate::open::Visit;
use crate::open::recipes::{Recipe, baselines, of_hidden, of_many};
use crate::open::seat::{OpenSeat, blindfolded};
use crate::open::solve::Exact;
use crate::open::veil::veiled;
use crate::searches::About;

/// The entry of whist.
pub const ENTRY: Entry = Entry {
    name: "whist",
    form: "whist:N[S|H|D|C]",
    about: "tricks with N cards a hand, two sides of two; a letter names the trump suit",
    positions: "four hands as in 'N:AK.2.. QJ.3.. 32.A.. 54.K.. lead=N play=SA', or cards dealt and played",
    players: 4,
    chance: true,
    hidden: true,
    secret_moves: false,
    loops: false,
    small: false,
    example: "whist:5",
    fits: &["pimc", "ismcts"],
    tuned: &[],
};

/// A rule of thumb.
pub const GREEDY: About = About {
    name: "greedy",
    paper: "a rule of thumb",
    does: "wins the trick as cheaply as it can, else throws the lowest card",
    fits: "whist: an opponent that looks one card ahead",
    options: &[],
};

/// The table of a solver for a deal, and for one of many worlds.
const TABLE: usize = 64 << 20;

/// Runs a command on it.
pub fn sit<T>(name: &str, parameters: Option<&str>, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let wrong = |error: PositionError| {
        Problem::usage(format!("{}: {error}", crate::output::shorten(name, 60)))
            .mend("write whist:8, or whist:8S with spades as trump; 2 to 13 cards a hand")
    };
    let start = Whist::named(&format!("whist:{}", parameters.unwrap_or("13"))).map_err(wrong)?;
    let mut recipes = of_hidden(Solver::new(TABLE), HighCards);
    recipes.extend(of_many(HighCards));
    recipes.extend(baselines(HighCards));
    recipes.push(Recipe::new(GREEDY, |_| Ok(Box::new(Greedy))));
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start,
        reader: Some(Box::new(|text| {
            text.parse()
                .map_err(|error: PositionError| error.to_string())
        })),
        recipes,
        shown,
        solver: Box::new(double_dummy),
        cover: blindfolded,
    })
}

/// The value of a deal when all see all cards.
fn double_dummy(
    position: &Whist,
    limits: &gametree::Limits,
) -> Result<Exact<<Whist as Game>::Move>, gametree::Stop> {
    let Some(open) = position.open() else {
        return Err(gametree::Stop::Depth);
    };
    let mut budget = Budget::new(limits);
    let mut solver = Solver::new(limits.memory.unwrap_or(TABLE));
    let points = f64::from(solver.solve_within(&open, &mut budget)?.points);
    let (cards, result) = solver.card_values_within(&open, &mut budget);
    result?;
    let sign = if position.turn().0.is_multiple_of(2) {
        1.0
    } else {
        -1.0
    };
    let keeps = |&&(_, value): &&(_, i32)| (f64::from(value) - points) * sign >= 0.0;
    Ok(Exact {
        best: cards.iter().filter(keeps).map(|(card, _)| *card).collect(),
        values: vec![points, -points, points, -points],
        nodes: budget.counts.nodes,
        note: "tricks of N and S less those of E and W, all hands open (double dummy)".into(),
    })
}

/// One's own hand and the table; all hands at the end.
fn shown(position: &Whist, player: Player) -> String {
    if position.outcome().is_some() {
        return position.to_string();
    }
    veiled(
        &position.to_string(),
        &["N", "E", "S", "W"],
        usize::from(player.0),
    )
}
