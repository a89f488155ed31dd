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
//! *Long enough* is as long as the own search itself, with everything below the moves counted: see
//! `effort.rs`. A short search of one move does not overrule a long search of all of them; a tree
//! that was searched longer does; a longer search of the position takes over again.
//!
//! When the best move of the rest comes into the graph the rest is *stale*: what was said of that
//! move goes with it. Of the moves that are left only a bound is known. It steers the choice of the
//! next task, and never becomes a value.

use gametree::Score;

use super::node::{Edge, Node, UNKNOWN, is, over_edge};
use super::{EdgeId, Graph};
use crate::fact::{NodeId, Raw};
use crate::pricing::{INFINITE, Priced};

/// A search of the rest that is this many times shorter than the position's own search is only a
/// glance.
const GLANCE: u64 = 10;

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

impl Choice {
    /// An option without its price.
    fn new(edge: Option<EdgeId>, estimate: Option<Raw>) -> Choice {
        Choice {
            edge,
            estimate: estimate.unwrap_or(UNKNOWN),
            loss: 0.0,
            cost: 0,
        }
    }
}

/// Where the value of a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// The value of the position it leads to; nothing where that is not known.
    Position,
    /// What the engine's search of the position before it says of it.
    Search,
    /// The position it leads to is better for the mover than a longer search of all moves found any
    /// of them: until it has been searched as long, that search bounds it.
    Bound,
}

impl Basis {
    /// One word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Basis::Position => "position",
            Basis::Search => "search",
            Basis::Bound => "bound",
        }
    }
}

/// What a move is worth, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Worth {
    pub value: Raw,
    pub basis: Basis,
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

    /// The value of the position's own search, while that is believed.
    pub(crate) fn searched_value(&self, id: NodeId) -> Option<Raw> {
        let node = self.node(id);
        let searched = node.has(is::EVALUATED) && !node.has(is::ENDED);
        self.fixed(id).filter(|_| searched)
    }

    /// Whether the moves have been searched long enough, together, to be believed. A search whose
    /// best move the user has excluded says nothing of the others.
    fn is_open(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let enough = if self.is_best_excluded(id) {
            0.0
        } else {
            self.settings.growth.trust * node.own_nodes as f64
        };
        let mut effort = node.searched_rest() as f64;
        for (_, edge) in self.out(id).filter(|(_, edge)| self.counts(edge)) {
            // What the rules say needs no search.
            effort += if self.node(edge.to).has(is::ENDED) {
                node.own_nodes as f64
            } else {
                self.effort_behind(node, edge) as f64
            };
            if effort >= enough {
                return true;
            }
        }
        false
    }

    /// Whether the user does not want the best move of the position's own search.
    fn is_best_excluded(&self, id: NodeId) -> bool {
        let best = self.line(id).first();
        best.and_then(|&code| self.edge_of(id, code))
            .is_some_and(|edge| self.edge(edge).excluded)
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

    /// What the rest counts for: the value of its best move. `None` when there is no rest, or none
    /// of its moves is known.
    pub(crate) fn rest(&self, id: NodeId) -> Option<Raw> {
        let node = self.node(id);
        let value = self.rest_bound(id).filter(|_| !node.has(is::STALE))?;
        // A glance at the rest does not overrule a search of all moves, the rest among them.
        let glance = node.rest_nodes.saturating_mul(GLANCE) < node.own_nodes;
        Some(if glance {
            node.worse(value, node.own_value)
        } else {
            value
        })
    }

    /// What the rest is worth at most to the mover; `None` when there is no rest, or it will not be
    /// asked about again.
    pub(crate) fn rest_bound(&self, id: NodeId) -> Option<Raw> {
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

    /// What a move is worth, or would be if it were not excluded. While the position's own search
    /// is believed, its best move is worth what that search says, and no other move is worth more.
    pub(crate) fn worth(&self, edge: &Edge) -> Option<Worth> {
        let plain = self.plain_worth(edge);
        let own = self.searched_value(edge.from).filter(|_| !edge.excluded);
        let Some(own) = own else {
            return plain;
        };
        if self.line(edge.from).first() == Some(&edge.code) {
            return Some(Worth {
                value: own,
                basis: Basis::Search,
            });
        }
        let node = self.node(edge.from);
        plain.map(|plain| {
            if node.view(plain.value) <= node.view(own) {
                return plain;
            }
            Worth {
                value: own,
                basis: Basis::Bound,
            }
        })
    }

    /// What the position behind a move, or else the search before it, says.
    fn plain_worth(&self, edge: &Edge) -> Option<Worth> {
        let child = self.node(edge.to);
        if child.is_valued() {
            return Some(Worth {
                value: over_edge(child.value),
                basis: Basis::Position,
            });
        }
        (edge.claim != UNKNOWN).then_some(Worth {
            value: edge.claim,
            basis: Basis::Search,
        })
    }

    /// All options that may be selected, with their prices. Empty when there is nothing to choose.
    pub(crate) fn choices(&self, id: NodeId, choices: &mut Vec<Choice>) {
        choices.clear();
        let node = self.node(id);
        if !node.is_valued() || node.has(is::ENDED) {
            return self.unpriced(id, choices);
        }
        for (edge_id, edge) in self.out(id).filter(|(_, edge)| !edge.excluded) {
            let worth = self.worth(edge).map(|worth| worth.value);
            choices.push(Choice::new(Some(edge_id), worth));
        }
        if let Some(bound) = self.rest_bound(id) {
            choices.push(Choice::new(None, Some(bound)));
        }
        self.price(id, node.value, choices);
    }

    /// The moves of a position that no engine has seen yet: its user wants them all.
    fn unpriced(&self, id: NodeId, choices: &mut Vec<Choice>) {
        for (edge, _) in self.out(id).filter(|(_, edge)| !edge.excluded) {
            choices.push(Choice::new(Some(edge), None));
        }
        self.price(id, 0, choices);
    }

    fn price(&self, id: NodeId, best: Raw, choices: &mut [Choice]) {
        let node = self.node(id);
        let count = choices.len();
        let added = self.alternatives(id);
        for choice in choices {
            // What is not known, or might be better than the best, loses nothing.
            let estimate = if choice.estimate == UNKNOWN {
                best
            } else {
                node.worse(best, choice.estimate)
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
        // A search of the whole position may take long: the rest does not wait for it.
        let node = self.node(id);
        if node.has(is::REST_ASKED) || node.has(is::PARKED) || self.is_barred(id) {
            return INFINITE;
        }
        self.pricing
            .edge(priced, 0, 0.0)
            .saturating_add(self.pricing.widening(added))
    }

    /// The least cost from a position to a task, going through `below` for what lies behind a move.
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

    /// The penalty of a position that does not depend on its options: it is a task itself, or no
    /// task is left below it.
    pub(super) fn settled_penalty(&self, id: NodeId) -> Option<u32> {
        let node = self.node(id);
        if node.has(is::ENDED) || node.settled {
            return Some(INFINITE);
        }
        // A mate that is not trusted any more ends nothing: it is searched like a new position.
        let doubted = node.has(is::DOUBTED) && Score::from_raw(node.value).is_decided();
        ((doubted || !node.is_valued()) && !node.is_busy()).then_some(0)
    }

    /// Whether its own value is a proof, as endgame tables give it, and is what counts.
    fn is_proven_elsewhere(&self, node: &Node) -> bool {
        let source = self.sources.get(usize::from(node.source));
        node.has(is::EVALUATED)
            && !node.has(is::DOUBTED)
            && node.value == node.own_value
            && source.is_some_and(gametree::Source::is_exact)
    }

    /// Whether the game is over, or a line in the graph shows that the value is a win or a loss:
    /// the line of the position's own search, or a move to a position of which it is shown. What an
    /// engine or a file merely claims can still be searched.
    pub(super) fn is_shown(&self, id: NodeId) -> bool {
        let node = self.node(id);
        if node.has(is::ENDED) || self.is_proven_elsewhere(node) {
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
        // One move cannot show a loss that is doubted.
        (trusted || node.view(node.value) > 0)
            && self.out(id).any(|(_, edge)| {
                let child = self.node(edge.to);
                !edge.excluded && child.settled && over_edge(child.value) == node.value
            })
    }
}
