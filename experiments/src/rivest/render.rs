//! What came out, as tables beside the published one and a picture.

use gametree_arena::TextTable;
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_catalog::format::grouped;

use super::report::RivestReport;
use super::rows::{Kind, Row};
use crate::Renderings;

/// The columns of the table.
const HEADER: [&str; 10] = [
    "per move",
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

impl Renderings for RivestReport {
    fn markdown(&self) -> String {
        let notes = self.notes().into_iter().map(|text| format!("- {text}\n"));
        let title = self.title("**", "**");
        let notes: String = notes.collect();
        format!("{title}\n\n{}\n{notes}", self.table().markdown())
    }

    fn csv(&self) -> String {
        numbers(self).csv()
    }

    fn svg(&self) -> String {
        drawing(self)
    }
}

impl RivestReport {
    /// What the table shows, with marks around the game's name.
    pub fn title(&self, before: &str, after: &str) -> String {
        format!(
            "{before}{}{after}: MM = {}, AB = {}; openings of two plies with both colours, seed {}; shares and Elo are MM's",
            self.game, self.mm, self.ab, self.seed
        )
    }

    /// What stands below the table.
    pub fn notes(&self) -> Vec<String> {
        let speeds = self.published_calls_per_second;
        let mut notes = vec![format!(
            "1987: {}; about {} and {} calls per second (MM, AB)",
            self.source, speeds.mm, speeds.ab
        )];
        if !self.complete {
            notes.push("games are missing: the run was interrupted".into());
        }
        let different = self.differences.iter();
        notes.extend(different.map(|text| format!("not as in 1987: {text}")));
        notes
    }

    /// A row for each limit, beside the published one.
    pub fn table(&self) -> TextTable {
        TextTable::new(&HEADER, lines(self).map(cells))
    }
}

/// The rows, each kind followed by its total.
fn lines(report: &RivestReport) -> impl Iterator<Item = &Row> {
    report.totals.iter().flat_map(|total| {
        let rows = report.rows.iter().filter(|row| row.kind == total.kind);
        rows.chain(std::iter::once(total))
    })
}

fn limit(row: &Row) -> String {
    match (row.kind, row.limit) {
        (_, None) => "total".into(),
        (Kind::Time, Some(n)) => format!("{n} × {}", row.unit),
        (Kind::Calls, Some(n)) => format!("{} calls", grouped(n)),
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
        grouped(row.calls_per_second.mm),
        grouped(row.calls_per_second.ab),
        format!("{} - {} - {}", p.mm, p.ab, p.ties),
        share(Some(p.score())),
    ]
}

/// One number per column.
fn numbers(report: &RivestReport) -> TextTable {
    let header = [
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
    TextTable::new(&header, lines(report).map(row))
}

/// The most letters above a picture.
const LONGEST_TITLE: usize = 85;

/// The score of MM over the limits, ours and that of 1987, a panel for each kind.
fn drawing(report: &RivestReport) -> String {
    let panels: Vec<Panel> = report
        .totals
        .iter()
        .map(|total| panel(report, total.kind))
        .collect();
    let whole = format!(
        "{}: {} (MM) against {} (AB)",
        report.game, report.mm, report.ab
    );
    let fits = whole.chars().count() <= LONGEST_TITLE;
    svg(
        &if fits {
            whole
        } else {
            format!("{}: MM against AB", report.game)
        },
        &panels,
    )
}

fn panel(report: &RivestReport, kind: Kind) -> Panel {
    let rows = || report.rows.iter().filter(move |row| row.kind == kind);
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
        Kind::Time => format!("units of time per move: {} here, 1 s in 1987", report.unit),
        Kind::Calls => "calls of the move operator per move".into(),
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
