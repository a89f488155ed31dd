//! What a position can choose from: its moves in the graph and the *rest*, all moves not in the
//! graph, which count with the best of them. So nothing is unaccounted for.
//!
//! ```text
//!        n  own search 0.31
//!      / | \
//!    Nf3 d4 rest            value(n) = the mover's best of the three, once they have been
//!   0.28 0.35 0.20          searched together long enough; until then n's own search is believed
//! ```
//!
//! When the best move of the rest comes into the graph the rest is *stale*: its old value bounds it
//! from the mover's side, and counts until the rest is asked about again.

use gametree::Score;

use super::node::{Edge, NONE, Node, UNKNOWN, is, over_edge};
use super::{EdgeId, Graph};
use crate::fact::{NodeId, Raw};
use crate::pricing::{INFINITE, Priced};

/// An option of a position, priced.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Choice {
    /// The move; `None` is the rest.
    pub edge: Option<EdgeId>,
    /// What it is thought to be worth; the first player's view, from the position before it.
    pub estimate: Raw,
    /// How much worse than the best it is for the mover, in points of the bounded scale.
    pub loss: f64,
    /// What choosing it costs, in thousandths of a ply.
    pub cost: u32,
}

impl Graph {
    /// The value of a position that does not take it from its moves: the game is over, nothing is
    /// known, or its own search still weighs more.
    pub(crate) fn fixed(&self, id: NodeId) -> Option<Raw> {
        let node = self.node(id);
        if !node.has(is::EVALUATED) || !self.is_open(id) {
            Some(node.own_value)
        } else {
            None
        }
    }

    /// Whether the moves have been searched long enough, together, to be believed.
    fn is_open(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let enough = self.settings.growth.trust * node.own_nodes as f64;
        let mut effort = node.rest_nodes as f64;
        for (_, edge) in self.out(id).filter(|(_, edge)| self.counts(edge)) {
            let child = self.node(edge.to);
            effort += if child.has(is::ENDED) {
                node.own_nodes as f64
            } else {
                child.own_nodes as f64
            };
            if effort >= enough {
                return true;
            }
        }
        false
    }

    /// Whether a move counts: a fact, whatever its value is.
    fn counts(&self, edge: &Edge) -> bool {
        !edge.excluded && (self.node(edge.to).is_valued() || edge.claim != UNKNOWN)
    }

    /// What a move counts for, from the position before it; `None` while it does not count.
    pub(crate) fn counted(&self, edge: &Edge) -> Option<Raw> {
        let child = self.node(edge.to);
        self.counts(edge).then(|| {
            if child.is_valued() {
                over_edge(child.value)
            } else {
                edge.claim
            }
        })
    }

    /// What the rest counts for; `None` when there is none, or it will not be asked about again.
    pub(crate) fn rest(&self, id: NodeId) -> Option<Raw> {
        let node = self.node(id);
        let barred = node.has(is::STALE) && self.is_barred(id);
        (node.has(is::RESTED) && !barred && !self.is_complete(id)).then_some(node.rest_value)
    }

    /// Whether engines may add no more moves here.
    fn is_barred(&self, id: NodeId) -> bool {
        let most = self.settings.alternatives.map_or(usize::MAX, usize::from);
        self.alternatives(id) >= most
    }

    /// The best of the options that count, for the mover; ignores those that `skip`.
    pub(super) fn best(&self, id: NodeId, mut skip: impl FnMut(&Edge) -> bool) -> Option<Raw> {
        let node = self.node(id);
        let moves = self
            .out(id)
            .filter(|(_, edge)| !skip(edge))
            .filter_map(|(_, edge)| self.counted(edge));
        moves
            .chain(self.rest(id))
            .max_by_key(|&value| node.view(value))
    }

    /// The value of a position from its options, all of which are known.
    pub(super) fn backed_up(&self, id: NodeId) -> Raw {
        match self.fixed(id) {
            Some(value) => value,
            None => self.best(id, |_| false).unwrap_or(self.node(id).own_value),
        }
    }

    /// What a move is thought to be worth when the search chooses: its value, or what the
    /// position's own search says of its best move while that has searched longer.
    fn estimate(&self, node: &Node, best: u32, edge: &Edge) -> Option<Raw> {
        let counted = self.counted(edge);
        let child = self.node(edge.to);
        if edge.code == best && edge.claim != UNKNOWN && node.own_nodes > child.own_nodes {
            return Some(counted.map_or(edge.claim, |value| {
                if node.view(value) < node.view(edge.claim) {
                    edge.claim
                } else {
                    value
                }
            }));
        }
        counted
    }

    /// All options that may be chosen, with their prices. Empty when there is nothing to choose.
    pub(crate) fn choices(&self, id: NodeId, choices: &mut Vec<Choice>) {
        choices.clear();
        let node = self.node(id);
        if !node.is_valued() || node.has(is::ENDED) {
            return self.unpriced(id, choices);
        }
        let best_move = self.line(id).first().copied().unwrap_or(NONE);
        let rest = self.rest(id);
        let mut best: Option<Raw> = rest;
        for (edge_id, edge) in self.out(id).filter(|(_, edge)| !edge.excluded) {
            let estimate = self.estimate(node, best_move, edge);
            if let Some(value) = estimate {
                best = Some(best.map_or(value, |b| {
                    if node.view(value) > node.view(b) {
                        value
                    } else {
                        b
                    }
                }));
            }
            let estimate = estimate.unwrap_or(UNKNOWN);
            choices.push(Choice {
                edge: Some(edge_id),
                estimate,
                loss: 0.0,
                cost: 0,
            });
        }
        if let Some(estimate) = rest {
            choices.push(Choice {
                edge: None,
                estimate,
                loss: 0.0,
                cost: 0,
            });
        }
        let best = best.unwrap_or(0);
        self.price(id, best, choices);
    }

    /// The moves of a position that no engine has seen yet: its user wants them all.
    fn unpriced(&self, id: NodeId, choices: &mut Vec<Choice>) {
        for (edge, _) in self.out(id).filter(|(_, edge)| !edge.excluded) {
            choices.push(Choice {
                edge: Some(edge),
                estimate: UNKNOWN,
                loss: 0.0,
                cost: 0,
            });
        }
        self.price(id, 0, choices);
    }

    fn price(&self, id: NodeId, best: Raw, choices: &mut [Choice]) {
        let node = self.node(id);
        let count = choices.len();
        let added = self.alternatives(id);
        for choice in choices {
            let estimate = if choice.estimate == UNKNOWN {
                best
            } else {
                choice.estimate
            };
            let priced = Priced {
                best,
                estimate,
                second: node.has(is::SECOND),
                count,
            };
            choice.loss = self.pricing.loss(best, estimate);
            choice.cost = match choice.edge {
                Some(edge) => self.edge_cost(self.edge(edge), &priced),
                None => self.rest_cost(id, added, &priced),
            };
        }
    }

    fn edge_cost(&self, edge: &Edge, priced: &Priced) -> u32 {
        let child = self.node(edge.to);
        let spread = f64::from(child.high) - f64::from(child.low);
        let cost = self.pricing.edge(priced, edge.forcing, spread.max(0.0));
        let damp = if child.has(is::DAMPED) {
            self.marks.get(&edge.to).map_or(0, |mark| mark.damp)
        } else {
            0
        };
        cost.saturating_add(damp)
    }

    fn rest_cost(&self, id: NodeId, added: usize, priced: &Priced) -> u32 {
        let node = self.node(id);
        if node.is_busy() || self.is_barred(id) {
            return INFINITE;
        }
        self.pricing
            .edge(priced, 0, 0.0)
            .saturating_add(self.pricing.widening(added))
    }

    /// The least cost from a position to a question, going through `below` for what lies behind a
    /// move.
    pub(super) fn least(
        &self,
        id: NodeId,
        choices: &mut Vec<Choice>,
        mut below: impl FnMut(NodeId) -> u32,
    ) -> u32 {
        if let Some(penalty) = self.settled_penalty(id) {
            return penalty;
        }
        self.choices(id, choices);
        let through = |choice: &Choice| match choice.edge {
            Some(edge) => choice.cost.saturating_add(below(self.edge(edge).to)),
            None => choice.cost,
        };
        choices.iter().map(through).min().unwrap_or(INFINITE)
    }

    /// The penalty of a position that does not depend on its options: it asks its own question, or
    /// nothing is to be asked below it any more.
    pub(super) fn settled_penalty(&self, id: NodeId) -> Option<u32> {
        let node = self.node(id);
        if node.has(is::ENDED) || node.settled {
            return Some(INFINITE);
        }
        // A mate that is not trusted any more ends nothing: it is asked about like a new position.
        let doubted = node.has(is::DOUBTED) && Score::from_raw(node.value).is_decided();
        ((doubted || !node.is_valued()) && !node.is_busy()).then_some(0)
    }

    /// Whether the game is over, or a line in the graph shows that the value is a win or a loss:
    /// the line of the position's own search, or a move to a position of which it is shown. What an
    /// engine or a file merely claims can still be asked about.
    pub(super) fn is_shown(&self, id: NodeId) -> bool {
        let node = self.node(id);
        if node.has(is::ENDED) {
            return true;
        }
        if !node.is_valued() || !Score::from_raw(node.value).is_decided() {
            return false;
        }
        let trusted = !node.has(is::DOUBTED);
        let same_winner = (node.own_value > 0) == (node.value > 0);
        if node.has(is::SHOWN) && trusted && same_winner {
            return true;
        }
        // Of a loss one move shows nothing against whoever doubts it.
        (trusted || node.view(node.value) > 0)
            && self.out(id).any(|(_, edge)| {
                let child = self.node(edge.to);
                !edge.excluded && child.settled && over_edge(child.value) == node.value
            })
    }
}
