//! The min/max approximation on the command line.

use gametree::minmax::{
    Aim, Breadth, DROP_OUT, Exact, Losses, MinMax, ParallelMinMax, Params, Policy, Prior,
};
use gametree::quiescence::Quiescence;

use super::boxer::{BoxedSearch, Boxer};
use super::options::{ENDGAME, WEIGHTS};
use crate::error::CatalogError;
use crate::info::{Positive, SearchInfo, SearchOption};
use crate::knowledge::{Knowledge, SearchableGame};
use crate::spec::Settings;

/// Values round this number are meant where p is given, as in the paper.
const NEUTRAL: f64 = 512.0;
/// A ply among so many equally good moves is what `loss` compares a loss with.
const GOOD_MOVES: f64 = 3.0;
/// p where the user names none: with all modes but reverse, and with that.
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
        "soft, reverse (both fast), or exact (the paper's means, on a tree); auto: exact for trees, else soft",
    ),
    SearchOption::new(
        "p",
        "auto",
        "sharpness: a loss of one point costs p/512, as for values round 512; auto: 10, reverse 40",
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
        "added to values to make them positive (exact, reverse); auto: 512, in trees the least that does",
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
    let shift = shift(settings)?;
    let prior = prior(settings)?;
    if mode == "exact" {
        if prior.is_some() {
            return Err(CatalogError::usage(
                "minmax: a prior goes with the modes soft and reverse, not with exact",
            ));
        }
        return Ok(boxer.boxed(Exact {
            evaluator: knowledge,
            p,
            shift,
        }));
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

/// What the user must know to read ṽ.
pub fn note(settings: &Settings) -> Result<String, CatalogError> {
    let mode = mode(settings)?;
    let p = power(settings, mode)?;
    let shift = f64::from(shift(settings)?) / f64::from(settings.game.positive.unit);
    Ok(match mode {
        "exact" => format!("Means with p = {p}; ṽ is the value + {shift} (the shift)"),
        "reverse" => {
            format!(
                "Minimax values, weights from their logarithms, shifted by {shift}, with p = {p}"
            )
        }
        _ => format!(
            "Minimax values, soft weights: a move that loses {:.4} points counts e times less",
            NEUTRAL / p
        ),
    })
}

/// In points.
fn shift(settings: &Settings) -> Result<i32, CatalogError> {
    let Positive { shift, unit, .. } = settings.game.positive;
    if settings.is_auto("shift") {
        return Ok(shift);
    }
    let most = gametree::Score::MAX_POINTS / unit;
    Ok((settings.real("shift", 0.0..=f64::from(most))? * f64::from(unit)).round() as i32)
}

/// p, given or by way of the loss that costs a ply.
fn power(settings: &Settings, mode: &str) -> Result<f64, CatalogError> {
    let loss = settings.number_or_auto("loss", 1e-3..=1e6)?;
    // The weights of the means are negative below 1.
    let least = if mode == "soft" { 1e-3 } else { 1.0 };
    match (settings.number_or_auto("p", least..=1e6)?, loss) {
        (Some(_), Some(_)) => Err(CatalogError::usage(
            "minmax: p and loss say the same thing; give one of them",
        )),
        (Some(p), None) => Ok(p),
        (None, Some(points)) => Ok(NEUTRAL * GOOD_MOVES.ln() / points),
        (None, None) => Ok(if mode == "reverse" {
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
            temperature: NEUTRAL / p,
            ..params
        }
    };
    let bonus = settings.number_or_auto("bonus", 0.0..=10.0)?;
    Ok(Params {
        bonus: bonus.unwrap_or(params.bonus),
        ..params
    })
}
