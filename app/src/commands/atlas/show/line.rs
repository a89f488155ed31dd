//! `atlas line`: the best line with the value after every move.

use gametree_project::view::LineStep;

use super::place::{AtArgs, Place, point_of_view};
use crate::output;

/// Runs the command.
pub fn run(at: &AtArgs, most: usize, json: bool) -> anyhow::Result<()> {
    let Place { project, node } = at.open()?;
    let view = project.line(node, most)?;
    if json {
        return output::json(&view);
    }
    output::line(format!(
        "{:>7}  before the first move",
        view.value.value_text
    ))?;
    for step in &view.moves {
        let name = numbered(std::slice::from_ref(step));
        output::line(format!("{:>7}  {name}", step.value.value_text))?;
    }
    output::line(format!(
        "({}; {}, after the move)",
        view.end,
        point_of_view(&*project)
    ))?;
    Ok(())
}

/// `12.Nf3 Nf6 13.g3`, or `12...Nf6 13.g3` where the second player begins.
pub fn numbered(moves: &[LineStep]) -> String {
    let word = |(place, step): (usize, &LineStep)| {
        if place > 0 && step.number.ends_with("...") {
            step.name.clone()
        } else {
            format!("{}{}", step.number, step.name)
        }
    };
    let words: Vec<String> = moves.iter().enumerate().map(word).collect();
    words.join(" ")
}
