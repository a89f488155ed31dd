//! `atlas show`: a position with what is written on it, and how the project is grown.

use gametree_atlas::settings::{Preset, Settings};
use gametree_project::view::NodeView;

use super::place::{AtArgs, Place, point_of_view};
use crate::output;

/// The longest line.
const LINE: usize = 24;

/// Runs the command.
pub fn run(at: &AtArgs) -> anyhow::Result<()> {
    let Place { project, node } = at.open()?;
    let view = project.node(node)?;
    if output::is_json() {
        return output::json(&view);
    }
    let line = super::line::numbered(&project.line(node, LINE)?.moves);
    output::line(project.drawing(node)?)?;
    for (what, text) in facts(&view, line) {
        output::line(format!(
            "{what:<11} {}",
            text.replace('\n', "\n            ")
        ))?;
    }
    output::line(point_of_view(&*project))?;
    Ok(())
}

/// What is known of the position; lines that would say nothing are left out.
fn facts(view: &NodeView, line: String) -> Vec<(&'static str, String)> {
    let unless_zero = |zero: bool, text: String| if zero { String::new() } else { text };
    let text = if view.game == "chess" {
        "FEN"
    } else {
        "position"
    };
    let moves = format!(
        "{} legal, {} in the graph; {} here",
        view.legal.len(),
        view.known,
        match view.entries {
            1 => "1 way leads".into(),
            many => format!("{many} ways lead"),
        }
    );
    let boost = format!("{} % of the tasks", view.boost);
    let damp = format!("{:.2} {}", view.damp, view.settings.cost.preset.unit());
    let all = vec![
        (text, view.position.clone()),
        ("reached by", view.reached_by.clone()),
        ("opening", view.opening.clone().unwrap_or_default()),
        ("value", value(view)),
        ("own search", own(view)),
        ("best line", line),
        ("moves", moves),
        ("note", view.note.clone()),
        ("watched", view.watches.join("; ")),
        ("boosted", unless_zero(view.boost == 0, boost)),
        ("damped", unless_zero(view.damp == 0.0, damp)),
        ("failed", view.parked.clone().unwrap_or_default()),
        ("project", settings(&view.settings, view.players)),
    ];
    all.into_iter()
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

fn value(view: &NodeView) -> String {
    let from = match (view.ended, view.open) {
        (true, _) => "the game is over",
        (_, true) => "from its moves",
        _ => "from its own search",
    };
    let asked = if view.asked { "; a task is open" } else { "" };
    format!("{} ({from}{asked})", view.value.value_text)
}

fn own(view: &NodeView) -> String {
    view.source.as_ref().map_or(String::new(), |engine| {
        let nodes = output::grouped(view.nodes);
        let value = &view.direct.direct_text;
        let wdl = view
            .wdl
            .map_or(String::new(), |wdl| format!(", W/D/L {wdl} %"));
        format!(
            "{value}, depth {}, {nodes} nodes{wdl}, {engine}",
            view.depth
        )
    })
}

/// How the project is grown, on a few lines.
fn settings(settings: &Settings, players: [&str; 2]) -> String {
    let cost = match settings.cost.preset {
        Preset::Rivest { p, shift } => format!("min/max approximation, p {p}, shift {shift}"),
        Preset::Dropout { per_ply } => format!("a loss of {per_ply} points costs as much as a ply"),
        Preset::Repertoire {
            second,
            own,
            theirs,
        } => {
            let side = players[usize::from(second)];
            format!("repertoire of {side}: {own} points per ply, the other side {theirs}")
        }
    };
    let nodes = output::grouped(settings.nodes);
    let mut text = format!(
        "{cost}; at least {nodes} nodes per task, {} open at once",
        settings.window
    );
    if let Some(most) = settings.alternatives {
        text.push_str(&format!("; engines add at most {most} moves to a position"));
    }
    if let Some(most) = settings.most_positions {
        text.push_str(&format!("; at most {} positions", output::grouped(most)));
    }
    if settings.reproducible {
        text.push_str("; reproducible");
    }
    text
}
