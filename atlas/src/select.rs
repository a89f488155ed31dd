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

/// What each alternative gets of the next search of the whole position, where searches of both take
/// turns: less than the best move will have, so that together they have as much as in one search
/// for several lines.
const ALTERNATIVE: f64 = 0.6;

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

    /// How many lines the search of a task reports. A root's first search reports several, so that
    /// its alternatives have values soon; all later searches of a whole position go deeper for one.
    pub(crate) fn lines_of(&self, task: &Open) -> u32 {
        let node = self.node(task.node);
        let first = !node.is_valued() || node.has(is::DOUBTED);
        match task.scope {
            Scope::Whole if first && node.has(is::ROOT) => self.most_lines(),
            Scope::Alternatives => self.compared_lines(),
            Scope::Whole | Scope::Rest => 1,
        }
    }

    /// Whether a search of a root that is this long would say more of its best move than is known.
    pub(crate) fn is_worth_closing(&self, root: NodeId, nodes: u64) -> bool {
        let node = self.node(root);
        let known = node.has(is::ENDED) || node.settled;
        self.most_lines() > 1 && node.is_valued() && !known && nodes >= node.own_nodes / 2
    }

    /// Whether a task about a position is open, or has failed.
    pub(crate) fn is_asked(&self, id: NodeId) -> bool {
        self.node(id).is_busy()
    }

    /// Whether the alternatives are compared, by searches for several lines of all moves but the
    /// best one, before a search of the whole that is this long: at roots, and where the share is so
    /// large that each line gets as much as the shortest task.
    fn compares(&self, id: NodeId, nodes: u64) -> bool {
        let node = self.node(id);
        let most = self.most_lines();
        let shortest = self.settings.nodes.saturating_mul(u64::from(most));
        let excluded = || self.out(id).filter(|(_, edge)| edge.excluded).count();
        most > 1
            && (node.has(is::ROOT) || nodes >= shortest)
            && self.searched_best(id).is_some()
            && usize::from(node.legal) > excluded() + 1
    }

    /// The move that a task leaves out where it compares all others.
    pub(crate) fn all_but(&self, id: NodeId, scope: Scope) -> Option<Code> {
        self.searched_best(id)
            .filter(|_| scope == Scope::Alternatives)
    }

    /// The best move of a position's own search, if it is in the graph.
    fn searched_best(&self, id: NodeId) -> Option<Code> {
        let best = self.line(id).first().copied()?;
        self.edge_of(id, best).map(|_| best)
    }

    /// How many lines a search of all moves but the best reports.
    fn compared_lines(&self) -> u32 {
        self.most_lines().max(3) - 1
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
            if let Some(scope) = self.asks_itself(node) {
                let nodes = self.budget(node, scope);
                return Some(self.ask(scope, nodes));
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

    /// Whether to search the position itself: for the first time, again because its source is not
    /// trusted any more, or again because much more is due than it had. Searches of the
    /// alternatives and of the whole take turns: the first say what the other moves are worth, the
    /// second, on what the engine remembers of all of them, how deep the best one goes.
    fn asks_itself(&self, node: &Node) -> Option<Scope> {
        if node.has(is::ENDED) || node.is_busy() {
            return None;
        }
        // An analysis from elsewhere may have cost nothing.
        let unsearched = node.own_nodes == 0 && node.asked_nodes == 0;
        if !node.is_valued() || unsearched || node.has(is::DOUBTED) || node.has(is::SEVERAL) {
            return Some(Scope::Whole);
        }
        if node.first_out == NONE || !self.is_due(node) {
            return None;
        }
        Some(if self.compares(node) {
            Scope::Alternatives
        } else {
            Scope::Whole
        })
    }

    /// Whether the position would have no more than its part of everything spent, if it were
    /// searched again for the next step of its growth; a root whose alternatives are compared,
    /// whether it has no more now.
    fn is_due(&self, node: &Node) -> bool {
        if self.grown(node) <= node.searched() {
            // It has had the longest search: from now on new positions matter more.
            return false;
        }
        let had = node.whole_nodes as f64;
        let spent = self.graph.spent as f64;
        let compares = self.compares(node);
        if compares && node.has(is::ROOT) {
            // What the two searches together have too much, others get before the next two.
            return had <= self.part * spent;
        }
        let before = if compares { self.compared(node) } else { 0 };
        let next = (before + self.grown(node)) as f64;
        had + next <= self.part * (spent + next)
    }

    /// Whether the alternatives are compared before the next search of the whole position.
    fn compares(&self, node: &Node) -> bool {
        self.graph.compares(self.step.node, self.grown(node))
    }

    /// How long the alternatives are compared before the next search of the whole position.
    fn compared(&self, node: &Node) -> u64 {
        let lines = f64::from(self.graph.compared_lines());
        self.allowed(self.grown(node) as f64 * ALTERNATIVE * lines)
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

    /// How long to search the position itself: again for the next step of its growth, for the first
    /// time for what is due.
    fn budget(&self, node: &Node, scope: Scope) -> u64 {
        // What is doubted says nothing of how long it should be searched.
        match scope {
            // A new root beside others has a value soon; it may have much to catch up on.
            Scope::Whole if !node.is_valued() && node.has(is::ROOT) => self.allowed(0.0),
            Scope::Whole if !node.is_valued() || node.has(is::DOUBTED) => self.due(),
            // It had to share its nodes among several lines.
            Scope::Whole if node.lines > 1 => self.allowed(node.searched() as f64),
            Scope::Whole => self.grown(node),
            Scope::Alternatives => self.compared(node),
            Scope::Rest => self.due(),
        }
    }

    /// The position's part of everything spent.
    fn due(&self) -> u64 {
        self.allowed(self.part * self.graph.spent as f64)
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

    fn ask(mut self, scope: Scope, nodes: u64) -> Step {
        self.step.nodes = nodes;
        self.step.action = Action::Ask(scope);
        self.step
    }

    /// The rest: its best move enters the graph, or it is searched again.
    fn widen(mut self, node: &Node) -> Step {
        let due = self.due();
        if node.has(is::STALE) || node.rest_best == NONE {
            return self.ask(Scope::Rest, due);
        }
        self.step.nodes = due;
        self.step.action = Action::Add(node.rest_best);
        self.step
    }
}
