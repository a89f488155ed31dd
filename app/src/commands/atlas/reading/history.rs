//! `atlas history`: how a position's value and best move came about.

use std::path::Path;

use gametree::{Score, Verdict};
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_atlas::history::{History, Point};
use serde::Serialize;
use serde_json::Number;

use super::moves::names;
use super::place::{AtArgs, Place};
use super::{SCHEMA, moment, words};
use crate::commands::atlas::exchange::destination::Destination;
use crate::{centipawns, output, project};

/// What a mate is drawn as, and the most that is drawn, in pawns.
const MOST: f64 = 15.0;

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    project: String,
    position: String,
    /// Whether every fact was looked at.
    exact: bool,
    points: Vec<PointObject>,
}

#[derive(Serialize)]
struct PointObject {
    facts: u64,
    /// Seconds since 1970; 0 when nothing says so.
    at: u64,
    value: Option<Number>,
    value_text: String,
    best: Option<String>,
    direct: Option<Number>,
    nodes: u64,
}

/// Runs the command.
pub fn run(at: &AtArgs, drawing: Option<&Path>, force: bool, json: bool) -> anyhow::Result<()> {
    let destination = drawing
        .map(|path| Destination::new(path, force))
        .transpose()?;
    let place = at.open()?;
    let history = place
        .project
        .history(place.node)
        .map_err(|error| project::problem(&error))?;
    if let Some(destination) = destination {
        let text = draw(&place, &history)?;
        destination.write(|out| Ok(out.write_all(text.as_bytes())?))?;
        output::hint(&format!("wrote {}", destination.name()));
        if destination.is_stdout() {
            return Ok(());
        }
    }
    if json {
        output::json(&object(&at.name, &place, &history))
    } else {
        print(&place, &history)
    }
}

fn object(project: &str, place: &Place, history: &History) -> Object {
    let point = |point: &Point| PointObject {
        facts: point.facts,
        at: point.at,
        value: point.value.map(centipawns::number),
        value_text: words::value(point.value),
        best: best(place, point),
        direct: point.direct.map(centipawns::number),
        nodes: point.nodes,
    };
    Object {
        schema: SCHEMA,
        project: project.to_string(),
        position: place.position.fen(),
        exact: history.exact,
        points: history.points.iter().map(point).collect(),
    }
}

fn best(place: &Place, point: &Point) -> Option<String> {
    names(&place.position, point.best?).map(|(name, _)| name)
}

fn print(place: &Place, history: &History) -> anyhow::Result<()> {
    let mut table = output::table([
        "time (UTC)",
        "facts",
        "value",
        "best",
        "own search",
        "its nodes",
    ]);
    for point in &history.points {
        table.add_row([
            if point.at == 0 {
                String::new()
            } else {
                moment::text(point.at)
            },
            output::grouped(point.facts),
            words::value(point.value),
            best(place, point).unwrap_or_default(),
            point.direct.map_or(String::new(), centipawns::text),
            output::grouped(point.nodes),
        ]);
    }
    output::right_align(&mut table, &[1, 2, 4, 5]);
    output::line(&table)?;
    let exact = if history.exact {
        ""
    } else {
        "; a long story: what lies between two rows is not seen"
    };
    output::line(format!("values are White's, in pawns{exact}"))?;
    Ok(())
}

/// The value over the facts.
fn draw(place: &Place, history: &History) -> anyhow::Result<String> {
    let end = place.project.store().facts();
    let series = vec![
        Series {
            name: "value".into(),
            marks: steps(&history.points, end, |point| point.value),
        },
        Series {
            name: "own search".into(),
            marks: steps(&history.points, end, |point| point.direct),
        },
    ];
    let way = place.way()?;
    let at = if way.is_empty() {
        place.position.fen()
    } else {
        way
    };
    let panel = Panel {
        x_label: "facts".into(),
        y_label: "pawns, White's view".into(),
        series,
        shape: Shape::Line,
        levels: vec![(0.0, "level".into())],
        ..Panel::default()
    };
    Ok(svg(&at, &[panel]))
}

/// A value stays until the next one comes, and the last until the end.
fn steps(points: &[Point], end: u64, get: fn(&Point) -> Option<Score>) -> Vec<Mark> {
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
        marks.push(mark(point.facts, pawns(value)));
    }
    if let Some(&Mark { y, .. }) = marks.last() {
        marks.push(mark(end, y));
    }
    marks
}

fn pawns(value: Score) -> f64 {
    match value.verdict() {
        Verdict::Points(points) => (f64::from(points) / 100.0).clamp(-MOST, MOST),
        Verdict::Win(_) => MOST,
        Verdict::Loss(_) => -MOST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_until_the_next_one_comes() {
        let point = |facts: u64, value: Option<Score>| Point {
            facts,
            at: 0,
            value,
            best: None,
            direct: None,
            nodes: 0,
        };
        let points = [
            point(1, None),
            point(2, Some(Score::points(50))),
            point(5, Some(Score::loss_in(3))),
        ];
        let marks: Vec<(f64, f64)> = steps(&points, 9, |point| point.value)
            .iter()
            .map(|mark| (mark.x, mark.y))
            .collect();
        assert_eq!(marks, [(2.0, 0.5), (5.0, 0.5), (5.0, -MOST), (9.0, -MOST)]);
        assert!(steps(&points, 9, |point| point.direct).is_empty());
    }
}
