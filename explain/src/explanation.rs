//! What a search did: plain data, worked out of a [`Recording`].

use gametree::{Score, Verdict};

use crate::claim::Claim;
use crate::code::Program;
use crate::decimals::values_text;
use crate::layout::{self, LabelWidths, Layout};
use crate::leaves::{self, LeafCount, PrunedBranch, SkipReason};
use crate::look::Look;
use crate::names;
use crate::options::Options;
use crate::recorder::Recording;
use crate::sentences::is_limit;
use crate::steps::{self, End, Step};
use crate::strategy::{self, Strategy};
use crate::trace::{EventKind, Trace};
use crate::wording::Wording;

/// What a search did: its steps, its tree, its result.
pub struct Explanation {
    pub(crate) options: Options,
    pub(crate) recording: Recording,
    pub(crate) leaves: Leaves,
    /// A name for every node.
    pub(crate) names: Vec<String>,
    pub(crate) steps: Vec<Step>,
    /// What the picture shows after the last step.
    pub(crate) looks: Vec<Look>,
    /// What was not searched; empty where that is not known.
    pub(crate) pruned: Vec<PrunedBranch>,
    pub(crate) strategy: Strategy,
    pub(crate) layout: Layout,
    pub(crate) program: Program,
    /// What the end of the game is worth at each node, as text; empty elsewhere.
    pub(crate) end_texts: Vec<String>,
}

/// The leaves of the tree down to the depth limit, and what became of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaves {
    /// Those that the search evaluated. (Past the cap on nodes leaf events are counted: a leaf seen
    /// in two passes then counts twice.)
    pub evaluated: u64,
    /// All of them, where that is a number: there is none where play loops, or where some moves
    /// were searched beyond the depth limit.
    pub total: Option<LeafCount>,
    /// Whether the search reports which leaves it evaluates; otherwise they cannot be counted.
    pub reported: bool,
}

impl Leaves {
    fn of(trace: &Trace, options: &Options) -> Leaves {
        let evaluated = leaves::evaluated(trace) + trace.leaves_unrecorded;
        let reported = trace.reports_leaves() && options.leaves_known;
        let total = leaves::leaves_below(trace, 0, u32::MAX);
        // A lower bound below what the search has seen itself says nothing.
        let says = total.exact || total.count > evaluated;
        let countable = options.leaves_known && !trace.endless() && !trace.extended;
        Leaves {
            evaluated,
            total: Some(total).filter(|_| says && countable),
            reported,
        }
    }

    /// What became of the leaves: those that a search did without, only where it came to its end.
    fn claims(&self, stopped: bool, trace: &Trace) -> Vec<Claim> {
        let evaluated = self.evaluated;
        let total = self.total.filter(|_| !stopped);
        let mut claims = vec![Claim::LeavesSeen {
            evaluated,
            total,
            // A search that deepens by itself has asked for this depth at last.
            depth: trace
                .horizon
                .filter(|_| trace.iterates() && !trace.extended),
        }];
        if let Some(LeafCount { count, exact: true }) = total
            && let Some(saved) = count.checked_sub(evaluated)
        {
            claims.push(Claim::LeavesSaved {
                saved,
                total: count,
            });
        }
        if trace.endless() {
            claims.push(Claim::Endless);
        }
        claims
    }
}

impl Explanation {
    /// Works out everything that a recording says.
    pub(crate) fn new(recording: Recording, options: &Options) -> Explanation {
        let trace = &recording.trace;
        let leaves = Leaves::of(trace, options);
        let pruned = if leaves.reported && trace.worlds() == 0 {
            leaves::pruned(trace)
        } else {
            Vec::new()
        };
        let names = names::names(trace);
        let program = Program::of(&options.search, trace.iterates());
        let words = Wording {
            trace,
            names: &names,
            scale: options.scale,
            victim: victim(trace, options),
        };
        let end = End {
            value: recording.value,
            line: &recording.line,
            claims: words.result(recording.value, &recording.line, recording.stop),
        };
        let (steps, looks) = steps::replay(words, program, end);
        let widths = label_widths(&steps, &names);
        Explanation {
            options: options.clone(),
            leaves,
            pruned,
            strategy: strategy::strategy(trace, &recording.line, is_limit(recording.stop)),
            layout: layout::layout(trace, &recording.line, options.max_drawn, &widths),
            end_texts: end_texts(trace, options),
            program,
            steps,
            looks,
            names,
            recording,
        }
    }

    pub(crate) fn trace(&self) -> &Trace {
        &self.recording.trace
    }

    pub(crate) fn words(&self) -> Wording<'_> {
        Wording {
            trace: self.trace(),
            names: &self.names,
            scale: self.options.scale,
            victim: victim(self.trace(), &self.options),
        }
    }

    /// Whether a limit stopped the search before its end.
    pub(crate) fn stopped(&self) -> bool {
        is_limit(self.recording.stop)
    }

    /// The root's value.
    #[must_use]
    pub fn value(&self) -> Score {
        self.recording.value
    }

    /// The best line, as moves in the game's notation.
    #[must_use]
    pub fn line(&self) -> &[String] {
        &self.recording.moves
    }

    /// Every step as a sentence, the result last.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().map(|step| step.text.as_str())
    }

    /// Value, move and counts in one or two sentences.
    #[must_use]
    pub fn summary(&self) -> String {
        let words = self.words();
        let value = words.worth_text(&words.root_worth(self.value()));
        let so_far = if self.stopped() { " so far" } else { "" };
        let best = match (self.recording.line.get(1), self.line().first()) {
            (Some(&node), _) => format!(", best move {}", self.names[node]),
            (None, Some(best)) => format!(", best move {best}"),
            _ => String::new(),
        };
        let counts = words.tell(&self.count_claims());
        format!("Value{so_far} {value}{best}. {counts}")
    }

    /// What is said of the search's cost.
    pub(crate) fn count_claims(&self) -> Vec<Claim> {
        let trace = self.trace();
        let nodes = self.recording.counts.nodes;
        let mut claims = Vec::new();
        if self.stopped() {
            let limit = self.recording.stop;
            claims.push(Claim::Stopped { limit });
        }
        match trace.worlds() {
            0 if !self.leaves.reported => claims.push(Claim::NodesVisited { nodes }),
            0 => claims.extend(self.leaves.claims(self.stopped(), trace)),
            told => {
                let worlds = trace.whole_worlds();
                let cut_off = told - worlds;
                claims.push(Claim::MeanOfWorlds {
                    worlds,
                    cut_off,
                    nodes,
                });
            }
        }
        claims
    }

    /// How to read the values.
    pub(crate) fn key(&self) -> String {
        let first = match self.trace().root_vector() {
            Some(values) if values.len() > 2 => {
                let all: Vec<String> = (1..=values.len()).map(|n| n.to_string()).collect();
                format!(
                    "A value is what players {} get, in this order",
                    all.join(", ")
                )
            }
            _ => "Values are the first player's".into(),
        };
        let note = &self.options.note;
        if !note.is_empty() {
            return format!("{first}. {note}.");
        }
        let value = self.options.scale.text(self.value());
        let (winner, count) = match self.value().verdict() {
            Verdict::Points(_) => return format!("{first}."),
            // The values do not say how long a win takes.
            _ if value != self.value().to_string() => return format!("{first}."),
            Verdict::Win(count) => ("MAX", count),
            Verdict::Loss(count) => ("MIN", count),
        };
        let moves = if count == 1 {
            "move"
        } else {
            "moves, counting both sides"
        };
        format!("{first}: {value} means that {winner} wins in {count} {moves}.")
    }

    /// Whether the search saw more nodes than were kept; then not all that it cut off is listed.
    pub(crate) fn dropped(&self) -> bool {
        self.trace().leaves_unrecorded > 0
    }

    /// The step of a cutoff.
    pub(crate) fn step_of(&self, reason: SkipReason) -> Option<usize> {
        match reason {
            SkipReason::Cutoff(event) => {
                self.steps.iter().position(|step| step.event == Some(event))
            }
            _ => None,
        }
    }

    /// The node on the way to this one that a proof has closed.
    fn closed_above(&self, node: usize) -> Option<usize> {
        let path = self.trace().path(node);
        let closed = self.trace().events.iter().find(|event| {
            matches!(event.kind, EventKind::Closed { .. }) && path.contains(&event.node)
        });
        closed.map(|event| event.node)
    }

    /// Whether a node's value was certain at the end of the search.
    fn settled(&self, node: usize) -> bool {
        let mut told = self.trace().events.iter().rev();
        let last = told.find_map(|event| match &event.kind {
            EventKind::Backup(labels) if event.node == node => Some(labels),
            _ => None,
        });
        last.is_some_and(|labels| labels_settle(labels))
    }

    /// Why a branch was left out, in a few words.
    pub(crate) fn why(&self, branch: &PrunedBranch) -> String {
        let at = self.words().at(branch.parent);
        match branch.reason {
            SkipReason::Cutoff(event) => self.words().cut_reason(&self.trace().events[event]),
            SkipReason::Table => format!("the table knew {at}"),
            SkipReason::NeverGrown => match self.closed_above(branch.parent) {
                Some(closed) => format!("a proof has closed {}", self.words().at(closed)),
                None if self.settled(branch.parent) => {
                    format!("the value of {at} was certain without it")
                }
                None if self.recording.proven => {
                    format!("the value of {} was certain without it", self.words().at(0))
                }
                None => format!("other tips were more urgent than this one below {at}"),
            },
            SkipReason::NotReached => format!("the search left {at} without searching it"),
        }
    }

    /// What a branch is called; several at once have no name.
    pub(crate) fn branch_name(&self, branch: &PrunedBranch) -> &str {
        branch
            .node
            .map_or("the rest", |node| self.names[node].as_str())
    }
}

/// Whether a search's own numbers say that nothing is left to find out below a node.
fn labels_settle(labels: &[(&'static str, f64)]) -> bool {
    let named = |name| {
        labels
            .iter()
            .find(|label| label.0 == name)
            .map(|label| label.1)
    };
    let bounds_meet = named("at least").is_some_and(|low| named("at most") == Some(low));
    bounds_meet || named("π") == Some(f64::INFINITY)
}

/// The player against whom a search has all others play: who moves at the root.
fn victim(trace: &Trace, options: &Options) -> Option<u8> {
    let search = options.search.split([':', ' ']).next().unwrap_or_default();
    let against_one = matches!(search, "paranoid" | "brs") && trace.has_several_players();
    against_one.then_some(trace.root_player)
}

/// What the ends of the game are worth. Where several play that is a value for each, and known only
/// of ends that the search has seen.
fn end_texts(trace: &Trace, options: &Options) -> Vec<String> {
    if trace.root_vector().is_none() {
        let value = |node: &crate::trace::Node| node.end_value;
        let text = |value: Option<Score>| value.map(|value| options.scale.text(value));
        let nodes = trace.nodes.iter();
        return nodes
            .map(|node| text(value(node)).unwrap_or_default())
            .collect();
    }
    let mut texts = vec![String::new(); trace.nodes.len()];
    for event in &trace.events {
        if let Some(values) = &event.vector
            && trace.nodes[event.node].end_value.is_some()
        {
            texts[event.node] = values_text(values);
        }
    }
    texts
}

/// The room that each node's name needs, and over all steps its window and the weight on its edge.
fn label_widths(steps: &[Step], names: &[String]) -> Vec<LabelWidths> {
    let mut widths: Vec<LabelWidths> = names.iter().map(|name| LabelWidths::of(name)).collect();
    for (node, look) in steps.iter().flat_map(|step| &step.changes) {
        let width = &mut widths[*node];
        width.window = width.window.max(look.window.chars().count());
        width.weight = width.weight.max(look.weight.chars().count());
    }
    widths
}
