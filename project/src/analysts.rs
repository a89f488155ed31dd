//! The analysts that come with the program: a search for every game that can be a project.

use std::io;

use gametree::among::{Among, Within};
use gametree::deepening::Deepening;
use gametree::pvs::{Params, Pvs};
use gametree::quiescence::Quiescence;
use gametree::reductions::Reductions;
use gametree::retrograde::Retrograde;
use gametree::thinkers::{Crew, Thinkers};
use gametree::{Analyst, Evaluator, Guided, Keyed, Noisy, Source};
use gametree_chess::Chess;
use gametree_games::connect4::{Connect4, Threats};
use gametree_games::nim::{HeapParity, Heaps};
use gametree_games::squares::{Race, Squares};
use gametree_games::tictactoe::Weighted;
use gametree_games::{breakthrough, othello, tictactoe};

use crate::boards::BoardView;
use crate::engines::uci;
use crate::engines::{BUILTIN, EngineChoice, MOST_WORKERS};
use crate::error::{ProjectError, Result};

/// Mebibytes of hash for each thread of a built-in search where none is given.
const SMALL_HASH: u64 = 64;

/// An analyst behind a pointer.
pub type AnyAnalyst<G> = Box<dyn Analyst<G> + Send>;

/// An analyst at work, and a few words about it.
pub struct Started<G: BoardView> {
    /// Who answers.
    pub analyst: AnyAnalyst<G>,
    /// What to tell people.
    pub about: String,
}

/// Threads and memory of a built-in analyst.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// So many threads, each with a search and a table of its own.
    pub threads: usize,
    /// Bytes of every table.
    pub table_bytes: usize,
    /// Whether the same question always has the same answer.
    pub reproducible: bool,
}

/// A game for which the program has an analyst of its own.
pub trait BuiltinAnalyst: BoardView<Move: Send + Sync> {
    /// Starts the analyst.
    ///
    /// # Errors
    /// When the system gives no thread.
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>>;

    /// Starts the engines that were chosen. Most games have the program's own only.
    ///
    /// # Errors
    /// When there is no such engine, or it does not work.
    fn start(choice: &EngineChoice) -> Result<Started<Self>> {
        let others = choice.commands.iter().any(|command| command != BUILTIN);
        if others || !choice.options.is_empty() {
            return Err(ProjectError::invalid(
                "this game has the built-in engine only, which has no options",
            ));
        }
        let threads = choice.count().min(MOST_WORKERS);
        let table = (choice.hash.unwrap_or(SMALL_HASH) as usize) << 20;
        let resources = Resources {
            threads,
            table_bytes: table.clamp(1 << 20, 1 << 36),
            reproducible: choice.reproducible,
        };
        let analyst = Self::builtin(resources)
            .map_err(|error| ProjectError::failed(format!("no thread can be started: {error}")))?;
        Ok(Started {
            analyst,
            about: format!("{threads} × the built-in search"),
        })
    }
}

/// How a game is searched. The numbers beside each game won matches; the table of tunings of the
/// command line is to take their place here.
#[derive(Clone, Copy, Debug)]
struct Method<E> {
    /// A word for the evaluator, which the values depend on.
    judge: &'static str,
    evaluator: E,
    params: Params,
    /// At most so many plies beyond the horizon.
    quiet: u32,
    /// Half the window round the last value, in points.
    aspiration: Option<i32>,
}

impl<E> Method<E> {
    /// Principal variation search that follows noisy moves.
    fn new(judge: &'static str, evaluator: E) -> Method<E> {
        let quiet = Quiescence::default().most_plies;
        Method {
            judge,
            evaluator,
            params: Params::default(),
            quiet,
            aspiration: None,
        }
    }

    /// Late moves are searched less deep.
    fn reduced(self, percent: u32, least_depth: u32) -> Method<E> {
        let reductions = Some(Reductions {
            percent,
            least_depth,
            ..Reductions::default()
        });
        Method {
            params: Params {
                reductions,
                ..self.params
            },
            ..self
        }
    }
}

/// Who answers.
fn crew(judge: &str, resources: Resources) -> Crew {
    let name = format!("gametree built-in {}", env!("CARGO_PKG_VERSION"));
    Crew {
        source: Source {
            name,
            options: format!("evaluator={judge}"),
        },
        threads: resources.threads,
        reproducible: resources.reproducible,
    }
}

/// Starts principal variation searches on threads of their own.
fn search<G, E>(method: Method<E>, resources: Resources) -> io::Result<AnyAnalyst<G>>
where
    G: BuiltinAnalyst + Keyed + Noisy + Guided,
    E: Evaluator<G> + Copy + Send + Sync + 'static,
{
    let Method {
        judge,
        evaluator,
        params,
        quiet,
        aspiration,
    } = method;
    let make = move || {
        let pvs = Pvs::<Among<G>, _>::new(Within(evaluator))
            .with(params)
            .guided();
        let inner = pvs
            .quiet(Quiescence { most_plies: quiet })
            .with_table(resources.table_bytes);
        Box::new(Deepening {
            aspiration,
            ..Deepening::new(inner)
        }) as _
    };
    Ok(Box::new(Thinkers::start(crew(judge, resources), make)?))
}

impl BuiltinAnalyst for Chess {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        Ok(Box::new(gametree_chess::builtin::analyst(
            resources.threads,
            resources.table_bytes,
            resources.reproducible,
        )?))
    }

    /// Chess has the user's engines.
    fn start(choice: &EngineChoice) -> Result<Started<Self>> {
        let (analyst, about) = uci::start(choice)?;
        Ok(Started { analyst, about })
    }
}

impl BuiltinAnalyst for Connect4 {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        search(Method::new("threats", Threats), resources)
    }
}

impl<const N: usize> BuiltinAnalyst for tictactoe::Board<'static, N> {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        search(Method::new("open lines", Weighted::AIMA), resources)
    }
}

/// The settings won matches. The exact end of games is left out: it cannot be asked about some of
/// the moves only.
impl BuiltinAnalyst for othello::Board {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        let method = Method::new("patterns", othello::Patterns::default()).reduced(80, 3);
        let method = Method {
            quiet: 0,
            aspiration: Some(3 * othello::DISC),
            ..method
        };
        search(method, resources)
    }
}

/// The settings won matches.
impl BuiltinAnalyst for breakthrough::Board {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        let method = Method::new("rows", breakthrough::Rows::default()).reduced(80, 2);
        search(method, resources)
    }
}

impl BuiltinAnalyst for Heaps {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        search(Method::new("parity of heaps", HeapParity), resources)
    }
}

/// Play may go round in circles: every position that can be reached is listed and settled
/// backwards.
impl BuiltinAnalyst for Squares {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        let make = || {
            Box::new(Retrograde {
                evaluator: Within(Race),
            }) as _
        };
        Ok(Box::new(Thinkers::start(crew("race", resources), make)?))
    }
}
