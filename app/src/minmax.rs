//! The min/max approximation on the command line.

use gametree::minmax::{
    Aim, Breadth, Crew, DROP_OUT, Exact, Ignorant, Losses, MinMax, Params, Policy, Prior,
};
use gametree::quiescence::Quiescence;
use gametree_games::breakthrough::Board as Breakthrough;
use gametree_games::breakthrough::policy::Steps;

use crate::error::Problem;
use crate::searches::{About, Boxed, ENDGAME, WEIGHTS};
use crate::seat::{CliEvaluator, CliGame};
use crate::spec::{Opt, Settings};

/// How a game's points become the positive numbers that the means need, and what suits it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positive {
    /// Added to points where the user names no shift.
    pub shift: i32,
    /// Points to one unit of the game's own text.
    pub unit: i32,
    /// The mode where the user names none.
    pub mode: &'static str,
}

/// As in the paper, where a neutral position counts 512.
impl Default for Positive {
    fn default() -> Self {
        Positive {
            shift: 512,
            unit: 1,
            mode: "soft",
        }
    }
}

/// Values round this number are meant where p is given, as in the paper.
const NEUTRAL: f64 = 512.0;
/// A ply among so many equally good moves is what `loss` compares a loss with.
const GOOD_MOVES: f64 = 3.0;
/// p where the user names none: with all modes but reverse, and with that.
const SHARPNESS: (f64, f64) = (10.0, 40.0);

/// What the list of searches says.
pub const ABOUT: About = About {
    name: "minmax",
    paper: "Rivest 1987, Artificial Intelligence 34",
    does: "the min/max approximation: expands the tip on which the root's value depends most",
    fits: "good evaluators: the strongest there; trees, teaching",
    options: OPTIONS,
};

const OPTIONS: &[Opt] = &[
    Opt {
        key: "mode",
        default: "auto",
        about: "soft, reverse (both fast), or exact (the paper's means, on a tree); auto: exact for trees, else soft",
    },
    Opt {
        key: "p",
        default: "auto",
        about: "sharpness: a loss of one point costs p/512, as for values round 512; auto: 10, reverse 40",
    },
    Opt {
        key: "loss",
        default: "auto",
        about: "instead of p: the loss in points that costs as much as a ply",
    },
    Opt {
        key: "cost",
        default: "auto",
        about: "what a ply costs: soft, count (ln n) or dropout (1); auto: soft, reverse count",
    },
    Opt {
        key: "shift",
        default: "auto",
        about: "added to values to make them positive (exact, reverse); auto: 512, in trees the least that does",
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
    Opt {
        key: "tolerance",
        default: "0.5",
        about: "how much a value may move before it turns back",
    },
    Opt {
        key: "dag",
        default: "on",
        about: "positions reached by several ways are one node",
    },
    Opt {
        key: "tempo",
        default: "0",
        about: "points that having the move is worth, besides the evaluator's",
    },
    Opt {
        key: "aim",
        default: "value",
        about: "value: of the root; move: to tell the best two moves apart",
    },
    Opt {
        key: "prior",
        default: "off",
        about: "how much a network's guess at good moves counts, where the game has one; on: 0.3",
    },
    Opt {
        key: "quiescence",
        default: "off",
        about: "follow noisy moves beyond the tips",
    },
    Opt {
        key: "memory",
        default: "256MiB",
        about: "for the nodes, where --memory does not say",
    },
    Opt {
        key: "threads",
        default: "1",
        about: "how many search together (soft and reverse); so far slower than one",
    },
    ENDGAME,
    WEIGHTS,
];

/// Builds the search that the options describe.
pub fn build<'a, G, E>(settings: &Settings, evaluator: E) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
{
    let mode = mode(settings)?;
    let (p, shift) = (power(settings, mode)?, shift(settings)?);
    let prior = prior(settings)?;
    if mode == "exact" {
        if prior.is_some() {
            return Err(Problem::usage(
                "minmax: a prior goes with the modes soft and reverse, not with exact",
            ));
        }
        return Ok(Box::new(Exact {
            evaluator,
            p,
            shift,
        }));
    }
    let params = params(settings, mode, p, shift)?;
    let cost = match settings.one_of("cost", &["auto", "soft", "count", "dropout"])? {
        "dropout" => DROP_OUT,
        "count" => Losses(Breadth::Count),
        "auto" if mode == "reverse" => Losses(Breadth::Count),
        _ => Losses(Breadth::Soft),
    };
    if let Some(weight) = prior {
        return with_prior(
            settings,
            MinMax::new(evaluator.clone()).with(params),
            Policy {
                cost,
                prior: evaluator,
                weight,
            },
        );
    }
    let search = MinMax::new(evaluator).with(params).costing(cost);
    let threads = settings.whole("threads", 1..=256)? as usize;
    if settings.switch("quiescence")? {
        return Ok(Box::new(Crew {
            search: search.quiet(Quiescence::default()),
            threads,
        }));
    }
    Ok(Box::new(Crew { search, threads }))
}

/// How much the prior counts where it is on.
const PRIOR: f64 = 0.3;

/// `off`, `on`, or how much it counts.
fn prior(settings: &Settings) -> Result<Option<f64>, Problem> {
    match settings.word("prior") {
        "off" => Ok(None),
        "on" => Ok(Some(PRIOR)),
        _ => settings.real("prior", 0.0..=100.0).map(Some),
    }
}

fn with_prior<'a, G, E>(
    settings: &Settings,
    search: MinMax<E>,
    cost: Policy<Losses, E>,
) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
{
    if settings.switch("quiescence")? {
        return Err(Problem::usage(
            "minmax: a prior and quiescence do not go together; give one of them",
        ));
    }
    // With extra costs of edges one thread searches, whatever `threads` says.
    <E as Expects<G>>::search(search, cost).ok_or_else(|| {
        Problem::usage(
            "minmax: prior=on, but nothing is known of this game's moves before a search",
        )
        .mend("leave the option out; breakthrough has a network for it")
    })
}

/// A prior as part of the min/max approximation. Only for priors that know something is a search
/// compiled.
pub trait Expects<G: CliGame>: Prior<G> {
    /// The search with the prior in its costs; `None` where nothing is known.
    fn search<'a, E>(search: MinMax<E>, cost: Policy<Losses, E>) -> Option<Boxed<'a, G>>
    where
        G: 'a,
        E: CliEvaluator<G> + 'a,
    {
        let _ = (search, cost);
        None
    }
}

impl<G: CliGame> Expects<G> for Ignorant {}

impl Expects<Breakthrough> for Steps {
    fn search<'a, E>(search: MinMax<E>, cost: Policy<Losses, E>) -> Option<Boxed<'a, Breakthrough>>
    where
        E: CliEvaluator<Breakthrough> + 'a,
    {
        Some(Box::new(search.costing(cost)))
    }
}

fn mode(settings: &Settings) -> Result<&'static str, Problem> {
    let given = settings.one_of("mode", &["auto", "soft", "reverse", "exact"])?;
    Ok(if given == "auto" {
        settings.positive.mode
    } else {
        given
    })
}

/// What the user must know to read ṽ.
pub fn note(settings: &Settings) -> Result<String, Problem> {
    let mode = mode(settings)?;
    let p = power(settings, mode)?;
    let shift = f64::from(shift(settings)?) / f64::from(settings.positive.unit);
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
fn shift(settings: &Settings) -> Result<i32, Problem> {
    let Positive { shift, unit, .. } = settings.positive;
    if settings.is_auto("shift") {
        return Ok(shift);
    }
    let most = gametree::Score::MAX_POINTS / unit;
    Ok((settings.real("shift", 0.0..=f64::from(most))? * f64::from(unit)).round() as i32)
}

/// p, given or by way of the loss that costs a ply.
fn power(settings: &Settings, mode: &str) -> Result<f64, Problem> {
    let loss = settings.number_or_auto("loss", 1e-3..=1e6)?;
    // The weights of the means are negative below 1.
    let least = if mode == "soft" { 1e-3 } else { 1.0 };
    match (settings.number_or_auto("p", least..=1e6)?, loss) {
        (Some(_), Some(_)) => Err(Problem::usage(
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

fn params(settings: &Settings, mode: &str, p: f64, shift: i32) -> Result<Params, Problem> {
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
