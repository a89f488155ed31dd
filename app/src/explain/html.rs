//! The explanation as one page that needs nothing else: the picture, the steps as data, and the script
//! of `assets/explain.html` that plays them.

use serde_json::{Value, json};

use super::Explanation;
use super::penalties::fine;
use super::steps::Step;
use super::svg::{STYLE, escape, picture};

const TEMPLATE: &str = include_str!("../../assets/explain.html");

/// The page.
pub fn page(explanation: &Explanation<'_>) -> String {
    let mut out = String::new();
    let mut parts = TEMPLATE.split("{{");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (key, rest) = part.split_once("}}").unwrap_or(("", part));
        out.push_str(&fill(explanation, key));
        out.push_str(rest);
    }
    out
}

fn fill(explanation: &Explanation<'_>, key: &str) -> String {
    match key {
        "title" => escape(&explanation.title),
        "summary" => escape(&format!("{} {}", explanation.summary(), explanation.key())),
        "style" => STYLE.to_string(),
        "picture" => picture(explanation),
        "data" => script_safe(&data(explanation)),
        "code" => code(explanation),
        "cuts" => cuts(explanation),
        "plan" => plan(explanation),
        "kind" if explanation.weighted => "weights".into(),
        "kind" => "windows".into(),
        _ => String::new(),
    }
}

/// JSON that cannot end the script element it stands in.
fn script_safe(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn data(explanation: &Explanation<'_>) -> Value {
    let nodes: Vec<Value> = (0..explanation.trace.nodes.len())
        .map(|id| {
            let node = &explanation.trace.nodes[id];
            json!({ "p": node.parent, "n": explanation.names[id], "m": node.mover.word(), "t": explanation.tip(id), "b": explanation.boards[id] })
        })
        .collect();
    let steps: Vec<Value> = explanation.steps.iter().map(|step| one(explanation, step)).collect();
    json!({
        "nodes": nodes,
        "steps": steps,
        "total": explanation.leaves_total.count,
        "exact": explanation.leaves_total.exact,
        "reported": explanation.leaves_reported,
        "untold": explanation.trace.unrecorded,
    })
}

fn one(explanation: &Explanation<'_>, step: &Step) -> Value {
    let words = explanation.words();
    let changes: Vec<Value> = step
        .changes
        .iter()
        .map(|(node, look)| {
            let mut all = json!([node, look.state.class(), look.value, look.window, look.best]);
            all.as_array_mut()
                .filter(|_| explanation.weighted)
                .into_iter()
                .for_each(|all| all.push(json!(look.weight)));
            all
        })
        .collect();
    let numbers = step.numbers.filter(|_| explanation.weighted);
    let (alpha, beta) = match step.window {
        _ if explanation.weighted => (
            numbers.and_then(|numbers| numbers.weight).map(fine).unwrap_or_default(),
            numbers.map(|numbers| fine(numbers.penalty)).unwrap_or_default(),
        ),
        Some(window) if words.windowed => (words.value(window.alpha), words.value(window.beta)),
        _ => (String::new(), String::new()),
    };
    json!({
        "k": step.kind,
        "n": step.node,
        "t": step.text,
        "a": alpha,
        "b": beta,
        "v": match numbers {
            Some(numbers) => numbers.shown_value(&words),
            None => step.value.map(|value| words.bounded(value, step.bound)).unwrap_or_default(),
        },
        "r": step.reset,
        "c": changes,
        "e": step.evaluated,
        "s": step.saved,
        "l": step.code,
    })
}

fn code(explanation: &Explanation<'_>) -> String {
    let line = |text: &&str| format!("<span class=\"code-line\">{}</span>", escape(text));
    explanation.program.lines().iter().map(line).collect()
}

fn cuts(explanation: &Explanation<'_>) -> String {
    if !explanation.leaves_reported {
        return "<p>Unknown: this search does not tell which leaves it evaluates.</p>".into();
    }
    if explanation.dropped() && explanation.pruned.is_empty() {
        return "<p>Unknown: the search saw more nodes than were kept.</p>".into();
    }
    if explanation.pruned.is_empty() {
        return "<p>Nothing: every leaf was looked at.</p>".into();
    }
    let row = |branch: &super::saved::Pruned| {
        let name = branch.node.map_or("the rest", |node| explanation.names[node].as_str());
        let step = explanation.step_of(branch.reason).map_or(String::new(), |step| {
            format!("<button type=\"button\" class=\"go\" data-step=\"{step}\">step {}</button>", step + 1)
        });
        format!(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{step}</td></tr>",
            escape(name),
            escape(&branch.leaves.words()),
            escape(&explanation.why(branch))
        )
    };
    let rows: String = explanation.pruned.iter().take(300).map(row).collect();
    let more =
        if explanation.dropped() || explanation.pruned.len() > 300 { "<p>… and more.</p>" } else { "" };
    format!(
        "<table><thead><tr><th>branch</th><th>saved</th><th>why</th><th>where</th></tr></thead><tbody>{rows}</tbody></table>{more}"
    )
}

fn plan(explanation: &Explanation<'_>) -> String {
    let name = |id: usize| escape(&explanation.words().at(id));
    let played = |id: usize| escape(explanation.words().played(id));
    let plan = &explanation.strategy;
    let mut out = String::new();
    if explanation.line.len() > 1 {
        let names: Vec<String> = explanation.line[1..].iter().map(|&id| played(id)).collect();
        out.push_str(&format!("<p>Best play: <strong>{}</strong></p>", names.join(" → ")));
    }
    if !plan.decisions.is_empty() {
        let who = explanation.trace.nodes[0].mover.word();
        out.push_str(&format!("<p>A complete strategy for {who}, whatever the replies:</p><ul>"));
        for decision in plan.decisions.iter().take(200) {
            let value = escape(&explanation.words().value(decision.value));
            let (at, to) = (name(decision.node), played(decision.child));
            out.push_str(&format!("<li>at {at} play <strong>{to}</strong> (worth {value})</li>"));
        }
        out.push_str("</ul>");
    }
    if let Some(note) = plan.note {
        out.push_str(&format!("<p>{}.</p>", escape(note)));
    }
    out
}
