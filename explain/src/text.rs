//! The explanation as plain text for the terminal.

use std::fmt::Write as _;

use crate::effort;
use crate::explanation::Explanation;
use crate::legend;
use crate::look::{self, Look};
use crate::penalties;

/// How many branches are listed.
const MOST: usize = 100;

/// Who MAX and MIN are, where the sentences speak of a game.
const SIDES: &str =
    "MAX is the first player and wants high values, MIN the second and wants low ones.";

impl Explanation {
    /// The steps and what came of them, for the terminal.
    #[must_use]
    pub fn text(&self) -> String {
        text(self)
    }
}

/// Title, steps, then what came of it.
fn text(explanation: &Explanation) -> String {
    let mut out = format!("{}\n\n", explanation.options.title);
    if let Some(board) = &explanation.recording.boards[0] {
        let _ = writeln!(out, "{board}\n");
        if !explanation.trace().has_several_players() {
            let _ = writeln!(out, "{SIDES}\n");
        }
    }
    if explanation.trace().weighted {
        let _ = writeln!(out, "{}\n", legend::note(explanation));
    }
    steps(&mut out, explanation);
    let _ = writeln!(out, "\n{} ({})", explanation.summary(), explanation.key());
    if let Some(effort) = effort::text(explanation.trace()) {
        let _ = writeln!(out, "{effort}");
    }
    if explanation.dropped() {
        out.push_str(
            "The search saw more nodes than were recorded: not everything that it pruned is listed.\n",
        );
    }
    cut_off(&mut out, explanation);
    plan(&mut out, explanation);
    out
}

/// The steps, one a line. The min/max approximation draws its tree, where it is small, at every
/// choice.
fn steps(out: &mut String, explanation: &Explanation) {
    let trace = explanation.trace();
    let words = explanation.words();
    let width = explanation.steps.len().to_string().len();
    let small = trace.weighted && penalties::is_small(trace);
    let mut looks = vec![Look::default(); explanation.looks.len()];
    for (number, step) in (1..).zip(&explanation.steps) {
        look::apply(&mut looks, &step.changes);
        if step.kind == "select" && small {
            let _ = write!(out, "\n{}\n", penalties::drawing(&words, &looks));
        }
        let indent = "  ".repeat(trace.nodes[step.node].ply.min(12) as usize);
        let _ = writeln!(out, "{number:>width$}  {indent}{}", step.text);
        if let Some(tips) = step.event.and_then(|event| penalties::tips(&words, event)) {
            let _ = writeln!(out, "{:>width$}  {indent}{tips}", "");
        }
    }
    if trace.weighted {
        let _ = write!(out, "\n{}", penalties::drawing(&words, &looks));
    }
    if trace.unrecorded > 0 {
        let _ = writeln!(out, "   … and {} more events, not shown.", trace.unrecorded);
    }
}

fn cut_off(out: &mut String, explanation: &Explanation) {
    if explanation.pruned.is_empty() {
        return;
    }
    out.push_str("\nNot seen:\n");
    let listed = explanation.pruned.iter().take(MOST);
    let longest = listed
        .clone()
        .map(|branch| explanation.branch_name(branch).chars().count())
        .max();
    let width = longest.unwrap_or(0).clamp(6, 24);
    for branch in listed {
        let name = explanation.branch_name(branch);
        let leaves = branch.leaves.words();
        let _ = writeln!(
            out,
            "  {name:<width$} {leaves}; {}",
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

fn plan(out: &mut String, explanation: &Explanation) {
    let plan = &explanation.strategy;
    let words = explanation.words();
    if !plan.decisions.is_empty() {
        let _ = writeln!(out, "\nStrategy of {}:", words.mover(0));
    }
    for decision in &plan.decisions {
        let _ = writeln!(
            out,
            "  at {}: {} ({})",
            words.at(decision.node),
            words.played(decision.child),
            words.bounded(decision.value, decision.bound)
        );
    }
    for (node, children) in &plan.replies {
        let all: Vec<&str> = children.iter().map(|&child| words.played(child)).collect();
        let at = words.at(*node);
        let _ = writeln!(
            out,
            "  at {at} {} may reply {}",
            words.mover(*node),
            all.join(", ")
        );
    }
    if let Some(note) = plan.note {
        let _ = writeln!(out, "  ({note})");
    }
}
