//! Defaults: the one place for limits and searches that the user does not name.
//!
//! | | time or depth by default | memory by default |
//! | --- | --- | --- |
//! | `search`, `compare`, `play` | [`TIME`]; small games end by themselves, [`SMALL_TIME`] in case their parameters are not small | [`memory`] |
//! | `explain` | [`FEW_PLIES`], in games with loops [`LOOP_PLIES`], and [`SMALL_TIME`]; small games whole | [`memory`] |
//! | `solve` | none: it works for as long as it takes | [`memory`] |
//! | `match`, `sweep`, `tournament`, `experiment`, `train`, `bench` | none: they ask for a limit or have their own | [`memory`], shared by all that play at a time |
//! | `queens` | [`QUEENS_TIME`] | [`memory`] |
//!
//! A depth-first search without memory of its path never ends in a game with loops: it is refused
//! where no limit ends it, and explained to a few plies only.

use std::time::Duration;

use gametree::Limits;

use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::machine;
use crate::spec::Spec;

/// Time on the clock for games that would take too long without a limit.
pub const TIME: Duration = Duration::from_secs(1);
/// The same for small games: many times what they need.
pub const SMALL_TIME: Duration = Duration::from_secs(10);
/// The same for the queens, whose searches begin again for as long as it takes.
pub const QUEENS_TIME: Duration = Duration::from_secs(60);
/// Plies to explain: deep enough to see an idea, shallow enough to read.
pub const FEW_PLIES: u32 = 3;
/// The same in small games with loops: play comes back to where it was.
pub const LOOP_PLIES: u32 = 6;
/// The search explained by default: the one whose steps are easiest to follow.
const EXPLAINED: &str = "alphabeta";
/// The part of the memory that is available: searches count what they hold, not every byte that the
/// allocator takes for it, and other programs need memory too.
const SHARE: usize = 4;

/// The bytes that a command may take by default.
pub fn memory() -> usize {
    machine::available_memory() / SHARE
}

/// The limits, with a ceiling of memory for each of this many that search at a time.
#[must_use]
pub fn within_memory(limits: Limits, at_a_time: usize) -> Limits {
    let ceiling = memory() / at_a_time.max(1);
    Limits {
        // What the user gives each is theirs to decide.
        ceiling: limits.memory.is_none().then_some(ceiling),
        ..limits
    }
}

/// Whether no limit was given that would ever end a search.
pub fn is_endless(limits: &Limits) -> bool {
    limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.moves.is_none()
        && limits.time.is_none()
        && limits.cpu.is_none()
}

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// The limits it is built for: options follow from them.
    pub asked: Limits,
    /// What it runs under: the same, and time in case a small game is not small.
    pub limits: Limits,
    /// The time limit that was added where there was none; the user should see it.
    pub added: Option<Duration>,
}

/// The limits of a search.
///
/// # Errors
/// Without a limit the search would never end.
pub fn search_limits(
    game: &AnyGame,
    with: &str,
    limits: &Limits,
) -> Result<SearchLimits, CatalogError> {
    let asked = within_memory(limits.clone(), 1);
    let timed = |time| Limits {
        time: Some(time),
        ..asked.clone()
    };
    if !is_endless(limits) {
        return Ok(SearchLimits {
            limits: asked.clone(),
            asked,
            added: None,
        });
    }
    refusal(game, with).map_or(Ok(()), Err)?;
    if game.info().small && !game.info().loops {
        let limits = if counts_its_rounds(with) {
            asked.clone()
        } else {
            timed(SMALL_TIME)
        };
        return Ok(SearchLimits {
            limits,
            asked,
            added: None,
        });
    }
    Ok(SearchLimits {
        asked: timed(TIME),
        limits: timed(TIME),
        added: Some(TIME),
    })
}

/// The limits of an explained search.
#[derive(Clone, Debug)]
pub struct ExplainLimits {
    /// The limits it is built for: options follow from them.
    pub asked: Limits,
    /// What it runs under.
    pub limits: Limits,
    /// The plies that were added where without a limit there would be more steps than anyone reads.
    pub added: Option<u32>,
}

/// The limits of an explained search.
pub fn explain_limits(game: &AnyGame, with: &str, limits: &Limits) -> ExplainLimits {
    let asked = within_memory(limits.clone(), 1);
    if !is_endless(limits) {
        return ExplainLimits {
            limits: asked.clone(),
            asked,
            added: None,
        };
    }
    let added = match game.info() {
        info if !info.small => Some(FEW_PLIES),
        info if info.loops && !sees_loops(with) => Some(LOOP_PLIES),
        _ => None,
    };
    let asked = Limits {
        depth: added,
        ..asked
    };
    let time = Some(SMALL_TIME).filter(|_| !counts_its_rounds(with));
    ExplainLimits {
        limits: Limits {
            time,
            ..asked.clone()
        },
        asked,
        added,
    }
}

/// Whether a search ends after a number of rounds or worlds where no limit is given: a limit of time
/// would take the place of that number.
fn counts_its_rounds(with: &str) -> bool {
    Spec::parse(with).is_ok_and(|spec| matches!(spec.name.as_str(), "ismcts" | "pimc" | "cfr"))
}

/// Whether a search ends where play comes back to a position.
fn sees_loops(with: &str) -> bool {
    Spec::parse(with).is_ok_and(|spec| matches!(spec.name.as_str(), "onpath" | "retrograde"))
}

/// What to say of a search that would never end: depth first, without memory of its path, in a game
/// with loops.
fn refusal(game: &AnyGame, with: &str) -> Option<CatalogError> {
    let spec = Spec::parse(with).ok()?;
    let deepens = !spec.pairs.contains(&("deepening".into(), "off".into()));
    let blind = spec.name == "minimax" || !deepens;
    if !game.info().loops || !blind || game.has_payoffs() {
        return None;
    }
    let GameInfo { name, .. } = game.info();
    let what = format!(
        "{name} has loops: play can come back to a position it has been in. {with} goes down one line \
         of play to its end and does not remember the way, so it would loop forever"
    );
    let fit = if game.info().small {
        "onpath remembers the positions on its path and counts a return as ?; \
         retrograde works backwards from the ends and finds the same without following any path"
    } else {
        "pvs deepens step by step and can be stopped at any moment"
    };
    Some(CatalogError::usage(what).hint(format!(
        "{fit}; or cut the lines off: {with} with --depth 6"
    )))
}

/// The search that is explained by default.
pub fn explained_search(game: &AnyGame) -> &'static str {
    if game.has_payoffs() {
        game.default_search()
    } else {
        EXPLAINED
    }
}
