//! The steps of a search: every event becomes one, with a sentence and the nodes whose look changes.
//!
//! The picture at a step is what the steps up to it leave behind; the one after the last step is
//! the picture of the whole search.

use gametree::{Bound, Score, Window};

use crate::claim::Claim;
use crate::code::Program;
use crate::decimals::labels_text;
use crate::leaves;
use crate::look::{self, Change, Look, State};
use crate::minmax_labels::MinMaxLabels;
use crate::penalties;
use crate::trace::{Cutoff, EventKind, Mover, Trace, TraceEvent};
use crate::wording::Wording;

/// One step of a search.
#[derive(Clone, Debug)]
pub struct Step {
    /// The event's name.
    pub kind: &'static str,
    /// The node it is about.
    pub node: usize,
    /// The window there.
    pub window: Option<Window>,
    /// The value.
    pub value: Option<Score>,
    /// How the value relates to the true one.
    pub bound: Bound,
    /// What the step says, to be checked.
    #[cfg(test)]
    pub claims: Vec<Claim>,
    /// The same as a sentence.
    pub text: String,
    /// What the mover above makes of the value handed up: `cut`, `best` or `none`.
    pub decision: Option<&'static str>,
    /// The events before it that have no step of their own.
    pub quiet: Vec<usize>,
    /// What the min/max approximation knows of the node.
    pub labels: Option<MinMaxLabels>,
    /// A new pass begins: what was seen becomes old.
    pub reset: bool,
    /// New looks.
    pub changes: Vec<Change>,
    /// Leaves evaluated in this pass so far.
    pub evaluated: u64,
    /// Leaves cut off in this pass so far.
    pub saved: u64,
    /// The line of the pseudo-code.
    pub code: Option<usize>,
    /// The event it was made from; `None` for the last step.
    pub event: Option<usize>,
}

/// What the last step shows.
pub struct End<'a> {
    /// The root's value.
    pub value: Score,
    /// The best line, as nodes from the root on.
    pub line: &'a [usize],
    /// What is said of them.
    pub claims: Vec<Claim>,
}

/// The steps of a search, and the looks that they leave behind.
pub fn replay(words: Wording<'_>, program: Program, end: End<'_>) -> (Vec<Step>, Vec<Look>) {
    let mut replay = Replay::new(words, program);
    let mut steps: Vec<Step> = (0..words.trace.events.len())
        .filter_map(|number| replay.event(number))
        .collect();
    steps.push(replay.result(end));
    (steps, replay.looks)
}

/// Goes through the events of a trace.
struct Replay<'a> {
    trace: &'a Trace,
    words: Wording<'a>,
    program: Program,
    /// The looks after the steps so far.
    looks: Vec<Look>,
    scores: Vec<Option<Score>>,
    /// What the min/max approximation knows so far, and what it knew of each node first.
    labels: Vec<Option<MinMaxLabels>>,
    first_labels: Vec<Option<MinMaxLabels>>,
    /// Events that are shown with the next step.
    quiet: Vec<usize>,
    evaluated: u64,
    saved: u64,
}

impl<'a> Replay<'a> {
    fn new(words: Wording<'a>, program: Program) -> Self {
        let trace = words.trace;
        Replay {
            trace,
            words,
            program,
            looks: vec![Look::default(); trace.nodes.len()],
            scores: vec![None; trace.nodes.len()],
            labels: vec![None; trace.nodes.len()],
            first_labels: penalties::first_labels(trace),
            quiet: Vec::new(),
            evaluated: 0,
            saved: 0,
        }
    }

    /// The step of an event; `None` where it waits for the next one.
    fn event(&mut self, number: usize) -> Option<Step> {
        let event = &self.trace.events[number];
        let quiet = penalties::is_quiet(self.labels[event.node].as_ref(), &event.kind);
        if let EventKind::Backup(labels) = &event.kind {
            self.labels[event.node] = MinMaxLabels::of(labels);
        }
        if quiet {
            self.quiet.push(number);
            return None;
        }
        Some(self.step(number))
    }

    fn step(&mut self, number: usize) -> Step {
        let event = &self.trace.events[number];
        let (quiet, mut changes) = self.quiet_changes();
        let reset = self.begins_pass(event);
        if reset {
            self.reset();
        }
        let own = self.changes(event);
        self.scores[event.node] = event.value.or(self.scores[event.node]);
        look::apply(&mut self.looks, &own);
        changes.extend(own);
        let claims = self.words.claims(number, &self.labels);
        Step {
            kind: event.kind.name(),
            node: event.node,
            window: event.window,
            value: event.value,
            bound: bound(event, self.trace.nodes[event.node].mover),
            text: self.words.tell(&claims),
            #[cfg(test)]
            claims,
            decision: self.words.decision(number),
            quiet,
            labels: self.labels[event.node].or(self.labels_of_new(event.node)),
            reset,
            changes,
            evaluated: self.evaluated,
            saved: self.saved,
            code: self.code(event),
            event: Some(number),
        }
    }

    /// The last step: the result, with its line of play drawn through.
    fn result(&mut self, end: End<'_>) -> Step {
        let (quiet, mut changes) = self.quiet_changes();
        for pair in end.line.windows(2) {
            let look = Look {
                best: Some(pair[1]),
                ..self.looks[pair[0]].clone()
            };
            changes.push((pair[0], look));
        }
        look::apply(&mut self.looks, &changes);
        Step {
            kind: "result",
            node: 0,
            window: None,
            value: Some(end.value),
            bound: Bound::Exact,
            text: self.words.tell(&end.claims),
            #[cfg(test)]
            claims: end.claims,
            decision: None,
            quiet,
            labels: self.labels[0],
            reset: false,
            changes,
            evaluated: self.evaluated,
            saved: self.saved,
            code: self.program.result_line(),
            event: None,
        }
    }

    /// The events without a step of their own, and what they change.
    fn quiet_changes(&mut self) -> (Vec<usize>, Vec<Change>) {
        let quiet = std::mem::take(&mut self.quiet);
        let mut all = Vec::new();
        for &number in &quiet {
            let changes = self.changes(&self.trace.events[number]);
            look::apply(&mut self.looks, &changes);
            all.extend(changes);
        }
        (quiet, all)
    }

    /// Whether a new pass over the tree begins.
    fn begins_pass(&self, event: &TraceEvent) -> bool {
        match event.kind {
            EventKind::Iteration { .. } => true,
            EventKind::Enter if event.node == 0 => {
                self.looks[0] != Look::default() && self.looks[0].state != State::Old
            }
            _ => false,
        }
    }

    /// What was seen becomes old; values stay.
    fn reset(&mut self) {
        self.evaluated = 0;
        self.saved = 0;
        for look in &mut self.looks {
            let state = match look.state {
                State::Unseen | State::Cut => State::Unseen,
                _ => State::Old,
            };
            *look = Look {
                state,
                value: std::mem::take(&mut look.value),
                ..Look::default()
            };
        }
    }

    /// The nodes whose look an event changes.
    fn changes(&mut self, event: &TraceEvent) -> Vec<Change> {
        match &event.kind {
            EventKind::Iteration { .. } => Vec::new(),
            EventKind::Cutoff(cut) => self.cut(event, cut),
            EventKind::Grow => self.grown(event),
            EventKind::Leaf { .. } => {
                self.evaluated += 1;
                vec![(event.node, self.look(event))]
            }
            _ => vec![(event.node, self.look(event))],
        }
    }

    /// The new look of an event's own node.
    fn look(&self, event: &TraceEvent) -> Look {
        let mut look = self.looks[event.node].clone();
        if let Some(window) = event.window
            && self.trace.windowed
        {
            look.window = self.words.window(window);
        }
        match &event.kind {
            EventKind::Enter => {
                look.state = State::Open;
                look.value = String::new();
                look.best = None;
            }
            EventKind::Leaf { .. } => {
                look.state = State::Leaf;
                look.window = String::new();
                look.value = self.value(event, Bound::Exact);
            }
            EventKind::TableHit(bound) => {
                look.state = State::Hit;
                look.value = self.value(event, *bound);
            }
            EventKind::Improve { child, .. } => {
                look.best = *child;
                look.value = self.best_value(event, *child);
            }
            EventKind::Cutoff(cut) => {
                look.best = cut.child.or(look.best);
                look.value = self.value(event, so_far(self.trace.nodes[event.node].mover));
            }
            EventKind::Leave(bound) => {
                look.state = State::Done;
                look.value = self.value(event, *bound);
            }
            EventKind::Backup(labels) => self.backed_up(&mut look, event, labels),
            EventKind::Grow => {
                look.state = State::Leaf;
                look.value = self.value(event, Bound::Exact);
            }
            EventKind::Closed { .. } => penalties::show_closed(&mut look),
            EventKind::Iteration { .. }
            | EventKind::Singular { .. }
            | EventKind::StandPat
            | EventKind::Select(_)
            | EventKind::World(_) => {}
        }
        look
    }

    /// The value of the best move so far. Where several play it is a vector, known at the child.
    fn best_value(&self, event: &TraceEvent, child: Option<usize>) -> String {
        match self.trace.nodes[event.node].mover {
            Mover::Player(_) => {
                let value = child.map(|child| self.looks[child].value.clone());
                value.unwrap_or_default()
            }
            mover => self.value(event, bound(event, mover)),
        }
    }

    fn backed_up(&self, look: &mut Look, event: &TraceEvent, labels: &[(&'static str, f64)]) {
        if look.state != State::Leaf {
            look.state = State::Done;
        }
        if let Some(labels) = MinMaxLabels::of(labels) {
            penalties::show_in(look, event.node, &labels, &self.words);
            return;
        }
        look.window = labels_text(&labels[..labels.len().min(2)]);
        look.best = self.child_worth(event).or(look.best);
        look.value = self.value(event, Bound::Exact);
    }

    /// A cutoff: the children that were left out are crossed out.
    fn cut(&mut self, event: &TraceEvent, cut: &Cutoff) -> Vec<Change> {
        let mut changes = vec![(event.node, self.look(event))];
        let before = self.saved;
        for child in leaves::skipped(self.trace, event.node, cut) {
            self.saved += leaves::leaves_below(self.trace, child, cut.horizon).count;
            let look = Look {
                state: State::Cut,
                value: self.looks[child].value.clone(),
                ..Look::default()
            };
            changes.push((child, look));
        }
        self.saved = self.saved.saturating_sub(cut.seen_leaves).max(before);
        changes
    }

    /// A new node of a tree in memory: its parent is a leaf no longer.
    fn grown(&mut self, event: &TraceEvent) -> Vec<Change> {
        let mut look = self.look(event);
        if let Some(labels) = self.labels_of_new(event.node) {
            penalties::show_in(&mut look, event.node, &labels, &self.words);
        }
        self.evaluated += u64::from(leaves::is_leaf(self.trace, event.node));
        let mut changes = vec![(event.node, look)];
        if let Some(parent) = self.trace.nodes[event.node].parent
            && self.looks[parent].state == State::Leaf
        {
            let look = Look {
                state: State::Done,
                ..self.looks[parent].clone()
            };
            changes.push((parent, look));
        }
        changes
    }

    /// A new node's labels; its weight is not known yet.
    fn labels_of_new(&self, node: usize) -> Option<MinMaxLabels> {
        self.first_labels[node].map(|labels| labels.unweighted())
    }

    /// The child from which a node of a tree in memory has its value.
    fn child_worth(&self, event: &TraceEvent) -> Option<usize> {
        let same =
            |child: &usize| self.scores[*child].is_some() && self.scores[*child] == event.value;
        let children = &self.trace.nodes[event.node].children;
        children.iter().copied().find(same)
    }

    /// The line of the pseudo-code.
    fn code(&self, event: &TraceEvent) -> Option<usize> {
        let caller = self.caller(event.node);
        self.program.line(&event.kind, caller, event.node == 0)
    }

    /// Whose function of the pseudo-code looks at a node. Where the game is over, the function is
    /// that of the player who would move.
    fn caller(&self, node: usize) -> Mover {
        let node = &self.trace.nodes[node];
        let above = node.parent.map(|parent| self.trace.nodes[parent].mover);
        match (node.end_value, above) {
            (Some(_), Some(Mover::Max)) => Mover::Min,
            (Some(_), Some(_)) => Mover::Max,
            _ => node.mover,
        }
    }

    fn value(&self, event: &TraceEvent, bound: Bound) -> String {
        let several = event.vector.as_ref().is_some_and(|all| all.len() > 2);
        if several || event.kind.is_repetition() {
            return self.words.event_value(event);
        }
        let value = event.value.map(|value| self.words.bounded(value, bound));
        value.unwrap_or_default()
    }
}

/// What a mover's best so far says about the node's value.
fn so_far(mover: Mover) -> Bound {
    match mover {
        Mover::Max | Mover::Player(_) => Bound::Lower,
        Mover::Min => Bound::Upper,
        Mover::Chance => Bound::Exact,
    }
}

fn bound(event: &TraceEvent, mover: Mover) -> Bound {
    match &event.kind {
        EventKind::TableHit(bound) | EventKind::Leave(bound) => *bound,
        EventKind::Improve { sure: false, .. } => mover.unsure(),
        EventKind::Improve { .. } | EventKind::Cutoff(_) => so_far(mover),
        _ => Bound::Exact,
    }
}
