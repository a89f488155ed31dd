//! Starts the analyst of a run: the selected engines, or the built-in one.

use std::sync::{Mutex, PoisonError};

use gametree_catalog::ProjectGame;
use gametree_catalog::analyst::{AnyAnalyst, Resources};
use gametree_chess::Chess;
use gametree_chess::uci::CancelToken;
use gametree_farm::RefusalReader;

use super::choice::{BUILTIN, EngineChoice, MOST_WORKERS};
use super::uci;
use crate::error::{ProjectError, Result};

/// Mebibytes of hash for each thread of a built-in search by default.
const SMALL_HASH: u64 = 64;

/// An analyst at work, and a few words about it.
pub struct Started {
    /// The source of the results.
    pub analyst: AnyAnalyst,
    /// What to tell people.
    pub about: String,
    /// The results of a farm that are not believed; none where the engines are on this computer.
    pub refusals: Option<RefusalReader>,
}

/// A start that may be stopped, and that says what it waits for.
pub struct Starting {
    /// Stops it.
    pub cancel: CancelToken,
    /// Whether it waits for a broker that is not there yet.
    pub is_patient: bool,
    obstacle: Mutex<Option<String>>,
}

impl Starting {
    /// One that fails where something is missing.
    #[must_use]
    pub fn now() -> Starting {
        Starting {
            cancel: CancelToken::new(),
            is_patient: false,
            obstacle: Mutex::default(),
        }
    }

    /// One that waits.
    #[must_use]
    pub fn patient() -> Starting {
        Starting {
            is_patient: true,
            ..Starting::now()
        }
    }

    /// Something is missing: says whether to wait for it.
    pub(super) fn meet(&self, obstacle: String) -> bool {
        let mut met = self.obstacle.lock().unwrap_or_else(PoisonError::into_inner);
        *met = Some(obstacle);
        self.is_patient && !self.cancel.is_stopped()
    }

    /// What it has waited for since the last call.
    #[must_use]
    pub fn take_obstacle(&self) -> Option<String> {
        let mut met = self.obstacle.lock().unwrap_or_else(PoisonError::into_inner);
        met.take()
    }
}

/// Whether a game has engines beside the program's own.
#[must_use]
pub fn has_uci(game: &ProjectGame) -> bool {
    game.position(Chess::default()).is_some()
}

/// Starts the selected engines, unless it is cancelled meanwhile. Chess has the user's engines; all
/// other games have only the program's own.
///
/// # Errors
/// When there is no such engine, or it does not work.
pub fn start(game: &ProjectGame, choice: &EngineChoice, cancel: &CancelToken) -> Result<Started> {
    if has_uci(game) {
        let (analyst, about) = uci::start(choice, cancel)?;
        return Ok(Started {
            analyst,
            about,
            refusals: None,
        });
    }
    let others = choice.commands.iter().any(|command| command != BUILTIN);
    if others || !choice.options.is_empty() {
        return Err(ProjectError::invalid(
            "this game has the built-in engine only, which has no options",
        ));
    }
    let threads = choice.count().min(MOST_WORKERS);
    let table = (choice.hash.unwrap_or(SMALL_HASH) as usize) << 20;
    let analyst = game
        .analyst(Resources {
            threads,
            table_bytes: table.clamp(1 << 20, 1 << 36),
            reproducible: choice.reproducible,
        })
        .map_err(|error| ProjectError::failed(format!("no thread can be started: {error}")))?;
    Ok(Started {
        analyst,
        about: format!("{threads} × the built-in search"),
        refusals: None,
    })
}
