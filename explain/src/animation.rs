//! The explanation as an animation: where every node stands, and what every step changes. The page
//! that [`Explanation::html`] writes plays it; so can any other.

use serde_json::{Value, json};

use crate::decimals::fine;
use crate::explanation::Explanation;
use crate::json;
use crate::leaves::PrunedBranch;
use crate::look::Look;
use crate::penalties;
use crate::shapes;
use crate::steps::Step;

/// The most branches listed that were not searched.
const MOST_CUTS: usize = 300;
/// The most decisions listed.
const MOST_DECISIONS: usize = 200;

impl Explanation {
    /// The steps as pictures: where every node stands, and what every step changes.
    #[must_use]
    pub fn animation(&self) -> Value {
        animation(self)
    }
}

fn animation(explanation: &Explanation) -> Value {
    let nodes: Vec<Value> = (0..explanation.trace().nodes.len())
        .map(|id| node(explanation, id))
        .collect();
    let steps: Vec<Value> = explanation
        .steps
        .iter()
        .map(|one| step(explanation, one))
        .collect();
    json!({
        "title": explanation.options.title,
        "summary": explanation.summary(),
        "key": explanation.key(),
        "note": explanation.options.note,
        "width": explanation.layout.width,
        "height": explanation.layout.height,
        "weighted": explanation.trace().weighted,
        "means": explanation.trace().has_means(),
        "windowed": explanation.trace().windowed,
        "total": explanation.leaves.total.map(|total| total.count),
        "exact": explanation.leaves.total.is_some_and(|total| total.exact),
        "endless": explanation.trace().endless(),
        "stopped": explanation.stopped(),
        "reported": explanation.leaves.reported,
        "untold": explanation.trace().unrecorded,
        "code": explanation.program.lines(),
        "cuts": cuts(explanation),
        "plan": plan(explanation),
        "nodes": nodes,
        "steps": steps,
    })
}

/// A node: `x` and `y` are absent where it is folded away, `tip` is what the end of the game is worth
/// there, `odds` is its probability where chance leads to it.
fn node(explanation: &Explanation, id: usize) -> Value {
    let node = &explanation.trace().nodes[id];
    let mut all = json!({
        "parent": node.parent,
        "name": explanation.names[id],
        "move": node.via,
        "mover": node.mover.word(),
        "kind": shapes::kind(node),
        "tip": explanation.end_texts[id],
    });
    if node.is_loop {
        all["loop"] = json!(true);
    }
    if let Some(place) = explanation.layout.places[id] {
        all["x"] = tenths(place.x);
        all["y"] = tenths(place.y);
        all["folded"] = json!(place.folded);
    }
    if let Some(odds) = explanation.recording.probabilities[id] {
        all["odds"] = json!(odds);
    }
    if let Some(board) = &explanation.recording.boards[id] {
        all["board"] = json!(board);
    }
    all
}

fn tenths(x: f64) -> Value {
    json!((x * 10.0).round() / 10.0)
}

/// A step: what happened, and the new looks of nodes.
fn step(explanation: &Explanation, step: &Step) -> Value {
    let changes: Vec<Value> = step
        .changes
        .iter()
        .map(|(node, look)| change(explanation, *node, look))
        .collect();
    let (alpha, beta, value) = numbers(explanation, step);
    let mut all = json!({
        "kind": step.kind,
        "node": step.node,
        "text": step.text,
        "alpha": alpha,
        "beta": beta,
        "value": value,
        "reset": step.reset,
        "changes": changes,
        "evaluated": step.evaluated,
        "saved": step.saved,
        "line": step.code,
    });
    json::answers(step, &mut all);
    all
}

/// A node, its state, value, window and best child; and the weight of its edge where edges have
/// weights.
fn change(explanation: &Explanation, node: usize, look: &Look) -> Value {
    let weight = explanation.trace().weighted.then(|| json!(look.weight));
    let all = [
        json!(node),
        json!(look.state.class()),
        json!(look.value),
        json!(look.window),
        json!(look.best),
    ];
    all.into_iter().chain(weight).collect()
}

/// α, β and the value; of a search with weights w, π and ṽ.
fn numbers(explanation: &Explanation, step: &Step) -> (String, String, String) {
    let words = explanation.words();
    let trace = explanation.trace();
    if let Some(own) = step.labels.filter(|_| trace.weighted) {
        let weight = own.weight.map(fine).unwrap_or_default();
        let value = penalties::value_text(&own, &words);
        return (weight, fine(own.penalty), value);
    }
    let value = step.value.map(|value| words.bounded(value, step.bound));
    let value = value.unwrap_or_default();
    match step.window {
        Some(window) if trace.windowed && !trace.weighted => {
            (words.value(window.alpha), words.value(window.beta), value)
        }
        _ => (String::new(), String::new(), value),
    }
}

/// What was not searched, and why; the steps are counted from 0.
fn cuts(explanation: &Explanation) -> Value {
    let note = if !explanation.leaves.reported {
        "Unknown: this search does not report which leaves it evaluates."
    } else if explanation.dropped() && explanation.pruned.is_empty() {
        "Unknown: the search saw more nodes than were recorded."
    } else if explanation.pruned.is_empty() {
        "Nothing: every leaf was evaluated."
    } else {
        ""
    };
    let all = &explanation.pruned;
    let listed = all.iter().take(MOST_CUTS);
    let rows: Vec<Value> = listed.map(|branch| cut(explanation, branch)).collect();
    let more = !rows.is_empty() && (explanation.dropped() || all.len() > MOST_CUTS);
    json!({ "note": note, "rows": rows, "more": more })
}

fn cut(explanation: &Explanation, branch: &PrunedBranch) -> Value {
    json!({
        "name": explanation.branch_name(branch),
        "saved": branch.leaves.words(),
        "why": explanation.why(branch),
        "step": explanation.step_of(branch.reason),
    })
}

/// The best line, and a strategy where there is one.
fn plan(explanation: &Explanation) -> Value {
    let words = explanation.words();
    let plan = &explanation.strategy;
    let line = explanation.recording.line.iter().skip(1);
    let line: Vec<&str> = line.map(|&id| words.played(id)).collect();
    let decisions = plan.decisions.iter().take(MOST_DECISIONS).map(|decision| {
        json!({
            "at": words.at(decision.node),
            "play": words.played(decision.child),
            "worth": words.bounded(decision.value, decision.bound),
        })
    });
    let decisions: Vec<Value> = decisions.collect();
    json!({
        "line": line,
        "who": words.mover(0),
        "decisions": decisions,
        "note": plan.note,
    })
}
