//! The best move and the best line: what carries a position's value.
//!
//! Inside a cycle several moves can carry the same value, and some of them only go round. So every
//! position of a component has a rank, the number of moves to the nearest way out along moves that
//! carry the value; the best move lowers the rank. A position without a rank has no way out: play
//! goes round there, which is a draw.

use std::cmp::Reverse;
use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::{Query, Ranks};
use crate::fact::{Code, NodeId};
use crate::graph::{Edge, EdgeId, UNKNOWN, is};

/// What a position's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Carrier {
    /// A move that is worth what the position's own search says of it.
    Own(Code),
    /// A move that is worth what the position behind it is.
    Move(EdgeId),
    /// The best move that is not in the graph.
    Rest(Code),
}

/// The best line from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves.
    pub codes: Vec<Code>,
    /// Why it ends.
    pub end: LineEnd,
}

/// Why a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// The engine's line, or what is known, ends there.
    Known,
    /// A position comes again: a draw by repetition.
    Repetition,
    /// It is as long as requested.
    Cut,
}

impl LineEnd {
    /// For people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            LineEnd::Over => "the game is over",
            LineEnd::Known => "no more is known",
            LineEnd::Repetition => "draw by repetition",
            LineEnd::Cut => "...",
        }
    }
}

impl Query<'_> {
    /// The best move: the one that the value comes from.
    #[must_use]
    pub fn best(&self, node: NodeId) -> Option<Code> {
        self.carrier(node).map(|carrier| self.code(carrier))
    }

    /// The best line, of at most this many moves: along the moves that carry the value, then the
    /// engine's line of the last position.
    #[must_use]
    pub fn line(&self, node: NodeId, most: usize) -> Line {
        let mut trace = Trace {
            codes: Vec::new(),
            seen: FxHashSet::from_iter([node]),
            most,
        };
        let end = self.trace(node, &mut trace);
        Line {
            codes: trace.codes,
            end,
        }
    }

    fn trace(&self, start: NodeId, trace: &mut Trace) -> LineEnd {
        let mut at = start;
        loop {
            let Some(carrier) = self.carrier(at) else {
                let ended = self.graph.node(at).has(is::ENDED);
                return if ended { LineEnd::Over } else { LineEnd::Known };
            };
            let Carrier::Move(edge) = carrier else {
                return self.trace_search(at, self.code(carrier), trace);
            };
            let edge = self.graph.edge(edge);
            if let Some(end) = trace.step(edge.code, Some(edge.to)) {
                return end;
            }
            at = edge.to;
        }
    }

    /// What a search expects from a position on: its line, or for another move than that line's
    /// first the line of the position behind it.
    fn trace_search(&self, at: NodeId, code: Code, trace: &mut Trace) -> LineEnd {
        let own = self.graph.line(at);
        if own.first() == Some(&code) {
            return self.trace_own(at, own, trace);
        }
        let next = self.child(at, code);
        if let Some(end) = trace.step(code, next) {
            return end;
        }
        next.map_or(LineEnd::Known, |next| {
            self.trace_own(next, self.graph.line(next), trace)
        })
    }

    /// The position whose own search or end gives this one its value; `None` when play goes round.
    pub(super) fn bearing(&self, id: NodeId) -> Option<NodeId> {
        let mut seen = FxHashSet::from_iter([id]);
        let mut at = id;
        while let Some(Carrier::Move(edge)) = self.carrier(at) {
            let next = self.graph.edge(edge).to;
            if !self.graph.node(next).is_valued() {
                break;
            }
            if !seen.insert(next) {
                return None;
            }
            at = next;
        }
        Some(at)
    }

    /// The rest of a line as the engine gave it; through the graph as long as it is there.
    fn trace_own(&self, from: NodeId, own: &[Code], trace: &mut Trace) -> LineEnd {
        let mut at = Some(from);
        for &code in own {
            let edge = at.and_then(|at| self.graph.edge_of(at, code));
            at = edge.map(|edge| self.graph.edge(edge).to);
            if let Some(end) = trace.step(code, at) {
                return end;
            }
        }
        let over = at.is_some_and(|at| self.graph.node(at).has(is::ENDED));
        if over { LineEnd::Over } else { LineEnd::Known }
    }

    fn code(&self, carrier: Carrier) -> Code {
        match carrier {
            Carrier::Own(code) | Carrier::Rest(code) => code,
            Carrier::Move(edge) => self.graph.edge(edge).code,
        }
    }

    fn carrier(&self, id: NodeId) -> Option<Carrier> {
        let node = self.graph.node(id);
        if node.has(is::ENDED) || node.value == UNKNOWN {
            return None;
        }
        self.carrying_option(id, node.value).or_else(|| {
            let own = self.graph.line(id).first().copied();
            own.filter(|&code| !self.is_excluded(id, code))
                .map(Carrier::Own)
        })
    }

    fn is_excluded(&self, id: NodeId, code: Code) -> bool {
        let edge = self.graph.edge_of(id, code);
        edge.is_some_and(|edge| self.graph.edge(edge).excluded)
    }

    /// The option of this value: out of the cycle if that can be, else nearer to a way out. Of
    /// equals not one that is only bounded by it, then the move that was searched longest, then the
    /// one of the least number.
    fn carrying_option(&self, id: NodeId, value: i32) -> Option<Carrier> {
        let order = |edge: &Edge| {
            let behind = self.graph.effort_behind(self.graph.node(id), edge);
            let searched = Reverse(behind.max(edge.claim_nodes));
            let claimed = !self.graph.is_backed_up(edge);
            let bounded = self.graph.is_at_most(edge);
            (
                self.rank_behind(edge),
                bounded,
                claimed,
                searched,
                edge.code,
            )
        };
        let best = self
            .graph
            .out(id)
            .filter(|(_, edge)| self.carries(edge, value))
            .min_by_key(|(_, edge)| order(edge));
        let rest = self.rest_carries(id, value).map(Carrier::Rest);
        let Some((found, edge)) = best else {
            return rest;
        };
        let by_move = if self.graph.is_backed_up(edge) {
            Carrier::Move(found)
        } else {
            Carrier::Own(edge.code)
        };
        rest.filter(|_| self.rank_behind(edge) > 0)
            .or(Some(by_move))
    }

    fn carries(&self, edge: &Edge, value: i32) -> bool {
        self.graph.counted(edge) == Some(value)
    }

    /// The rest's best move, when the rest has this value. A stale rest has no move of its own: its
    /// value bounds moves that no search has named.
    fn rest_carries(&self, id: NodeId, value: i32) -> Option<Code> {
        let node = self.graph.node(id);
        let named = !node.has(is::STALE) && node.rest_best != crate::graph::NONE;
        (self.graph.rest(id) == Some(value) && named).then_some(node.rest_best)
    }

    /// How far from a way out a move leads: 0 when it is one.
    fn rank_behind(&self, edge: &Edge) -> u32 {
        let component = |id: NodeId| self.graph.node(id).component;
        if component(edge.from) != component(edge.to) || !self.graph.follows(edge) {
            return 0;
        }
        let Some(members) = self.graph.circle(edge.to) else {
            return u32::MAX;
        };
        let mut ranks = self.ranks.borrow_mut();
        let ranks = ranks
            .entry(component(edge.to))
            .or_insert_with(|| self.rank(members));
        ranks.get(&edge.to).map_or(u32::MAX, |rank| rank + 1)
    }

    /// Breadth first from the ways out, against the moves that carry values.
    fn rank(&self, members: &[NodeId]) -> Ranks {
        let mut ranks = Ranks::default();
        let mut queue = VecDeque::new();
        for &id in members.iter().filter(|&&id| self.leads_out(id)) {
            ranks.insert(id, 0);
            queue.push_back(id);
        }
        while let Some(id) = queue.pop_front() {
            let rank = ranks[&id] + 1;
            for (_, edge) in self.graph.entering(id) {
                let from = self.graph.node(edge.from);
                let inside = from.component == self.graph.node(id).component;
                let carries = self.carries(edge, from.value) && self.graph.follows(edge);
                if inside && carries && !ranks.contains_key(&edge.from) {
                    ranks.insert(edge.from, rank);
                    queue.push_back(edge.from);
                }
            }
        }
        ranks
    }

    /// Whether a position of a cycle has its value from outside.
    fn leads_out(&self, id: NodeId) -> bool {
        let node = self.graph.node(id);
        if self.graph.fixed(id).is_some() || self.graph.rest(id) == Some(node.value) {
            return true;
        }
        self.graph.out(id).any(|(_, edge)| {
            let child = self.graph.node(edge.to);
            let outside = child.component != node.component || !self.graph.follows(edge);
            outside && self.carries(edge, node.value)
        })
    }
}

/// A line as it is found.
struct Trace {
    codes: Vec<Code>,
    seen: FxHashSet<NodeId>,
    most: usize,
}

impl Trace {
    /// Adds a move and where it leads, if that is known; says why the line ends there.
    fn step(&mut self, code: Code, to: Option<NodeId>) -> Option<LineEnd> {
        if self.codes.len() >= self.most {
            return Some(LineEnd::Cut);
        }
        self.codes.push(code);
        to.filter(|&to| !self.seen.insert(to))
            .map(|_| LineEnd::Repetition)
    }
}
