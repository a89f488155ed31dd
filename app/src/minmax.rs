//! The options of the min/max approximation.

use gametree::minmax::{Aim, Breadth, Crew, DROP_OUT, EdgeCost, Exact, Losses, MinMax, Params, Tactical};
use gametree::quiescence::Quiescence;

use crate::error::Problem;
use crate::searches::{Boxed, ENDGAME};
use crate::seat::{CliEvaluator, CliGame};
use crate::spec::{Opt, Settings};

/// Values round this number are meant where p is given, as in the paper.
const NEUTRAL: f64 = 512.0;
/// A ply among so many equally good moves is what `loss` compares a loss with.
const GOOD_MOVES: f64 = 3.0;

/// All options.
pub const OPTIONS: &[Opt] = &[
    Opt {
        key: "mode",
        default: "soft",
        about: "soft, reverse (both fast), or exact (the paper's means, on a tree)",
    },
    Opt {
        key: "p",
        default: "auto",
        about: "sharpness: a loss of one point costs p/512; auto: 10, exact and reverse 40",
    },
    Opt {
        key: "loss",
        default: "auto",
        about: "instead of p: the loss in points that costs as much as a ply",
    },
    Opt {
        key: "cost",
        default: "auto",
        about: "of a ply: soft, count (ln n), dropout (1), or tactical (soft, quiet moves dearer)",
    },
    Opt {
        key: "shift",
        default: "512",
        about: "added to points where their logarithm is taken (exact, reverse)",
    },
    Opt {
        key: "bonus",
        default: "auto",
        about: "the part of a node's breadth that its value gains; auto: 0.5 where soft",
    },
    Opt {
        key: "slack",
        default: "0.5",
        about: "how far it goes beyond the next best tip before it turns back",
    },
    Opt { key: "tolerance", default: "0.5", about: "how much a value may move before it turns back" },
    Opt { key: "dag", default: "on", about: "positions reached by several ways are one node" },
    Opt {
        key: "tempo",
        default: "0",
        about: "points that having the move is worth, besides the evaluator's",
    },
    Opt { key: "aim", default: "value", about: "value: of the root; move: to tell the best two moves apart" },
    Opt { key: "quiescence", default: "off", about: "follow noisy moves beyond the tips" },
    Opt { key: "memory", default: "256MiB", about: "for the nodes, where --memory does not say" },
    Opt { key: "threads", default: "1", about: "how many search together (soft and reverse)" },
    ENDGAME,
];

/// Builds the search that the options describe.
pub fn build<'a, G, E>(settings: &Settings, evaluator: E) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
{
    let mode = settings.choice("mode", &["soft", "reverse", "exact"])?;
    let p = power(settings, mode)?;
    let shift = settings.whole("shift", 1..=100_000)? as i32;
    if mode == "exact" {
        return Ok(Box::new(Exact { evaluator, p, shift }));
    }
    let params = params(settings, mode, p, shift)?;
    let cost = match settings.choice("cost", &["auto", "soft", "count", "dropout", "tactical"])? {
        "tactical" => {
            return finished(
                settings,
                evaluator,
                params,
                Tactical { cost: Losses(Breadth::Soft), quiet: 1.0 },
            );
        }
        "dropout" => DROP_OUT,
        "count" => Losses(Breadth::Count),
        "auto" if mode == "reverse" => Losses(Breadth::Count),
        _ => Losses(Breadth::Soft),
    };
    finished(settings, evaluator, params, cost)
}

fn finished<'a, G, E, C>(
    settings: &Settings,
    evaluator: E,
    params: Params,
    cost: C,
) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
    C: EdgeCost<G> + Sync + 'a,
{
    let search = MinMax::new(evaluator).with(params).costing(cost);
    let threads = settings.whole("threads", 1..=256)? as usize;
    if settings.switch("quiescence")? {
        return Ok(Box::new(Crew { search: search.quiet(Quiescence::default()), threads }));
    }
    Ok(Box::new(Crew { search, threads }))
}

/// p, given or by way of the loss that costs a ply.
fn power(settings: &Settings, mode: &str) -> Result<f64, Problem> {
    let loss = settings.number_or_auto("loss", 1e-3..=1e6)?;
    match (settings.number_or_auto("p", 1e-3..=1e6)?, loss) {
        (Some(_), Some(_)) => Err(Problem::usage("minmax: p and loss say the same thing; give one of them")),
        (Some(p), None) => Ok(p),
        (None, Some(points)) => Ok(NEUTRAL * GOOD_MOVES.ln() / points),
        (None, None) => Ok(if mode == "soft" { 10.0 } else { 40.0 }),
    }
}

fn params(settings: &Settings, mode: &str, p: f64, shift: i32) -> Result<Params, Problem> {
    let aim = match settings.choice("aim", &["value", "move"])? {
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
        params.power(p, shift)
    } else {
        Params { temperature: NEUTRAL / p, ..params }
    };
    let bonus = settings.number_or_auto("bonus", 0.0..=10.0)?;
    Ok(Params { bonus: bonus.unwrap_or(params.bonus), ..params })
}
