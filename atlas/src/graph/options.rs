//! What a position can choose from: its moves in the graph and the *rest*, all moves not in the
//! graph, which count with the best of them. So nothing is unaccounted for.
//!
//! ```text
//!        n  own search: Nf3 0.31, d4 0.30, c4 0.12      value(n) = the mover's best of the options
//!      / | \
//!    Nf3 d4 rest            each move is worth what the longer search says of it: that of n, or
//!   0.28 0.35 ≤ 0.12        those of the position behind the move and of everything below it
//! ```
//!
//! A search *claims* a value for each line that it reports. The claim is believed until the
//! position behind the move has been searched as long as the search spent on that line: see
//! `effort.rs`. A move that the search did not report is worth no more than the last line that it
//! did, until it has been searched as long: the search saw it and preferred the others.
//!
//! When the best move of the rest comes into the graph the rest is *stale*: what was said of that
//! move goes with it. Of the moves that are left only a bound is known. It steers the choice of the
//! next task, and never becomes a value.

use gametree::Score;

use super::node::{Edge, Node, UNKNOWN, is, over_edge};
use super::{EdgeId, Graph};
use crate::fact::{NodeId, Raw};
use crate::pricing::{Evidence, INFINITE, Priced};

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
    /// move that it did not report: until it has been searched as long, that search bounds it.
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

impl Worth {
    fn search(value: Raw) -> Worth {
        Worth {
            value,
            basis: Basis::Search,
        }
    }

    fn position(value: Raw) -> Worth {
        Worth {
            value,
            basis: Basis::Position,
        }
    }
}

impl Graph {
    /// The value of a position that does not take it from the positions behind its moves: the game
    /// is over, nothing is known, or every option is worth what its own searches say.
    pub(crate) fn fixed(&self, id: NodeId) -> Option<Raw> {
        let node = self.node(id);
        if !node.has(is::EVALUATED) {
            return Some(node.own_value);
        }
        let follows = self.out(id).any(|(_, edge)| self.follows(edge));
        (!follows).then(|| self.best_option(id).unwrap_or(node.own_value))
    }

    /// Whether a position's value is that of the position behind one of its moves, or of a search
    /// of its rest: not of its own search.
    pub(crate) fn is_open(&self, id: NodeId) -> bool {
        let node = self.node(id);
        if !node.has(is::EVALUATED) || node.has(is::ENDED) {
            return false;
        }
        let carries =
            |edge: &Edge| self.counted(edge) == Some(node.value) && self.is_backed_up(edge);
        let by_rest = node.has(is::REST_SEARCHED) && self.rest(id) == Some(node.value);
        by_rest || self.out(id).any(|(_, edge)| carries(edge))
    }

    /// Whether a move is worth what the position behind it is.
    pub(crate) fn is_backed_up(&self, edge: &Edge) -> bool {
        let position = |worth: Worth| worth.basis == Basis::Position;
        self.worth(edge).is_some_and(position)
    }

    /// Whether a move is worth no more than a longer search bounds it to.
    pub(crate) fn is_at_most(&self, edge: &Edge) -> bool {
        let bound = |worth: Worth| worth.basis == Basis::Bound;
        self.worth(edge).is_some_and(bound)
    }

    /// Whether what a move counts for depends on the value of the position behind it.
    pub(crate) fn follows(&self, edge: &Edge) -> bool {
        !edge.excluded && self.node(edge.to).is_valued() && self.outweighs(edge) && {
            let inside = self.node(edge.from).component == self.node(edge.to).component;
            !inside || !self.is_bounded(edge)
        }
    }

    /// Whether the position behind a move has been searched as long as the claim of the move.
    fn outweighs(&self, edge: &Edge) -> bool {
        let child = self.node(edge.to);
        edge.claim == UNKNOWN
            || child.is_certain()
            || self.is_enough(
                self.effort_behind(self.node(edge.from), edge),
                edge.claim_nodes,
            )
    }

    /// Whether a move that the position's own search did not report has been searched less than the
    /// lines that it did.
    fn is_bounded(&self, edge: &Edge) -> bool {
        let node = self.node(edge.from);
        if edge.reported || !node.has(is::EVALUATED) || self.node(edge.to).is_certain() {
            return false;
        }
        let searched = self.effort_behind(node, edge).max(edge.claim_nodes);
        !self.is_enough(searched, node.nodes_per_line())
    }

    /// Whether so much is as good as a search of this many positions.
    fn is_enough(&self, searched: u64, nodes: u64) -> bool {
        searched as f64 >= self.settings.growth.trust * nodes as f64
    }

    /// What a move counts for, from the position before it; `None` while it does not count.
    pub(crate) fn counted(&self, edge: &Edge) -> Option<Raw> {
        let worth = self.worth(edge).filter(|_| !edge.excluded);
        worth.map(|worth| worth.value)
    }

    /// What a move is worth, or would be if it were not excluded.
    pub(crate) fn worth(&self, edge: &Edge) -> Option<Worth> {
        let plain = self.plain_worth(edge)?;
        if !self.is_bounded(edge) {
            return Some(plain);
        }
        let node = self.node(edge.from);
        let bound = node.last_value;
        Some(if node.view(plain.value) <= node.view(bound) {
            plain
        } else {
            Worth {
                value: bound,
                basis: Basis::Bound,
            }
        })
    }

    /// What the longer of the two searches says: that of the position behind a move, or that of the
    /// position before it.
    fn plain_worth(&self, edge: &Edge) -> Option<Worth> {
        let child = self.node(edge.to);
        if !child.is_valued() || !self.outweighs(edge) {
            return (edge.claim != UNKNOWN).then(|| Worth::search(edge.claim));
        }
        // On a cycle a bounded move counts for a search, so that the cycle does not bound itself.
        let inside = self.node(edge.from).component == child.component;
        Some(if inside && self.is_bounded(edge) {
            Worth::search(over_edge(child.own_value))
        } else {
            Worth::position(over_edge(child.value))
        })
    }

    /// What the rest counts for: the value of its best move. `None` when there is no rest, or none
    /// of its moves is known.
    pub(crate) fn rest(&self, id: NodeId) -> Option<Raw> {
        let node = self.node(id);
        let value = self.rest_bound(id).filter(|_| !node.has(is::STALE))?;
        // A shorter search of the rest does not overrule a search of all moves, the rest among them.
        let shorter = !self.is_enough(node.rest_nodes, node.nodes_per_line());
        Some(if shorter {
            node.worse(value, node.last_value)
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

    /// The best of the options that count, for the mover.
    pub(crate) fn best_option(&self, id: NodeId) -> Option<Raw> {
        let node = self.node(id);
        let moves = self.out(id).filter_map(|(_, edge)| self.counted(edge));
        moves
            .chain(self.rest(id))
            .max_by_key(|&value| node.view(value))
    }

    /// The value of a position from its options, all of which are known.
    pub(super) fn backed_up(&self, id: NodeId) -> Raw {
        let own = self.node(id).own_value;
        if !self.node(id).has(is::EVALUATED) {
            return own;
        }
        self.best_option(id).unwrap_or(own)
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
        let cost = self.pricing.edge(priced, &self.evidence(edge));
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
            .edge(priced, &Evidence::default())
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
