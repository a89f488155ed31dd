//! The state of one search of the root, and of one node in it.

use super::in_work::InWork;
use super::params::Params;
use crate::game::{Game, Player, TwoPlayer};
use crate::lines::Line;
use crate::minimax::depth_first::{DfsState, NodeRef};
use crate::minimax::ordering::{Candidate, Experience};
use crate::minimax::table::{Entry, Table};
use crate::observer::Bound;
use crate::score::Score;
use crate::window::Window;

/// At most this many moves of a node are sorted, and only this near the root: a game may have a
/// million moves, and a line a million plies, but there is no memory for both.
pub(super) const SORTED_MOVES: usize = 512;
pub(super) const SORTED_PLIES: u32 = 1024;

/// A node on the way down.
pub(super) struct Node<'p, G: Game> {
    pub spot: NodeRef<'p, G>,
    /// The move that led here; `None` at the root and behind a null move.
    pub via: Option<G::Move>,
    /// A move left out, to see how good the others are (singular extensions).
    pub excluded_move: Option<G::Move>,
    /// Some move is expected to cut off: a null window was asked after the first move of the node
    /// above, or at a node where none was expected to.
    pub expects_cut: bool,
}

/// One search of the root.
pub(super) struct Run<'a, G: TwoPlayer, E, H, P, O> {
    pub walk: DfsState<'a, G, E, O>,
    pub horizon: &'a H,
    pub guide: &'a P,
    pub table: Option<&'a Table>,
    pub params: Params,
    pub experience: &'a mut Experience<G::Move>,
    /// The moves of all nodes on the path that are still to be searched, as one stack.
    pub candidates: &'a mut Vec<Candidate<G::Move>>,
    /// What other threads are searching, where there are any.
    pub in_work: Option<&'a InWork>,
    /// The root's move to search first.
    pub first: Option<G::Move>,
    /// The root's moves to leave out.
    pub without: &'a [G::Move],
    /// Extensions end here.
    pub most_plies: u32,
    /// The keys of the positions on the way here, where repetitions count.
    pub path: Vec<u64>,
    /// What the evaluator said of the positions on the way here, by ply, where it was asked.
    pub static_values: Vec<Option<Score>>,
    /// The kinds of the moves on the way here, by ply, where the game tells them.
    pub kinds: Vec<Option<u16>>,
    /// The moves that proved to be singular, the last one last, with the players who made them.
    pub singular_moves: Vec<(Player, G::Move)>,
}

impl<G: TwoPlayer, E, H, P, O> Run<'_, G, E, H, P, O> {
    /// Whether all moves of a node are searched.
    #[inline]
    pub fn is_whole(&self, node: &Node<'_, G>) -> bool {
        node.excluded_move.is_none() && (node.spot.ply > 0 || self.without.is_empty())
    }

    /// Whether a move of a node is left out.
    #[inline]
    pub fn is_excluded(&self, node: &Node<'_, G>, m: G::Move) -> bool {
        Some(m) == node.excluded_move || node.spot.ply == 0 && self.without.contains(&m)
    }
}

/// What the evaluator says of a node before its moves are searched.
pub(super) struct PruningContext {
    /// A threat must be met.
    pub in_check: bool,
    /// The static value for the mover; `None` where nothing is pruned.
    pub static_value: Option<Score>,
    /// The mover stands better than two plies ago, or that is not known.
    pub improving: bool,
}

/// The best of the moves searched so far, and what the others are compared with.
pub(super) struct Best {
    pub value: Score,
    pub line: Line,
    pub bound: Bound,
    /// The index of the best move.
    pub chosen: Option<u16>,
    /// Moves searched.
    pub tried: u32,
    /// The node's window, α raised to the best value.
    pub window: Window,
}

impl Best {
    #[inline]
    pub fn none(window: Window) -> Best {
        Best {
            value: -Score::INFINITY,
            line: Line::EMPTY,
            bound: Bound::Upper,
            chosen: None,
            tried: 0,
            window,
        }
    }

    /// A move and a value that cut off without a search to the full depth.
    pub fn cut_by<M: Copy>(self, candidate: &Candidate<M>, value: Score) -> Best {
        Best {
            value,
            bound: Bound::Lower,
            chosen: Some(candidate.index()),
            ..self
        }
    }

    /// What the table should remember. Where every move failed low, none of them is known to be
    /// best: each was only shown to be no better than α.
    #[inline]
    pub fn entry<G>(&self, spot: NodeRef<'_, G>, complete: bool) -> Entry {
        Entry {
            value: self.value.nearer(spot.ply),
            bound: self.bound,
            depth: spot.depth,
            complete,
            best: self.chosen.filter(|_| self.bound != Bound::Upper),
        }
    }
}
