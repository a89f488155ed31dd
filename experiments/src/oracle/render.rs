//! What came out, as tables and a picture.

use gametree_arena::TextTable;
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_catalog::format::grouped;

use super::report::{OracleReport, Row};
use crate::Renderings;

/// The columns of the table.
const HEADER: [&str; 8] = [
    "per position",
    "search",
    "kept",
    "of",
    "share",
    "95 %",
    "p against the first",
    "calls/s",
];

/// What the columns mean.
pub const NOTE: &str = "kept: the move keeps win or draw. p: McNemar's exact test against the first search at the same limit";

impl Renderings for OracleReport {
    fn markdown(&self) -> String {
        let title = self.title("**", "**");
        format!("{title}\n\n{}\n{NOTE}\n", self.table().markdown())
    }

    fn csv(&self) -> String {
        numbers(self).csv()
    }

    fn svg(&self) -> String {
        drawing(self)
    }
}

impl OracleReport {
    /// What the table shows, with marks around the game's name.
    pub fn title(&self, before: &str, after: &str) -> String {
        let OracleReport {
            game,
            positions,
            source,
            seed,
            ..
        } = self;
        format!("{before}{game}{after}: {positions} solved positions ({source}), seed {seed}")
    }

    /// A row for each search at each limit.
    pub fn table(&self) -> TextTable {
        TextTable::new(&HEADER, self.rows.iter().map(cells))
    }
}

fn cells(row: &Row) -> Vec<String> {
    let share = |x: Option<f64>| x.map_or("?".into(), |x| format!("{x:.3}"));
    let p = row.p_value.map_or(String::new(), |p| {
        if p < 1e-4 {
            "< 0.0001".into()
        } else {
            format!("{p:.4}")
        }
    });
    vec![
        row.budget.words(),
        row.search.clone(),
        row.kept.to_string(),
        row.positions.to_string(),
        share(row.share),
        format!("[{}, {}]", share(row.low), share(row.high)),
        p,
        grouped(row.calls_per_second),
    ]
}

/// One number per column.
fn numbers(report: &OracleReport) -> TextTable {
    let header = [
        "search",
        "limit",
        "unit",
        "kept",
        "positions",
        "share",
        "low",
        "high",
        "p_value",
        "gained",
        "lost",
        "calls_per_second",
    ];
    let real = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:.6}"));
    let whole = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
    let row = |row: &Row| {
        let mut cells = vec![
            row.search.clone(),
            row.limit.to_string(),
            row.unit.to_string(),
        ];
        cells.extend([row.kept, row.positions].map(|n| n.to_string()));
        cells.extend([row.share, row.low, row.high].map(real));
        cells.push(row.p_value.map_or(String::new(), |p| format!("{p:e}")));
        cells.extend([row.gained, row.lost, Some(row.calls_per_second)].map(whole));
        cells
    };
    TextTable::new(&header, report.rows.iter().map(row))
}

/// The share over the limits, a colour for each search; equal ratios are equally far apart.
fn drawing(report: &OracleReport) -> String {
    let place = |row: &Row| row.budget.amount().log10();
    let mut series: Vec<Series> = Vec::new();
    let mut places: Vec<(f64, String)> = Vec::new();
    for row in &report.rows {
        let (Some(low), Some(y), Some(high)) = (row.low, row.share, row.high) else {
            continue;
        };
        let mark = Mark {
            x: place(row),
            low,
            y,
            high,
        };
        match series.iter_mut().find(|series| series.name == row.search) {
            Some(series) => series.marks.push(mark),
            None => series.push(Series {
                name: row.search.clone(),
                marks: vec![mark],
            }),
        }
        if places.iter().all(|(x, _)| *x != mark.x) {
            places.push((mark.x, row.budget.words()));
        }
    }
    let panel = Panel {
        title: "Share of moves that keep the value".into(),
        x_label: "limit per position".into(),
        y_label: "share".into(),
        series,
        shape: Shape::Points,
        levels: Vec::new(),
        places,
    };
    svg(&report.title("", ""), &[panel])
}
