//! `atlas history`: how a position's value and best move came about.

use std::path::Path;

use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_project::destination::Destination;
use gametree_project::moment;
use gametree_project::view::{HistoryPoint, HistoryView};

use super::place::{AtArgs, Place, at, point_of_view};
use crate::output;
use crate::project::Project;

/// What is drawn of a decided value, and the most that is drawn, in hundreds of points.
const MOST: f64 = 15.0;

/// Runs the command.
pub fn run(args: &AtArgs, drawing: Option<&Path>, force: bool) -> anyhow::Result<()> {
    let destination = drawing
        .map(|path| Destination::new(path, force))
        .transpose()?;
    let Place { project, node } = args.open()?;
    let view = project.history(node)?;
    if let Some(destination) = destination {
        let text = draw(&*project, &view)?;
        destination.write(|out| anyhow::Ok(out.write_all(text.as_bytes())?))?;
        output::hint(&format!("wrote {}", destination.name()));
        if destination.is_stdout() {
            return Ok(());
        }
    }
    if output::is_json() {
        return output::json(&view);
    }
    print(&view)?;
    let exact = if view.exact {
        ""
    } else {
        "; a long history: what happened between two rows is not shown"
    };
    output::line(format!("{}{exact}", point_of_view(&*project)))?;
    Ok(())
}

fn print(view: &HistoryView) -> anyhow::Result<()> {
    let mut table = output::table([
        "time (UTC)",
        "facts",
        "value",
        "best",
        "own search",
        "its nodes",
    ]);
    for point in &view.points {
        let direct = point
            .direct
            .direct
            .map(|_| point.direct.direct_text.clone());
        table.add_row([
            moment::text(point.at),
            output::grouped(point.facts),
            point.value.value_text.clone(),
            point.best.clone().unwrap_or_default(),
            direct.unwrap_or_default(),
            output::grouped(point.nodes),
        ]);
    }
    table.right(&[1, 2, 4, 5]).drop_first(&[5, 1]);
    output::line(&table)?;
    Ok(())
}

/// The value over the facts.
fn draw(project: &dyn Project, view: &HistoryView) -> anyhow::Result<String> {
    let end = project.counts().facts;
    let series = |name: &str, get: fn(&HistoryPoint) -> Option<i64>| Series {
        name: name.into(),
        marks: steps(&view.points, end, get),
    };
    let panel = Panel {
        x_label: "facts".into(),
        y_label: format!("hundreds of points, {}'s view", project.players()[0]),
        series: vec![
            series("value", |point| point.value.value),
            series("own search", |point| point.direct.direct),
        ],
        shape: Shape::Line,
        levels: vec![(0.0, "level".into())],
        ..Panel::default()
    };
    let way = project.node(view.node)?.reached_by;
    Ok(svg(&at(&way, &view.position), &[panel]))
}

/// A value stays until the next one comes, and the last until the end.
fn steps(points: &[HistoryPoint], end: u64, get: fn(&HistoryPoint) -> Option<i64>) -> Vec<Mark> {
    let mark = |facts: u64, y: f64| Mark {
        x: facts as f64,
        low: y,
        y,
        high: y,
    };
    let mut marks: Vec<Mark> = Vec::new();
    for point in points {
        let Some(value) = get(point) else { continue };
        if let Some(&Mark { y, .. }) = marks.last() {
            marks.push(mark(point.facts, y));
        }
        let height = (value as f64 / 100.0).clamp(-MOST, MOST);
        marks.push(mark(point.facts, height));
    }
    if let Some(&Mark { y, .. }) = marks.last() {
        marks.push(mark(end, y));
    }
    marks
}

#[cfg(test)]
mod tests {
    use gametree_project::view::{Direct, PositionValue};

    use super::*;

    #[test]
    fn a_value_stays_until_the_next_one_comes() {
        let point = |facts: u64, value: Option<i64>| HistoryPoint {
            facts,
            at: 0,
            value: PositionValue {
                value,
                ..PositionValue::default()
            },
            best: None,
            direct: Direct::default(),
            nodes: 0,
            moves: Vec::new(),
        };
        let points = [point(1, None), point(2, Some(50)), point(5, Some(-999_997))];
        let marks: Vec<(f64, f64)> = steps(&points, 9, |point| point.value.value)
            .iter()
            .map(|mark| (mark.x, mark.y))
            .collect();
        assert_eq!(marks, [(2.0, 0.5), (5.0, 0.5), (5.0, -MOST), (9.0, -MOST)]);
        assert!(steps(&points, 9, |point| point.direct.direct).is_empty());
    }
}
