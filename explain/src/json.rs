//! The explanation as data: `gametree.explain/1`.

use gametree::{Bound, Score};
use serde_json::{Map, Value, json};

use super::Explanation;
use super::penalties::Why;
use super::saved::{Pruned, Reason};
use super::steps::Step;
use super::trace::What;
use super::words::deciding;

/// The whole object.
pub fn object(explanation: &Explanation<'_>) -> Value {
    let name = |id: &usize| explanation.names[*id].clone();
    let events: Vec<Value> = explanation
        .steps
        .iter()
        .enumerate()
        .map(|(number, step)| event(explanation, number, step))
        .collect();
    let pruned: Vec<Value> = explanation
        .pruned
        .iter()
        .map(|branch| pruned(explanation, branch))
        .collect();
    let mut object = json!({
        "schema": "gametree.explain/1",
        "title": explanation.title,
        "search": explanation.search,
        "value": score(explanation, explanation.value),
        "best": explanation.moves.first(),
        "best_name": explanation.line.get(1).map(name),
        "line": explanation.moves,
        "line_names": explanation.line.iter().skip(1).map(name).collect::<Vec<_>>(),
        "proven": explanation.proven,
        "stop": explanation.stop,
        "nodes": explanation.counts.nodes,
        "evaluations": explanation.counts.evaluations,
        "moves": explanation.counts.moves,
        "leaves_evaluated": explanation.leaves_reported.then_some(explanation.leaves_evaluated),
        "leaves_reported": explanation.leaves_reported,
        "leaves_total": explanation.leaves_total.count,
        "leaves_total_exact": explanation.leaves_total.exact,
        "nodes_dropped": explanation.dropped(),
        "events_untold": explanation.trace.unrecorded,
    });
    if !explanation.note.is_empty() {
        object["note"] = json!(explanation.note);
    }
    object["pruned"] = Value::Array(pruned);
    object["strategy"] = strategy(explanation);
    object["replies"] = replies(explanation);
    object["strategy_note"] = json!(explanation.strategy.note);
    object["tree"] = Value::Array(
        (0..explanation.trace.nodes.len())
            .map(|id| node(explanation, id))
            .collect(),
    );
    object["events"] = Value::Array(events);
    object
}

/// A value as a plain number where it is one: in the unit of the game's own text.
pub fn score(explanation: &Explanation<'_>, value: Score) -> Value {
    if value == Score::INFINITY || value == -Score::INFINITY {
        return Value::Null;
    }
    let text = explanation.words().value(value);
    if let Ok(whole) = text.parse::<i64>() {
        return json!(whole);
    }
    match text.parse::<f64>() {
        Ok(number) => json!(number),
        Err(_) => json!(text),
    }
}

fn event(explanation: &Explanation<'_>, number: usize, step: &Step) -> Value {
    let window = step.window;
    let node = &explanation.trace.nodes[step.node];
    let mut event = json!({
        "step": number + 1,
        "kind": step.kind,
        "node": step.node,
        "name": explanation.names[step.node],
        "ply": node.ply,
        "mover": node.mover.word(),
        "alpha": window.map_or(Value::Null, |window| score(explanation, window.alpha)),
        "beta": window.map_or(Value::Null, |window| score(explanation, window.beta)),
        "value": step.value.map_or(Value::Null, |value| score(explanation, value)),
        "bound": bound(step.bound),
        "leaves_evaluated": step.evaluated,
        "leaves_saved": step.saved,
        "text": step.text,
    });
    let what = step.mark.map(|mark| &explanation.trace.marks[mark].what);
    if let Some(What::Cutoff(cut)) = what {
        event["bounds"] = cut
            .lefts
            .iter()
            .map(|left| left_bound(explanation, left))
            .collect();
        event["cut_by"] = json!(cut_by(explanation, step));
    }
    if let Some(What::World(world)) = what {
        let values: Map<String, Value> = world
            .values
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect();
        event["world"] = json!({
            "number": world.number + 1, "position": world.position, "probability": world.probability,
            "values": values,
        });
    }
    if let Some(What::Leaf {
        repeats: Some(since),
        ..
    }) = what
    {
        event["repeats_ply"] = json!(since);
    }
    if let Some(values) = step
        .mark
        .and_then(|mark| explanation.trace.marks[mark].vector.as_ref())
    {
        event["values"] = json!(values);
    }
    if let Some(What::Backup(all)) = what {
        event["labels"] = labels(explanation, all);
    }
    if let Some(What::Select(Some(why))) = what {
        event["because"] = because(explanation, why);
    }
    if !step.quiet.is_empty() {
        event["also"] = step
            .quiet
            .iter()
            .map(|&number| also(explanation, number))
            .collect();
    }
    event
}

/// A search's own numbers; infinite ones are null, a child goes by its name.
fn labels(explanation: &Explanation<'_>, labels: &[(&'static str, f64)]) -> Value {
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
fn because(explanation: &Explanation<'_>, why: &Why) -> Value {
    let edge = |&(node, weight): &(Option<usize>, f64)| json!({ "name": node.map(|id| explanation.names[id].clone()), "w": weight });
    let edges: Vec<Value> = why.edges.iter().map(edge).collect();
    json!({ "edges": edges, "sum": why.sum(), "tips": why.tips })
}

/// The news of a node that has no step of its own.
fn also(explanation: &Explanation<'_>, number: usize) -> Value {
    let mark = &explanation.trace.marks[number];
    let all = if let What::Backup(all) = &mark.what {
        labels(explanation, all)
    } else {
        Value::Null
    };
    json!({ "node": mark.node, "name": explanation.names[mark.node], "labels": all })
}

fn left_bound(explanation: &Explanation<'_>, left: &super::trace::Left) -> Value {
    json!({
        "i": left.depth,
        "chooser": left.chooser.word(),
        "value": left.known.map_or(Value::Null, |(_, value)| score(explanation, value)),
        "at": left.known.map(|(sibling, _)| explanation.names[sibling].clone()),
    })
}

/// The i of the bound l_i that decided a cut-off.
fn cut_by(explanation: &Explanation<'_>, step: &Step) -> Option<u32> {
    let max = explanation.trace.nodes[step.node].mover != super::trace::Mover::Min;
    let limit = step
        .window
        .map(|window| if max { window.beta } else { window.alpha })?;
    match &explanation.trace.marks[step.mark?].what {
        What::Cutoff(cut) => deciding(&cut.lefts, limit, max).map(|(left, _, _)| left.depth),
        _ => None,
    }
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

fn pruned(explanation: &Explanation<'_>, branch: &Pruned) -> Value {
    json!({
        "name": branch.node.map(|node| explanation.names[node].clone()),
        "move": branch.node.map(|node| explanation.trace.nodes[node].via.clone()),
        "node": explanation.names[branch.parent],
        "leaves": branch.leaves.count,
        "leaves_exact": branch.leaves.exact,
        "reason": reason_word(branch.reason),
        "step": explanation.step_of(branch.reason).map(|step| step + 1),
        "why": explanation.why(branch),
    })
}

fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Cutoff(_) => "cutoff",
        Reason::Table => "table",
        Reason::NeverGrown => "never grown",
        Reason::NotReached => "not reached",
    }
}

fn strategy(explanation: &Explanation<'_>) -> Value {
    let decisions = explanation.strategy.decisions.iter();
    let pairs = decisions.map(|decision| {
        let to = json!({
            "move": explanation.trace.nodes[decision.child].via,
            "to": explanation.names[decision.child],
            "value": score(explanation, decision.value),
        });
        (explanation.names[decision.node].clone(), to)
    });
    Value::Object(pairs.collect())
}

fn replies(explanation: &Explanation<'_>) -> Value {
    let pairs = explanation.strategy.replies.iter().map(|(node, children)| {
        let names: Vec<&String> = children
            .iter()
            .map(|&child| &explanation.names[child])
            .collect();
        (explanation.names[*node].clone(), json!(names))
    });
    Value::Object(pairs.collect())
}

fn node(explanation: &Explanation<'_>, id: usize) -> Value {
    let node = &explanation.trace.nodes[id];
    let look = &explanation.looks[id];
    let mut object = json!({
        "id": id,
        "parent": node.parent,
        "name": explanation.names[id],
        "move": node.via,
        "mover": node.mover.word(),
        "visited": node.visited,
        "over": node.over.map_or(Value::Null, |value| score(explanation, value)),
        "state": look.state.class(),
        "value": look.value,
        "window": look.window,
        "folded": node.fold.map_or(0, |fold| fold.nodes),
    });
    if explanation.weighted {
        object["weight"] = json!(look.weight);
    }
    object
}
