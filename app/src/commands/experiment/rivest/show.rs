//! The experiment for people: a table beside the published one, and a picture.

use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};

use super::object::Object;
use super::rows::{Kind, Row};
use crate::commands::experiment::table::{Table, Texts};
use crate::output::{self, BOLD, DIM, PLAIN};

/// The columns of the printed table.
const HEADER: [&str; 10] = [
    "a move",
    "games",
    "MM - AB - ties",
    "share",
    "Elo",
    "95 %",
    "MM calls/s",
    "AB calls/s",
    "1987: MM - AB - ties",
    "share",
];

/// The texts that files hold, made when they are asked for.
pub struct Made<'a> {
    markdown: Box<dyn Fn() -> String + 'a>,
    csv: Box<dyn Fn() -> String + 'a>,
    svg: Box<dyn Fn() -> String + 'a>,
}

impl Made<'_> {
    /// For writing.
    pub fn as_texts(&self) -> Texts<'_> {
        Texts {
            markdown: &*self.markdown,
            csv: &*self.csv,
            svg: &*self.svg,
        }
    }
}

/// The texts of an experiment.
pub fn texts<'a>(object: &'a Object<'a>) -> Made<'a> {
    Made {
        markdown: Box::new(|| markdown(object)),
        csv: Box::new(|| numbers(object).csv()),
        svg: Box::new(|| drawing(object)),
    }
}

/// Prints the table.
pub fn print(object: &Object<'_>) -> anyhow::Result<()> {
    output::line(title(object, BOLD, PLAIN))?;
    let mut table = output::table(HEADER);
    for row in lines(object) {
        table.add_row(cells(row));
    }
    output::right_align(&mut table, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    output::line(table)?;
    for text in notes(object) {
        output::line(format!("  {DIM}{text}{PLAIN}"))?;
    }
    Ok(())
}

fn title(object: &Object<'_>, bold: &str, plain: &str) -> String {
    format!(
        "{bold}{}{plain}: MM = {}, AB = {}; openings of two plies with both colours, seed {}; shares and Elo are MM's",
        object.game, object.mm, object.ab, object.seed
    )
}

fn notes(object: &Object<'_>) -> Vec<String> {
    let speeds = object.published_calls_per_second;
    let mut notes = vec![format!(
        "1987: {}; about {} and {} calls a second (MM, AB)",
        object.source, speeds.mm, speeds.ab
    )];
    if !object.complete {
        notes.push("games are missing: the run was interrupted".into());
    }
    notes.extend(
        object
            .differences
            .iter()
            .map(|text| format!("not as in 1987: {text}")),
    );
    notes
}

/// The rows, each kind followed by its total.
fn lines<'a>(object: &'a Object<'_>) -> impl Iterator<Item = &'a Row> {
    object.totals.iter().flat_map(|total| {
        let rows = object.rows.iter().filter(|row| row.kind == total.kind);
        rows.chain(std::iter::once(total))
    })
}

fn limit(row: &Row) -> String {
    match (row.kind, row.limit) {
        (_, None) => "total".into(),
        (Kind::Time, Some(n)) => format!("{n} × {}", row.unit),
        (Kind::Calls, Some(n)) => format!("{} calls", output::grouped(n)),
    }
}

fn cells(row: &Row) -> Vec<String> {
    let p = &row.published;
    let share = |score: Option<f64>| score.map_or("?".into(), |score| format!("{score:.3}"));
    let interval = row.elo_low.zip(row.elo_high);
    vec![
        limit(row),
        row.games.to_string(),
        format!("{} - {} - {}", row.mm, row.ab, row.ties),
        share(row.score),
        row.elo
            .map_or("?".into(), |elo| format!("{:+.0}", elo + 0.0)),
        interval.map_or("?".into(), |(low, high)| format!("[{low:+.0}, {high:+.0}]")),
        output::grouped(row.calls_per_second.mm),
        output::grouped(row.calls_per_second.ab),
        format!("{} - {} - {}", p.mm, p.ab, p.ties),
        share(Some(p.score())),
    ]
}

fn markdown(object: &Object<'_>) -> String {
    let table = Table {
        header: HEADER.to_vec(),
        rows: lines(object).map(cells).collect(),
    };
    let notes: String = notes(object)
        .iter()
        .map(|text| format!("- {text}\n"))
        .collect();
    format!(
        "{}\n\n{}\n{notes}",
        title(object, "**", "**"),
        table.markdown()
    )
}

/// A column a number.
fn numbers(object: &Object<'_>) -> Table {
    let header = vec![
        "kind",
        "limit",
        "unit",
        "games",
        "mm",
        "ab",
        "ties",
        "score",
        "elo",
        "elo_low",
        "elo_high",
        "mm_calls_per_second",
        "ab_calls_per_second",
        "published_mm",
        "published_ab",
        "published_ties",
    ];
    let real = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:.4}"));
    let row = |row: &Row| {
        let kind = if row.kind == Kind::Time {
            "time"
        } else {
            "calls"
        };
        let limit = row.limit.map_or("total".into(), |n| n.to_string());
        let mut cells = vec![kind.to_string(), limit, row.unit.clone()];
        cells.extend([row.games, row.mm, row.ab, row.ties].map(|n| n.to_string()));
        cells.extend([row.score, row.elo, row.elo_low, row.elo_high].map(real));
        let (speeds, p) = (row.calls_per_second, row.published);
        cells.extend([speeds.mm, speeds.ab, p.mm, p.ab, p.ties].map(|n| n.to_string()));
        cells
    };
    Table {
        header,
        rows: lines(object).map(row).collect(),
    }
}

/// The most letters above a picture.
const LONGEST_TITLE: usize = 85;

/// The score of MM over the limits, ours and that of 1987, a panel for each kind.
fn drawing(object: &Object<'_>) -> String {
    let panels: Vec<Panel> = object
        .totals
        .iter()
        .map(|total| panel(object, total.kind))
        .collect();
    let whole = format!(
        "{}: {} (MM) against {} (AB)",
        object.game, object.mm, object.ab
    );
    let fits = whole.chars().count() <= LONGEST_TITLE;
    svg(
        &if fits {
            whole
        } else {
            format!("{}: MM against AB", object.game)
        },
        &panels,
    )
}

fn panel(object: &Object<'_>, kind: Kind) -> Panel {
    let rows = || object.rows.iter().filter(move |row| row.kind == kind);
    let place = |row: &Row| row.limit.unwrap_or(0) as f64;
    let ours = rows().filter_map(|row| {
        Some(Mark {
            x: place(row),
            low: row.score_low?,
            y: row.score?,
            high: row.score_high?,
        })
    });
    let theirs = rows().map(|row| {
        let (low, high) = row.published.interval();
        Mark {
            x: place(row),
            low,
            y: row.published.score(),
            high,
        }
    });
    let series = vec![
        Series {
            name: "ours".into(),
            marks: ours.collect(),
        },
        Series {
            name: "published 1987".into(),
            marks: theirs.collect(),
        },
    ];
    let x_label = match kind {
        Kind::Time => format!("units of time a move: {} here, 1 s in 1987", object.unit),
        Kind::Calls => "calls of the move operator a move".into(),
    };
    Panel {
        title: "Score of MM, with its 95 % interval".into(),
        x_label,
        y_label: "score".into(),
        series,
        shape: Shape::Points,
        levels: vec![(0.5, "as strong".into())],
        places: rows()
            .map(|row| (place(row), row.limit.unwrap_or(0).to_string()))
            .collect(),
    }
}
