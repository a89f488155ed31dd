//! Turns events into a [`Trace`]: everything that does not depend on the game's types.
//!
//! Invariant: recording never steers. Past its caps the builder goes on counting leaves, but keeps
//! neither nodes nor events, and says so ([`Trace::unrecorded`]).

mod grown_tree;

use std::collections::{HashMap, HashSet};

use gametree::{Bound, Score, Window};

use crate::minmax_labels::MinMaxLabels;
use crate::trace::{
    Cutoff, EventKind, Holders, Mover, Node, PathBound, Trace, TraceEvent, World, is_unbounded,
};

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Nodes kept; what lies beyond is counted only.
    pub nodes: usize,
    /// Events kept; later ones are counted only.
    pub events: usize,
}

/// A new node, as the game describes it.
pub struct NewNode {
    /// The node above; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads here, in the game's notation.
    pub via: String,
    /// What the game calls the position.
    pub state: Option<String>,
    /// Where that move stands in the move generator's order; `None` for moves it does not list.
    pub index: Option<usize>,
    /// Who decides here.
    pub mover: Mover,
    /// What the end of the game is worth, where it ends here.
    pub end_value: Option<Score>,
    /// Play goes on forever from here.
    pub never_ends: bool,
}

/// Where a visited node hangs.
#[derive(Clone, Copy)]
pub enum Parent {
    /// It is the root.
    None,
    /// Below this node.
    Node(usize),
    /// Below a node that was not kept.
    Dropped,
}

/// A node on the path from the root, during recording.
struct Frame {
    node: Option<usize>,
    /// The best finished child, and what the mover is sure of there.
    best: Option<(usize, Score)>,
    /// The child finished last; it counts when the search goes on to something else.
    last: Option<Finished>,
    /// The child that the search has called the best so far.
    improved: Option<usize>,
    seen: Vec<usize>,
    horizon: u32,
    /// The window now, and the one it was entered with.
    window: Window,
    entered_with: Window,
    /// The node is finished; another may follow at its ply.
    done: bool,
}

impl Frame {
    fn new(node: Option<usize>, horizon: u32, window: Window) -> Frame {
        Frame {
            node,
            best: None,
            last: None,
            improved: None,
            seen: Vec::new(),
            horizon,
            window,
            entered_with: window,
            done: false,
        }
    }

    /// Lets the child finished last count, where its value is one that the mover is sure of.
    fn settle(&mut self, mover: Mover) {
        if let Some(last) = self.last.take()
            && last.bound != mover.unsure()
            && self
                .best
                .is_none_or(|(_, best)| mover.prefers(last.value, best))
        {
            self.best = Some((last.child, last.value));
        }
    }
}

/// A child that the search is done with.
#[derive(Clone, Copy)]
struct Finished {
    child: usize,
    value: Score,
    bound: Bound,
}

/// Fills a [`Trace`].
pub struct TraceBuilder {
    /// What was recorded.
    pub trace: Trace,
    caps: Caps,
    /// Passes over the tree that have begun.
    pass: u32,
    stack: Vec<Frame>,
    /// The nodes by the numbers that a best-first search gives them.
    numbers: HashMap<u32, usize>,
    /// What the next leaf repeats.
    repeats: Option<u32>,
    /// What the node that is left next is worth to each player.
    vector: Option<Vec<f64>>,
    /// What kind of value each node was last finished with.
    bounds: HashMap<usize, Bound>,
    /// What each node was last worth to each player.
    vectors: HashMap<usize, Vec<f64>>,
    /// The latest labels of every node, where the search has penalties.
    labels: HashMap<usize, MinMaxLabels>,
    /// The nodes that a proof has closed.
    closed: HashSet<usize>,
    /// The latest value of every node of a tree in memory.
    values: Vec<Option<Score>>,
}

impl TraceBuilder {
    /// An empty trace that keeps up to `caps`.
    pub fn new(caps: Caps) -> TraceBuilder {
        TraceBuilder {
            trace: Trace::default(),
            caps,
            pass: 0,
            stack: Vec::new(),
            numbers: HashMap::new(),
            repeats: None,
            vector: None,
            bounds: HashMap::new(),
            vectors: HashMap::new(),
            labels: HashMap::new(),
            closed: HashSet::new(),
            values: Vec::new(),
        }
    }

    /// Whether another node may be kept.
    pub fn has_room(&self) -> bool {
        self.trace.nodes.len() < self.caps.nodes
    }

    /// Adds a node.
    pub fn add(&mut self, new: NewNode) -> usize {
        let id = self.trace.nodes.len();
        let parent = new.parent.map(|parent| &self.trace.nodes[parent]);
        let node = Node {
            parent: new.parent,
            children: Vec::new(),
            ply: parent.map_or(0, |parent| parent.ply + 1),
            via: new.via,
            state: new.state,
            index: new.index.unwrap_or(usize::MAX),
            mover: new.mover,
            end_value: new.end_value,
            never_ends: new.never_ends,
            leaf_value: None,
            leaf_pass: 0,
            visited: false,
            unlisted: parent.is_some_and(|parent| new.index.is_none() || parent.unlisted),
            is_loop: false,
            fold: None,
            forced: false,
            is_twin: false,
        };
        self.trace.nodes.push(node);
        if let Some(parent) = new.parent {
            self.trace.nodes[parent].children.push(id);
        }
        id
    }

    fn record(&mut self, node: Option<usize>, event: impl FnOnce(usize) -> TraceEvent) {
        match node {
            Some(node) if self.trace.events.len() < self.caps.events => {
                let event = event(node);
                let narrow = event.window.is_some_and(|window| !is_unbounded(window));
                self.trace.windowed |= narrow;
                self.trace.extended |=
                    matches!(event.kind, EventKind::StandPat | EventKind::Singular { .. });
                self.trace.weighted |= event.kind.minmax_labels().is_some();
                self.trace.events.push(event);
            }
            _ => self.trace.unrecorded += 1,
        }
    }

    /// A new pass over the tree begins.
    pub fn iteration(&mut self, depth: u32, window: Window) {
        let kind = EventKind::Iteration { depth };
        self.record(Some(0), |node| TraceEvent::new(node, kind).within(window));
    }

    /// Where a node entered at `ply` hangs.
    pub fn parent_at(&mut self, ply: u32) -> Parent {
        self.stack.truncate(ply as usize);
        match self.stack.last().map(|frame| frame.node) {
            None => Parent::None,
            Some(Some(node)) => Parent::Node(node),
            Some(None) => Parent::Dropped,
        }
    }

    /// The node whose frame is at `ply`, where it was kept.
    pub fn node_at(&self, ply: u32) -> Option<usize> {
        self.stack.get(ply as usize)?.node
    }

    /// A node is visited; `None` where it was not kept. [`Self::parent_at`] came before.
    pub fn enter(&mut self, ply: u32, node: Option<usize>, depth: u32, window: Window) {
        if let (Some(frame), Some(id)) = (self.stack.last_mut(), node) {
            if frame.last.is_some_and(|last| last.child != id)
                && let Some(parent) = frame.node
            {
                frame.settle(self.trace.nodes[parent].mover);
            }
            if !frame.seen.contains(&id) {
                frame.seen.push(id);
            }
        }
        if ply == 0 {
            self.pass += 1;
            self.trace.asked.get_or_insert(window);
        }
        if ply == 0 && depth < u32::MAX {
            self.trace.horizon = self.trace.horizon.max(Some(depth));
        }
        let holders = self.holders(window);
        let best_above = self.best_above(ply);
        let horizon = ply.saturating_add(depth);
        self.stack.push(Frame::new(node, horizon, window));
        self.record(node, |node| TraceEvent {
            holders,
            best_above,
            ..TraceEvent::new(node, EventKind::Enter).within(window)
        });
    }

    /// The frame of this ply becomes the innermost one; what was below it is finished.
    fn frame(&mut self, ply: u32) -> Option<&mut Frame> {
        self.stack.truncate(ply as usize + 1);
        let frame = self.stack.get_mut(ply as usize)?;
        if let Some(node) = frame.node {
            frame.settle(self.trace.nodes[node].mover);
        }
        Some(frame)
    }

    /// The node at `ply` has this value for now: its parent takes note.
    fn close(&mut self, ply: u32, value: Score, bound: Bound) -> Option<usize> {
        self.stack.truncate(ply as usize + 1);
        let frame = self.stack.get_mut(ply as usize)?;
        frame.done = true;
        let child = frame.node?;
        self.bounds.insert(child, bound);
        if ply > 0 {
            self.stack[ply as usize - 1].last = Some(Finished {
                child,
                value,
                bound,
            });
        }
        Some(child)
    }

    /// What the mover above the node at `ply` is sure of by the children before it.
    fn best_above(&self, ply: u32) -> Option<Score> {
        let above = self.stack.get(ply.checked_sub(1)? as usize)?;
        above.best.map(|(_, value)| value)
    }

    /// Who has the ends of a window already: the nearest on the path. Above a chance node others
    /// have what they have for other reasons.
    fn holders(&self, window: Window) -> Holders {
        let holder = |owner: Mover, wanted: Score| {
            let frames = self.stack.iter().rev();
            let movers = frames.map_while(|frame| {
                let mover = self.trace.nodes[frame.node?].mover;
                (mover != Mover::Chance).then_some((mover, frame.best))
            });
            let holding = |(mover, best): (Mover, Option<(usize, Score)>)| {
                let (child, value) = best?;
                (mover == owner && value == wanted).then_some(child)
            };
            movers.into_iter().find_map(holding)
        };
        let bounded = |end: Score| end.raw().abs() < Score::INFINITY.raw();
        Holders {
            alpha: bounded(window.alpha)
                .then(|| holder(Mover::Max, window.alpha))
                .flatten(),
            beta: bounded(window.beta)
                .then(|| holder(Mover::Min, window.beta))
                .flatten(),
        }
    }

    /// A leaf or a table hit ends the visit that its `Enter` began: one event stands for both.
    fn end_visit(&mut self, node: Option<usize>, value: Score, kind: EventKind) {
        let entered = self
            .trace
            .events
            .pop_if(|last| Some(last.node) == node && matches!(last.kind, EventKind::Enter));
        self.record(node, |node| {
            let event = entered.unwrap_or_else(|| TraceEvent::new(node, EventKind::Enter));
            TraceEvent { kind, ..event }.worth(value)
        });
    }

    fn mark_leaf(&mut self, node: Option<usize>, value: Score) {
        if let Some(node) = node {
            self.trace.nodes[node].leaf_value = Some(value);
            self.trace.nodes[node].leaf_pass = self.pass;
        }
    }

    /// The next leaf repeats the position at ply `since`.
    pub fn repeats(&mut self, since: u32) {
        self.repeats = Some(since);
    }

    /// The node at `ply` is a leaf.
    pub fn leaf(&mut self, ply: u32, value: Score, terminal: bool) {
        let node = self.close(ply, value, Bound::Exact);
        self.mark_leaf(node, value);
        if node.is_none() {
            self.trace.leaves_unrecorded += 1;
        }
        let repeats = self.repeats.take();
        if let (Some(node), Some(_)) = (node, repeats) {
            // Play loops: what lies below was seen above.
            self.trace.nodes[node].end_value = Some(value);
            self.trace.nodes[node].is_loop = true;
        }
        self.end_visit(node, value, EventKind::Leaf { terminal, repeats });
    }

    /// The mover may leave the node at `ply` as it is: they are sure of its value.
    pub fn stand_pat(&mut self, ply: u32, value: Score) {
        let Some(frame) = self.frame(ply) else { return };
        let node = frame.node;
        frame.best = node.map(|node| (node, value));
        // The evaluator has spoken: where no move is tried, this was a leaf.
        self.mark_leaf(node, value);
        self.record(node, |node| {
            TraceEvent::new(node, EventKind::StandPat).worth(value)
        });
    }

    /// The table knew the node at `ply`.
    pub fn table_hit(&mut self, ply: u32, value: Score, bound: Bound) {
        // A search may look a child up without a visit, as df-pn does: which one is not told.
        if self.stack.get(ply as usize).is_none_or(|frame| frame.done) {
            return;
        }
        let node = self.close(ply, value, bound);
        self.end_visit(node, value, EventKind::TableHit(bound));
    }

    /// What each player gets: of the leaf just recorded, or of the node that is left next.
    pub fn vector(&mut self, ply: u32, values: &[f64]) {
        let node = self.node_at(ply);
        if let Some(node) = node {
            self.vectors.insert(node, values.to_vec());
        }
        match self.trace.events.last_mut() {
            Some(event)
                if Some(event.node) == node && matches!(event.kind, EventKind::Leaf { .. }) =>
            {
                event.vector = Some(values.to_vec());
            }
            _ => self.vector = Some(values.to_vec()),
        }
    }

    /// A world, reported at the root.
    pub fn world(&mut self, world: World) {
        let kind = EventKind::World(world);
        self.record(Some(0), |node| TraceEvent::new(node, kind));
    }

    /// `child` is the best move so far at `ply`.
    pub fn improve(&mut self, ply: u32, child: Option<usize>, value: Score, window: Window) {
        let Some(frame) = self.frame(ply) else { return };
        let node = frame.node;
        frame.improved = child;
        let before = std::mem::replace(&mut frame.window, window);
        // The child may be one that was looked at on an earlier visit.
        let mover = node.map_or(Mover::Max, |node| self.trace.nodes[node].mover);
        let told = child.and_then(|child| self.bounds.get(&child).copied());
        let sure = told != Some(mover.unsure());
        let kind = EventKind::Improve { child, sure };
        let vector = child.and_then(|child| self.vectors.get(&child).cloned());
        self.record(node, |node| TraceEvent {
            window_before: Some(before),
            vector,
            ..TraceEvent::new(node, kind).worth(value).within(window)
        });
    }

    /// No other move of the node at `ply` comes near `child`.
    pub fn singular(&mut self, ply: u32, child: Option<usize>) {
        let node = self.node_at(ply);
        let kind = EventKind::Singular { child };
        self.record(node, |node| TraceEvent::new(node, kind));
    }

    /// `child` refutes the node at `ply`. The textbook's program returns before it narrows the
    /// window: an improvement by the same move, told just before, is this cutoff, and the window
    /// stays what it was.
    pub fn cutoff(&mut self, ply: u32, child: Option<usize>, value: Score) {
        let Some(frame) = self.frame(ply) else { return };
        let node = frame.node;
        let mut window = frame.window;
        let seen = frame.seen.clone();
        let horizon = frame.horizon;
        let above = ply
            .checked_sub(1)
            .and_then(|ply| self.stack.get(ply as usize));
        let rival = above.and_then(|frame| {
            let child = frame.improved?;
            Some((child, self.vectors.get(&child)?.clone()))
        });
        let vector = child.and_then(|child| self.vectors.get(&child).cloned());
        let kind = EventKind::Cutoff(Cutoff {
            child,
            seen_leaves: self.seen_leaves(node, &seen),
            seen,
            path_bounds: self.path_bounds(ply),
            rival,
            horizon,
        });
        let told = self.trace.events.pop_if(|last| {
            Some(last.node) == node
                && last.value == Some(value)
                && matches!(last.kind, EventKind::Improve { child: improved, .. } if improved == child)
        });
        if let Some(before) = told.and_then(|told| told.window_before) {
            window = before;
        }
        self.record(node, |node| TraceEvent {
            vector,
            ..TraceEvent::new(node, kind).worth(value).within(window)
        });
    }

    /// Leaves that this pass has seen below children of a node other than these.
    fn seen_leaves(&self, node: Option<usize>, but: &[usize]) -> u64 {
        let children = node.map(|node| &self.trace.nodes[node].children);
        let mut open: Vec<usize> = children.into_iter().flatten().copied().collect();
        open.retain(|child| !but.contains(child));
        let mut count = 0;
        while let Some(id) = open.pop() {
            let node = &self.trace.nodes[id];
            count += u64::from(node.leaf_pass == self.pass);
            open.extend(&node.children);
        }
        count
    }

    /// The bounds on the path to the node at `ply`, from depth 1 down.
    fn path_bounds(&self, ply: u32) -> Vec<PathBound> {
        (1..=ply)
            .filter_map(|depth| self.path_bound(depth))
            .collect()
    }

    fn path_bound(&self, depth: u32) -> Option<PathBound> {
        let above = &self.stack[depth as usize - 1];
        Some(PathBound {
            depth,
            chooser: self.trace.nodes[above.node?].mover,
            known: above.best,
        })
    }

    /// The node at `ply` is finished.
    pub fn leave(&mut self, ply: u32, value: Score, bound: Bound) {
        self.frame(ply);
        let node = self.close(ply, value, bound);
        let vector = self.vector.take();
        let best_above = self.best_above(ply);
        let window = self.stack.get(ply as usize).map(|frame| frame.entered_with);
        self.record(node, |node| TraceEvent {
            vector,
            best_above,
            window_before: window,
            ..TraceEvent::new(node, EventKind::Leave(bound)).worth(value)
        });
    }
}
