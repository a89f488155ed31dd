//! Searches for two players and chance.

use gametree::deepened::Deepened;
use gametree::expectiminimax::Expectiminimax;
use gametree::minmax_chance::MinMaxChance;
use gametree::ordering::{ByGame, Guide, Unguided};
use gametree::real_table::RealTable;
use gametree::star::Order;
use gametree::star1::Star1;
use gametree::star2::{Probing, Star2};
use gametree::{Adviser, Bounds, Guided, Prospect};

use super::{BoxedAdviser, Recipe};
use crate::error::Problem;
use crate::open::seat::OpenGame;
use crate::searches::About;
use crate::spec::{Opt, Settings};

pub const EXPECTIMINIMAX: About = About {
    name: "expectiminimax",
    paper: "Michie 1966",
    does: "minimax with chance: visits every position down to the depth limit",
    fits: "small trees with chance, checking",
    options: &[DEEPENING],
};

pub const STAR1: About = About {
    name: "star1",
    paper: "Ballard 1983",
    does: "alpha-beta that also skips what chance could bring, by the bounds of all values",
    fits: "trees with chance, teaching",
    options: &[DEEPENING, TABLE, ORDER, LOW, HIGH],
};

pub const STAR2: About = About {
    name: "star2",
    paper: "Ballard 1983; Hauk, Buro and Schaeffer 2004",
    does: "Star1 that first probes a move behind every throw",
    fits: "games with dice: the strongest there",
    options: &[DEEPENING, TABLE, ORDER, PROBE, LOW, HIGH],
};

const DEEPENING: Opt = Opt {
    key: "deepening",
    default: "auto",
    about: "depth 1, 2, 3, …: on, off, or auto",
};
const TABLE: Opt = Opt {
    key: "table",
    default: "auto",
    about: "memory of the table; 0: none; auto: what the limits can fill, at most 64MiB",
};
const ORDER: Opt = Opt {
    key: "order",
    default: "best",
    about: "best: likely throws and promising moves first; listed: as the game lists them",
};
const LOW: Opt = Opt {
    key: "low",
    default: "auto",
    about: "in trees: no value is lower; auto: what the game says",
};
const HIGH: Opt = Opt {
    key: "high",
    default: "auto",
    about: "in trees: no value is higher; auto: what the game says",
};
const PROBE: Opt = Opt {
    key: "probe",
    default: "1",
    about: "so many moves are probed behind every throw",
};

/// The min/max approximation where chance moves, too; for trees and games without chance it has
/// more options.
pub const MINMAX: About = About {
    name: "minmax",
    paper: "Rivest 1987, Artificial Intelligence 34",
    does: "the min/max approximation: expands the tip on which the root's value depends most, dice included",
    fits: "good evaluators with dice, teaching",
    options: &[Opt {
        key: "sharpness",
        default: "20",
        about: "what a move that loses everything costs: the greater, the narrower the tree",
    }],
};

/// Judges bounds that the user promises: whether they hold for all values of the game.
pub type Judge<'a> = &'a (dyn Fn(Bounds) -> Result<(), String> + Sync);

/// A game declares its own bounds.
fn declared(_: Bounds) -> Result<(), String> {
    Err("the game declares its own bounds; low and high are for trees".into())
}

/// For two players, what one wins the other loses.
pub fn of_two<'a, G, E>(prospect: E) -> Vec<Recipe<'a, G>>
where
    G: OpenGame + 'a,
    E: Prospect<G> + Clone + Sync + 'a,
{
    judged(prospect, Unguided, &declared)
}

/// The same for games that tell which moves look good.
pub fn of_two_guided<'a, G, E>(prospect: E) -> Vec<Recipe<'a, G>>
where
    G: OpenGame + Guided + 'a,
    E: Prospect<G> + Clone + Sync + 'a,
{
    judged(prospect, ByGame, &declared)
}

/// The same for trees, whose values the user may bound.
pub fn judged<'a, G, E, H>(prospect: E, guide: H, judge: Judge<'a>) -> Vec<Recipe<'a, G>>
where
    G: OpenGame + 'a,
    E: Prospect<G> + Clone + Sync + 'a,
    H: Guide<G> + Copy + Sync + 'a,
{
    let (one, two, three, four) = (
        prospect.clone(),
        prospect.clone(),
        prospect.clone(),
        prospect,
    );
    vec![
        Recipe::new(MINMAX, move |settings| {
            let sharpness = settings.real("sharpness", 0.0..=1e6)?;
            Ok(Box::new(MinMaxChance {
                sharpness,
                ..MinMaxChance::new(four.clone())
            }))
        }),
        Recipe::new(STAR2, move |settings| {
            star2(settings, (one.clone(), guide), judge)
        }),
        Recipe::new(STAR1, move |settings| {
            star1(settings, (two.clone(), guide), judge)
        }),
        Recipe::new(EXPECTIMINIMAX, move |settings| {
            deepened(
                settings,
                Expectiminimax {
                    prospect: three.clone(),
                },
            )
        }),
    ]
}

fn star1<'a, G, E, H>(
    settings: &Settings,
    (prospect, guide): (E, H),
    judge: Judge<'_>,
) -> Result<BoxedAdviser<'a, G>, Problem>
where
    G: OpenGame + 'a,
    E: Prospect<G> + 'a,
    H: Guide<G> + 'a,
{
    let plain = Star1::new(prospect).guided(guide).ordered(order(settings)?);
    let search = Star1 {
        promised: promised(settings, judge)?,
        ..plain
    };
    deepened(settings, search.remembering(table(settings)?))
}

fn star2<'a, G, E, H>(
    settings: &Settings,
    (prospect, guide): (E, H),
    judge: Judge<'_>,
) -> Result<BoxedAdviser<'a, G>, Problem>
where
    G: OpenGame + 'a,
    E: Prospect<G> + 'a,
    H: Guide<G> + 'a,
{
    let moves = settings.whole("probe", 0..=100)? as usize;
    let probing = Probing {
        moves,
        ..Probing::default()
    };
    let plain = Star2::new(prospect)
        .guided(guide)
        .probing(probing)
        .ordered(order(settings)?);
    let search = Star2 {
        promised: promised(settings, judge)?,
        ..plain
    };
    deepened(settings, search.remembering(table(settings)?))
}

fn table(settings: &Settings) -> Result<Option<RealTable>, Problem> {
    let bytes = settings.table("table")?;
    Ok((bytes > 0).then(|| RealTable::new(bytes)))
}

fn order(settings: &Settings) -> Result<Order, Problem> {
    Ok(match settings.one_of("order", &["best", "listed"])? {
        "listed" => Order::AS_LISTED,
        _ => Order::default(),
    })
}

/// The bounds that the user promises, where he does.
fn promised(settings: &Settings, judge: Judge<'_>) -> Result<Option<Bounds>, Problem> {
    let one = |key: &str, open: f64| match settings.is_auto(key) {
        true => Ok(open),
        false => settings.real(key, -1e9..=1e9),
    };
    let bounds = Bounds::new(one("low", f64::NEG_INFINITY)?, one("high", f64::INFINITY)?);
    if bounds == Bounds::UNKNOWN {
        return Ok(None);
    }
    judge(bounds).map_err(Problem::usage)?;
    Ok(Some(bounds))
}

/// Depth by depth where the search must be ready to stop at any moment.
fn deepened<'a, G, A>(settings: &Settings, search: A) -> Result<BoxedAdviser<'a, G>, Problem>
where
    G: OpenGame + 'a,
    A: Adviser<G> + 'a,
{
    Ok(if settings.deepening(false)? {
        Box::new(Deepened::new(search))
    } else {
        Box::new(search)
    })
}
