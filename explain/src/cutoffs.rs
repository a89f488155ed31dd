//! What a cutoff says, in the terms of the textbook's exercise on alpha-beta's correctness
//! (Russell and Norvig).
//!
//! On the path to a node, `l_i` is the best value already known among the siblings to the left of
//! the path's node at depth i. A MIN node is cut when its value is ≤ the largest `l_i` that MAX
//! chose among, which is α; a MAX node when its value is ≥ the smallest `l_i` that MIN chose among,
//! which is β.

use gametree::{Bound, Score};

use crate::claim::{Claim, WindowEnd};
use crate::leaves::{self, LeafCount};
use crate::sentences::outside;
use crate::trace::{Cutoff, EventKind, Mover, PathBound, TraceEvent};
use crate::wording::Wording;

/// The bound on the path that decides a cutoff at `limit`: the one that equals it, the shallowest
/// of several.
fn deciding(end: WindowEnd, limit: Score, bounds: &[PathBound]) -> Option<PathBound> {
    let chooser = match end {
        WindowEnd::Alpha => Mover::Max,
        WindowEnd::Beta => Mover::Min,
    };
    // Above a chance node the l_i are no bounds of what lies below it.
    let chance = bounds
        .iter()
        .rposition(|bound| bound.chooser == Mover::Chance);
    bounds[chance.map_or(0, |last| last + 1)..]
        .iter()
        .filter(|bound| bound.chooser == chooser)
        .find(|bound| bound.known.is_some_and(|(_, value)| value == limit))
        .copied()
}

impl Wording<'_> {
    /// The i of the bound l_i that decided a cutoff.
    pub fn cut_by(&self, event: &TraceEvent) -> Option<u32> {
        self.decided(event).map(|bound| bound.depth)
    }

    fn decided(&self, event: &TraceEvent) -> Option<PathBound> {
        let EventKind::Cutoff(cut) = &event.kind else {
            return None;
        };
        let end = WindowEnd::against(self.trace.nodes[event.node].mover);
        deciding(end, end.value(event.window?), &cut.path_bounds)
    }

    /// Why a branch was cut off, in a few words.
    pub fn cut_reason(&self, event: &TraceEvent) -> String {
        let at = self.at(event.node);
        let mover = self.trace.nodes[event.node].mover;
        let end = WindowEnd::against(mover);
        let (Some(value), Some(window)) = (event.value, event.window) else {
            return format!("cut at {at}");
        };
        match mover {
            Mover::Chance => return format!("the mean at {at} was outside its window already"),
            Mover::Player(_) => return format!("the player above will not come to {at}"),
            Mover::Max | Mover::Min => {}
        }
        let by = self.decided(event).and_then(|bound| bound.known);
        let by =
            by.map(|(sibling, _)| format!(", which {} has at {}", other(mover), self.at(sibling)));
        let found = self.compared(value, end, end.value(window));
        format!("cut at {at}: {found}{}", by.unwrap_or_default())
    }

    /// What a cutoff says.
    pub fn cutoff(&self, number: usize, cut: &Cutoff) -> Vec<Claim> {
        let event = &self.trace.events[number];
        let node = event.node;
        let (Some(value), Some(window)) = (event.value, event.window) else {
            return Vec::new();
        };
        let mut claims = match self.trace.nodes[node].mover {
            Mover::Chance => vec![Claim::MeanOutside {
                node,
                value,
                bound: outside(value, window).unwrap_or(Bound::Exact),
                window,
            }],
            Mover::Player(player) => self.cut_among_players(number, cut, player),
            mover @ (Mover::Max | Mover::Min) => {
                let end = WindowEnd::against(mover);
                let limit = end.value(window);
                vec![Claim::Refutes {
                    node,
                    value,
                    end,
                    limit,
                }]
            }
        };
        claims.extend(self.savings(event, cut));
        claims
    }

    /// What the moves left out were, why they cannot matter, and what that saves.
    fn savings(&self, event: &TraceEvent, cut: &Cutoff) -> Vec<Claim> {
        let node = &self.trace.nodes[event.node];
        let mut claims = Vec::new();
        let by_window = matches!(node.mover, Mover::Max | Mover::Min);
        let decided = self.decided(event).filter(|_| by_window);
        if let Some(bound) = decided
            && let Some((sibling, value)) = bound.known
        {
            claims.push(Claim::Has {
                who: bound.chooser,
                node: sibling,
                value,
            });
        } else if by_window && let Some(window) = event.window {
            let end = WindowEnd::against(node.mover);
            let limit = end.value(window);
            claims.push(Claim::AskedOnly { end, limit });
        }
        let skipped = leaves::skipped(self.trace, event.node, cut).len();
        if skipped == 0 && node.fold.is_none() {
            let beyond = node.ply >= cut.horizon;
            claims.push(if beyond {
                Claim::BeyondDepth
            } else {
                Claim::LastMove
            });
            return claims;
        }
        claims.push(Claim::LeftOut {
            node: event.node,
            moves: (node.fold.is_none()).then_some(skipped),
        });
        if by_window {
            claims.push(decided.map_or(Claim::CutByWindow, |bound| Claim::CutBy { bound }));
        }
        // Where some moves go deeper than others, which leaves were saved is not known.
        if !self.trace.extended {
            claims.push(Claim::Saved {
                leaves: self.gain(event.node, cut),
                // Below a fold the search may have looked at some of what counts as saved.
                at_most: node.fold.is_some() && self.trace.leaves_unrecorded > 0,
            });
        }
        let of_players = |bound: &&PathBound| matches!(bound.chooser, Mover::Max | Mover::Min);
        let bounds: Vec<PathBound> = cut.path_bounds.iter().filter(of_players).copied().collect();
        if by_window && bounds.len() > 1 {
            claims.push(Claim::PathBounds { bounds });
        }
        claims
    }

    /// A cutoff where one of several players moves. Where all play against one, what it leaves that
    /// player decides; otherwise what the mover is sure of.
    fn cut_among_players(&self, number: usize, cut: &Cutoff, player: u8) -> Vec<Claim> {
        let event = &self.trace.events[number];
        let node = event.node;
        let gets = |values: &Option<Vec<f64>>, player: u8| {
            let values = values.as_ref()?;
            values.get(usize::from(player) - 1).copied()
        };
        if let Some(victim) = self.victim {
            let own = gets(&event.vector, victim);
            let child = cut.child;
            return vec![if victim == player {
                Claim::Likes { node, child, own }
            } else {
                Claim::Holds {
                    node,
                    victim,
                    child,
                    own,
                }
            }];
        }
        let own = gets(&event.vector, player);
        let mut claims = vec![Claim::Sure { node, own }];
        // The search leaves such a node with its exact value only where nothing better exists.
        let next = self.trace.events.get(number + 1);
        let exact = next.is_some_and(|next| matches!(next.kind, EventKind::Leave(Bound::Exact)));
        if exact {
            let player = Mover::Player(player);
            claims.push(Claim::Most { player });
        } else if let Some((rival, values)) = &cut.rival
            && let Some(parent) = self.trace.nodes[node].parent
            && let above @ Mover::Player(number) = self.trace.nodes[parent].mover
            && let Some(&own) = values.get(usize::from(number) - 1)
        {
            claims.push(Claim::RivalHas {
                rival: above,
                node: *rival,
                own,
            });
        }
        claims
    }

    /// The leaves that a cutoff saves.
    fn gain(&self, node: usize, cut: &Cutoff) -> LeafCount {
        let folded = self.trace.nodes[node].fold.map(LeafCount::of);
        let mut sum = folded.unwrap_or(LeafCount::NONE);
        for child in leaves::skipped(self.trace, node, cut) {
            sum.add(leaves::leaves_below(self.trace, child, cut.horizon));
        }
        sum.count = sum.count.saturating_sub(cut.seen_leaves);
        sum
    }
}

/// The other of MAX and MIN.
fn other(mover: Mover) -> String {
    let other = if mover == Mover::Min {
        Mover::Max
    } else {
        Mover::Min
    };
    other.word()
}
