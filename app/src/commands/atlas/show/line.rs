//! `atlas line`: the best line with the value after every move.

use gametree_project::view::LineStep;

use super::place::{AtArgs, OWN_SEARCH, Place, marked, point_of_view};
use crate::output;

/// Runs the command.
pub fn run(at: &AtArgs, most: usize) -> anyhow::Result<()> {
    let Place { project, node } = at.open()?;
    let view = project.line(node, most)?;
    if output::is_json() {
        return output::json(&view);
    }
    output::line(format!(
        "{:>8}  before these moves{}",
        marked(&view.value.value_text, view.own_search),
        if view.own_search { ", own search" } else { "" }
    ))?;
    for (place, step) in view.moves.iter().enumerate() {
        let own = !step.open && step.nodes > 0;
        let hangs = match view.hangs_on == Some(place) {
            true => "  <- the value hangs on this search",
            false => "",
        };
        output::line(format!(
            "{:>8}  {:<10} {}{hangs}",
            marked(&step.value.value_text, own),
            numbered(std::slice::from_ref(step)),
            searched(step)
        ))?;
    }
    output::paragraph(format!(
        "({}; {}, after the move; {OWN_SEARCH})",
        view.end,
        point_of_view(&*project)
    ))?;
    Ok(())
}

/// How long the engine's own search of a position was.
fn searched(step: &LineStep) -> String {
    match step.nodes {
        0 => String::new(),
        nodes => format!("depth {}, {} nodes", step.depth, output::grouped(nodes)),
    }
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

/// The moves after one with this number, numbered: after `12.` comes `12...Nf6 13.g3`. Games whose
/// moves have no numbers get none.
pub fn after(number: &str, moves: &[String]) -> String {
    let Ok(first) = number.trim_end_matches('.').parse::<usize>() else {
        return moves.join(" ");
    };
    let second = usize::from(number.ends_with("..."));
    let word = |(place, name): (usize, &String)| {
        let ply = place + second + 1;
        let number = first + ply / 2;
        match ply % 2 {
            0 => format!("{number}.{name}"),
            _ if place == 0 => format!("{number}...{name}"),
            _ => name.clone(),
        }
    };
    let words: Vec<String> = moves.iter().enumerate().map(word).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::after;

    #[test]
    fn moves_go_on_with_the_numbers_of_the_game() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        assert_eq!(
            after("3.", &words("exd4 Nxd4 Bb4+")),
            "3...exd4 4.Nxd4 Bb4+"
        );
        assert_eq!(after("41...", &words("O-O Kd6")), "42.O-O Kd6");
        assert_eq!(after("", &words("4 4 5")), "4 4 5");
        assert_eq!(after("3.", &[]), "");
    }
}
