//! A game against a search, in the browser. The server keeps nothing of it: a position is the
//! game's name, the moves played and the seed of dice and cards, and every request brings them. Moves
//! that the user may not know travel sealed.
//!
//! ```text
//!  PlayAsk ──▶ Table (moves replayed, dice thrown) ──▶ a search within the level ──▶ PlayView
//! ```

pub mod request;
mod seal;
mod table;
mod view;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree::Limits;
use gametree_catalog::{Answer, Conditions, Found};

use self::request::{Act, Level, PlayAsk};
use self::table::Table;
pub use self::view::PlayView;
use self::view::{Said, Thinking};
use crate::error::ApiError;
use crate::learn::guard;

/// Time for one search where no level is given.
const USUAL: Duration = Duration::from_secs(1);
/// The longest search.
const LONGEST: Duration = Duration::from_secs(10);
/// The most nodes of one search.
const MOST_NODES: u64 = 20_000_000;
/// Memory for one search that keeps a tree.
const MEMORY: usize = 256 << 20;

/// Plays on, as a request wants it.
///
/// # Errors
/// What is wrong with the request.
pub fn play(ask: &PlayAsk, shutdown: Arc<AtomicBool>) -> Result<PlayView, ApiError> {
    let name = guard::game(&ask.game)?;
    let with = ask.with.as_deref().filter(|text| !text.trim().is_empty());
    let game = gametree_catalog::open(&name, &with.into_iter().collect::<Vec<_>>())?;
    let opponent = Opponent {
        search: with.unwrap_or(game.default_search()).to_string(),
        limits: limits(ask.level)?,
        shutdown,
    };
    guard::search(&opponent.search)?;
    let mut table = Table::new(game, ask)?;
    let said = match ask.act {
        Act::Look => Said::default(),
        Act::Hint => opponent.hint(&table)?,
        Act::Reply => opponent.reply(&mut table)?,
    };
    Ok(PlayView::new(&table, &opponent.search, said))
}

/// Who plays against the user.
struct Opponent {
    search: String,
    limits: Limits,
    shutdown: Arc<AtomicBool>,
}

impl Opponent {
    /// Moves until the user has to, or the game is over.
    fn reply(&self, table: &mut Table) -> Result<Said, ApiError> {
        let mut said = Said::default();
        while table.waits_for_search() {
            let (answer, found) = self.think(table)?;
            let best = found
                .best()
                .ok_or_else(|| ApiError::failed("the search found no move"))?;
            // What a search thinks of its own cards would tell which they are.
            said.thinking = (!table.game.info().hidden).then(|| Thinking::new(&answer));
            table.play(best);
        }
        Ok(said)
    }

    fn hint(&self, table: &Table) -> Result<Said, ApiError> {
        if table.waits_for_search() || table.result().is_some() {
            return Ok(Said::default());
        }
        let (answer, _) = self.think(table)?;
        Ok(Said {
            hint: Some(Thinking::new(&answer)),
            ..Said::default()
        })
    }

    fn think(&self, table: &Table) -> Result<(Answer, Found), ApiError> {
        let watchdog = guard::Watchdog::new(LONGEST, Arc::clone(&self.shutdown));
        let limits = Limits {
            stop: Some(watchdog.flag.clone()),
            memory: Some(MEMORY),
            ..self.limits.clone()
        };
        let conditions = Conditions {
            seed: table.luck(),
            limits: limits.clone(),
        };
        let mut search = table.game.build(&self.search, &conditions)?;
        let found = search.search(&table.position, &limits);
        Ok((search.answer(&table.position, &found), found))
    }
}

fn limits(level: Level) -> Result<Limits, ApiError> {
    let Level { seconds, nodes } = level;
    if seconds.is_some_and(|seconds| !(0.001..=LONGEST.as_secs_f64()).contains(&seconds)) {
        return Err(ApiError::bad(format!(
            "level: give at most {} seconds",
            LONGEST.as_secs()
        )));
    }
    if nodes.is_some_and(|nodes| nodes == 0 || nodes > MOST_NODES) {
        return Err(ApiError::bad(format!(
            "level: give at most {MOST_NODES} nodes"
        )));
    }
    let time = match (seconds, nodes) {
        (Some(seconds), _) => Some(Duration::from_secs_f64(seconds)),
        (None, Some(_)) => None,
        (None, None) => Some(USUAL),
    };
    Ok(Limits {
        time,
        nodes,
        ..Limits::none()
    })
}

#[cfg(test)]
mod tests;
