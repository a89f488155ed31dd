//! What is meant where the user does not say: the one place for limits and searches by default.

use std::time::Duration;

use gametree::Limits;

use crate::game::AnyGame;
use crate::info::GameInfo;

/// Time on the clock for games that would take too long without a limit.
pub const TIME: Duration = Duration::from_secs(1);
/// Plies to explain: deep enough to see an idea, shallow enough to read.
pub const FEW_PLIES: u32 = 3;
/// The search explained where none is named: the one whose steps are easiest to follow.
const EXPLAINED: &str = "alphabeta";

/// Whether no limit was given that would ever end a search.
pub fn is_endless(limits: &Limits) -> bool {
    limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.moves.is_none()
        && limits.time.is_none()
        && limits.cpu.is_none()
}

/// The limits of a search, and the time that was added where there was no limit.
pub fn search_limits(game: &GameInfo, limits: &Limits) -> (Limits, Option<Duration>) {
    if !is_endless(limits) || game.small {
        return (limits.clone(), None);
    }
    let timed = Limits {
        time: Some(TIME),
        ..limits.clone()
    };
    (timed, Some(TIME))
}

/// The limits of an explained search, and the plies that were added where without a limit there
/// would be more steps than anyone reads.
pub fn explain_limits(game: &GameInfo, limits: &Limits) -> (Limits, Option<u32>) {
    if !is_endless(limits) || game.small {
        return (limits.clone(), None);
    }
    let shallow = Limits {
        depth: Some(FEW_PLIES),
        ..limits.clone()
    };
    (shallow, Some(FEW_PLIES))
}

/// The search that is explained where none is named.
pub fn explained_search(game: &AnyGame) -> &'static str {
    if game.has_payoffs() {
        game.default_search()
    } else {
        EXPLAINED
    }
}
