//! A game against a search, in the browser. The server keeps nothing of it: a position is the
//! game's name, the moves played and the seed of dice and cards, and every request brings them. Moves
//! that the user may not know travel sealed.
//!
//! ```text
//!  PlayAsk ──▶ PlaySession (moves replayed, dice thrown) ──▶ a search within the level ──▶ PlayView
//! ```

pub mod request;
mod seal;
mod view;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree::{Limits, Player};
use gametree_catalog::format::shorten;
use gametree_catalog::play_session::PlaySession;
use gametree_catalog::{Answer, AnyGame, Conditions, Found};
use gametree_classroom::guard;
use gametree_classroom::watchdog::Watchdog;

use self::request::{Act, Level, PlayAsk};
use self::seal::Seal;
pub use self::view::PlayView;
use self::view::{Said, Thinking};
use crate::error::ApiError;

/// The longest game, in moves of players.
const MOST_MOVES: usize = 2_000;
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
    let mut session = replayed(game, ask)?;
    let said = match ask.act {
        Act::Look => Said::default(),
        Act::Hint => opponent.hint(&session)?,
        Act::Reply => opponent.reply(&mut session)?,
    };
    Ok(PlayView::new(&session, &opponent.search, said))
}

/// The game of a request, its moves played.
fn replayed(game: AnyGame, ask: &PlayAsk) -> Result<PlaySession, ApiError> {
    if ask.moves.len() > MOST_MOVES {
        return Err(ApiError::bad(format!("more than {MOST_MOVES} moves")));
    }
    let mut session = PlaySession::new(game, ask.position.as_deref(), ask.seed)?;
    let seats = session.seats();
    if ask.seat >= seats {
        return Err(
            ApiError::bad(format!("seat {} of {seats}", ask.seat)).hint("seats are counted from 0")
        );
    }
    session.human = Player(ask.seat);
    for text in &ask.moves {
        read(&mut session, text)?;
    }
    Ok(session)
}

/// Plays a move as a request names it: one that the user may not know is sealed.
fn read(session: &mut PlaySession, text: &str) -> Result<(), ApiError> {
    let seal = Seal::of(session).filter(|_| Seal::is_sealed(text));
    let Some(seal) = seal else {
        let illegal = || ApiError::bad(format!("Illegal move: {}", shorten(text, 40)));
        return session.read(text).then_some(()).ok_or_else(illegal);
    };
    let name = seal.open(session.played.len(), text);
    let legal = name.is_some_and(|name| session.read(&name));
    legal.then_some(()).ok_or_else(sealed_elsewhere)
}

/// A seal that does not open: it is another seat's, or the server was restarted since.
fn sealed_elsewhere() -> ApiError {
    ApiError::bad("The secret moves of this game cannot be read")
        .hint("they are sealed for one seat, and until the server is restarted: start a new game")
}

/// Who plays against the user.
struct Opponent {
    search: String,
    limits: Limits,
    shutdown: Arc<AtomicBool>,
}

impl Opponent {
    /// Moves until the user has to, or the game is over.
    fn reply(&self, session: &mut PlaySession) -> Result<Said, ApiError> {
        let mut said = Said::default();
        while session.waits_for_search() {
            let (answer, found) = self.think(session)?;
            let best = found
                .best()
                .ok_or_else(|| ApiError::failed("the search found no move"))?;
            // What a search thinks of its own cards would tell which they are.
            said.thinking = (!session.game.info().hidden).then(|| Thinking::new(&answer));
            session.play(best);
        }
        Ok(said)
    }

    fn hint(&self, session: &PlaySession) -> Result<Said, ApiError> {
        if session.waits_for_search() || session.result().is_some() {
            return Ok(Said::default());
        }
        let (answer, _) = self.think(session)?;
        Ok(Said {
            hint: Some(Thinking::new(&answer)),
            ..Said::default()
        })
    }

    fn think(&self, session: &PlaySession) -> Result<(Answer, Found), ApiError> {
        let watchdog = Watchdog::new(LONGEST, Arc::clone(&self.shutdown));
        let limits = Limits {
            stop: Some(watchdog.flag.clone()),
            memory: Some(MEMORY),
            ..self.limits.clone()
        };
        let conditions = Conditions {
            seed: session.luck(),
            limits: limits.clone(),
        };
        let mut search = session.game.build(&self.search, &conditions)?;
        let found = search.search(&session.position, &limits);
        Ok((search.answer(&session.position, &found), found))
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
