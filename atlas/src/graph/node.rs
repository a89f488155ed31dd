//! What the graph keeps of a position and of a move: flat records, a hundred bytes and thirty.

use gametree::{MoveTraits, Player, Score, Wdl};

use crate::fact::{About, Code, NodeId, Origin, Raw};

/// No node, no edge, no move.
pub(crate) const NONE: u32 = u32::MAX;

/// A value that is not known. Below every value.
pub(crate) const UNKNOWN: Raw = -Raw::MAX;

/// No value on the bounded scale.
pub(crate) const NO_OPINION: i16 = i16::MIN;

/// An edge's number.
pub(crate) type EdgeId = u32;

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    // What the rules and the engines say: facts.
    pub key: u128,
    /// Positions searched for the position's own value, and for the rest's.
    pub own_nodes: u64,
    pub rest_nodes: u64,
    /// Positions searched by all searches of the whole position together.
    pub whole_nodes: u64,
    /// The nodes that the task of the longest search of the whole position allowed: one that ended
    /// early had no more to find.
    pub asked_nodes: u64,
    /// The edge by which it came into the graph.
    pub born: EdgeId,
    pub first_out: EdgeId,
    pub first_in: EdgeId,
    /// The value of the engine's own search, or of the rules at the game's end.
    pub own_value: Raw,
    /// The value of the worst line that this search reported: no other move is worth more.
    pub last_value: Raw,
    /// The best move not in the graph, and its value; stale once that move is in the graph.
    pub rest_best: Code,
    pub rest_value: Raw,
    /// The engine's line: where it starts in the store of lines.
    pub line: u32,
    /// The least and the greatest value that its source has given to the whole position, on the
    /// bounded scale.
    pub low: i16,
    pub high: i16,
    /// What another source gave it last, likewise; `NO_OPINION` where there is no other.
    pub other: i16,
    pub legal: u16,
    /// Moves in the graph, and those of them that engines have added and the user has not excluded.
    pub moves: u16,
    pub added: u16,
    pub source: u16,
    pub flags: u16,
    pub line_len: u8,
    /// How many lines the own search reported.
    pub lines: u8,
    pub depth: u8,
    /// What the own search said of wins, draws and losses.
    pub wdl: Option<Wdl>,

    // What follows from the facts: derived.
    pub value: Raw,
    pub penalty: u32,
    pub component: NodeId,
    /// In a component with cycles: greater than that of what the value comes from.
    pub rank: u32,
    /// How long it has been searched with everything below it: a step of `effort.rs`.
    pub effort: u8,
    /// The game is over, or a line in the graph shows that the value is a win or a loss.
    pub settled: bool,
}

/// What can be true of a position.
pub(crate) mod is {
    pub const SECOND: u16 = 1;
    pub const ENDED: u16 = 2;
    pub const EVALUATED: u16 = 4;
    pub const RESTED: u16 = 8;
    pub const STALE: u16 = 16;
    pub const WHOLE_ASKED: u16 = 32;
    pub const REST_ASKED: u16 = 64;
    pub const PARKED: u16 = 128;
    pub const DAMPED: u16 = 256;
    pub const ROOT: u16 = 512;
    /// Its source is not trusted any more.
    pub const DOUBTED: u16 = 1024;
    /// The rest was searched apart from the position: its nodes are not the own search's.
    pub const REST_SEARCHED: u16 = 2048;
    /// Its own search claims a win, and the line of that search leads to it in the graph.
    pub const SHOWN: u16 = 4096;
    /// The last search of the whole position reported several lines.
    pub const SEVERAL: u16 = 8192;
}

impl Node {
    pub fn new(about: &About, id: NodeId) -> Node {
        let end = about.end;
        let mut flags = if about.second { is::SECOND } else { 0 };
        if end.is_some() {
            flags |= is::ENDED;
        }
        Node {
            key: about.key,
            own_nodes: 0,
            rest_nodes: 0,
            asked_nodes: 0,
            whole_nodes: 0,
            born: NONE,
            first_out: NONE,
            first_in: NONE,
            own_value: end.unwrap_or(UNKNOWN),
            last_value: end.unwrap_or(UNKNOWN),
            rest_best: NONE,
            rest_value: UNKNOWN,
            line: 0,
            low: i16::MAX,
            high: i16::MIN,
            other: NO_OPINION,
            legal: about.legal,
            moves: 0,
            added: 0,
            source: u16::MAX,
            flags,
            line_len: 0,
            lines: 1,
            depth: 0,
            wdl: None,
            value: end.unwrap_or(UNKNOWN),
            penalty: u32::MAX,
            component: id,
            rank: 0,
            effort: 0,
            settled: false,
        }
    }

    #[inline]
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    pub fn set(&mut self, flag: u16, on: bool) {
        if on {
            self.flags |= flag;
        } else {
            self.flags &= !flag;
        }
    }

    /// Who moves.
    pub fn turn(&self) -> Player {
        if self.has(is::SECOND) {
            Player::SECOND
        } else {
            Player::FIRST
        }
    }

    /// The value in the mover's view.
    #[inline]
    pub fn view(&self, value: Raw) -> Raw {
        if self.has(is::SECOND) { -value } else { value }
    }

    /// Whether something is known of it: an engine's result, or the game's end.
    pub fn is_valued(&self) -> bool {
        self.flags & (is::EVALUATED | is::ENDED) != 0
    }

    /// What its own search spent on each of the lines that it reported.
    pub fn nodes_per_line(&self) -> u64 {
        self.own_nodes / u64::from(self.lines.max(1))
    }

    /// Whether no search can say more of it: the game is over, or the line of its own search leads
    /// to the end of the game in the graph.
    pub fn is_certain(&self) -> bool {
        self.has(is::ENDED) || (self.has(is::SHOWN) && !self.has(is::DOUBTED))
    }

    /// How long it has been searched as a whole, or might have been.
    pub fn searched(&self) -> u64 {
        self.own_nodes.max(self.asked_nodes)
    }

    /// Positions searched for the position itself and for its rest.
    pub fn searched_here(&self) -> u64 {
        self.own_nodes.saturating_add(self.searched_rest())
    }

    /// Positions searched for its rest alone.
    pub fn searched_rest(&self) -> u64 {
        if self.has(is::REST_SEARCHED) {
            self.rest_nodes
        } else {
            0
        }
    }

    /// What is known of the rest from now on; without a best move only a bound.
    pub fn take_rest(&mut self, best: Code, value: Raw, nodes: u64) {
        self.set(is::STALE, best == NONE);
        self.rest_best = best;
        self.rest_value = value;
        self.rest_nodes = nodes;
    }

    /// Of two values the one that is worse for the mover.
    pub fn worse(&self, a: Raw, b: Raw) -> Raw {
        if self.view(a) < self.view(b) { a } else { b }
    }

    /// Whether a task about it is open, or has failed.
    pub fn is_busy(&self) -> bool {
        self.flags & (is::WHOLE_ASKED | is::REST_ASKED | is::PARKED) != 0
    }
}

/// A move.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub from: NodeId,
    pub to: NodeId,
    pub code: Code,
    pub next_out: EdgeId,
    pub next_in: EdgeId,
    /// Positions searched for the claim.
    pub claim_nodes: u64,
    /// What the last search of `from` that showed this move gave it; counted from `from`.
    pub claim: Raw,
    /// Whether that was the present search of `from`, and one of the lines it reported.
    pub reported: bool,
    pub traits: MoveTraits,
    pub by_user: bool,
    pub excluded: bool,
    /// It has left the graph: see `remove.rs`.
    pub removed: bool,
}

impl Edge {
    pub fn new(from: NodeId, code: Code, traits: MoveTraits, by: Origin) -> Edge {
        let by_user = by == Origin::User;
        Edge {
            from,
            to: NONE,
            code,
            next_out: NONE,
            next_in: NONE,
            claim_nodes: 0,
            claim: UNKNOWN,
            reported: false,
            traits,
            by_user,
            excluded: false,
            removed: false,
        }
    }
}

/// A value seen from one move further up: the one place of this crate where an edge changes a
/// distance.
#[inline]
pub(crate) fn over_edge(value: Raw) -> Raw {
    Score::from_raw(value).further(1).raw()
}
