//! Watching a search think. Observers watch and never steer: the report is the same under any
//! observer, and the empty one, `()`, compiles to nothing.

use crate::analyst::PvLine;
use crate::game::Game;
use crate::score::Score;
pub use crate::window::Window;

/// How a value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The truth is at least this.
    Lower,
    /// The truth is at most this.
    Upper,
}

impl Bound {
    /// The same bound when signs change.
    #[inline]
    #[must_use]
    pub fn flip(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// One step of a search. All values are the first player's; `ply` counts from the root.
///
/// Depth-first searches send `Enter`, then `Leaf` (with `Repeats` before it where a loop closes),
/// `TableHit` or the children's events with `Improve` and `Cutoff` between them, then `Leave`.
/// Beyond the depth limit `StandPat` comes before the children's.
/// Best-first searches number the nodes of the tree they grow (the root is 0) and send `Grow` for
/// every new node, `Select` for the tip they work on, `Because` right after it where they can say
/// why it is this one, and `Backup` for every node whose numbers change.
///
/// The min/max approximation names its numbers in `Backup` as the paper does: `ṽ`, the value on its
/// positive scale (only where means are taken); `v̂`, the backed-up maximum or minimum; `w`, the
/// weight of the edge into the node (absent at the root); `π`, the penalty of the best tip below, 0
/// in a tip and infinite where there is none left; `a`, the number of the child below which that
/// tip lies, in a tip that can be expanded its own (absent where there is no tip). It sends one for
/// every new tip and for every sibling whose weight changes. The fast form adds `bonus`, the part
/// of `v̂` that a node has for its choice of moves.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a, G: Game> {
    /// A new iteration of a deepening search begins.
    Iteration {
        /// The depth it searches.
        depth: u32,
        /// The window it starts with.
        window: Window,
    },
    /// An iteration of a deepening search is done.
    Lines {
        /// The depth it searched.
        depth: u32,
        /// The nodes of the search so far, also those that observers do not see.
        nodes: u64,
        /// What it found: the best line, or as many as were asked for, the mover's best first.
        lines: &'a [PvLine<G::Move>],
    },
    /// A node is visited.
    Enter {
        /// Distance from the root.
        ply: u32,
        /// The move that led here; `None` at the root.
        via: Option<G::Move>,
        /// The position.
        position: &'a G,
        /// Plies left to search.
        depth: u32,
        /// The window it is searched with.
        window: Window,
    },
    /// The node is a leaf: the game is over, or the depth is used up.
    Leaf {
        /// Distance from the root.
        ply: u32,
        /// Its value.
        value: Score,
        /// Whether the game is over there (otherwise the evaluator spoke).
        terminal: bool,
    },
    /// The depth is used up, but the search tries a few moves more. The mover need not play them:
    /// the position as it stands is worth this. Sent between `Enter` and the moves that are tried.
    StandPat {
        /// Distance from the root.
        ply: u32,
        /// What the position is worth as it stands.
        value: Score,
    },
    /// The position is already on the path from the root: the `?` of the textbooks. Sent between
    /// `Enter` and the `Leaf` that gives its value.
    Repeats {
        /// Distance from the root.
        ply: u32,
        /// Distance from the root of the same position, further up.
        since: u32,
    },
    /// The node's value was found in the table.
    TableHit {
        /// Distance from the root.
        ply: u32,
        /// The stored value.
        value: Score,
        /// How it relates to the true value.
        bound: Bound,
    },
    /// A child is better for the mover than all before it.
    Improve {
        /// Distance of the parent from the root.
        ply: u32,
        /// The move to that child.
        via: G::Move,
        /// Its value.
        value: Score,
        /// The parent's window from now on.
        window: Window,
    },
    /// The node's other moves were searched without this one, to half the depth, and none comes
    /// near it: it is searched a ply deeper. Observers do not see that search of the others.
    Singular {
        /// Distance of the parent from the root.
        ply: u32,
        /// The singular move.
        via: G::Move,
    },
    /// The rest of this node's moves cannot matter.
    Cutoff {
        /// Distance from the root.
        ply: u32,
        /// The move that refuted the position.
        via: G::Move,
        /// Its value.
        value: Score,
        /// The window that it fell out of.
        window: Window,
    },
    /// What each player gets, where several play or payoffs do not sum to zero: right after `Leaf`,
    /// right before `Leave`.
    Vector {
        /// Distance from the root.
        ply: u32,
        /// A value for each player, in the unit of [`crate::Payoffs::payoff`].
        values: &'a [f64],
    },
    /// The node is finished.
    Leave {
        /// Distance from the root.
        ply: u32,
        /// Its value.
        value: Score,
        /// How it relates to the true value.
        bound: Bound,
    },
    /// A node was added to the tree in memory.
    Grow {
        /// Its number.
        node: u32,
        /// Its parent's number; `None` for the root.
        parent: Option<u32>,
        /// The move that leads to it.
        via: Option<G::Move>,
        /// The position.
        position: &'a G,
        /// Its first value.
        value: Score,
    },
    /// The tip that the search works on next.
    Select {
        /// Its number.
        node: u32,
    },
    /// Why the tip was selected: the weights of the edges that lead to it. Their sum is its
    /// penalty, the least of all.
    Because {
        /// The tip's number.
        node: u32,
        /// Every node from the root's child down to the tip, with the weight of the edge into it.
        edges: &'a [(u32, f64)],
    },
    /// A node's value was computed again from its children.
    Backup {
        /// Its number.
        node: u32,
        /// Its value now.
        value: Score,
        /// The search's own numbers for it, named: proof numbers, visits, penalties.
        labels: &'a [(&'static str, f64)],
    },
    /// The move that leads to a node just grown is the only one that does not lose at once: it was
    /// played without a choice.
    Forced {
        /// The node's number.
        node: u32,
    },
    /// A proof closes a node: it can no longer raise what the mover above is sure of, so no tip
    /// below it will be expanded.
    Closed {
        /// Its number.
        node: u32,
        /// The most that the mover above can still get there.
        bound: Score,
        /// What they are sure of elsewhere.
        sure: Score,
    },
    /// A world that fits what the player has seen was solved as if nothing were hidden.
    World {
        /// Worlds are counted from 0.
        number: u64,
        /// The world.
        position: &'a G,
        /// How likely it is: its probability where all worlds are listed, otherwise an equal share
        /// of the worlds drawn.
        probability: f64,
        /// What each move is worth there to the player who acts, in the unit of the game's payoffs.
        values: &'a [(G::Move, f64)],
    },
}

/// Sees every step of a search.
///
/// ```
/// use gametree::{Event, Limits, Search, alphabeta::AlphaBeta, tree::{Tree, TwoPlayerTree}};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let mut leaves = 0;
/// let mut count = |event: &Event<TwoPlayerTree>| leaves += u32::from(matches!(event, Event::Leaf { .. }));
/// AlphaBeta::blind().watch(&tree.two_player().unwrap(), &Limits::none(), &mut count);
/// assert_eq!(leaves, 7);
/// ```
pub trait Observer<G: Game> {
    /// False if it watches nothing, so that a search need not prepare events.
    #[inline(always)]
    fn watches(&self) -> bool {
        true
    }

    /// One event.
    fn see(&mut self, event: &Event<'_, G>);
}

impl<G: Game> Observer<G> for () {
    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }

    #[inline(always)]
    fn see(&mut self, _: &Event<'_, G>) {}
}

impl<G: Game, F: FnMut(&Event<'_, G>)> Observer<G> for F {
    fn see(&mut self, event: &Event<'_, G>) {
        self(event);
    }
}

/// Makes an observer of a trait object, so that one compiled search serves every observer.
pub struct Watching<'a, G: Game>(pub &'a mut dyn Observer<G>);

impl<G: Game> Observer<G> for Watching<'_, G> {
    fn watches(&self) -> bool {
        self.0.watches()
    }

    fn see(&mut self, event: &Event<'_, G>) {
        self.0.see(event);
    }
}
