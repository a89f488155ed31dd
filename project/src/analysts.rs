//! The analysts that come with the program: a search for every game that can be a project.

use std::io;

use gametree::erased::TwoPlayerGame;
use gametree::finishing::{Finisher, Unfinished};
use gametree::search_pool::{PoolConfig, SearchPool};
use gametree::{Analyst, Evaluator, Source};
use gametree_catalog::analyst::AnalystSearch;
use gametree_catalog::games::info;
use gametree_chess::Chess;
use gametree_chess::uci::CancelToken;
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

    /// Starts the engines that were chosen, unless it is cancelled meanwhile. Most games have the
    /// program's own only.
    ///
    /// # Errors
    /// When there is no such engine, or it does not work.
    fn start(choice: &EngineChoice, _cancel: &CancelToken) -> Result<Started<Self>> {
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

/// Who answers.
fn config(judge: &str, resources: Resources) -> PoolConfig {
    let name = format!("gametree built-in {}", env!("CARGO_PKG_VERSION"));
    PoolConfig {
        source: Source {
            name,
            options: format!("evaluator={judge}"),
        },
        threads: resources.threads,
        reproducible: resources.reproducible,
    }
}

/// Starts searches of the catalog on threads of their own; `judge` is a word for the evaluator,
/// which the values depend on.
fn search<G, E, F>(
    judge: &str,
    how: AnalystSearch<E, F>,
    resources: Resources,
) -> io::Result<AnyAnalyst<G>>
where
    G: BuiltinAnalyst + TwoPlayerGame,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
    F: Finisher<G> + Clone + Send + Sync + 'static,
{
    // Checked once here, so that no thread can fail.
    how.build::<G>().map_err(io::Error::other)?;
    let make = move || how.build().expect("it was built before");
    Ok(Box::new(SearchPool::start(config(judge, resources), make)?))
}

/// Principal variation search as it is tuned for a game.
fn tuned<E>(
    game: &str,
    evaluator: E,
    resources: Resources,
) -> io::Result<AnalystSearch<E, Unfinished>> {
    Ok(AnalystSearch {
        game: info(game).map_err(io::Error::other)?,
        search: format!("pvs:table={}", resources.table_bytes),
        evaluator,
        finisher: Unfinished,
    })
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
    fn start(choice: &EngineChoice, cancel: &CancelToken) -> Result<Started<Self>> {
        let (analyst, about) = uci::start(choice, cancel)?;
        Ok(Started { analyst, about })
    }
}

impl BuiltinAnalyst for Connect4 {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        search("threats", tuned("connect4", Threats, resources)?, resources)
    }
}

impl<const N: usize> BuiltinAnalyst for tictactoe::Board<'static, N> {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        search(
            "open lines",
            tuned("mnk", Weighted::AIMA, resources)?,
            resources,
        )
    }
}

impl BuiltinAnalyst for othello::Board {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        let plain = tuned("othello", othello::Patterns::default(), resources)?;
        let how = AnalystSearch {
            game: plain.game,
            search: plain.search,
            evaluator: plain.evaluator,
            finisher: othello::Endgame::default(),
        };
        search("patterns", how, resources)
    }
}

impl BuiltinAnalyst for breakthrough::Board {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        let rows = breakthrough::Rows::default();
        search("rows", tuned("breakthrough", rows, resources)?, resources)
    }
}

impl BuiltinAnalyst for Heaps {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        search(
            "parity of heaps",
            tuned("nim", HeapParity, resources)?,
            resources,
        )
    }
}

/// Play may go round in circles: every position that can be reached is listed and settled
/// backwards.
impl BuiltinAnalyst for Squares {
    fn builtin(resources: Resources) -> io::Result<AnyAnalyst<Self>> {
        let how = AnalystSearch {
            search: "retrograde".into(),
            ..tuned("squares", Race, resources)?
        };
        search("race", how, resources)
    }
}
