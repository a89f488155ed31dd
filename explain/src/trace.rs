//! The notes an observer takes while a search runs: the tree it saw and what happened, in order.
//!
//! Nodes are told apart by the path that leads to them, so that a later iteration of a deepening
//! search finds the nodes of the earlier one again. Marks refer to nodes by number; the root is 0.
//!
//! Invariant: recording never steers. Past its caps the recorder goes on counting leaves, but
//! keeps neither nodes nor marks, and says so ([`Trace::unrecorded`]).

use std::collections::HashMap;

use gametree::{Bound, Event, Game, Notation, Observer, Player, Score, Window};

use super::Lens;
use super::penalties::{Numbers, Why};

/// Who decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// The first player, who wants high values.
    Max,
    /// The second player, who wants low values.
    Min,
    /// One of the players of a game of three or more, counted from 1.
    Player(u8),
    /// Dice, cards or coins.
    Chance,
}

impl Mover {
    /// The word for it in sentences.
    pub fn word(self) -> String {
        match self {
            Mover::Max => "MAX".into(),
            Mover::Min => "MIN".into(),
            Mover::Player(n) => format!("player {n}"),
            Mover::Chance => "chance".into(),
        }
    }

    /// Whether this mover likes `a` better than `b`.
    pub fn prefers(self, a: Score, b: Score) -> bool {
        if self == Mover::Min { a < b } else { a > b }
    }
}

/// A position in the recorded tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node above; `None` for the root.
    pub parent: Option<usize>,
    /// The nodes below, in the order of the move generator once the tree is complete.
    pub children: Vec<usize>,
    /// Distance from the root.
    pub ply: u32,
    /// The move that leads here in the game's notation; empty at the root.
    pub via: String,
    /// Where that move stands in the move generator's order.
    pub index: usize,
    /// Who decides here.
    pub mover: Mover,
    /// What the game's end here is worth, where it ends.
    pub over: Option<Score>,
    /// The last value that a leaf event gave.
    pub leaf_value: Option<Score>,
    /// Whether the search came here.
    pub visited: bool,
    /// Reached by a move that the game does not list, such as a null move.
    pub unlisted: bool,
    /// What lies below but was not kept.
    pub fold: Option<Fold>,
}

/// The part of a tree that was counted but not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fold {
    /// Nodes.
    pub nodes: u64,
    /// Leaves.
    pub leaves: u64,
    /// Whether the counts are complete; otherwise they are lower bounds.
    pub exact: bool,
}

/// The best value already known to the left of a node on the path to a cut-off: the `l_i` of the
/// textbook's exercise on alpha-beta's correctness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// i: the depth of the path's node whose left siblings are meant.
    pub depth: u32,
    /// Who chooses among these siblings.
    pub chooser: Mover,
    /// The best one of them, and its value.
    pub known: Option<(usize, Score)>,
}

/// One recorded event; `node` is the node it is about.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The node.
    pub node: usize,
    /// The window, where the event has one.
    pub window: Option<Window>,
    /// The value, where the event has one.
    pub value: Option<Score>,
    /// What happened.
    pub what: What,
    /// What each player gets, where several play.
    pub vector: Option<Vec<f64>>,
}

/// What a mark says beyond node, window and value.
#[derive(Clone, Debug)]
pub enum What {
    /// A pass over the tree begins.
    Iteration {
        /// How deep; `u32::MAX` without a limit.
        depth: u32,
    },
    /// The node is visited.
    Enter,
    /// The node is a leaf.
    Leaf {
        /// The game is over there.
        terminal: bool,
        /// The ply at which the same position stands on the path already.
        repeats: Option<u32>,
    },
    /// A world that fits what was seen, and what the moves are worth there.
    World(World),
    /// The table knew the node.
    TableHit(Bound),
    /// A better child.
    Improve {
        /// The child.
        child: Option<usize>,
    },
    /// The other moves are not looked at.
    Cutoff(Cut),
    /// The node is finished.
    Leave(Bound),
    /// A node is added to the tree in memory.
    Grow,
    /// The tip to work on, and why where the search says so.
    Select(Option<Why>),
    /// A value was computed again.
    Backup(Vec<(&'static str, f64)>),
}

/// A world that was solved with all cards open.
#[derive(Clone, Debug)]
pub struct World {
    /// Counted from 0.
    pub number: u64,
    /// The whole truth in it, as text.
    pub position: String,
    /// How likely it is.
    pub probability: f64,
    /// What the moves are worth there to the one who acts.
    pub values: Vec<(String, f64)>,
}

/// What is remembered of a cut-off.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The child that refuted the node.
    pub child: Option<usize>,
    /// The children looked at before the cut.
    pub seen: Vec<usize>,
    /// The bounds on the path, from depth 1 down to the node.
    pub lefts: Vec<Left>,
    /// The ply at which this pass ends.
    pub horizon: u32,
}

/// Everything recorded.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The nodes, the root first.
    pub nodes: Vec<Node>,
    /// The events in order.
    pub marks: Vec<Mark>,
    /// Events beyond the caps: they happened but are not told.
    pub unrecorded: u64,
    /// Leaf events at nodes that were not kept.
    pub leaves_unrecorded: u64,
    /// The deepest ply that a pass of the search was asked to reach; `None` without a limit.
    pub horizon: Option<u32>,
}

impl Trace {
    /// The numbers of a node's ancestors and itself, from the root down.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        while let Some(parent) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// True for a search that grows a tree in memory.
    pub fn best_first(&self) -> bool {
        self.marks
            .iter()
            .any(|mark| matches!(mark.what, What::Grow))
    }

    /// True for a search that goes over the tree again and again: it begins with a pass. (One that
    /// asks a second time how long a win takes does not.)
    pub fn iterates(&self) -> bool {
        self.marks
            .first()
            .is_some_and(|mark| matches!(mark.what, What::Iteration { .. }))
    }

    /// How many worlds were solved one by one.
    pub fn worlds(&self) -> usize {
        self.marks
            .iter()
            .filter(|mark| matches!(mark.what, What::World(_)))
            .count()
    }

    /// What the root is worth to each player, where several play.
    pub fn root_vector(&self) -> Option<&Vec<f64>> {
        self.marks
            .iter()
            .rev()
            .find(|mark| mark.node == 0 && mark.vector.is_some())?
            .vector
            .as_ref()
    }

    /// True for a search whose edges have weights, and whose tips penalties.
    pub fn weighted(&self) -> bool {
        self.marks
            .iter()
            .any(|mark| matches!(&mark.what, What::Backup(labels) if Numbers::of(labels).is_some()))
    }

    /// False for a search that never tells of a leaf: df-pn finishes nodes only, a search of worlds
    /// counts visits.
    pub fn reports_leaves(&self) -> bool {
        let told = |mark: &Mark| matches!(mark.what, What::Leaf { .. } | What::Grow);
        let over = self.nodes.first().is_some_and(|root| root.over.is_some());
        over || self.leaves_unrecorded > 0 || self.marks.iter().any(told)
    }

    /// True where some node was searched with a window narrower than everything.
    pub fn windowed(&self) -> bool {
        self.marks
            .iter()
            .filter_map(|mark| mark.window)
            .any(|window| !is_open(window))
    }
}

/// A window that excludes nothing.
pub fn is_open(window: Window) -> bool {
    window.alpha == -Score::INFINITY && window.beta == Score::INFINITY
}

/// A node on the way down, during recording.
struct Frame {
    node: Option<usize>,
    /// The best finished child.
    best: Option<(usize, Score)>,
    /// The child finished last; it counts when the search goes on to something else.
    last: Option<(usize, Score)>,
    seen: Vec<usize>,
    horizon: u32,
}

impl Frame {
    /// Lets the child finished last count.
    fn settle(&mut self, mover: Mover) {
        if let Some((child, value)) = self.last.take()
            && self.best.is_none_or(|(_, best)| mover.prefers(value, best))
        {
            self.best = Some((child, value));
        }
    }
}

/// The observer that fills a [`Trace`].
pub struct Recorder<'a, G: Game> {
    /// What was recorded.
    pub trace: Trace,
    /// The position of every node.
    pub positions: Vec<G>,
    /// Children by parent and move.
    pub index: HashMap<(usize, Option<G::Move>), usize>,
    lens: &'a Lens<'a, G>,
    stack: Vec<Frame>,
    numbers: HashMap<u32, usize>,
    /// What the next leaf repeats, and what the next node that is left is worth to each player.
    repeats: Option<u32>,
    vector: Option<Vec<f64>>,
    /// What is known of the nodes, where the search has penalties.
    known: HashMap<usize, Numbers>,
    max_nodes: usize,
    max_marks: usize,
}

impl<'a, G: Game + Notation> Recorder<'a, G> {
    /// Records up to so many nodes and marks.
    pub fn new(root: &G, lens: &'a Lens<'a, G>, max_nodes: usize, max_marks: usize) -> Self {
        let mut recorder = Recorder {
            trace: Trace::default(),
            positions: Vec::new(),
            index: HashMap::new(),
            lens,
            stack: Vec::new(),
            numbers: HashMap::new(),
            repeats: None,
            vector: None,
            known: HashMap::new(),
            max_nodes,
            max_marks,
        };
        recorder.add(None, None, root);
        recorder
    }

    /// Adds a node below `parent`; the caller has made sure that it is new.
    pub fn add(&mut self, parent: Option<usize>, via: Option<G::Move>, position: &G) -> usize {
        let id = self.trace.nodes.len();
        let ply = parent.map_or(0, |p| self.trace.nodes[p].ply + 1);
        let listed = parent
            .zip(via)
            .and_then(|(p, m)| self.positions[p].moves().position(|other| other == m));
        let name = match (parent, via) {
            (Some(p), Some(m)) => self.positions[p].write_move(m),
            (Some(_), None) => "pass".into(),
            _ => String::new(),
        };
        self.trace.nodes.push(Node {
            parent,
            children: Vec::new(),
            ply,
            via: name,
            index: listed.unwrap_or(usize::MAX),
            mover: self.mover(position),
            over: (self.lens.ends)(position, ply),
            leaf_value: None,
            visited: false,
            unlisted: parent.is_some_and(|p| listed.is_none() || self.trace.nodes[p].unlisted),
            fold: None,
        });
        self.positions.push(position.clone());
        if let Some(parent) = parent {
            self.trace.nodes[parent].children.push(id);
            self.index.insert((parent, via), id);
        }
        id
    }

    fn mover(&self, position: &G) -> Mover {
        match position.turn() {
            _ if position.outcome().is_none() && (self.lens.odds)(position).is_some() => {
                Mover::Chance
            }
            Player(n) if self.lens.players > 2 => Mover::Player(n + 1),
            Player::FIRST => Mover::Max,
            Player::SECOND => Mover::Min,
            Player(n) => Mover::Player(n + 1),
        }
    }

    /// The node below `parent`, new or old; `None` past the cap.
    fn find(&mut self, parent: Option<usize>, via: Option<G::Move>, position: &G) -> Option<usize> {
        let id = match parent {
            None => 0,
            Some(parent) => match self.index.get(&(parent, via)) {
                Some(&id) => id,
                None if self.trace.nodes.len() < self.max_nodes => {
                    self.add(Some(parent), via, position)
                }
                None => return None,
            },
        };
        self.trace.nodes[id].visited = true;
        Some(id)
    }

    fn mark(
        &mut self,
        node: Option<usize>,
        window: Option<Window>,
        value: Option<Score>,
        what: What,
    ) {
        match node {
            Some(node) if self.trace.marks.len() < self.max_marks => {
                self.trace.marks.push(Mark {
                    node,
                    window,
                    value,
                    what,
                    vector: None,
                });
            }
            _ => self.trace.unrecorded += 1,
        }
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

    fn enter(&mut self, ply: u32, via: Option<G::Move>, position: &G, depth: u32, window: Window) {
        self.stack.truncate(ply as usize);
        let parent = self.stack.last().map(|frame| frame.node);
        let id = match parent {
            Some(None) => None,
            parent => self.find(parent.flatten(), via, position),
        };
        if let (Some(frame), Some(id)) = (self.stack.last_mut(), id) {
            if frame.last.is_some_and(|(child, _)| child != id)
                && let Some(node) = frame.node
            {
                frame.settle(self.trace.nodes[node].mover);
            }
            if !frame.seen.contains(&id) {
                frame.seen.push(id);
            }
        }
        let horizon = ply.saturating_add(depth);
        if ply == 0 && depth < u32::MAX {
            self.trace.horizon = Some(self.trace.horizon.map_or(depth, |old| old.max(depth)));
        }
        self.stack.push(Frame {
            node: id,
            best: None,
            last: None,
            seen: Vec::new(),
            horizon,
        });
        self.mark(id, Some(window), None, What::Enter);
    }

    /// The node at `ply` has this value for now: its parent takes note.
    fn close(&mut self, ply: u32, value: Score) -> Option<usize> {
        self.stack.truncate(ply as usize + 1);
        let node = self.stack.get(ply as usize)?.node?;
        if ply > 0 {
            self.stack[ply as usize - 1].last = Some((node, value));
        }
        Some(node)
    }

    /// A leaf or a table hit ends the visit that its `Enter` began: one mark tells both.
    fn ending(&mut self, node: Option<usize>, value: Score, what: What) {
        let mut window = None;
        if let Some(last) = self.trace.marks.last()
            && Some(last.node) == node
            && matches!(last.what, What::Enter)
        {
            window = last.window;
            self.trace.marks.pop();
        }
        self.mark(node, window, Some(value), what);
    }

    fn leaf(&mut self, ply: u32, value: Score, terminal: bool) {
        let node = self.close(ply, value);
        match node {
            Some(node) => self.trace.nodes[node].leaf_value = Some(value),
            None => self.trace.leaves_unrecorded += 1,
        }
        let repeats = self.repeats.take();
        if let (Some(node), Some(_)) = (node, repeats) {
            // Play goes round: what lies below was seen above.
            self.trace.nodes[node].over = Some(value);
        }
        self.ending(node, value, What::Leaf { terminal, repeats });
    }

    /// What each player gets: of the leaf just told, or of the node that is left next.
    fn vector(&mut self, ply: u32, values: &[f64]) {
        let node = self.stack.get(ply as usize).and_then(|frame| frame.node);
        match self.trace.marks.last_mut() {
            Some(mark) if Some(mark.node) == node && matches!(mark.what, What::Leaf { .. }) => {
                mark.vector = Some(values.to_vec());
            }
            _ => self.vector = Some(values.to_vec()),
        }
    }

    /// A world, told at the root.
    fn world(&mut self, number: u64, position: &G, probability: f64, values: &[(G::Move, f64)]) {
        let root = &self.positions[0];
        let values = values
            .iter()
            .map(|&(m, value)| (root.write_move(m), value))
            .collect();
        let position = (self.lens.text)(position);
        self.mark(
            Some(0),
            None,
            None,
            What::World(World {
                number,
                position,
                probability,
                values,
            }),
        );
    }

    fn improve(&mut self, ply: u32, via: G::Move, value: Score, window: Window) {
        let node = self.frame(ply).and_then(|frame| frame.node);
        let child = node.and_then(|node| self.index.get(&(node, Some(via))).copied());
        self.mark(node, Some(window), Some(value), What::Improve { child });
    }

    fn cutoff(&mut self, ply: u32, via: G::Move, value: Score, window: Window) {
        let Some(frame) = self.frame(ply) else { return };
        let (node, seen, horizon) = (frame.node, frame.seen.clone(), frame.horizon);
        let child = node.and_then(|node| self.index.get(&(node, Some(via))).copied());
        let lefts = (1..=ply).filter_map(|depth| self.left(depth)).collect();
        self.mark(
            node,
            Some(window),
            Some(value),
            What::Cutoff(Cut {
                child,
                seen,
                lefts,
                horizon,
            }),
        );
    }

    fn left(&self, depth: u32) -> Option<Left> {
        let above = &self.stack[depth as usize - 1];
        Some(Left {
            depth,
            chooser: self.trace.nodes[above.node?].mover,
            known: above.best,
        })
    }

    fn leave(&mut self, ply: u32, value: Score, bound: Bound) {
        self.frame(ply);
        let node = self.close(ply, value);
        let (vector, before) = (self.vector.take(), self.trace.marks.len());
        self.mark(node, None, Some(value), What::Leave(bound));
        if let Some(mark) = self.trace.marks.get_mut(before) {
            mark.vector = vector;
        }
    }

    fn grow(
        &mut self,
        number: u32,
        parent: Option<u32>,
        via: Option<G::Move>,
        position: &G,
        value: Score,
    ) {
        let above = parent.map(|number| self.numbers.get(&number).copied());
        let id = match above {
            Some(None) => None,
            above => self.find(above.flatten(), via, position),
        };
        match id {
            Some(id) => {
                self.numbers.insert(number, id);
                self.trace.nodes[id].leaf_value = Some(value);
            }
            None => self.trace.leaves_unrecorded += 1,
        }
        self.mark(id, None, Some(value), What::Grow);
    }

    /// The reason belongs to the selection just marked.
    fn because(&mut self, number: u32, edges: &[(u32, f64)]) {
        let id = self.numbers.get(&number).copied();
        let sum = edges.iter().map(|edge| edge.1).sum();
        let tips = (self.trace.leaves_unrecorded == 0).then(|| self.tips_from(sum));
        let edges = edges
            .iter()
            .map(|&(number, weight)| (self.numbers.get(&number).copied(), weight))
            .collect();
        if let Some(Mark {
            node,
            what: What::Select(why),
            ..
        }) = self.trace.marks.last_mut()
            && Some(*node) == id
        {
            *why = Some(Why { edges, tips });
        }
    }

    /// The tips with so great a penalty or a greater one. (A proof may close tips with a smaller
    /// one.)
    fn tips_from(&self, penalty: f64) -> usize {
        let weight = |id: &usize| {
            self.known
                .get(id)
                .and_then(|numbers| numbers.weight)
                .unwrap_or(0.0)
        };
        let sum = |id: usize| self.trace.path(id).iter().map(weight).sum::<f64>();
        let tips = self
            .known
            .iter()
            .filter(|(_, numbers)| numbers.is_open_tip());
        tips.filter(|&(&id, _)| sum(id) >= penalty - 1e-9).count()
    }

    /// A child among the labels is known here by another number, or not at all.
    fn backup(&mut self, number: u32, value: Score, labels: &[(&'static str, f64)]) {
        let id = self.numbers.get(&number).copied();
        let child = |x: f64| self.numbers.get(&(x as u32)).map(|&id| id as f64);
        let here = |&(name, x): &(&'static str, f64)| {
            Some((name, if name == "a" { child(x)? } else { x }))
        };
        let labels: Vec<(&'static str, f64)> = labels.iter().filter_map(here).collect();
        if let (Some(id), Some(numbers)) = (id, Numbers::of(&labels)) {
            self.known.insert(id, numbers);
        }
        self.mark(id, None, Some(value), What::Backup(labels));
    }
}

impl<G: Game + Notation> Observer<G> for Recorder<'_, G> {
    fn see(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Iteration { depth, window } => {
                self.mark(Some(0), Some(window), None, What::Iteration { depth });
            }
            Event::Enter {
                ply,
                via,
                position,
                depth,
                window,
            } => {
                self.enter(ply, via, position, depth, window);
            }
            Event::Leaf {
                ply,
                value,
                terminal,
            } => self.leaf(ply, value, terminal),
            Event::TableHit { ply, value, bound } => {
                let node = self.close(ply, value);
                self.ending(node, value, What::TableHit(bound));
            }
            Event::Improve {
                ply,
                via,
                value,
                window,
            } => self.improve(ply, via, value, window),
            Event::Cutoff {
                ply,
                via,
                value,
                window,
            } => self.cutoff(ply, via, value, window),
            Event::Leave { ply, value, bound } => self.leave(ply, value, bound),
            Event::Grow {
                node,
                parent,
                via,
                position,
                value,
            } => {
                self.grow(node, parent, via, position, value);
            }
            Event::Select { node } => {
                let id = self.numbers.get(&node).copied();
                self.mark(id, None, None, What::Select(None));
            }
            Event::Repeats { since, .. } => self.repeats = Some(since),
            Event::Vector { ply, values } => self.vector(ply, values),
            Event::World {
                number,
                position,
                probability,
                values,
            } => {
                self.world(number, position, probability, values);
            }
            Event::Because { node, edges } => self.because(node, edges),
            Event::Backup {
                node,
                value,
                labels,
            } => self.backup(node, value, labels),
            _ => self.trace.unrecorded += 1,
        }
    }
}
