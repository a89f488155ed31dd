//! The rules of local search as the user names them.

use gametree::Limits;
use gametree::local::{
    Annealing, GivenStart, MinConflicts, Rule, Schedule, Sideways, Steepest, Threshold, Tolerance,
};
use gametree_games::queens::{Placement, Queens};

use crate::error::CatalogError;
use crate::format::shorten;
use crate::info::{SearchInfo, SearchOption};
use crate::spec::{Conditions, GameTraits, Settings, Spec};
use crate::suggest;

/// A rule behind a pointer, and how often it may begin again.
pub struct Chosen {
    /// The rule.
    pub rule: Box<dyn Rule<Queens>>,
    /// The most restarts; `None` for as many as it takes.
    pub restarts: Option<u64>,
}

impl Chosen {
    /// The same, with the first climb from a given state where there is one.
    #[must_use]
    pub fn starting_at(self, start: Option<&Placement>) -> Chosen {
        match start {
            None => self,
            Some(start) => Chosen {
                rule: Box::new(GivenStart::new(self.rule, start.clone())),
                ..self
            },
        }
    }
}

const RESTARTS: SearchOption =
    SearchOption::new("restarts", "auto", "the most; auto: as many as it takes");

/// Makes a rule of checked options for this many queens.
type Maker = fn(&Settings, u64) -> Result<Box<dyn Rule<Queens>>, CatalogError>;

/// A name, its options, and the way to the rule.
struct Entry {
    info: SearchInfo,
    make: Maker,
}

const fn info(name: &'static str, options: &'static [SearchOption]) -> SearchInfo {
    SearchInfo {
        name,
        paper: "",
        does: "",
        fits: "",
        options,
    }
}

static RULES: &[Entry] = &[
    Entry {
        info: info(
            "min-conflicts",
            &[
                SearchOption::new("steps", "auto", "the most before it begins again"),
                SearchOption::new("start", "greedy", "greedy or random"),
                RESTARTS,
            ],
        ),
        make: min_conflicts,
    },
    Entry {
        info: info("steepest", &[RESTARTS]),
        make: |_, _| Ok(Box::new(Steepest)),
    },
    Entry {
        info: info(
            "sideways",
            &[
                SearchOption::new("most", "100", "sideways moves in a row"),
                RESTARTS,
            ],
        ),
        make: |settings, _| Ok(Box::new(Sideways::new(settings.whole("most", 0..=MANY)?))),
    },
    Entry {
        info: info(
            "tolerance",
            &[
                SearchOption::new("alpha", "1", "how much worse than the best move one may be"),
                SearchOption::new("patience", "auto", "steps without a new best"),
                RESTARTS,
            ],
        ),
        make: tolerance,
    },
    Entry {
        info: info(
            "threshold",
            &[
                SearchOption::new("alpha", "1", "how much worse a move may make things"),
                SearchOption::new("patience", "auto", "moves examined without a new best"),
                RESTARTS,
            ],
        ),
        make: threshold,
    },
    Entry {
        info: info(
            "annealing",
            &[
                SearchOption::new("schedule", "geometric", "geometric, linear or logarithmic"),
                SearchOption::new("start", "2", "the first temperature"),
                SearchOption::new("end", "0.1", "frozen below, if geometric"),
                SearchOption::new("steps", "auto", "moves examined until frozen"),
                RESTARTS,
            ],
        ),
        make: annealing,
    },
];

/// The largest number of an option.
const MANY: u64 = 1_000_000_000_000;

/// The rule of a text, for this many queens.
pub fn choose(text: &str, queens: u64) -> Result<Chosen, CatalogError> {
    let spec = Spec::parse(text)?;
    let entry = RULES
        .iter()
        .find(|entry| entry.info.name == spec.name)
        .ok_or_else(|| unknown(&spec.name))?;
    let on = Conditions::new(Limits::none());
    let settings = Settings::new(&entry.info, &spec, &on, GameTraits::default())?;
    Ok(Chosen {
        rule: (entry.make)(&settings, queens)?,
        restarts: whole(&settings, "restarts")?,
    })
}

/// The rules' names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|entry| entry.info.name)
}

pub(super) fn unknown(name: &str) -> CatalogError {
    let guess = suggest::phrase(name, names());
    CatalogError::not_found(format!("unknown local search '{}'", shorten(name, 60))).hint(format!(
        "{guess}searches: {}",
        names().collect::<Vec<_>>().join(", ")
    ))
}

/// A whole number, or `None` for `auto`.
fn whole(settings: &Settings, key: &str) -> Result<Option<u64>, CatalogError> {
    if settings.is_auto(key) {
        Ok(None)
    } else {
        Ok(Some(settings.whole(key, 0..=MANY)?))
    }
}

fn min_conflicts(settings: &Settings, queens: u64) -> Result<Box<dyn Rule<Queens>>, CatalogError> {
    let rule = MinConflicts::new(whole(settings, "steps")?.unwrap_or(1000 + queens));
    let from_random = settings.one_of("start", &["greedy", "random"])? == "random";
    Ok(Box::new(if from_random {
        rule.from_random()
    } else {
        rule
    }))
}

/// Steps without a new best, where the user gives none: 200 on eight queens.
const STEPS_PER_QUEEN: u64 = 25;

fn tolerance(settings: &Settings, queens: u64) -> Result<Box<dyn Rule<Queens>>, CatalogError> {
    let patience = whole(settings, "patience")?.unwrap_or(STEPS_PER_QUEEN * queens);
    Ok(Box::new(Tolerance::new(
        settings.whole("alpha", 0..=MANY)?,
        patience,
    )))
}

fn threshold(settings: &Settings, queens: u64) -> Result<Box<dyn Rule<Queens>>, CatalogError> {
    let patience = whole(settings, "patience")?.unwrap_or(1000 * queens);
    Ok(Box::new(Threshold::new(
        settings.whole("alpha", 0..=MANY)?,
        patience,
    )))
}

fn annealing(settings: &Settings, queens: u64) -> Result<Box<dyn Rule<Queens>>, CatalogError> {
    let start = settings.real("start", 1e-6..=1e9)?;
    let end = settings.real("end", 1e-9..=1e9)?;
    let steps = whole(settings, "steps")?.unwrap_or(2000 * queens).max(1);
    let schedule = match settings.one_of("schedule", &["geometric", "linear", "logarithmic"])? {
        "linear" => Schedule::Linear { start, steps },
        "logarithmic" => Schedule::Logarithmic { start },
        _ if end >= start => {
            let what = format!("annealing: end={end} is not below start={start}");
            return Err(CatalogError::usage(what).hint("the temperature falls from start to end"));
        }
        _ => Schedule::Geometric {
            start,
            factor: (end / start).powf(1.0 / steps as f64),
            end,
        },
    };
    Ok(Box::new(Annealing::new(schedule)))
}
