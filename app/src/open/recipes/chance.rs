//! Searches for two players and chance.

use gametree::deepened::Deepened;
use gametree::expectiminimax::Expectiminimax;
use gametree::real_table::RealTable;
use gametree::star1::Star1;
use gametree::star2::{Probing, Star2};
use gametree::{Adviser, Prospect};

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
    options: &[DEEPENING, TABLE],
};

pub const STAR2: About = About {
    name: "star2",
    paper: "Ballard 1983; Hauk, Buro and Schaeffer 2004",
    does: "Star1 that first probes a move behind every throw",
    fits: "games with dice: the strongest there",
    options: &[DEEPENING, TABLE, PROBE],
};

const DEEPENING: Opt =
    Opt { key: "deepening", default: "auto", about: "depth 1, 2, 3, …: on, off, or auto" };
const TABLE: Opt = Opt {
    key: "table",
    default: "auto",
    about: "memory of the table; 0: none; auto: what the limits can fill, at most 64MiB",
};
const PROBE: Opt = Opt { key: "probe", default: "1", about: "so many moves are probed behind every throw" };

/// For two players, what one wins the other loses.
pub fn of_two<'a, G, E>(prospect: E) -> Vec<Recipe<'a, G>>
where
    G: OpenGame + 'a,
    E: Prospect<G> + Clone + Sync + 'a,
{
    let (one, two, three) = (prospect.clone(), prospect.clone(), prospect);
    vec![
        Recipe::new(STAR2, move |settings| star2(settings, one.clone())),
        Recipe::new(STAR1, move |settings| star1(settings, two.clone())),
        Recipe::new(EXPECTIMINIMAX, move |settings| {
            deepened(settings, Expectiminimax { prospect: three.clone() })
        }),
    ]
}

fn star1<'a, G, E>(settings: &Settings, prospect: E) -> Result<BoxedAdviser<'a, G>, Problem>
where
    G: OpenGame + 'a,
    E: Prospect<G> + 'a,
{
    let search = Star1::new(prospect);
    match settings.table("table")? {
        0 => deepened(settings, search),
        bytes => deepened(settings, search.remembering(RealTable::new(bytes))),
    }
}

fn star2<'a, G, E>(settings: &Settings, prospect: E) -> Result<BoxedAdviser<'a, G>, Problem>
where
    G: OpenGame + 'a,
    E: Prospect<G> + 'a,
{
    let moves = settings.whole("probe", 0..=100)? as usize;
    let search = Star2::new(prospect).probing(Probing { moves, ..Probing::default() });
    match settings.table("table")? {
        0 => deepened(settings, search),
        bytes => deepened(settings, search.remembering(RealTable::new(bytes))),
    }
}

/// Depth by depth where the search must be ready to stop at any moment.
fn deepened<'a, G, A>(settings: &Settings, search: A) -> Result<BoxedAdviser<'a, G>, Problem>
where
    G: OpenGame + 'a,
    A: Adviser<G> + 'a,
{
    Ok(if settings.deepening(false)? { Box::new(Deepened::new(search)) } else { Box::new(search) })
}
