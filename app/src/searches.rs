//! The searches on the command line. To add one: its [`Recipe`] in one of the lists, nothing else.

use gametree::alphabeta::AlphaBeta;
use gametree::best_first::BestFirst;
use gametree::deepening::Deepening;
use gametree::df_pn::DfPn;
use gametree::finishing::{Finisher, Finishing};
use gametree::mcts::Mcts;
use gametree::minimax::Minimax;
use gametree::mtdf::Mtdf;
use gametree::on_path::OnPath;
use gametree::ordering::ByTempo;
use gametree::parallel::Parallel;
use gametree::playout::Uniform;
use gametree::proof_number::ProofNumber;
use gametree::pruning::Pruning;
use gametree::pvs::{Params, Pvs};
use gametree::quiescence::{Horizon, Quiescence};
use gametree::random_mover::RandomMover;
use gametree::reductions::Reductions;
use gametree::retrograde::Retrograde;
use gametree::singular::Singular;
use gametree::sorted::Sorted;
use gametree::tree::{Estimates, TwoPlayerTree};
use gametree::{AnySearch, Limits};

use crate::error::Problem;
use crate::games::Tuned;
use crate::minmax::{self, Positive};
use crate::seat::{CliEvaluator, CliGame, Known};
use crate::spec::{Opt, Settings, Spec};
use crate::suggest;

/// A search of any kind for games of one type.
pub type Boxed<'a, G> = Box<dyn AnySearch<G> + 'a>;

/// What the list of searches says of one.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// Where it was first described.
    pub paper: &'static str,
    /// One line for people.
    pub does: &'static str,
    /// What it is best for.
    pub fits: &'static str,
    /// Its options.
    pub options: &'static [Opt],
}

/// A search and how to make it.
struct Recipe<'a, G: CliGame, E> {
    about: About,
    build: fn(&Settings, E) -> Result<Boxed<'a, G>, Problem>,
}

/// The search used where none is named.
pub const DEFAULT: &str = "pvs";

const TABLE: Opt = Opt {
    key: "table",
    default: "auto",
    about: "memory of the table; 0: none; auto: what the limits can fill, at most 64MiB",
};
const QUIESCENCE: Opt = Opt {
    key: "quiescence",
    default: "on",
    about: "follow noisy moves beyond the horizon",
};
const DEEPENING: Opt = Opt {
    key: "deepening",
    default: "auto",
    about: "depth 1, 2, 3, …: on, off, or auto",
};

const SORT: Opt = Opt {
    key: "sort",
    default: "off",
    about: "play and value all children first, to sort them; deepening from 2 plies (as in 1987)",
};

const STEP: Opt = Opt {
    key: "step",
    default: "auto",
    about: "plies from one depth to the next; auto: 2 where only the depth is limited, else 1",
};

/// An option of every search that plays: both players of a match may share the end.
pub const ENDGAME: Opt = Opt {
    key: "endgame",
    default: "off",
    about: "leave the last moves to the game's own solver, where it has one",
};

/// An option of every search that asks the evaluator: both players of a match may have their own.
pub const WEIGHTS: Opt = Opt {
    key: "weights",
    default: "own",
    about: "instead of the game's evaluator: learned (those that come with it), or a file of `gametree train`",
};

/// All searches.
fn recipes<'a, G: CliGame + 'a, E: CliEvaluator<G> + 'a>() -> Vec<Recipe<'a, G, E>> {
    depth_first()
        .into_iter()
        .chain(growing())
        .chain(proving())
        .collect()
}

/// Those that walk the tree and keep at most a table.
fn depth_first<'a, G: CliGame + 'a, E: CliEvaluator<G> + 'a>() -> [Recipe<'a, G, E>; 4] {
    [
        Recipe {
            about: About {
                name: "minimax",
                paper: "von Neumann 1928; Shannon 1950",
                does: "visits every position down to the depth limit: the oracle of all others",
                fits: "small trees, checking",
                options: &[],
            },
            build: |_, evaluator| Ok(Box::new(Minimax { evaluator })),
        },
        Recipe {
            about: About {
                name: "alphabeta",
                paper: "Knuth and Moore 1975; fail-soft: Fishburn 1983",
                does: "minimax that skips what cannot matter",
                fits: "trees, teaching",
                options: &[DEEPENING, SORT, ENDGAME, WEIGHTS],
            },
            build: |settings, evaluator| {
                if settings.switch("sort")? {
                    let first_depth = if settings.deepening(true)? {
                        2
                    } else {
                        u32::MAX
                    };
                    return Ok(Box::new(Sorted {
                        evaluator,
                        first_depth,
                    }));
                }
                let plain = AlphaBeta { evaluator };
                Ok(if settings.deepening(false)? {
                    Box::new(Deepening::new(plain))
                } else {
                    Box::new(plain)
                })
            },
        },
        Recipe {
            about: About {
                name: "pvs",
                paper: "Marsland and Campbell 1982; Reinefeld 1983",
                does: "principal variation search with table, move ordering, quiescence, extensions, threads",
                fits: "every game: the strongest here",
                options: PVS_OPTIONS,
            },
            build: pvs,
        },
        Recipe {
            about: About {
                name: "mtdf",
                paper: "Plaat, Schaeffer, Pijls and de Bruin 1996",
                does: "null windows only, driven by the table",
                fits: "games with few distinct values",
                options: &[TABLE, QUIESCENCE, DEEPENING, STEP, ENDGAME, WEIGHTS],
            },
            build: mtdf,
        },
    ]
}

/// Those that grow a tree in memory, and the one that does not think.
fn growing<'a, G: CliGame + 'a, E: CliEvaluator<G> + 'a>() -> [Recipe<'a, G, E>; 4] {
    [
        Recipe {
            about: About {
                name: "bestfirst",
                paper: "Korf and Chickering 1996",
                does: "best-first minimax: expands the tip of the line both sides hold for best",
                fits: "good evaluators, uneven trees",
                options: &[ENDGAME, WEIGHTS],
            },
            build: |_, evaluator| Ok(Box::new(BestFirst { evaluator })),
        },
        Recipe {
            about: minmax::ABOUT,
            build: minmax::build,
        },
        Recipe {
            about: About {
                name: "mcts",
                paper: "Kocsis and Szepesvári 2006; Winands, Björnsson and Saito 2008",
                does: "Monte-Carlo tree search: UCT with random playouts and solved nodes",
                fits: "games without a good evaluator",
                options: MCTS_OPTIONS,
            },
            build: |settings, known| {
                Ok(Box::new(Mcts {
                    exploration: settings.real("c", 0.0..=1000.0)?,
                    expand_after: settings.whole("expand", 0..=1_000_000)? as u32,
                    scale: settings.whole("scale", 0..=1_000_000)? as u32,
                    ..Mcts::with(known, settings.seed)
                }))
            },
        },
        Recipe {
            about: About {
                name: "random",
                paper: "the baseline of every match",
                does: "moves at random",
                fits: "an opponent that everything must beat",
                options: &[],
            },
            build: |settings, _| Ok(Box::new(RandomMover::new(settings.seed))),
        },
    ]
}

/// Those that prove.
fn proving<'a, G: CliGame + 'a, E: CliEvaluator<G> + 'a>() -> [Recipe<'a, G, E>; 4] {
    [
        Recipe {
            about: About {
                name: "pns",
                paper: "Allis, van der Meulen and van den Herik 1994",
                does: "proof-number search: grows the tree where a proof needs the fewest leaves",
                fits: "wins and losses in narrow positions",
                options: &[Opt {
                    key: "fastest",
                    default: "off",
                    about: "prove the shortest win",
                }],
            },
            build: |settings, evaluator| {
                Ok(Box::new(ProofNumber {
                    evaluator,
                    fastest: settings.switch("fastest")?,
                }))
            },
        },
        Recipe {
            about: About {
                name: "dfpn",
                paper: "Nagai 2002; Pawlewicz and Lew 2007",
                does: "proof-number search depth first, in the memory of a table",
                fits: "long proofs in little memory",
                options: DFPN_OPTIONS,
            },
            build: |settings, evaluator| {
                Ok(Box::new(DfPn {
                    entries: settings.whole("entries", 64..=1 << 32)? as usize,
                    patience: settings.real("patience", 0.0..=100.0)?,
                    ..DfPn::new(evaluator)
                }))
            },
        },
        Recipe {
            about: About {
                name: "retrograde",
                paper: "Ströhlein 1970; Andersson, Hansen, Miltersen and Sørensen 2012",
                does: "lists every reachable position and settles values backwards from the ends",
                fits: "small games, games with cycles",
                options: &[],
            },
            build: |_, evaluator| Ok(Box::new(Retrograde { evaluator })),
        },
        Recipe {
            about: About {
                name: "onpath",
                paper: "Russell and Norvig, the exercise on the 4-square game",
                does: "minimax that stops with ? where a position stands on the path already",
                fits: "small games with loops, teaching; retrograde is the exact way",
                options: &[Opt {
                    key: "memo",
                    default: "off",
                    about: "remember values, though they hold for one path only: where this goes wrong",
                }],
            },
            build: |settings, evaluator| {
                Ok(Box::new(OnPath {
                    evaluator,
                    memoised: settings.switch("memo")?,
                }))
            },
        },
    ]
}

const PVS_OPTIONS: &[Opt] = &[
    TABLE,
    QUIESCENCE,
    DEEPENING,
    STEP,
    Opt {
        key: "aspiration",
        default: "0",
        about: "half the window round the last value, in points; 0: open",
    },
    Opt {
        key: "singular",
        default: "off",
        about: "extend a move that is clearly better than all others",
    },
    Opt {
        key: "reductions",
        default: "off",
        about: "search late moves less deep, by so many hundredths of ln(depth) · ln(number); on: 50",
    },
    Opt {
        key: "full",
        default: "3",
        about: "so many moves of a position are never reduced",
    },
    Opt {
        key: "least",
        default: "3",
        about: "reduced where at least so many plies are left",
    },
    Opt {
        key: "enhanced",
        default: "3",
        about: "look children up in the table first where so many plies are left",
    },
    Opt {
        key: "sorted",
        default: "2",
        about: "sort moves where at least so many plies are left",
    },
    Opt {
        key: "pruning",
        default: "off",
        about: "null moves and futility, where the game tells of passing: chess does",
    },
    Opt {
        key: "threats",
        default: "off",
        about: "a ply more where a threat must be met, as in check",
    },
    Opt {
        key: "repetitions",
        default: "off",
        about: "what repeats a position on the way to it is a draw",
    },
    Opt {
        key: "scout",
        default: "on",
        about: "null windows after the first move; off: alpha-beta with memory",
    },
    Opt {
        key: "threads",
        default: "1",
        about: "how many search together",
    },
    ENDGAME,
    WEIGHTS,
];

const MCTS_OPTIONS: &[Opt] = &[
    Opt {
        key: "c",
        default: "1.414",
        about: "how much it explores",
    },
    Opt {
        key: "expand",
        default: "8",
        about: "playouts of a tip before it gets children",
    },
    Opt {
        key: "scale",
        default: "0",
        about: "points that count as a whole win; 0: only their sign",
    },
    ENDGAME,
];

const DFPN_OPTIONS: &[Opt] = &[
    Opt {
        key: "entries",
        default: "4194304",
        about: "the most entries of the table, 32 bytes each",
    },
    Opt {
        key: "patience",
        default: "0.25",
        about: "ε: how long it stays below a node",
    },
];

fn pvs<'a, G, E>(settings: &Settings, evaluator: E) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
{
    let params = Params {
        scout: settings.switch("scout")?,
        singular: settings.switch("singular")?.then(Singular::default),
        reductions: reductions(settings)?,
        enhanced_depth: settings.whole("enhanced", 0..=1000)? as u32,
        sorted_depth: settings.whole("sorted", 1..=1000)? as u32,
        pruning: settings.switch("pruning")?.then(Pruning::default),
        extend_pressed: settings.switch("threats")?,
        repetitions: settings.switch("repetitions")?,
        ..Params::default()
    };
    deepened(
        settings,
        with_table(
            settings,
            quiet(settings, Pvs::new(evaluator).with(params).by_tempo())?,
        )?,
    )
}

/// Without quiescence no ply is followed beyond the horizon: one search serves both, and is
/// compiled once.
fn quiet<G: CliGame, E, H, P>(
    s: &Settings,
    search: Pvs<G, E, H, P>,
) -> Result<Pvs<G, E, Quiescence, P>, Problem> {
    let most_plies = if s.switch("quiescence")? {
        Quiescence::default().most_plies
    } else {
        0
    };
    Ok(search.quiet(Quiescence { most_plies }))
}

/// `off`, `on`, or how strong.
fn reductions(settings: &Settings) -> Result<Option<Reductions>, Problem> {
    let full_moves = settings.whole("full", 1..=1000)? as u32;
    let least_depth = settings.whole("least", 2..=1000)? as u32;
    let rule = Reductions {
        full_moves,
        least_depth,
        ..Reductions::default()
    };
    match settings.switch("reductions") {
        Ok(on) => Ok(on.then_some(rule)),
        Err(_) => Ok(Some(Reductions {
            percent: settings.whole("reductions", 2..=1000)? as u32,
            ..rule
        })),
    }
}

fn with_table<G: CliGame, E, H, P>(
    s: &Settings,
    search: Pvs<G, E, H, P>,
) -> Result<Pvs<G, E, H, P>, Problem> {
    let bytes = s.table("table")?.min(s.limits.memory.unwrap_or(usize::MAX));
    Ok(if bytes == 0 {
        search
    } else {
        search.with_table(bytes)
    })
}

fn deepened<'a, G, E, H>(
    settings: &Settings,
    search: Pvs<G, E, H, ByTempo>,
) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
    H: Horizon<G> + Clone + Send + 'a,
{
    let threads = settings.whole("threads", 1..=256)? as usize;
    if threads == 1 && !settings.deepening(true)? {
        return Ok(Box::new(search));
    }
    let worker = match settings.whole("aspiration", 0..=1_000_000)? {
        0 => Deepening::new(search),
        points => Deepening::aspiring(search, points as i32),
    };
    let worker = worker.by(settings.step()?);
    Ok(Box::new(Parallel { worker, threads }))
}

fn mtdf<'a, G, E>(settings: &Settings, evaluator: E) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
{
    let search = with_table(settings, quiet(settings, Pvs::new(evaluator).guided())?)?;
    let mtdf = Mtdf::new(search);
    Ok(match settings.deepening(true)? {
        true => Box::new(Deepening::new(mtdf).by(settings.step()?)),
        false => Box::new(mtdf),
    })
}

/// What there is.
pub fn abouts() -> Vec<About> {
    recipes::<TwoPlayerTree<'static>, Known<Estimates, Uniform>>()
        .iter()
        .map(|recipe| recipe.about)
        .collect()
}

/// What all searches of a command have in common.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The seed of everything random.
    pub seed: u64,
    /// The limits under which they will be run.
    pub limits: Limits,
    /// The options that suit the game, where the text does not say.
    pub tuned: Tuned,
    /// How the game's values become positive.
    pub positive: Positive,
}

impl Setup {
    /// The checked options of a search.
    fn settings(&self, about: &About, spec: &Spec) -> Result<Settings, Problem> {
        let mut settings = Settings::new(about.name, about.options, spec)?;
        settings.seed = self.seed;
        settings.limits = self.limits.clone();
        settings.positive = self.positive;
        let tuned = self.tuned.iter().find(|(name, _)| *name == about.name);
        settings.tuned(tuned.map_or("", |(_, options)| options))
    }
}

/// The search of a text `NAME[:key=value,...]`.
pub fn build<'a, G, E>(text: &str, setup: &Setup, evaluator: E) -> Result<Boxed<'a, G>, Problem>
where
    G: CliGame + 'a,
    E: CliEvaluator<G> + 'a,
{
    let spec = Spec::parse(text)?;
    let mut all = recipes::<G, E>();
    let Some(at) = all.iter().position(|recipe| recipe.about.name == spec.name) else {
        return Err(unknown(&spec.name));
    };
    let recipe = all.swap_remove(at);
    let settings = setup.settings(&recipe.about, &spec)?;
    let evaluator = weighed(&recipe.about, &settings, evaluator)?;
    let inner = (recipe.build)(&settings, evaluator.clone())?;
    let endgame = recipe
        .about
        .options
        .iter()
        .any(|option| option.key == ENDGAME.key);
    if !endgame || !settings.switch(ENDGAME.key)? {
        return Ok(inner);
    }
    if !<E as Finisher<G>>::SOLVES {
        let what = format!(
            "{}: endgame=on, but this game has no solver for its last moves",
            spec.name
        );
        return Err(Problem::usage(what).mend("leave the option out; othello has one"));
    }
    Ok(Box::new(Finishing {
        inner,
        finisher: evaluator,
    }))
}

/// The evaluator, or the weights that the option names.
fn weighed<G: CliGame, E: CliEvaluator<G>>(
    about: &About,
    settings: &Settings,
    evaluator: E,
) -> Result<E, Problem> {
    let named = about.options.iter().any(|option| option.key == WEIGHTS.key);
    let name = if named {
        settings.word(WEIGHTS.key)
    } else {
        WEIGHTS.default
    };
    if name == WEIGHTS.default {
        return Ok(evaluator);
    }
    let Some(lessons) = evaluator.lessons() else {
        let what = format!(
            "{}: weights={name}, but this game has no features to weigh",
            about.name
        );
        return Err(Problem::usage(what)
            .mend("leave the option out; `gametree train` tells which games have"));
    };
    let text = match (name, lessons.learned) {
        ("learned", Some(text)) => text.to_string(),
        ("learned", None) => {
            let what = format!("{}: no learned weights come with this game", about.name);
            return Err(
                Problem::usage(what).mend("make some with `gametree train`, and name the file")
            );
        }
        (path, _) => std::fs::read_to_string(path).map_err(|error| {
            Problem::not_found(format!("{}: weights={path}: {error}", about.name))
        })?,
    };
    let linear = lessons.read(&text);
    let linear = linear
        .map_err(|error| Problem::usage(format!("{}: weights={name}: {error}", about.name)))?;
    Ok(evaluator.taught(linear))
}

/// What the user must know to read the numbers of a search, where it is not plain.
pub fn note(text: &str, setup: &Setup) -> Result<Option<String>, Problem> {
    let spec = Spec::parse(text)?;
    if spec.name != minmax::ABOUT.name {
        return Ok(None);
    }
    minmax::note(&setup.settings(&minmax::ABOUT, &spec)?).map(Some)
}

fn unknown(name: &str) -> Problem {
    let names: Vec<&str> = abouts().iter().map(|about| about.name).collect();
    let guess = suggest::phrase(name, names.iter().copied());
    if let Some(about) = crate::open::recipes::abouts()
        .iter()
        .find(|about| about.name == name)
    {
        let what =
            format!("{name} is not for games of two players without chance and hidden cards");
        return Problem::usage(what).mend(format!(
            "{name} fits {}; here: {}",
            about.fits,
            names.join(", ")
        ));
    }
    Problem::not_found(format!(
        "unknown search '{}'",
        crate::output::shorten(name, 60)
    ))
    .mend(format!(
        "{guess}searches: {}; `gametree searches` tells more",
        names.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, with_game};
    use crate::seat::{Seat, WithGame};

    /// Every search of the table, with every option at its default, can be made.
    #[test]
    fn every_recipe_builds_with_its_defaults_written_out() {
        for about in abouts() {
            let options: Vec<String> = about
                .options
                .iter()
                .map(|option| format!("{}={}", option.key, option.default))
                .collect();
            let text = format!("{}:{}", about.name, options.join(","));
            let setup = Setup {
                seed: 1,
                limits: Limits::none(),
                tuned: &[],
                positive: Positive::default(),
            };
            let made = build::<TwoPlayerTree<'_>, _>(&text, &setup, Known::uniform(Estimates));
            assert!(made.is_ok(), "{text}: {:?}", made.err());
        }
        assert!(abouts().iter().any(|about| about.name == DEFAULT));
    }

    /// What is tuned for a game are options of searches that there are, each search once.
    #[test]
    fn every_tuned_search_builds() {
        for entry in GAMES.iter().filter(|entry| !entry.tuned.is_empty()) {
            assert_eq!(with_game(entry.example, Builds).unwrap(), entry.tuned.len());
        }
    }

    struct Builds;

    impl WithGame for Builds {
        type Out = usize;

        fn run<G: CliGame, E: CliEvaluator<G>>(
            self,
            seat: Seat<'_, G, E>,
        ) -> anyhow::Result<usize> {
            let tuned = seat.entry.tuned;
            let setup = Setup {
                seed: 1,
                limits: Limits::nodes(1),
                tuned,
                positive: seat.positive,
            };
            for (name, _) in tuned {
                build(name, &setup, seat.evaluator.clone())?;
            }
            let names: std::collections::HashSet<_> = tuned.iter().map(|(name, _)| name).collect();
            Ok(names.len())
        }
    }
}
