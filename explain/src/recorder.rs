//! The observer: the only part that is compiled for a game. It names moves and positions, and hands
//! everything else to the [`TraceBuilder`].

use std::collections::HashMap;
use std::fmt::Display;

use gametree::{Counts, Event, Game, Notation, Observer, Outcome, Report, Score};

use crate::builder::{Caps, NewNode, Parent, TraceBuilder};
use crate::game_view::GameView;
use crate::trace::{Trace, World};

/// A search that ran under an observer, as plain data.
pub struct Recording {
    /// The tree and what happened in it.
    pub trace: Trace,
    /// The root's value.
    pub value: Score,
    /// The best line, as moves.
    pub moves: Vec<String>,
    /// The best line, as nodes from the root on, as far as they were kept.
    pub line: Vec<usize>,
    /// Whether the value is the true one.
    pub proven: bool,
    /// Why the search ended.
    pub stop: &'static str,
    /// What it cost.
    pub counts: Counts,
    /// The board of every node, where a drawing says more than the moves that lead to it.
    pub boards: Vec<Option<String>>,
    /// The probability of every node that chance leads to.
    pub probabilities: Vec<Option<f64>>,
}

/// Records a search.
pub struct Recorder<'a, G: Game> {
    /// What was recorded.
    pub builder: TraceBuilder,
    /// The position of every node.
    pub positions: Vec<G>,
    /// Children by parent and move.
    pub index: HashMap<(usize, Option<G::Move>), usize>,
    view: &'a GameView<G>,
}

impl<'a, G: Game + Notation> Recorder<'a, G> {
    /// Records up to `caps`, from `root` on.
    pub fn new(root: &G, view: &'a GameView<G>, caps: Caps) -> Self {
        let mut recorder = Recorder {
            builder: TraceBuilder::new(caps),
            positions: Vec::new(),
            index: HashMap::new(),
            view,
        };
        recorder.add(None, None, root);
        recorder.builder.trace.root_player = root.turn().0 + 1;
        recorder
    }

    /// Adds a node below `parent`; the caller has made sure that it is new.
    pub fn add(&mut self, parent: Option<usize>, via: Option<G::Move>, position: &G) -> usize {
        let ply = parent.map_or(0, |parent| self.builder.trace.nodes[parent].ply + 1);
        let above = parent.map(|parent| &self.positions[parent]);
        let name = match (above, via) {
            (Some(above), Some(m)) => above.write_move(m),
            (Some(_), None) => "pass".into(),
            _ => String::new(),
        };
        let listed = above
            .zip(via)
            .and_then(|(above, m)| above.moves().position(|other| other == m));
        let id = self.builder.add(NewNode {
            parent,
            via: name,
            state: position.write_state(),
            index: listed,
            mover: self.view.mover(position),
            end_value: (self.view.end_value)(position, ply),
            never_ends: position.outcome() == Some(Outcome::Loop),
        });
        self.positions.push(position.clone());
        if let Some(parent) = parent {
            self.index.insert((parent, via), id);
        }
        id
    }

    /// The visited node below `parent`, new or old; `None` past the cap.
    fn visit(&mut self, parent: Parent, via: Option<G::Move>, position: &G) -> Option<usize> {
        let id = match parent {
            Parent::None => 0,
            Parent::Dropped => return None,
            Parent::Node(parent) => match self.index.get(&(parent, via)) {
                Some(&id) => id,
                None if self.builder.has_room() => self.add(Some(parent), via, position),
                None => return None,
            },
        };
        self.builder.trace.nodes[id].visited = true;
        Some(id)
    }

    /// The node itself, or another behind the same move where the search has grown this one: the
    /// mover has seen something else there. `None` past the cap.
    fn distinct(&mut self, id: usize, via: Option<G::Move>, position: &G) -> Option<usize> {
        let parent = self.builder.trace.nodes[id].parent;
        let Some(parent) = parent.filter(|_| self.builder.is_grown(id)) else {
            return Some(id);
        };
        if !self.builder.has_room() {
            return None;
        }
        let twin = self.add(Some(parent), via, position);
        self.index.insert((parent, via), id);
        self.builder.trace.nodes[twin].is_twin = true;
        self.builder.trace.nodes[twin].visited = true;
        Some(twin)
    }

    /// The child that a move leads to from the node at `ply`.
    fn child(&self, ply: u32, via: G::Move) -> Option<usize> {
        let node = self.builder.node_at(ply)?;
        self.index.get(&(node, Some(via))).copied()
    }

    /// The events of a search that grows a tree in memory.
    fn see_grown_tree(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Grow {
                node,
                parent,
                via,
                position,
                value,
            } => {
                let parent = self.builder.grown_parent(parent);
                let id = self.visit(parent, via, position);
                let id = id.and_then(|id| self.distinct(id, via, position));
                self.builder.grow(node, id, value);
            }
            Event::Select { node } => self.builder.select(node),
            Event::Because { node, edges } => self.builder.because(node, edges),
            Event::Backup {
                node,
                value,
                labels,
            } => self.builder.backup(node, value, labels),
            Event::Forced { node } => self.builder.forced(node),
            Event::Closed { node, bound, sure } => self.builder.close_by_proof(node, bound, sure),
            _ => self.builder.trace.unrecorded += 1,
        }
    }

    /// The recording of a finished search.
    pub fn finish(mut self, report: &Report<G::Move>) -> Recording
    where
        G: Display,
    {
        let (moves, line) = self.best_line(&report.line);
        self.builder.settle();
        Recording {
            value: report.value,
            moves,
            line,
            proven: report.proven,
            stop: report.stop.word(),
            counts: report.counts,
            boards: self.positions.iter().map(board).collect(),
            probabilities: self.probabilities(),
            trace: self.builder.trace,
        }
    }

    /// A line as names of moves, and as nodes as far as they were kept.
    fn best_line(&self, line: &[G::Move]) -> (Vec<String>, Vec<usize>) {
        let mut moves = Vec::new();
        let mut nodes = vec![0];
        let mut position = self.positions[0].clone();
        for &m in line {
            moves.push(position.write_move(m));
            position.play(m);
            let here = nodes[nodes.len() - 1];
            if nodes.len() == moves.len()
                && let Some(&next) = self.index.get(&(here, Some(m)))
            {
                nodes.push(next);
            }
        }
        (moves, nodes)
    }

    fn probabilities(&self) -> Vec<Option<f64>> {
        let mut all = vec![None; self.positions.len()];
        for (id, position) in self.positions.iter().enumerate() {
            for (m, probability) in (self.view.chances)(position).into_iter().flatten() {
                if let Some(&child) = self.index.get(&(id, Some(m))) {
                    all[child] = Some(probability);
                }
            }
        }
        all
    }
}

/// A position drawn over several lines; what fits on one line, such as a tree's text, is no
/// drawing.
fn board<G: Display>(position: &G) -> Option<String> {
    let drawn = position.to_string();
    let drawn = drawn.trim_end();
    drawn.contains('\n').then(|| drawn.to_string())
}

/// A position in one line.
fn one_line<G: Display>(position: &G) -> String {
    let text = position.to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl<G: Game + Notation + Display> Observer<G> for Recorder<'_, G> {
    fn see(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Iteration { depth, window } => self.builder.iteration(depth, window),
            // What an iteration found, its last step says already.
            Event::Lines { .. } => {}
            Event::Enter {
                ply,
                via,
                position,
                depth,
                window,
            } => {
                let parent = self.builder.parent_at(ply);
                let node = self.visit(parent, via, position);
                self.builder.enter(ply, node, depth, window);
            }
            Event::Leaf {
                ply,
                value,
                terminal,
            } => self.builder.leaf(ply, value, terminal),
            Event::StandPat { ply, value } => self.builder.stand_pat(ply, value),
            Event::TableHit { ply, value, bound } => self.builder.table_hit(ply, value, bound),
            Event::Improve {
                ply,
                via,
                value,
                window,
            } => {
                let child = self.child(ply, via);
                self.builder.improve(ply, child, value, window);
            }
            // The builder knows the window: a search may have narrowed its own already.
            Event::Cutoff {
                ply, via, value, ..
            } => {
                let child = self.child(ply, via);
                self.builder.cutoff(ply, child, value);
            }
            Event::Singular { ply, via } => {
                let child = self.child(ply, via);
                self.builder.singular(ply, child);
            }
            Event::Leave { ply, value, bound } => self.builder.leave(ply, value, bound),
            Event::Repeats { since, .. } => self.builder.repeats(since),
            Event::Vector { ply, values } => self.builder.vector(ply, values),
            Event::World {
                number,
                position,
                probability,
                values,
            } => {
                let root = &self.positions[0];
                let named = |&(m, value): &(G::Move, f64)| (root.write_move(m), value);
                self.builder.world(World {
                    number,
                    position: one_line(position),
                    probability,
                    values: values.iter().map(named).collect(),
                });
            }
            _ => self.see_grown_tree(event),
        }
    }
}
