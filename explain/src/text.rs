//! The explanation as plain text for the terminal.

use std::fmt::Write as _;

use super::Explanation;
use super::penalties;
use super::saved::Pruned;
use super::steps::{Look, Step};

/// How many branches are listed.
const MOST: usize = 100;

/// Title, steps, then what came of it.
pub fn text(explanation: &Explanation<'_>) -> String {
    let mut out = format!("{}\n\n", explanation.title);
    if let Some(board) = &explanation.boards[0] {
        let _ = writeln!(out, "{board}\n\n{}\n", sides());
    }
    let width = explanation.steps.len().to_string().len();
    let mut film = Film(vec![Look::default(); explanation.looks.len()]);
    let small = explanation.weighted && penalties::is_small(&explanation.trace);
    for (number, step) in explanation.steps.iter().enumerate() {
        let indent = "  ".repeat(explanation.trace.nodes[step.node].ply.min(12) as usize);
        film.play(step);
        if step.kind == "select" && small {
            let _ = write!(
                out,
                "\n{}\n",
                penalties::drawing(&explanation.words(), &film.0)
            );
        }
        let _ = writeln!(out, "{:>width$}  {indent}{}", number + 1, step.text);
    }
    if explanation.weighted {
        let _ = write!(
            out,
            "\n{}",
            penalties::drawing(&explanation.words(), &film.0)
        );
    }
    if explanation.trace.unrecorded > 0 {
        let _ = writeln!(
            out,
            "   … and {} more events, not told.",
            explanation.trace.unrecorded
        );
    }
    let _ = writeln!(out, "\n{} ({})", explanation.summary(), explanation.key());
    if explanation.dropped() {
        out.push_str(
            "The search saw more nodes than were kept: not all that it cut off is listed.\n",
        );
    }
    cut_off(&mut out, explanation);
    plan(&mut out, explanation);
    out
}

/// The looks after the steps so far.
struct Film(Vec<Look>);

impl Film {
    fn play(&mut self, step: &Step) {
        for (node, look) in &step.changes {
            self.0[*node] = look.clone();
        }
    }
}

/// Who MAX and MIN are, where the sentences speak of a game.
fn sides() -> &'static str {
    "MAX is the first player and wants high values, MIN the second and wants low ones."
}

fn cut_off(out: &mut String, explanation: &Explanation<'_>) {
    if explanation.pruned.is_empty() {
        return;
    }
    out.push_str("\nNever looked at:\n");
    let name = |branch: &Pruned| {
        branch
            .node
            .map_or("the rest", |node| explanation.names[node].as_str())
    };
    let listed = explanation.pruned.iter().take(MOST);
    let width = listed
        .map(|branch| name(branch).chars().count())
        .max()
        .unwrap_or(0)
        .clamp(6, 24);
    for branch in explanation.pruned.iter().take(MOST) {
        let _ = writeln!(
            out,
            "  {:<width$} {}; {}",
            name(branch),
            branch.leaves.words(),
            explanation.why(branch)
        );
    }
    if explanation.pruned.len() > MOST {
        let _ = writeln!(
            out,
            "  … and {} more branches",
            explanation.pruned.len() - MOST
        );
    }
}

fn plan(out: &mut String, explanation: &Explanation<'_>) {
    let plan = &explanation.strategy;
    let name = |id: usize| explanation.words().at(id);
    if !plan.decisions.is_empty() {
        let _ = writeln!(
            out,
            "\nStrategy of {}:",
            explanation.trace.nodes[0].mover.word()
        );
        for decision in &plan.decisions {
            let words = explanation.words();
            let (value, to) = (words.value(decision.value), words.played(decision.child));
            let _ = writeln!(out, "  at {}: {to} ({value})", name(decision.node));
        }
        for (node, children) in &plan.replies {
            let words = explanation.words();
            let all: Vec<&str> = children.iter().map(|&child| words.played(child)).collect();
            let who = explanation.trace.nodes[*node].mover.word();
            let _ = writeln!(
                out,
                "  at {} {who} may reply {}",
                name(*node),
                all.join(", ")
            );
        }
    }
    if let Some(note) = plan.note {
        let _ = writeln!(out, "  ({note})");
    }
}
