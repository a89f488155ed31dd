//! The explanation as data: `gametree.explain/1`.

use gametree::{Bound, Score};
use serde_json::{Map, Value, json};

use crate::effort;
use crate::explanation::Explanation;
use crate::leaves::{PrunedBranch, SkipReason};
use crate::minmax_labels::{OpenTip, Selection};
use crate::steps::Step;
use crate::trace::{EventKind, PathBound, TraceEvent, World};

impl Explanation {
    /// The steps and what came of them as data, schema `gametree.explain/1`.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut object = head(self);
        if !self.options.note.is_empty() {
            object["note"] = json!(self.options.note);
        }
        object["pruned"] = self
            .pruned
            .iter()
            .map(|branch| pruned(self, branch))
            .collect();
        if self.trace().weighted {
            object["effort"] = effort::json(self.trace());
        }
        object["strategy"] = strategy(self);
        object["replies"] = replies(self);
        object["strategy_note"] = json!(self.strategy.note);
        object["tree"] = (0..self.trace().nodes.len())
            .map(|id| node(self, id))
            .collect();
        object["events"] = (1..)
            .zip(&self.steps)
            .map(|(number, step)| event(self, number, step))
            .collect();
        object
    }
}

/// The answer and the counts.
fn head(explanation: &Explanation) -> Value {
    let recording = &explanation.recording;
    let leaves = &explanation.leaves;
    let mut names = recording
        .line
        .iter()
        .skip(1)
        .map(|&id| &explanation.names[id]);
    let line_names: Vec<&String> = names.clone().collect();
    json!({
        "schema": "gametree.explain/1",
        "title": explanation.options.title,
        "search": explanation.options.search,
        "value": explanation.words().json(recording.value),
        "best": recording.moves.first(),
        "best_name": names.next(),
        "line": recording.moves,
        "line_names": line_names,
        "proven": recording.proven,
        "stop": recording.stop,
        "nodes": recording.counts.nodes,
        "evaluations": recording.counts.evaluations,
        "moves": recording.counts.moves,
        "leaves_evaluated": leaves.reported.then_some(leaves.evaluated),
        "leaves_reported": leaves.reported,
        "leaves_total": leaves.total.map(|total| total.count),
        "leaves_total_exact": leaves.total.is_some_and(|total| total.exact),
        "endless": recording.trace.endless(),
        "stopped": explanation.stopped(),
        "nodes_dropped": explanation.dropped(),
        "events_untold": recording.trace.unrecorded,
    })
}

/// One step.
fn event(explanation: &Explanation, number: usize, step: &Step) -> Value {
    let score = |value: Option<Score>| value.map(|value| explanation.words().json(value));
    let node = &explanation.trace().nodes[step.node];
    let mut object = json!({
        "step": number,
        "kind": step.kind,
        "node": step.node,
        "name": explanation.names[step.node],
        "ply": node.ply,
        "mover": node.mover.word(),
        "alpha": score(step.window.map(|window| window.alpha)),
        "beta": score(step.window.map(|window| window.beta)),
        "value": score(step.value),
        "bound": bound(step.bound),
        "leaves_evaluated": step.evaluated,
        "leaves_saved": step.saved,
        "text": step.text,
    });
    answers(step, &mut object);
    if let Some(number) = step.event {
        details(
            explanation,
            &explanation.trace().events[number],
            &mut object,
        );
    }
    if !step.quiet.is_empty() {
        let also = step.quiet.iter().map(|&number| also(explanation, number));
        object["also"] = also.collect();
    }
    object
}

/// What a reader who predicts the step is asked: whether a value cuts, and what the mover above
/// makes of the value that a node hands up.
pub fn answers(step: &Step, object: &mut Value) {
    match step.kind {
        "improve" => object["cuts"] = json!(false),
        "cutoff" => object["cuts"] = json!(true),
        _ => {}
    }
    if let Some(decision) = step.decision {
        object["decision"] = json!(decision);
    }
}

/// What only events of one kind have.
fn details(explanation: &Explanation, event: &TraceEvent, object: &mut Value) {
    if let Some(values) = &event.vector {
        object["values"] = json!(values);
    }
    match &event.kind {
        EventKind::Cutoff(cut) => {
            let bounds = cut.path_bounds.iter();
            object["bounds"] = bounds.map(|bound| path_bound(explanation, bound)).collect();
            object["cut_by"] = json!(explanation.words().cut_by(event));
        }
        EventKind::World(seen) => object["world"] = world(seen),
        EventKind::Leaf {
            repeats: Some(since),
            ..
        } => object["repeats_ply"] = json!(since),
        EventKind::Backup(all) => object["labels"] = labels(explanation, all),
        EventKind::Select(Some(why)) => object["because"] = because(explanation, why),
        EventKind::Closed { sure } => object["sure"] = json!(explanation.words().json(*sure)),
        _ => {}
    }
}

fn world(world: &World) -> Value {
    let values = world.values.iter();
    let values: Map<String, Value> = values
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    json!({
        "number": world.number + 1,
        "position": world.position,
        "probability": world.probability,
        "values": values,
    })
}

/// A search's own numbers; infinite ones are null, a child goes by its name.
fn labels(explanation: &Explanation, labels: &[(&'static str, f64)]) -> Value {
    let value = |name, x: f64| {
        if name == "a" {
            json!(explanation.names[x as usize])
        } else {
            json!(x)
        }
    };
    let all: Map<String, Value> = labels
        .iter()
        .map(|&(name, x)| (name.to_string(), value(name, x)))
        .collect();
    Value::Object(all)
}

/// Why a tip: the weights on the way to it, their sum, and how many there were to choose from.
fn because(explanation: &Explanation, why: &Selection) -> Value {
    let edge = |&(node, weight): &(Option<usize>, f64)| {
        let name = node.map(|id| &explanation.names[id]);
        json!({ "name": name, "w": weight })
    };
    let edges: Vec<Value> = why.edges.iter().map(edge).collect();
    let tip = |tip: &OpenTip| {
        let name = &explanation.names[tip.node];
        json!({ "name": name, "penalty": tip.penalty, "D": tip.derivative() })
    };
    let open: Vec<Value> = why.open.iter().map(tip).collect();
    let sum = why.sum();
    json!({
        "edges": edges, "sum": sum, "D": (-sum).exp(), "tips": why.tips, "least": why.is_least(), "open": open,
    })
}

/// The news of a node that has no step of its own.
fn also(explanation: &Explanation, number: usize) -> Value {
    let event = &explanation.trace().events[number];
    let all = if let EventKind::Backup(all) = &event.kind {
        labels(explanation, all)
    } else {
        Value::Null
    };
    json!({ "node": event.node, "name": explanation.names[event.node], "labels": all })
}

fn path_bound(explanation: &Explanation, bound: &PathBound) -> Value {
    json!({
        "i": bound.depth,
        "chooser": bound.chooser.word(),
        "value": bound.known.map(|(_, value)| explanation.words().json(value)),
        "at": bound.known.map(|(sibling, _)| explanation.names[sibling].clone()),
    })
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

fn pruned(explanation: &Explanation, branch: &PrunedBranch) -> Value {
    json!({
        "name": branch.node.map(|node| explanation.names[node].clone()),
        "move": branch.node.map(|node| explanation.trace().nodes[node].via.clone()),
        "node": explanation.names[branch.parent],
        "leaves": branch.leaves.count,
        "leaves_exact": branch.leaves.exact,
        "reason": reason_word(branch.reason),
        "step": explanation.step_of(branch.reason).map(|step| step + 1),
        "why": explanation.why(branch),
    })
}

fn reason_word(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::Cutoff(_) => "cutoff",
        SkipReason::Table => "table",
        SkipReason::NeverGrown => "never grown",
        SkipReason::NotReached => "not reached",
    }
}

fn strategy(explanation: &Explanation) -> Value {
    let decisions = explanation.strategy.decisions.iter();
    let pairs = decisions.map(|decision| {
        let to = json!({
            "move": explanation.trace().nodes[decision.child].via,
            "to": explanation.names[decision.child],
            "value": explanation.words().json(decision.value),
            "bound": bound(decision.bound),
        });
        (explanation.names[decision.node].clone(), to)
    });
    Value::Object(pairs.collect())
}

fn replies(explanation: &Explanation) -> Value {
    let pairs = explanation.strategy.replies.iter().map(|(node, children)| {
        let names: Vec<&String> = children
            .iter()
            .map(|&child| &explanation.names[child])
            .collect();
        (explanation.names[*node].clone(), json!(names))
    });
    Value::Object(pairs.collect())
}

fn node(explanation: &Explanation, id: usize) -> Value {
    let node = &explanation.trace().nodes[id];
    let look = &explanation.looks[id];
    let mut object = json!({
        "id": id,
        "parent": node.parent,
        "name": explanation.names[id],
        "move": node.via,
        "mover": node.mover.word(),
        "visited": node.visited,
        "over": node.end_value.map(|value| explanation.words().json(value)),
        "state": look.state.class(),
        "value": look.value,
        "window": look.window,
        "folded": node.fold.map_or(0, |fold| fold.nodes),
    });
    if explanation.trace().weighted {
        object["weight"] = json!(look.weight);
    }
    object
}
