//! Searches for two players and chance.

use std::sync::Arc;

use gametree::erased::Own;
use gametree::expectiminimax::Expectiminimax;
use gametree::minmax_chance::MinMaxChance;
use gametree::ordering::ByGame;
use gametree::payoff_deepening::PayoffDeepening;
use gametree::real_table::RealTable;
use gametree::star::Order;
use gametree::star1::Star1;
use gametree::star2::{Probing, Star2};
use gametree::{Bounds, PayoffSearch};

use super::options::{DEEPENING, TABLE};
use crate::error::CatalogError;
use crate::info::{SearchInfo, SearchOption};
use crate::knowledge::Position;
use crate::payoff::{BoxedPayoffSearch, Recipe};
use crate::spec::Settings;

/// `expectiminimax`.
pub static EXPECTIMINIMAX: SearchInfo = SearchInfo {
    name: "expectiminimax",
    paper: "Michie 1966",
    does: "minimax with chance: visits every position down to the depth limit",
    fits: "small trees with chance, checking",
    options: &[DEEPENING],
};

/// `star1`.
pub static STAR1: SearchInfo = SearchInfo {
    name: "star1",
    paper: "Ballard 1983",
    does: "alpha-beta that also skips what chance could bring, by the bounds of all values",
    fits: "trees with chance, teaching",
    options: &[DEEPENING, TABLE, ORDER, LOW, HIGH],
};

/// `star2`.
pub static STAR2: SearchInfo = SearchInfo {
    name: "star2",
    paper: "Ballard 1983; Hauk, Buro and Schaeffer 2004",
    does: "Star1 that first probes a move behind every throw",
    fits: "games with dice: the strongest there",
    options: &[DEEPENING, TABLE, ORDER, PROBE, LOW, HIGH],
};

const ORDER: SearchOption = SearchOption::new(
    "order",
    "best",
    "best: likely throws and promising moves first; listed: as the game lists them",
);
const LOW: SearchOption = SearchOption::new(
    "low",
    "auto",
    "in trees: no value is lower; auto: what the game says",
);
const HIGH: SearchOption = SearchOption::new(
    "high",
    "auto",
    "in trees: no value is higher; auto: what the game says",
);
const PROBE: SearchOption =
    SearchOption::new("probe", "1", "probe this many moves behind every throw");

/// The min/max approximation where chance moves, too; for trees and games without chance it has
/// more options.
pub static MINMAX: SearchInfo = SearchInfo {
    name: "minmax",
    paper: "Rivest 1987, Artificial Intelligence 34",
    does: "the min/max approximation: expands the tip on which the root's value depends most, dice included",
    fits: "good evaluators with dice, teaching",
    options: &[SearchOption::new(
        "sharpness",
        "20",
        "what a move that loses everything costs: the greater, the narrower the tree",
    )],
};

/// Judges bounds that the user promises: whether they hold for all values of the game.
pub type Judge = Arc<dyn Fn(Bounds) -> Result<(), String> + Send + Sync>;

/// For two players, what one wins the other loses; the game declares its own bounds.
pub fn of_two() -> Vec<Recipe> {
    judged(Arc::new(|_| {
        Err("the game declares its own bounds; low and high are for trees".into())
    }))
}

/// The same for trees, whose values the user may bound.
pub fn judged(judge: Judge) -> Vec<Recipe> {
    let of_star1 = judge.clone();
    vec![
        Recipe::new(&MINMAX, |settings| {
            let sharpness = settings.real("sharpness", 0.0..=1e6)?;
            Ok(Box::new(MinMaxChance {
                sharpness,
                ..MinMaxChance::new(Own)
            }))
        }),
        Recipe::new(&STAR2, move |settings| star2(settings, &judge)),
        Recipe::new(&STAR1, move |settings| star1(settings, &of_star1)),
        Recipe::new(&EXPECTIMINIMAX, |settings| {
            deepened(settings, Expectiminimax { evaluator: Own })
        }),
    ]
}

fn star1(settings: &Settings, judge: &Judge) -> Result<BoxedPayoffSearch, CatalogError> {
    let plain = Star1::new(Own).guided(ByGame).ordered(order(settings)?);
    let search = Star1 {
        promised: promised(settings, judge)?,
        ..plain
    };
    deepened(settings, search.remembering(table(settings)?))
}

fn star2(settings: &Settings, judge: &Judge) -> Result<BoxedPayoffSearch, CatalogError> {
    let probing = Probing {
        moves: settings.whole("probe", 0..=100)? as usize,
        ..Probing::default()
    };
    let plain = Star2::new(Own)
        .guided(ByGame)
        .probing(probing)
        .ordered(order(settings)?);
    let search = Star2 {
        promised: promised(settings, judge)?,
        ..plain
    };
    deepened(settings, search.remembering(table(settings)?))
}

fn table(settings: &Settings) -> Result<Option<RealTable>, CatalogError> {
    let bytes = settings.table("table")?;
    Ok((bytes > 0).then(|| RealTable::new(bytes)))
}

fn order(settings: &Settings) -> Result<Order, CatalogError> {
    Ok(match settings.one_of("order", &["best", "listed"])? {
        "listed" => Order::AS_LISTED,
        _ => Order::default(),
    })
}

/// The bounds that the user promises, where there are any.
fn promised(settings: &Settings, judge: &Judge) -> Result<Option<Bounds>, CatalogError> {
    let one = |key: &str, open: f64| match settings.is_auto(key) {
        true => Ok(open),
        false => settings.real(key, -1e9..=1e9),
    };
    let bounds = Bounds::new(one("low", f64::NEG_INFINITY)?, one("high", f64::INFINITY)?);
    if bounds == Bounds::UNKNOWN {
        return Ok(None);
    }
    judge(bounds).map_err(CatalogError::usage)?;
    Ok(Some(bounds))
}

/// Depth by depth where the search must be ready to stop at any moment.
pub fn deepened<A>(settings: &Settings, search: A) -> Result<BoxedPayoffSearch, CatalogError>
where
    A: PayoffSearch<Position> + 'static,
{
    Ok(if settings.deepening(false)? {
        Box::new(PayoffDeepening::new(search))
    } else {
        Box::new(search)
    })
}
