//! The rules of local search as the user names them.

use gametree::local::{Annealing, MinConflicts, Rule, Schedule, Sideways, Steepest, Tolerance};
use gametree_games::queens::Queens;

use crate::error::Problem;
use crate::spec::{Opt, Settings, Spec};
use crate::suggest;

/// A rule behind a pointer, and how often it may begin again.
pub struct Chosen {
    /// The rule.
    pub rule: Box<dyn Rule<Queens>>,
    /// The most restarts; `None` for as many as it takes.
    pub restarts: Option<u64>,
}

const RESTARTS: Opt = Opt {
    key: "restarts",
    default: "auto",
    about: "the most; auto: as many as it takes",
};

/// Makes a rule of checked options for so many queens.
type Maker = fn(&Settings, u64) -> Result<Box<dyn Rule<Queens>>, Problem>;

/// A name, its options, and the way to the rule.
struct Entry {
    name: &'static str,
    options: &'static [Opt],
    make: Maker,
}

const RULES: &[Entry] = &[
    Entry {
        name: "min-conflicts",
        options: &[
            Opt {
                key: "steps",
                default: "auto",
                about: "the most before it begins again",
            },
            Opt {
                key: "start",
                default: "greedy",
                about: "greedy or random",
            },
            RESTARTS,
        ],
        make: min_conflicts,
    },
    Entry {
        name: "steepest",
        options: &[RESTARTS],
        make: |_, _| Ok(Box::new(Steepest)),
    },
    Entry {
        name: "sideways",
        options: &[
            Opt {
                key: "most",
                default: "100",
                about: "sideways moves in a row",
            },
            RESTARTS,
        ],
        make: |settings, _| Ok(Box::new(Sideways::new(settings.whole("most", 0..=MANY)?))),
    },
    Entry {
        name: "tolerance",
        options: &[
            Opt {
                key: "alpha",
                default: "1",
                about: "how much worse a move may be",
            },
            Opt {
                key: "patience",
                default: "auto",
                about: "moves looked at without a new best",
            },
            RESTARTS,
        ],
        make: tolerance,
    },
    Entry {
        name: "annealing",
        options: &[
            Opt {
                key: "schedule",
                default: "geometric",
                about: "geometric, linear or logarithmic",
            },
            Opt {
                key: "start",
                default: "2",
                about: "the first temperature",
            },
            Opt {
                key: "end",
                default: "0.1",
                about: "frozen below, if geometric",
            },
            Opt {
                key: "steps",
                default: "auto",
                about: "moves looked at until frozen",
            },
            RESTARTS,
        ],
        make: annealing,
    },
];

/// The largest number of an option.
const MANY: u64 = 1_000_000_000_000;

/// The rule of a text, for so many queens.
pub fn choose(text: &str, queens: u64) -> Result<Chosen, Problem> {
    let spec = Spec::parse(text)?;
    let entry = RULES
        .iter()
        .find(|entry| entry.name == spec.name)
        .ok_or_else(|| unknown(&spec.name))?;
    let settings = Settings::new(entry.name, entry.options, &spec)?;
    Ok(Chosen {
        rule: (entry.make)(&settings, queens)?,
        restarts: whole(&settings, "restarts")?,
    })
}

fn unknown(name: &str) -> Problem {
    let names = || RULES.iter().map(|entry| entry.name);
    let guess = suggest::phrase(name, names());
    Problem::not_found(format!(
        "unknown local search '{}'",
        crate::output::shorten(name, 60)
    ))
    .mend(format!(
        "{guess}searches: {}",
        names().collect::<Vec<_>>().join(", ")
    ))
}

/// A whole number, or `None` for `auto`.
fn whole(settings: &Settings, key: &str) -> Result<Option<u64>, Problem> {
    if settings.is_auto(key) {
        Ok(None)
    } else {
        settings.whole(key, 0..=MANY).map(Some)
    }
}

fn min_conflicts(settings: &Settings, queens: u64) -> Result<Box<dyn Rule<Queens>>, Problem> {
    let rule = MinConflicts::new(whole(settings, "steps")?.unwrap_or(1000 + queens));
    let from_random = settings.one_of("start", &["greedy", "random"])? == "random";
    Ok(Box::new(if from_random {
        rule.from_random()
    } else {
        rule
    }))
}

fn tolerance(settings: &Settings, queens: u64) -> Result<Box<dyn Rule<Queens>>, Problem> {
    let patience = whole(settings, "patience")?.unwrap_or(1000 * queens);
    Ok(Box::new(Tolerance::new(
        settings.whole("alpha", 0..=MANY)?,
        patience,
    )))
}

fn annealing(settings: &Settings, queens: u64) -> Result<Box<dyn Rule<Queens>>, Problem> {
    let start = settings.real("start", 1e-6..=1e9)?;
    let end = settings.real("end", 1e-9..=1e9)?;
    let steps = whole(settings, "steps")?.unwrap_or(2000 * queens).max(1);
    let schedule = match settings.one_of("schedule", &["geometric", "linear", "logarithmic"])? {
        "linear" => Schedule::Linear { start, steps },
        "logarithmic" => Schedule::Logarithmic { start },
        _ if end >= start => {
            let what = format!("annealing: end={end} is not below start={start}");
            return Err(Problem::usage(what).mend("the temperature falls from start to end"));
        }
        _ => Schedule::Geometric {
            start,
            factor: (end / start).powf(1.0 / steps as f64),
            end,
        },
    };
    Ok(Box::new(Annealing::new(schedule)))
}
