//! The min/max approximation on the command line.

use gametree::minmax::Exact;

use crate::error::Problem;
use crate::searches::{About, Boxed};
use crate::seat::{CliEvaluator, CliGame};
use crate::spec::{Opt, Settings};

/// How a game's points become the positive numbers that the means need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positive {
    /// Added to points where the user names no shift.
    pub shift: i32,
    /// Points to one unit of the game's own text.
    pub unit: i32,
}

/// As in the paper, where a neutral position counts 512.
impl Default for Positive {
    fn default() -> Self {
        Positive { shift: 512, unit: 1 }
    }
}

/// What the list of searches says.
pub const ABOUT: About = About {
    name: "minmax",
    paper: "Rivest 1987, Artificial Intelligence 34",
    does: "min/max approximation: expands the tip that the root's value depends on most",
    fits: "good evaluators; trees, teaching",
    options: &[
        Opt { key: "mode", default: "exact", about: "exact: generalized means, as in the paper" },
        Opt { key: "p", default: "10", about: "exponent of the means; the larger, the nearer to minimax" },
        Opt {
            key: "shift",
            default: "auto",
            about: "added to values to make them positive; auto: 512, in trees the least that does",
        },
    ],
};

/// Makes the search.
pub fn build<'a, G, E>(settings: &Settings, evaluator: E) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
{
    settings.one_of("mode", &["exact"])?;
    Ok(Box::new(Exact { evaluator, p: p(settings)?, shift: shift(settings)? }))
}

/// What the user must know to read ṽ.
pub fn note(settings: &Settings) -> Result<String, Problem> {
    let shift = f64::from(shift(settings)?) / f64::from(settings.positive.unit);
    Ok(format!("Means with p = {}; ṽ is the value + {shift} (the shift)", p(settings)?))
}

fn p(settings: &Settings) -> Result<f64, Problem> {
    settings.real("p", 1.0..=1e6)
}

/// In points.
fn shift(settings: &Settings) -> Result<i32, Problem> {
    let Positive { shift, unit } = settings.positive;
    if settings.is_auto("shift") {
        return Ok(shift);
    }
    let most = gametree::Score::MAX_POINTS / unit;
    Ok((settings.real("shift", 0.0..=f64::from(most))? * f64::from(unit)).round() as i32)
}
