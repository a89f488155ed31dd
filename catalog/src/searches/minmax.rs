//! The min/max approximation on the command line.

use gametree::minmax::{
    Aim, Breadth, DROP_OUT, Exact, Losses, MinMax, ParallelMinMax, Params, Policy, Prior, Proving,
    Reverse,
};
use gametree::quiescence::Quiescence;
use gametree_explain::short;

use super::boxer::{BoxedSearch, Boxer};
use super::options::{ENDGAME, WEIGHTS};
use crate::error::CatalogError;
use crate::info::{Positive, SearchInfo, SearchOption};
use crate::knowledge::{Knowledge, SearchableGame};
use crate::spec::Settings;

/// `loss` compares a loss with a ply among this many equally good moves.
const GOOD_MOVES: f64 = 3.0;
/// p by default: with all modes but reverse, and with that.
const SHARPNESS: (f64, f64) = (10.0, 40.0);

/// What the list of searches says.
pub const INFO: SearchInfo = SearchInfo {
    name: "minmax",
    paper: "Rivest 1987, Artificial Intelligence 34",
    does: "the min/max approximation: expands the tip on which the root's value depends most",
    fits: "good evaluators: the strongest there; trees, teaching",
    options: OPTIONS,
};

const OPTIONS: &[SearchOption] = &[
    SearchOption::new(
        "mode",
        "auto",
        "exact (the paper's seven steps), reverse (what it ran: maximum and minimum in place of the means) or soft; auto: exact for trees, else soft",
    ),
    SearchOption::new(
        "form",
        "auto",
        "formula: real numbers on a plain tree (exact always); fast: steps of 1/64 on a graph; auto: formula for trees, else fast",
    ),
    SearchOption::new(
        "proofs",
        "off",
        "proven bounds close tips that can no longer matter (with formulas; not in the paper)",
    ),
    SearchOption::new(
        "p",
        "auto",
        "the exponent of the means, any number in formulas, 0 the geometric mean; fast: a loss of one point costs p/512 (trees: p/the largest value); auto: 10, reverse 40 for games",
    ),
    SearchOption::new(
        "loss",
        "auto",
        "instead of p: the loss in points that costs as much as a ply",
    ),
    SearchOption::new(
        "cost",
        "auto",
        "what a ply costs: soft, count (ln n) or dropout (1); auto: soft, reverse count",
    ),
    SearchOption::new(
        "shift",
        "auto",
        "added to values to make them positive (exact, reverse); auto: 512, in trees the least that does; a lesser one is refused there",
    ),
    SearchOption::new(
        "bonus",
        "auto",
        "the part of a node's breadth that its value gains; auto: 0.5 where soft",
    ),
    SearchOption::new(
        "slack",
        "0.5",
        "how far it goes beyond the next best tip before it turns back",
    ),
    SearchOption::new(
        "tolerance",
        "0.5",
        "how much a value may move before it turns back",
    ),
    SearchOption::new(
        "dag",
        "on",
        "positions reached by several ways are one node",
    ),
    SearchOption::new(
        "tempo",
        "0",
        "points that having the move is worth, besides the evaluator's",
    ),
    SearchOption::new(
        "aim",
        "value",
        "value: of the root; move: to tell the best two moves apart",
    ),
    SearchOption::new(
        "prior",
        "off",
        "how much a network's guess at good moves counts, where the game has one; on: 0.3",
    ),
    SearchOption::new("quiescence", "off", "follow noisy moves beyond the tips"),
    SearchOption::new(
        "memory",
        "256MiB",
        "for the nodes, where --memory does not say",
    ),
    SearchOption::new(
        "threads",
        "1",
        "how many search together (soft and reverse); so far slower than one",
    ),
    ENDGAME,
    WEIGHTS,
];

/// Makes `minmax`.
pub fn build<G, K, B>(
    settings: &Settings,
    knowledge: K,
    boxer: B,
) -> Result<BoxedSearch, CatalogError>
where
    G: SearchableGame,
    K: Knowledge<G>,
    B: Boxer<G>,
{
    let mode = mode(settings)?;
    let p = power(settings, mode)?;
    let shift = shift(settings, mode)?;
    let prior = prior(settings)?;
    let proofs = settings.switch("proofs")?;
    if is_formula(settings, mode)? {
        check_formula(settings, prior)?;
        return formula(settings, knowledge, boxer);
    }
    if proofs {
        return Err(CatalogError::usage(
            "minmax: proofs=on goes with formulas; the fast form always proves what it can",
        )
        .hint("give mode=exact, or form=formula"));
    }
    let search = MinMax::new(knowledge.clone()).with(params(settings, mode, p, shift)?);
    let cost = cost(settings, mode)?;
    let quiescence = settings.switch("quiescence")?;
    if let Some(weight) = prior {
        check_prior(settings, quiescence)?;
        // With extra costs of edges one thread searches, whatever `threads` says.
        let policy = Policy {
            cost,
            prior: knowledge,
            weight,
        };
        // Only for knowledge that has a prior is this search compiled.
        if <K as Prior<G>>::KNOWS {
            return Ok(boxer.boxed(search.costing(policy)));
        }
        return Err(no_prior());
    }
    let search = search.costing(cost);
    let threads = settings.whole("threads", 1..=256)? as usize;
    if quiescence {
        let search = search.quiet(Quiescence::default());
        return Ok(boxer.boxed(ParallelMinMax { search, threads }));
    }
    Ok(boxer.boxed(ParallelMinMax { search, threads }))
}

/// Whether the search computes with the paper's formulas, on a plain tree.
fn is_formula(settings: &Settings, mode: &str) -> Result<bool, CatalogError> {
    let form = settings.one_of("form", &["auto", "formula", "fast"])?;
    let wrong = match (mode, form) {
        ("exact", "fast") => "minmax: mode=exact has no fast form",
        ("soft", "formula") => "minmax: mode=soft has a fast form only",
        _ => {
            let auto = form == "auto" && settings.game.positive.all_known && mode == "reverse";
            return Ok(mode == "exact" || form == "formula" || auto);
        }
    };
    Err(CatalogError::usage(wrong))
}

/// Formulas know neither a prior nor quiescence.
fn check_formula(settings: &Settings, prior: Option<f64>) -> Result<(), CatalogError> {
    if prior.is_some() {
        return Err(CatalogError::usage(
            "minmax: a prior goes with the fast form of soft and reverse, not with exact or formulas",
        ));
    }
    if settings.switch("quiescence")? {
        return Err(CatalogError::usage(
            "minmax: quiescence goes with the fast form of soft and reverse, not with exact or formulas",
        ));
    }
    Ok(())
}

/// The paper's formulas.
fn formula<G, K, B>(
    settings: &Settings,
    evaluator: K,
    boxer: B,
) -> Result<BoxedSearch, CatalogError>
where
    G: SearchableGame,
    K: Knowledge<G>,
    B: Boxer<G>,
{
    let mode = mode(settings)?;
    let p = power(settings, mode)?;
    let shift = shift(settings, mode)?;
    let proofs = settings.switch("proofs")?;
    if mode == "exact" {
        let search = Exact {
            evaluator,
            p,
            shift,
        };
        return Ok(if proofs {
            boxer.boxed(Proving(search))
        } else {
            boxer.boxed(search)
        });
    }
    let Losses(breadth) = cost(settings, mode)?;
    let search = Reverse {
        evaluator,
        p,
        shift,
        breadth,
    };
    Ok(if proofs {
        boxer.boxed(Proving(search))
    } else {
        boxer.boxed(search)
    })
}

/// What an edge costs.
fn cost(settings: &Settings, mode: &str) -> Result<Losses, CatalogError> {
    Ok(
        match settings.one_of("cost", &["auto", "soft", "count", "dropout"])? {
            "dropout" => DROP_OUT,
            "count" => Losses(Breadth::Count),
            "auto" if mode == "reverse" => Losses(Breadth::Count),
            _ => Losses(Breadth::Soft),
        },
    )
}

/// How much the prior counts where it is on.
const PRIOR: f64 = 0.3;

/// `off`, `on`, or how much it counts.
fn prior(settings: &Settings) -> Result<Option<f64>, CatalogError> {
    match settings.word("prior") {
        "off" => Ok(None),
        "on" => Ok(Some(PRIOR)),
        _ => settings.real("prior", 0.0..=100.0).map(Some),
    }
}

fn check_prior(settings: &Settings, quiescence: bool) -> Result<(), CatalogError> {
    if quiescence {
        return Err(CatalogError::usage(
            "minmax: a prior and quiescence do not go together; give one of them",
        ));
    }
    if settings.game.prior {
        Ok(())
    } else {
        Err(no_prior())
    }
}

fn no_prior() -> CatalogError {
    CatalogError::usage(
        "minmax: prior=on, but nothing is known of this game's moves before a search",
    )
    .hint("leave the option out; breakthrough has a network for it")
}

fn mode(settings: &Settings) -> Result<&'static str, CatalogError> {
    let given = settings.one_of("mode", &["auto", "soft", "reverse", "exact"])?;
    Ok(if given == "auto" {
        settings.game.positive.mode
    } else {
        given
    })
}

/// What the user must know to read the numbers.
pub fn note(settings: &Settings) -> Result<String, CatalogError> {
    let mode = mode(settings)?;
    let p = power(settings, mode)?;
    let unit = f64::from(settings.game.positive.unit);
    let shift = f64::from(shift(settings, mode)?) / unit;
    if !is_formula(settings, mode)? {
        return fast_note(settings, mode);
    }
    let proofs = if settings.switch("proofs")? {
        "; proofs close tips"
    } else {
        ""
    };
    // What an evaluator may say is not known, so it gets the reach of the shift.
    let clipped = if settings.game.positive.all_known {
        String::new()
    } else {
        format!("; what is not positive then counts {}", 1.0 / unit)
    };
    Ok(match mode {
        "exact" => {
            format!("Means with p = {p}; ṽ is the value + {shift} (the shift){clipped}{proofs}")
        }
        _ => format!(
            "Maximum and minimum in place of the means (reverse), weights with p = {p}; v̂ is the value + {shift} (the shift){clipped}{proofs}"
        ),
    })
}

/// The same for the fast form.
fn fast_note(settings: &Settings, mode: &str) -> Result<String, CatalogError> {
    let Positive { unit, reach, .. } = settings.game.positive;
    let p = power(settings, mode)?;
    let points = |points: f64| points / f64::from(unit);
    let values = if mode == "reverse" {
        let shift = points(f64::from(shift(settings, mode)?));
        format!(
            "Maximum and minimum, weights from their logarithms, shifted by {shift}, with p = {p}"
        )
    } else {
        format!(
            "Maximum and minimum, soft weights: a move that loses {} points counts e times less",
            short(points(f64::from(reach) / p))
        )
    };
    let slack = settings.real("slack", 0.0..=100.0)?;
    let tolerance = settings.real("tolerance", 0.0..=100.0)?;
    Ok(if slack + tolerance > 0.0 {
        format!(
            "{values}; the search may stay below a node while another tip is better by {slack} (slack)"
        )
    } else {
        values
    })
}

/// In points. Where all values are known, one that leaves some at or below 0 is refused.
fn shift(settings: &Settings, mode: &str) -> Result<i32, CatalogError> {
    let Positive {
        shift,
        unit,
        reach,
        all_known,
        ..
    } = settings.game.positive;
    // The fast form tells values from 1 − shift to shift − 1 apart.
    let fast = all_known && mode == "reverse" && !is_formula(settings, mode)?;
    let least = if fast { shift.max(reach) } else { shift };
    if settings.is_auto("shift") {
        return Ok(least);
    }
    let most = gametree::Score::MAX_POINTS / unit;
    let given = settings.real("shift", 0.0..=f64::from(most))?;
    let points = (given * f64::from(unit)).round() as i32;
    if all_known && mode != "soft" && points < least {
        let needed = f64::from(least) / f64::from(unit);
        return Err(CatalogError::usage(format!(
            "minmax: with shift={given} not all values of this tree are positive, and means need positive numbers"
        ))
        .hint(format!("shift={needed} is the least that works; auto takes it")));
    }
    Ok(points)
}

/// The least exponent of the fast forms: their weights would be negative below.
const LEAST_REVERSE: f64 = 1.0;
const LEAST_SOFT: f64 = 1e-3;
/// Greater exponents are all the same.
const GREATEST: f64 = 1e6;

/// p, given or by way of the loss that costs a ply.
fn power(settings: &Settings, mode: &str) -> Result<f64, CatalogError> {
    let loss = settings.number_or_auto("loss", 1e-3..=1e6)?;
    let least = match mode {
        _ if is_formula(settings, mode)? => -GREATEST,
        "soft" => LEAST_SOFT,
        _ => LEAST_REVERSE,
    };
    let reach = f64::from(settings.game.positive.reach);
    match (settings.number_or_auto("p", least..=GREATEST)?, loss) {
        (Some(_), Some(_)) => Err(CatalogError::usage(
            "minmax: p and loss say the same thing; give one of them",
        )),
        (Some(p), None) => Ok(p),
        (None, Some(points)) => Ok(reach * GOOD_MOVES.ln() / points),
        (None, None) => Ok(if mode == "reverse" && !settings.game.positive.all_known {
            SHARPNESS.1
        } else {
            SHARPNESS.0
        }),
    }
}

/// Greater shifts would need greater tables.
const MOST_SHIFT: i32 = 1 << 20;

fn params(settings: &Settings, mode: &str, p: f64, shift: i32) -> Result<Params, CatalogError> {
    let aim = match settings.one_of("aim", &["value", "move"])? {
        "move" => Aim::Move,
        _ => Aim::Value,
    };
    let params = Params {
        slack: settings.real("slack", 0.0..=100.0)?,
        tolerance: settings.real("tolerance", 0.0..=100.0)?,
        transpositions: settings.switch("dag")?,
        tempo: settings.signed("tempo", -1_000_000..=1_000_000)? as i32,
        aim,
        memory: settings.size("memory")?,
        ..Params::default()
    };
    let params = if mode == "reverse" {
        params.power(p, shift.clamp(1, MOST_SHIFT))
    } else {
        Params {
            temperature: f64::from(settings.game.positive.reach) / p,
            ..params
        }
    };
    let bonus = settings.number_or_auto("bonus", 0.0..=10.0)?;
    Ok(Params {
        bonus: bonus.unwrap_or(params.bonus),
        ..params
    })
}
