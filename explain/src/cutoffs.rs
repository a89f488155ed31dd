//! Cut-offs as sentences, in the terms of the textbook's exercise on alpha-beta's correctness
//! (Russell and Norvig).
//!
//! On the path to a node, `l_i` is the best value already known among the siblings to the left of
//! the path's node at depth i. A MIN node is cut when its value is ≤ the largest `l_i` that MAX
//! chose among, which is α; a MAX node when its value is ≥ the smallest `l_i` that MIN chose among,
//! which is β.

use gametree::Score;

use crate::leaves::{self, LeafCount};
use crate::trace::{Cutoff, EventKind, Mover, PathBound, TraceEvent};
use crate::wording::Wording;

/// The bound that a cut-off ran into.
struct Limit {
    /// Whether MAX was to move: then it is β, otherwise α.
    max: bool,
    value: Option<Score>,
}

impl Limit {
    fn of(mover: Mover, event: &TraceEvent) -> Limit {
        let max = mover != Mover::Min;
        let value = event
            .window
            .map(|window| if max { window.beta } else { window.alpha });
        Limit { max, value }
    }

    /// `≥ β = 3`.
    fn text(&self, words: &Wording<'_>) -> String {
        let sign = if self.max { "≥ β" } else { "≤ α" };
        let value = self
            .value
            .map(|value| words.value(value))
            .unwrap_or_default();
        format!("{sign} = {value}")
    }

    /// The bound on the path that decides the cut-off: the one that equals the limit, the
    /// shallowest of several. With it come the sibling that has this value, and the value.
    fn deciding(&self, bounds: &[PathBound]) -> Option<(PathBound, usize, Score)> {
        let chooser = if self.max { Mover::Min } else { Mover::Max };
        let limit = self.value?;
        bounds
            .iter()
            .filter(|bound| bound.chooser == chooser)
            .find_map(|bound| match bound.known {
                Some((sibling, value)) if value == limit => Some((*bound, sibling, value)),
                _ => None,
            })
    }
}

impl Wording<'_> {
    /// The i of the bound l_i that decided a cut-off.
    pub fn cut_by(&self, event: &TraceEvent) -> Option<u32> {
        let EventKind::Cutoff(cut) = &event.kind else {
            return None;
        };
        let limit = Limit::of(self.trace.nodes[event.node].mover, event);
        let (bound, _, _) = limit.deciding(&cut.path_bounds)?;
        Some(bound.depth)
    }

    /// Why a branch was cut off, in a few words.
    pub fn cut_reason(&self, event: &TraceEvent) -> String {
        let at = self.at(event.node);
        let mover = self.trace.nodes[event.node].mover;
        if let Mover::Chance | Mover::Player(_) = mover {
            return format!("cut at {at} by bounds on what is left");
        }
        let limit = Limit::of(mover, event);
        let found = event
            .value
            .map(|value| self.value(value))
            .unwrap_or_default();
        let by = match &event.kind {
            EventKind::Cutoff(cut) => limit.deciding(&cut.path_bounds),
            _ => None,
        };
        let by = by
            .map(|(bound, sibling, _)| format!(", the l_{} at {}", bound.depth, self.at(sibling)))
            .unwrap_or_default();
        format!("cut at {at}: {found} {}{by}", limit.text(self))
    }

    /// The sentence of a cut-off.
    pub fn cutoff(&self, event: &TraceEvent, cut: &Cutoff) -> String {
        let mover = self.trace.nodes[event.node].mover;
        if let Mover::Player(_) | Mover::Chance = mover {
            return self.cut_by_rest(event, cut);
        }
        let limit = Limit::of(mover, event);
        let found = format!(
            "{} at {} has found {} {}",
            mover.word(),
            self.at(event.node),
            self.event_value(event),
            limit.text(self)
        );
        let node = &self.trace.nodes[event.node];
        let skipped = leaves::skipped(self.trace, event.node, cut);
        let rest = match skipped.len() {
            0 if node.fold.is_some() => "the rest of its moves".to_string(),
            0 if node.ply >= cut.horizon => {
                return format!(
                    "{found}: a cut-off beyond the depth limit, where only noisy moves are tried."
                );
            }
            0 => {
                return format!(
                    "{found}: a cut-off, but that was its last move anyway; nothing saved."
                );
            }
            1 => format!("the remaining move {}", self.there(event.node)),
            n => format!("the other {n} moves {}", self.there(event.node)),
        };
        let (why, by) = self.why_cut(&limit, &cut.path_bounds);
        // Below a fold the search may have looked at some of what counts as saved.
        let unsure = node.fold.is_some() && self.trace.leaves_unrecorded > 0;
        let up_to = if unsure { "up to " } else { "" };
        let gain = self.gain(event.node, cut).words();
        let listed = self.path_bounds(&cut.path_bounds);
        format!("{found}: {why}, so {rest} cannot matter ({by}): {up_to}{gain} saved.{listed}")
    }

    /// A cut-off where chance moves, or one of several players: by bounds of what is left, or of
    /// the sum.
    fn cut_by_rest(&self, event: &TraceEvent, cut: &Cutoff) -> String {
        let mover = self.mover(event.node);
        let why = if self.trace.nodes[event.node].mover == Mover::Chance {
            let window = event.window.map(|window| self.window(window));
            format!(
                "whatever the rest brings within its bounds, the mean stays outside {}; it is at best {}",
                window.unwrap_or_default(),
                self.event_value(event)
            )
        } else {
            format!("{mover} is sure of so much that what the sum leaves cannot matter above")
        };
        let gain = self.gain(event.node, cut).words();
        format!(
            "{mover} at {}: {why}: a cut-off, {gain} saved.",
            self.at(event.node)
        )
    }

    /// Who already has something better, and which bound says so.
    fn why_cut(&self, limit: &Limit, bounds: &[PathBound]) -> (String, String) {
        if let Some((bound, sibling, value)) = limit.deciding(bounds) {
            let value = self.value(value);
            let who = bound.chooser.word();
            let why = format!("{who} already has {value} at {}", self.at(sibling));
            return (why, format!("cut by l_{} = {value}", bound.depth));
        }
        let Some(value) = limit.value.map(|value| self.value(value)) else {
            return ("the search knows enough".into(), "cut by the search".into());
        };
        let asked = if limit.max {
            format!("{value} or more")
        } else {
            format!("more than {value}")
        };
        (
            format!("the question was only whether it is worth {asked}"),
            "cut by the window it was asked with, not by an l_i".into(),
        )
    }

    /// The leaves that a cut-off saves.
    fn gain(&self, node: usize, cut: &Cutoff) -> LeafCount {
        let folded = self.trace.nodes[node].fold.map(LeafCount::of);
        let mut sum = folded.unwrap_or(LeafCount::NONE);
        for child in leaves::skipped(self.trace, node, cut) {
            sum.add(leaves::leaves_below(self.trace, child, cut.horizon));
        }
        sum
    }

    /// All bounds on the path, where there is more than one level.
    fn path_bounds(&self, bounds: &[PathBound]) -> String {
        if bounds.len() < 2 {
            return String::new();
        }
        let all: Vec<String> = bounds.iter().map(|bound| self.path_bound(bound)).collect();
        format!(" On the path: {}.", all.join(", "))
    }

    /// One bound: `l_1 = 3 (MAX's, at A)`.
    fn path_bound(&self, bound: &PathBound) -> String {
        match bound.known {
            Some((sibling, value)) => format!(
                "l_{} = {} ({}'s, at {})",
                bound.depth,
                self.value(value),
                bound.chooser.word(),
                self.at(sibling)
            ),
            None => format!("l_{} not known yet", bound.depth),
        }
    }
}
