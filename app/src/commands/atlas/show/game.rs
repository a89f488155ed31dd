//! `atlas game`: the game that was played, and what each move was worth.

use std::path::Path;

use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_project::destination::Destination;
use gametree_project::view::{GameRow, GameView};

use super::place::point_of_view;
use crate::output;
use crate::project::{self, Project};

/// Runs the command.
pub fn run(name: &str, drawing: Option<&Path>, force: bool) -> anyhow::Result<()> {
    let destination = drawing
        .map(|path| Destination::new(path, force))
        .transpose()?;
    let project = project::read(name)?;
    let view = project.played()?;
    if let Some(destination) = destination {
        let text = draw(&*project, &view);
        destination.write(|out| anyhow::Ok(out.write_all(text.as_bytes())?))?;
        output::hint(&format!("wrote {}", destination.name()));
        if destination.is_stdout() {
            return Ok(());
        }
    }
    if output::is_json() {
        return output::json(&view);
    }
    print(&*project, &view)
}

fn print(project: &dyn Project, view: &GameView) -> anyhow::Result<()> {
    output::line(title(view))?;
    let mut table = output::table(["move", "", "value", "win %", "loss", "best", "note"]);
    for row in &view.rows {
        table.add_row([
            format!("{}{}", row.number, row.name),
            row.mark.to_string(),
            row.value.value_text.clone(),
            percent(row.value.value_win.map(|win| 100.0 * win)),
            percent(row.loss),
            row.best.clone().unwrap_or_default(),
            row.note.clone(),
        ]);
    }
    table.right(&[2, 3, 4]).drop_first(&[6, 5]);
    output::line(&table)?;
    let turns: Vec<String> = view
        .turning_points
        .iter()
        .map(|&ply| turn(&view.rows[ply]))
        .collect();
    let turns = if turns.is_empty() {
        "none".into()
    } else {
        turns.join(", ")
    };
    output::line(format!("turning points: {turns}"))?;
    output::line(format!(
        "{} of {} positions have a value; {}",
        view.valued,
        view.rows.len(),
        point_of_view(project)
    ))?;
    Ok(())
}

fn title(view: &GameView) -> String {
    let named = |name: &str| {
        if name.is_empty() {
            "?".to_string()
        } else {
            name.to_string()
        }
    };
    format!(
        "{} - {}  {}",
        named(&view.white),
        named(&view.black),
        view.result
    )
}

fn turn(row: &GameRow) -> String {
    let best = row
        .best
        .as_ref()
        .map_or(String::new(), |best| format!(" (best {best})"));
    format!("{}{}{}{best}", row.number, row.name, row.mark)
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.1}"))
}

/// The win chance over the moves.
fn draw(project: &dyn Project, view: &GameView) -> String {
    let mark = |row: &GameRow| {
        let y = 100.0 * row.value.value_win?;
        Some(Mark {
            x: row.ply as f64 / 2.0,
            low: y,
            y,
            high: y,
        })
    };
    let turns = view.turning_points.iter().map(|&ply| &view.rows[ply]);
    let panel = Panel {
        x_label: "move".into(),
        y_label: format!("win chance of {}, percent", project.players()[0]),
        series: vec![
            Series {
                name: "win chance".into(),
                marks: view.rows.iter().filter_map(mark).collect(),
            },
            Series {
                name: "turning points".into(),
                marks: turns.filter_map(mark).collect(),
            },
        ],
        shape: Shape::Line,
        levels: vec![(50.0, "level".into())],
        ..Panel::default()
    };
    svg(&title(view), &[panel])
}
