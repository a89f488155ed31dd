//! The search as a film: every mark becomes a step with a sentence and the nodes whose look
//! changes.
//!
//! The picture at a step is what the steps up to it leave behind; the one after the last step is
//! the picture of the whole search.

use gametree::{Bound, Score, Window};

use super::code;
use super::penalties::{self, Numbers};
use super::saved;
use super::trace::{Mark, Mover, Trace, What};
use super::words::{Words, notes};

/// How far the search is with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// Not seen yet.
    #[default]
    Unseen,
    /// On the path that the search is on.
    Open,
    /// Finished, or an inner node of a tree in memory.
    Done,
    /// Evaluated.
    Leaf,
    /// Known from the table.
    Hit,
    /// Left out by a cut-off.
    Cut,
    /// Seen in an earlier pass.
    Old,
}

impl State {
    /// The class of the picture's style sheet.
    pub fn class(self) -> &'static str {
        match self {
            State::Unseen => "unseen",
            State::Open => "open",
            State::Done => "done",
            State::Leaf => "leaf",
            State::Hit => "hit",
            State::Cut => "cut",
            State::Old => "old",
        }
    }
}

/// What the picture shows of a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// How far the search is with it.
    pub state: State,
    /// Its value so far.
    pub value: String,
    /// Its window.
    pub window: String,
    /// Its best child so far.
    pub best: Option<usize>,
    /// The weight of the edge into it.
    pub weight: String,
}

/// One step of the film.
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
    /// The step as a sentence.
    pub text: String,
    /// The marks before it that have no step of their own.
    pub quiet: Vec<usize>,
    /// What the min/max approximation knows of the node.
    pub numbers: Option<Numbers>,
    /// A new pass begins: what was seen becomes old.
    pub reset: bool,
    /// New looks.
    pub changes: Vec<(usize, Look)>,
    /// Leaves evaluated in this pass so far.
    pub evaluated: u64,
    /// Leaves cut off in this pass so far.
    pub saved: u64,
    /// The line of the pseudo-code.
    pub code: Option<usize>,
    /// The mark it was made from; `None` for the last step.
    pub mark: Option<usize>,
}

/// Plays the marks.
pub struct Stage<'a> {
    trace: &'a Trace,
    words: &'a Words<'a>,
    /// The looks after the steps so far.
    pub looks: Vec<Look>,
    scores: Vec<Option<Score>>,
    /// The numbers of the min/max approximation: those so far, and each node's first.
    numbers: Vec<Option<Numbers>>,
    first_numbers: Vec<Option<Numbers>>,
    /// Marks that are shown with the next step.
    quiet: Vec<usize>,
    evaluated: u64,
    saved: u64,
    program: code::Program,
}

impl<'a> Stage<'a> {
    /// An empty stage.
    pub fn new(trace: &'a Trace, words: &'a Words<'a>, program: code::Program) -> Self {
        let looks = vec![Look::default(); trace.nodes.len()];
        let scores = vec![None; trace.nodes.len()];
        let (numbers, first_numbers) = (
            vec![None; trace.nodes.len()],
            penalties::first_numbers(trace),
        );
        let quiet = Vec::new();
        Stage {
            trace,
            words,
            looks,
            scores,
            numbers,
            first_numbers,
            quiet,
            evaluated: 0,
            saved: 0,
            program,
        }
    }

    /// All marks, and at the end the result with its line of nodes.
    pub fn play(&mut self, value: Score, line: &[usize]) -> Vec<Step> {
        let mut steps = Vec::new();
        for number in 0..self.trace.marks.len() {
            let mark = &self.trace.marks[number];
            if penalties::is_quiet(self.numbers[mark.node].as_ref(), &mark.what) {
                self.note(mark);
                self.quiet.push(number);
            } else {
                let before = self.whisper();
                steps.push(self.step(number, before));
            }
        }
        let before = self.whisper();
        steps.push(self.result(value, line, before));
        steps
    }

    /// Takes note of a node's numbers.
    fn note(&mut self, mark: &Mark) {
        if let What::Backup(labels) = &mark.what {
            self.numbers[mark.node] = Numbers::of(labels);
        }
    }

    /// What the marks without a step of their own change, and which marks they are.
    fn whisper(&mut self) -> (Vec<(usize, Look)>, Vec<usize>) {
        let quiet = std::mem::take(&mut self.quiet);
        let mut all = Vec::new();
        for &number in &quiet {
            let changes = self.changes(&self.trace.marks[number]);
            for (node, look) in &changes {
                self.looks[*node] = look.clone();
            }
            all.extend(changes);
        }
        (all, quiet)
    }

    fn step(
        &mut self,
        number: usize,
        (mut before, quiet): (Vec<(usize, Look)>, Vec<usize>),
    ) -> Step {
        let mark = &self.trace.marks[number];
        self.note(mark);
        let root_again =
            matches!(mark.what, What::Enter) && mark.node == 0 && self.looks[0] != Look::default();
        let reset = root_again && self.looks[0].state != State::Old;
        let reset = reset || matches!(mark.what, What::Iteration { .. });
        if reset {
            self.reset();
        }
        let changes = self.changes(mark);
        self.scores[mark.node] = mark.value.or(self.scores[mark.node]);
        for (node, look) in &changes {
            self.looks[*node] = look.clone();
        }
        before.extend(changes);
        Step {
            kind: kind(&mark.what),
            node: mark.node,
            window: mark.window,
            value: mark.value,
            bound: bound(mark, self.trace.nodes[mark.node].mover),
            text: self.words.sentence(number, &self.numbers),
            reset,
            changes: before,
            quiet,
            numbers: self.numbers[mark.node].or(self.first(mark.node)),
            evaluated: self.evaluated,
            saved: self.saved,
            code: self
                .program
                .line(&mark.what, self.caller(mark.node), mark.node == 0),
            mark: Some(number),
        }
    }

    fn reset(&mut self) {
        (self.evaluated, self.saved) = (0, 0);
        for look in &mut self.looks {
            *look = match look.state {
                State::Unseen | State::Cut => Look {
                    value: look.value.clone(),
                    ..Look::default()
                },
                _ => Look {
                    state: State::Old,
                    value: look.value.clone(),
                    ..Look::default()
                },
            };
        }
    }

    fn changes(&mut self, mark: &Mark) -> Vec<(usize, Look)> {
        let mut look = self.looks[mark.node].clone();
        if let Some(window) = mark.window
            && self.words.windowed
        {
            look.window = self.words.window(window);
        }
        match &mark.what {
            What::Iteration { .. } => return Vec::new(),
            What::Enter => (look.state, look.value, look.best) = (State::Open, String::new(), None),
            What::Leaf { .. } => {
                self.evaluated += 1;
                (look.state, look.window) = (State::Leaf, String::new());
                look.value = self.value(mark, Bound::Exact);
            }
            What::TableHit(bound) => {
                look.state = State::Hit;
                look.value = self.value(mark, *bound);
            }
            What::Improve { child }
                if matches!(self.trace.nodes[mark.node].mover, Mover::Player(_)) =>
            {
                look.best = *child;
                look.value = child
                    .map(|child| self.looks[child].value.clone())
                    .unwrap_or_default();
            }
            What::Improve { child } => {
                look.best = *child;
                look.value = self.value(mark, so_far(self.trace.nodes[mark.node].mover));
            }
            What::Cutoff(_) => return self.cut(mark, look),
            What::Leave(bound) => {
                look.state = State::Done;
                look.value = self.value(mark, *bound);
            }
            What::Grow => return self.grown(mark, look),
            What::Select(_) | What::World(_) => {}
            What::Backup(labels) if Numbers::of(labels).is_some() => {
                look.state = if look.state == State::Leaf {
                    State::Leaf
                } else {
                    State::Done
                };
                if let Some(numbers) = Numbers::of(labels) {
                    numbers.dress(&mut look, self.words);
                }
            }
            What::Backup(labels) => {
                look.window = notes(&labels[..labels.len().min(2)]);
                look.best = self.child_worth(mark).or(look.best);
                look.value = self.value(mark, Bound::Exact);
                look.state = if look.state == State::Leaf {
                    State::Leaf
                } else {
                    State::Done
                };
            }
        }
        vec![(mark.node, look)]
    }

    fn cut(&mut self, mark: &Mark, mut look: Look) -> Vec<(usize, Look)> {
        let What::Cutoff(cut) = &mark.what else {
            return Vec::new();
        };
        look.value = self.value(mark, so_far(self.trace.nodes[mark.node].mover));
        if cut.child.is_some() {
            look.best = cut.child;
        }
        let mut changes = vec![(mark.node, look)];
        for child in saved::skipped(self.trace, mark.node, cut) {
            self.saved += saved::leaves_below(self.trace, child, cut.horizon).count;
            let value = self.looks[child].value.clone();
            changes.push((
                child,
                Look {
                    state: State::Cut,
                    value,
                    ..Look::default()
                },
            ));
        }
        changes
    }

    fn grown(&mut self, mark: &Mark, mut look: Look) -> Vec<(usize, Look)> {
        look.value = self.value(mark, Bound::Exact);
        look.state = State::Leaf;
        if let Some(numbers) = self.first(mark.node) {
            numbers.dress(&mut look, self.words);
        }
        self.evaluated += u64::from(saved::is_leaf(self.trace, mark.node));
        let mut changes = vec![(mark.node, look)];
        if let Some(parent) = self.trace.nodes[mark.node].parent
            && self.looks[parent].state == State::Leaf
        {
            changes.push((
                parent,
                Look {
                    state: State::Done,
                    ..self.looks[parent].clone()
                },
            ));
        }
        changes
    }

    /// A new node's numbers; its weight is not known yet.
    fn first(&self, node: usize) -> Option<Numbers> {
        self.first_numbers[node].map(|numbers| Numbers {
            weight: None,
            ..numbers
        })
    }

    /// The child from which a node of a tree in memory has its value.
    fn child_worth(&self, mark: &Mark) -> Option<usize> {
        let same =
            |child: &usize| self.scores[*child].is_some() && self.scores[*child] == mark.value;
        self.trace.nodes[mark.node]
            .children
            .iter()
            .copied()
            .find(same)
    }

    /// Whose function of the pseudo-code looks at a node: nobody moves where the game is over.
    fn caller(&self, node: usize) -> Mover {
        let at = &self.trace.nodes[node];
        match (
            at.over,
            at.parent.map(|parent| self.trace.nodes[parent].mover),
        ) {
            (Some(_), Some(Mover::Max)) => Mover::Min,
            (Some(_), Some(_)) => Mover::Max,
            _ => at.mover,
        }
    }

    fn value(&self, mark: &Mark, bound: Bound) -> String {
        if mark.vector.is_some()
            || matches!(
                mark.what,
                What::Leaf {
                    repeats: Some(_),
                    ..
                }
            )
        {
            return self.words.marked(mark);
        }
        mark.value
            .map(|value| self.words.bounded(value, bound))
            .unwrap_or_default()
    }

    /// The last step: the answer, with its line of play drawn through.
    fn result(
        &mut self,
        value: Score,
        line: &[usize],
        (mut changes, quiet): (Vec<(usize, Look)>, Vec<usize>),
    ) -> Step {
        for pair in line.windows(2) {
            let look = Look {
                best: Some(pair[1]),
                ..self.looks[pair[0]].clone()
            };
            changes.push((pair[0], look));
        }
        for (node, look) in &changes {
            self.looks[*node] = look.clone();
        }
        Step {
            kind: "result",
            node: 0,
            window: None,
            value: Some(value),
            bound: Bound::Exact,
            text: self.words.result(value, line),
            reset: false,
            changes,
            quiet,
            numbers: self.numbers[0],
            evaluated: self.evaluated,
            saved: self.saved,
            code: None,
            mark: None,
        }
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

fn bound(mark: &Mark, mover: Mover) -> Bound {
    match &mark.what {
        What::TableHit(bound) | What::Leave(bound) => *bound,
        What::Improve { .. } | What::Cutoff(_) => so_far(mover),
        _ => Bound::Exact,
    }
}

/// The event's name.
pub fn kind(what: &What) -> &'static str {
    match what {
        What::Iteration { .. } => "iteration",
        What::Enter => "enter",
        What::Leaf { .. } => "leaf",
        What::TableHit(_) => "table",
        What::Improve { .. } => "improve",
        What::Cutoff(_) => "cutoff",
        What::Leave(_) => "leave",
        What::Grow => "grow",
        What::Select(_) => "select",
        What::Backup(_) => "backup",
        What::World(_) => "world",
    }
}
