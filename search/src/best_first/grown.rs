//! The tree in memory that proof-number search and best-first minimax grow: nodes in one arena,
//! the children of a node side by side, each node with what is proven of its value.
//!
//! Invariant: a node's bounds hold for its true value, and those of an inner node are the best of
//! its children's for the mover. Distances of wins are counted from the root.

use crate::game::{Player, TwoPlayer};
use crate::limits::{Budget, Stop};
use crate::observer::{Event, Observer};
use crate::report::{Report, with_a_move};
use crate::score::Score;
use crate::window::Window;

/// What is proven of a value, the first player's view: `lo ≤ value ≤ hi`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub lo: Score,
    pub hi: Score,
}

impl Bounds {
    /// A known value.
    pub const fn exact(value: Score) -> Bounds {
        Bounds {
            lo: value,
            hi: value,
        }
    }

    /// Nothing known of a game that goes on `ply` plies below the root: no win is nearer than the
    /// next ply.
    pub const fn open(ply: u32) -> Bounds {
        Bounds {
            lo: Score::loss_in(ply + 1),
            hi: Score::win_in(ply + 1),
        }
    }

    /// The value, where it is known up to the distance of a win or loss. The distance is then one
    /// that the winner can force: the true one is not longer.
    pub fn verdict(self) -> Option<Score> {
        if is_win(self.lo) || self.lo == self.hi {
            Some(self.lo)
        } else if is_win(-self.hi) {
            Some(self.hi)
        } else {
            None
        }
    }

    /// The possible value nearest to `guess`.
    pub fn near(self, guess: Score) -> Score {
        guess.max(self.lo).min(self.hi)
    }

    /// Both bounds of the better of two values for `mover`.
    pub fn better(self, other: Bounds, mover: Player) -> Bounds {
        if mover == Player::FIRST {
            Bounds {
                lo: self.lo.max(other.lo),
                hi: self.hi.max(other.hi),
            }
        } else {
            Bounds {
                lo: self.lo.min(other.lo),
                hi: self.hi.min(other.hi),
            }
        }
    }

    /// Worse than every value for `mover`: where [`Bounds::better`] starts.
    pub fn worst(mover: Player) -> Bounds {
        let infinity = if mover == Player::FIRST {
            -Score::INFINITY
        } else {
            Score::INFINITY
        };
        Bounds::exact(infinity)
    }

    /// The same value seen one ply further up.
    pub fn further(self) -> Bounds {
        Bounds {
            lo: self.lo.further(1),
            hi: self.hi.further(1),
        }
    }

    /// The same value counted from a position `ply` plies below.
    pub fn nearer(self, ply: u32) -> Bounds {
        Bounds {
            lo: self.lo.nearer(ply),
            hi: self.hi.nearer(ply),
        }
    }

    /// What two proofs of the same value say together.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        }
    }

    /// What the mover is sure of, in their view.
    pub fn sure(self, mover: Player) -> Score {
        crate::view::flip_window(self.window(), mover).alpha
    }

    /// The most that the mover can still hope for, in their view.
    pub fn hope(self, mover: Player) -> Score {
        crate::view::flip_window(self.window(), mover).beta
    }

    fn window(self) -> Window {
        Window {
            alpha: self.lo,
            beta: self.hi,
        }
    }

    /// The number to compare by when this node's mover chooses among children that are known this
    /// well: what is forced where someone wins, else what the mover is sure of.
    pub fn key(self, node: Bounds, mover: Player) -> i32 {
        let low = if is_win(node.lo) {
            true
        } else if is_win(-node.hi) {
            false
        } else {
            mover == Player::FIRST
        };
        let key = if low { self.lo } else { self.hi };
        crate::view::flip(key, mover).raw()
    }
}

/// Whether a value is a win of the first player.
pub(crate) fn is_win(value: Score) -> bool {
    value > Score::points(Score::MAX_POINTS)
}

/// A node; `label` holds the search's own numbers.
#[derive(Clone, Debug)]
pub(crate) struct Node<M, X> {
    pub parent: u32,
    pub first: u32,
    pub children: u32,
    pub ply: u32,
    pub mover: Player,
    pub via: Option<M>,
    pub bounds: Bounds,
    pub label: X,
}

/// A search's own numbers of a node.
pub(crate) trait Label: Copy {
    /// What observers are told of a new node's value.
    fn first_value(self, bounds: Bounds) -> Score {
        bounds.near(Score::DRAW)
    }
}

/// What is known of a new position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fresh<X> {
    pub bounds: Bounds,
    pub label: X,
}

/// The tree.
pub(crate) struct Grown<G: TwoPlayer, X> {
    pub nodes: Vec<Node<G::Move, X>>,
    positions: Vec<G>,
}

impl<G: TwoPlayer, X: Label> Grown<G, X> {
    /// The root alone.
    pub fn new<O: Observer<G>>(root: &G, first: Fresh<X>, observer: &mut O) -> Self {
        let mut tree = Grown {
            nodes: Vec::new(),
            positions: Vec::new(),
        };
        tree.nodes.push(Node {
            parent: 0,
            first: 0,
            children: 0,
            ply: 0,
            mover: root.turn(),
            via: None,
            bounds: first.bounds,
            label: first.label,
        });
        tree.positions.push(root.clone());
        tree.show(0, observer);
        tree
    }

    /// What is proven of the root.
    pub fn root(&self) -> Bounds {
        self.nodes[0].bounds
    }

    /// The numbers of a node's children.
    pub fn children(&self, id: u32) -> std::ops::Range<u32> {
        let node = &self.nodes[id as usize];
        node.first..node.first + node.children
    }

    /// Adds all children of a tip, or none. `fresh` says what is known of a new position.
    pub fn expand<O: Observer<G>>(
        &mut self,
        tip: u32,
        budget: &mut Budget,
        observer: &mut O,
        fresh: impl FnMut(&G, u32, &mut Budget) -> Fresh<X>,
    ) -> Result<(), Stop> {
        let first = self.nodes.len();
        if let Err(stop) = self.add_children(tip, budget, fresh) {
            self.nodes.truncate(first);
            self.positions.truncate(first);
            return Err(stop);
        }
        let last = self.nodes.len();
        self.nodes[tip as usize].first = first as u32;
        self.nodes[tip as usize].children = (last - first) as u32;
        for id in first..last {
            self.show(id as u32, observer);
        }
        Ok(())
    }

    fn add_children(
        &mut self,
        tip: u32,
        budget: &mut Budget,
        mut fresh: impl FnMut(&G, u32, &mut Budget) -> Fresh<X>,
    ) -> Result<(), Stop> {
        let parent = self.positions[tip as usize].clone();
        let ply = self.nodes[tip as usize].ply + 1;
        for m in parent.moves() {
            self.make_room(budget)?;
            budget.spend()?;
            let position = parent.after(m);
            budget.visit();
            let Fresh { bounds, label } = fresh(&position, ply, budget);
            let mover = position.turn();
            self.nodes.push(Node {
                parent: tip,
                first: 0,
                children: 0,
                ply,
                mover,
                via: Some(m),
                bounds,
                label,
            });
            self.positions.push(position);
        }
        Ok(())
    }

    fn make_room(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let node = size_of::<Node<G::Move, X>>();
        let wanted = grown_capacity(self.nodes.len(), self.nodes.capacity());
        if wanted > self.nodes.capacity() {
            // The others are like the root.
            let position = self.positions.first().map_or(0, G::footprint);
            budget.hold(wanted * (node + position))?;
            self.nodes.reserve_exact(wanted - self.nodes.len());
            self.positions.reserve_exact(wanted - self.positions.len());
        }
        if wanted >= u32::MAX as usize {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// What the children prove of a node.
    pub fn combine(&self, id: u32) -> Bounds {
        let mover = self.nodes[id as usize].mover;
        let children = self
            .children(id)
            .map(|child| self.nodes[child as usize].bounds);
        children.fold(Bounds::worst(mover), |best, bounds| {
            best.better(bounds, mover)
        })
    }

    /// The child that is best as far as it is proven, the first of equals.
    pub fn surest(&self, id: u32) -> Option<u32> {
        let node = &self.nodes[id as usize];
        let key = |child: u32| {
            self.nodes[child as usize]
                .bounds
                .key(node.bounds, node.mover)
        };
        self.children(id).rev().max_by_key(|&child| key(child))
    }

    /// The line that begins with this child and then does what `choose` says.
    pub fn line(
        &self,
        mut child: Option<u32>,
        choose: impl Fn(&Self, u32) -> Option<u32>,
    ) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(id) = child {
            line.extend(self.nodes[id as usize].via);
            child = choose(self, id);
        }
        line
    }

    fn show<O: Observer<G>>(&self, id: u32, observer: &mut O) {
        let node = &self.nodes[id as usize];
        observer.see(&Event::Grow {
            node: id,
            parent: node.via.map(|_| node.parent),
            via: node.via,
            position: &self.positions[id as usize],
            value: node.label.first_value(node.bounds),
        });
    }
}

/// How much to allocate before the next item goes into a full vector: a half more than before, so
/// that growing stays cheap and the bytes held are never twice the bytes used.
pub(crate) fn grown_capacity(len: usize, capacity: usize) -> usize {
    if len < capacity {
        capacity
    } else {
        (capacity + capacity / 2).max(capacity + 8)
    }
}

/// What a search that proves bounds of the root found.
pub(crate) struct Finding<M> {
    pub bounds: Bounds,
    /// Believed as far as the bounds allow when the value is not known.
    pub guess: Score,
    pub line: Vec<M>,
    /// No evaluator was used at a depth limit, and nothing else made the bounds uncertain.
    pub complete: bool,
    pub stopped: Option<Stop>,
}

impl<M: Copy + Eq> Finding<M> {
    pub fn report<G: TwoPlayer<Move = M>>(self, root: &G, budget: &Budget) -> Report<M> {
        let value = self.bounds.verdict();
        let proven = value.is_some_and(|value| self.complete || value.is_decided());
        let stop = self
            .stopped
            .unwrap_or(if proven { Stop::Done } else { Stop::Depth });
        Report {
            value: value.unwrap_or(self.bounds.near(self.guess)),
            line: with_a_move(self.line, root),
            proven,
            stop,
            depth: if stop == Stop::Depth {
                budget.depth()
            } else {
                0
            },
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }
}
