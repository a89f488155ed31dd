//! Which task comes next: additive costs, one algorithm for all presets.
//!
//! From the root, the option with the least cost plus what lies behind it is followed until it is a
//! task: the position itself when it has no evaluation, or its rest. On the way every position is
//! searched again whose budget has grown enough since its last search: the share of a position in
//! everything spent is its due.

use crate::fact::{Code, NodeId, Scope};
use crate::graph::{Choice, Graph, NONE, Node, Open, is};
use crate::settings::Preset;

/// What to do next.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The moves from the start to the position.
    pub path: Vec<Code>,
    /// Where the path starts: a root, or a position that the user has given a share of the tasks.
    pub start: NodeId,
    /// The position.
    pub node: NodeId,
    /// What to do there.
    pub action: Action,
    /// How many positions a search should look at.
    pub nodes: u64,
    /// Tasks of one region like one worker.
    pub region: u64,
}

/// What to do at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Ask an engine.
    Ask(Scope),
    /// Put this move of the rest into the graph, and go on from there.
    Add(Code),
}

/// On the way down.
struct Descent<'a> {
    graph: &'a Graph,
    step: Step,
    /// The part of everything spent that is due to the position's own searches.
    part: f64,
    choices: Vec<Choice>,
}

impl Graph {
    /// The next step; `None` when everything is decided, in progress, or beyond the limits.
    #[must_use]
    pub fn select(&self) -> Option<Step> {
        let boosted = self.boosted();
        boosted
            .and_then(|(start, percent)| self.select_from(start, f64::from(percent) / 100.0))
            .or_else(|| {
                let root = self
                    .roots
                    .iter()
                    .map(|root| root.node)
                    .min_by_key(|&root| self.node(root).penalty)?;
                self.select_from(root, 1.0 / self.roots.len() as f64)
            })
    }

    /// The position whose turn it is by the shares that the user gave: every hundred tasks have
    /// this many of it, evenly spread.
    fn boosted(&self) -> Option<(NodeId, u8)> {
        // Steps of 61 visit all places of a hundred once, evenly spread; each position has places
        // of its own.
        let place = self.tickets % 100 * 61 % 100;
        let mut end = 0;
        for &(node, percent) in &self.boosts {
            end += u64::from(percent);
            if place < end {
                return Some((node, percent));
            }
        }
        None
    }

    fn select_from(&self, start: NodeId, part: f64) -> Option<Step> {
        if self.node(start).penalty == u32::MAX {
            return None;
        }
        let step = Step {
            path: Vec::new(),
            start,
            node: start,
            action: Action::Ask(Scope::Whole),
            nodes: 0,
            region: 0,
        };
        Descent {
            graph: self,
            step,
            part: self.settings.growth.root * part,
            choices: Vec::new(),
        }
        .run()
    }

    /// How many lines the search of a task reports. Roots, and positions with so large a share that
    /// each line gets as much as the shortest task, are searched in pairs: for several lines, which
    /// says what the alternatives are worth, and then, on what the engine remembers of that, as
    /// long for one, which goes deeper.
    pub(crate) fn lines_of(&self, task: &Open) -> u32 {
        let node = self.node(task.node);
        let most = self.most_lines();
        let shortest = self.settings.nodes.saturating_mul(u64::from(most));
        let several = node.has(is::ROOT) || task.nodes >= shortest;
        if task.scope == Scope::Whole && several && !node.has(is::SEVERAL) {
            most
        } else {
            1
        }
    }

    /// How many lines a search reports at most. Rivest's rule is the paper's: one value per
    /// position.
    fn most_lines(&self) -> u32 {
        match self.settings.cost.preset {
            Preset::Rivest { .. } => 1,
            Preset::Dropout { .. } | Preset::Repertoire { .. } => self.settings.lines.max(1),
        }
    }

    /// The shares of a position's options: what each weighs against the best, together exactly one.
    pub(crate) fn shares(&self, node: &Node, choices: &[Choice]) -> Vec<f64> {
        let second = node.has(is::SECOND);
        let weights: Vec<f64> = choices
            .iter()
            .map(|choice| self.pricing.weight(choice.loss, second))
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }
}

impl Descent<'_> {
    fn run(mut self) -> Option<Step> {
        loop {
            let node = self.graph.node(self.step.node);
            if self.asks_itself(node) {
                return Some(self.ask(Scope::Whole));
            }
            let place = self.cheapest()?;
            let share = self.graph.shares(node, &self.choices)[place];
            match self.choices[place].edge {
                Some(edge) => {
                    self.part *= share * self.graph.settings.growth.decay;
                    self.follow(edge);
                }
                None => {
                    self.part *= share;
                    return Some(self.widen(node));
                }
            }
        }
    }

    /// Whether to search the position as a whole: for the first time, again because its source is
    /// not trusted any more, or again because much more is due than it had.
    fn asks_itself(&self, node: &Node) -> bool {
        if node.has(is::ENDED) || node.is_busy() {
            return false;
        }
        if !node.is_valued() {
            return true;
        }
        // An analysis from elsewhere may have cost nothing.
        let unsearched = node.own_nodes == 0 && node.asked_nodes == 0;
        let grown = node.first_out != NONE && self.is_due(node);
        unsearched || grown || node.has(is::DOUBTED) || node.has(is::SEVERAL)
    }

    /// Whether the position would have no more than its part of everything spent, if it were
    /// searched again for the next step of its growth.
    fn is_due(&self, node: &Node) -> bool {
        if self.grown(node) <= node.searched() {
            // It has had the longest search: from now on new positions matter more.
            return false;
        }
        let next = self.grown(node) as f64;
        node.whole_nodes as f64 + next <= self.part * (self.graph.spent as f64 + next)
    }

    /// The next step of a position's growth.
    fn grown(&self, node: &Node) -> u64 {
        let again = self.graph.settings.growth.again.max(1.0);
        self.allowed(node.searched() as f64 * again)
    }

    /// At least what a task costs, at most the longest one.
    fn allowed(&self, nodes: f64) -> u64 {
        let least = self.graph.settings.nodes;
        let longest = least.saturating_mul(self.graph.settings.growth.longest.max(1));
        (nodes as u64).clamp(least, longest)
    }

    /// How long to search the position: the second search of a pair as long as the first, a search
    /// after others for the next step of its growth, everything else for what is due.
    fn budget(&self, scope: Scope) -> u64 {
        let node = self.graph.node(self.step.node);
        let due = self.allowed(self.part * self.graph.spent as f64);
        // What is doubted says nothing of how long it should be searched.
        match scope {
            // A new root beside others has a value soon; it may have much to catch up on.
            Scope::Whole if !node.is_valued() && node.has(is::ROOT) => self.allowed(0.0),
            Scope::Whole if !node.is_valued() || node.has(is::DOUBTED) => due,
            Scope::Whole if node.has(is::SEVERAL) => self.allowed(node.searched() as f64),
            Scope::Whole => self.grown(node),
            Scope::Rest => due,
        }
    }

    /// The option that leads to the task of the least penalty; the first of equals.
    fn cheapest(&mut self) -> Option<usize> {
        let graph = self.graph;
        graph.choices(self.step.node, &mut self.choices);
        let total = |choice: &Choice| match choice.edge {
            Some(edge) => choice
                .cost
                .saturating_add(graph.node(graph.edge(edge).to).penalty),
            None => choice.cost,
        };
        let place = (0..self.choices.len()).min_by_key(|&place| total(&self.choices[place]))?;
        (total(&self.choices[place]) != u32::MAX).then_some(place)
    }

    fn follow(&mut self, edge: u32) {
        let edge = self.graph.edge(edge);
        self.step.path.push(edge.code);
        self.step.node = edge.to;
        if self.step.path.len() <= 2 {
            self.step.region = self.graph.node(edge.to).key as u64;
        }
    }

    fn ask(mut self, scope: Scope) -> Step {
        self.step.nodes = self.budget(scope);
        self.step.action = Action::Ask(scope);
        self.step
    }

    /// The rest: its best move enters the graph, or it is searched again.
    fn widen(mut self, node: &Node) -> Step {
        if node.has(is::STALE) || node.rest_best == NONE {
            return self.ask(Scope::Rest);
        }
        self.step.nodes = self.budget(Scope::Rest);
        self.step.action = Action::Add(node.rest_best);
        self.step
    }
}
