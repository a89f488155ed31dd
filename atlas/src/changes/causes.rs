//! Why values changed: a change is followed down the moves that carried it, to the position where it
//! began.
//!
//! Where a value got worse for the mover, the move that was the best then has lost its worth; where
//! it got better, the move that is the best now has gained. The way ends where no such move has
//! changed: there an engine's own result, a new move or a user's order made the difference.

use gametree::{Persistent, Player};
use rustc_hash::{FxHashMap, FxHashSet};

use super::pair::{Change, Pair, Way};
use crate::atlas::{Atlas, AtlasError};
use crate::fact::{Code, Fact, NodeId};
use crate::store::Store;

/// A longer story is not read again for the times of its results.
const LONG: u64 = 200_000;

/// Changes that began at one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    /// Where they began.
    pub origin: Change,
    /// The positions that changed with it, those nearest to the root first; the origin is not among
    /// them.
    pub carried: Vec<Change>,
    /// When the last result about the origin came, in seconds since 1970; `None` where there was
    /// none, or the story is too long to be read again.
    pub at: Option<u64>,
}

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// Changes by their causes, the newest first.
    pub(super) fn causes(
        &self,
        pair: &Pair<'_>,
        changed: &[&Change],
        facts_before: u64,
    ) -> Result<Vec<Cause>, AtlasError> {
        let mut causes = group(pair, changed);
        let times = self.result_times(facts_before)?;
        for cause in &mut causes {
            cause.at = times.get(&cause.origin.node).copied();
        }
        causes.sort_by_key(|cause| std::cmp::Reverse(cause.at));
        Ok(causes)
    }

    /// When the last result about each position came, of those after this many facts.
    fn result_times(&self, facts_before: u64) -> Result<FxHashMap<NodeId, u64>, AtlasError> {
        let mut times = FxHashMap::default();
        if self.facts() > LONG {
            return Ok(times);
        }
        let mut number = 0;
        self.each_fact(|fact| {
            number += 1;
            if let Fact::Found(found) = fact
                && number > facts_before
            {
                times.insert(found.node, found.at);
            }
        })?;
        Ok(times)
    }
}

/// Changes by where they began.
fn group(pair: &Pair<'_>, changed: &[&Change]) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    let mut seen = FxHashSet::default();
    for &change in changed.iter().filter(|change| has_changed(change)) {
        if !seen.insert(change.node) {
            continue;
        }
        let origin = origin(pair, change);
        let known = causes
            .iter_mut()
            .find(|cause| cause.origin.node == origin.node);
        let carried = (origin.node != change.node).then(|| change.clone());
        match known {
            Some(cause) => cause.carried.extend(carried),
            None => causes.push(Cause {
                origin,
                carried: carried.into_iter().collect(),
                at: None,
            }),
        }
    }
    for cause in &mut causes {
        cause.carried.sort_by_key(|change| change.path.len());
        // The way to the origin leads through the first of them.
        if let Some(top) = cause.carried.first() {
            cause.origin = origin(pair, top);
        }
    }
    causes
}

/// Whether the value or the best move of a position that was known is another now.
fn has_changed(change: &Change) -> bool {
    change.before != change.now || change.best_before != change.best_now
}

/// Where a change began.
fn origin(pair: &Pair<'_>, change: &Change) -> Change {
    let mut at = change.clone();
    let mut way = Way::of(change);
    let mut seen = FxHashSet::from_iter([at.node]);
    while let Some((code, child)) = carrier(pair, &at)
        && seen.insert(child)
    {
        way = way.then(code);
        at = pair.change(&way, child);
    }
    at
}

/// The move that carried a change to a position, and where it leads; `None` where the change began.
fn carrier(pair: &Pair<'_>, change: &Change) -> Option<(Code, NodeId)> {
    let position = pair.now.position(change.node);
    if !position.open {
        return None;
    }
    let before = change.before?;
    let now = change.now?;
    let rose = now > before;
    let worse = before != now && rose != (position.turn == Player::FIRST);
    let [likely, other] = if worse {
        [change.best_before, change.best_now]
    } else {
        [change.best_now, change.best_before]
    };
    let moved = |code: Option<Code>| {
        let code = code?;
        let child = pair.now.child(change.node, code)?;
        let moved = pair.before.value(child) != pair.now.value(child);
        moved.then_some((code, child))
    };
    moved(likely).or_else(|| moved(other))
}
