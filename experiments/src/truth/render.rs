//! What came out, as tables and a picture.

use gametree_arena::TextTable;
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_catalog::format::grouped;

use super::figures::Figure;
use super::report::{AtTotal, Interval, Paired, Summary, TruthReport};
use crate::Renderings;

/// What the columns mean.
pub const NOTE: &str = "\
Errors and regret in points of win chance (0 to 100), with 95 % intervals (bootstrap over positions). \
best: the position's value against the reference's. next: the reference's next best moves; a method \
that does not value a move counts with the bound that it gives, `said` is the share that it values. \
regret: what the move loses. agrees: the reference's move (Wilson's interval); near: loses no more \
than the tolerance. p: of the differences of best, next and agrees on the same positions, by signs \
flipped at random and by McNemar's exact test";

const HEADER: [&str; 10] = [
    "nodes",
    "method",
    "best",
    "next",
    "said",
    "regret",
    "agrees",
    "near",
    "p against plain",
    "p against multipv",
];

impl Renderings for TruthReport {
    fn markdown(&self) -> String {
        format!("{}\n\n{}\n{NOTE}\n", self.title(), self.table().markdown())
    }

    fn csv(&self) -> String {
        numbers(self).csv()
    }

    fn svg(&self) -> String {
        drawing(self)
    }
}

impl TruthReport {
    /// What was measured.
    pub fn title(&self) -> String {
        format!(
            "{}: {} of {} positions; reference {} nodes, {} lines ({})",
            self.sources.join(", "),
            self.totals.iter().map(|at| at.positions).min().unwrap_or(0),
            self.positions,
            grouped(self.reference.nodes),
            self.reference.lines,
            self.engine
        )
    }

    /// A row per total and method.
    pub fn table(&self) -> TextTable {
        let rows = self
            .totals
            .iter()
            .flat_map(|at| at.methods.iter().map(move |one| cells(at, one)));
        TextTable::new(&HEADER, rows)
    }
}

fn cells(at: &AtTotal, one: &Summary) -> Vec<String> {
    let p = |paired: Option<Paired>| {
        paired.map_or("–".to_string(), |paired| {
            let three = [
                paired.error.p_value,
                paired.others.p_value,
                paired.agreement_p,
            ];
            three.map(|p| format!("{p:.3}")).join(" ")
        })
    };
    vec![
        grouped(at.total),
        one.method.clone(),
        points(one.error),
        points(one.others),
        one.said
            .map_or(String::new(), |share| format!("{:.0} %", 100.0 * share)),
        points(one.regret),
        share(one.agreement),
        share(one.near),
        p(one.against_plain),
        p(one.against_multipv),
    ]
}

/// In points of win chance.
fn points(figure: Option<Figure>) -> String {
    figure.map_or(String::new(), |figure| {
        let [mean, low, high] = [figure.mean, figure.low, figure.high].map(|x| 100.0 * x);
        format!("{mean:.2} [{low:.2}, {high:.2}]")
    })
}

fn share(share: Option<Interval>) -> String {
    share.map_or(String::new(), |share| {
        let [mean, low, high] = [share.share, share.low, share.high].map(|x| 100.0 * x);
        format!("{mean:.0} % [{low:.0}, {high:.0}]")
    })
}

/// One number per column.
fn numbers(report: &TruthReport) -> TextTable {
    let header = [
        "total",
        "method",
        "positions",
        "nodes",
        "error",
        "error_low",
        "error_high",
        "others",
        "others_low",
        "others_high",
        "said",
        "regret",
        "regret_low",
        "regret_high",
        "agreement",
        "near",
    ];
    let real = |x: f64| format!("{x:.6}");
    let three = |figure: Option<Figure>| {
        figure.map_or(vec![String::new(); 3], |figure| {
            [figure.mean, figure.low, figure.high].map(real).to_vec()
        })
    };
    let row = |at: &AtTotal, one: &Summary| {
        let mut cells = vec![at.total.to_string(), one.method.clone()];
        cells.extend([at.positions.to_string(), one.nodes.to_string()]);
        cells.extend(three(one.error));
        cells.extend(three(one.others));
        cells.push(one.said.map_or(String::new(), real));
        cells.extend(three(one.regret));
        let shares = [one.agreement, one.near];
        cells.extend(shares.map(|share| share.map_or(String::new(), |share| real(share.share))));
        cells
    };
    let rows = report.totals.iter();
    TextTable::new(
        &header,
        rows.flat_map(|at| at.methods.iter().map(move |one| row(at, one))),
    )
}

/// Errors over the nodes, a colour for each method; equal ratios are equally far apart.
fn drawing(report: &TruthReport) -> String {
    let panels = [
        panel(report, "Error of the best move's value", &|one| one.error),
        panel(report, "Error of the next best moves", &|one| one.others),
        panel(report, "Regret", &|one| one.regret),
    ];
    svg(&report.title(), &panels)
}

fn panel(report: &TruthReport, title: &str, figure: &dyn Fn(&Summary) -> Option<Figure>) -> Panel {
    let places = report.totals.iter();
    Panel {
        title: title.into(),
        x_label: "nodes per position".into(),
        y_label: "points of win chance".into(),
        series: series(report, figure),
        shape: Shape::Points,
        levels: Vec::new(),
        places: places.map(|at| (place(at), grouped(at.total))).collect(),
    }
}

fn place(at: &AtTotal) -> f64 {
    (at.total as f64).log10()
}

fn series(report: &TruthReport, figure: &dyn Fn(&Summary) -> Option<Figure>) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for at in &report.totals {
        for one in &at.methods {
            let Some(Figure { mean, low, high }) = figure(one) else {
                continue;
            };
            let mark = Mark {
                x: place(at),
                low: 100.0 * low,
                y: 100.0 * mean,
                high: 100.0 * high,
            };
            match series.iter_mut().find(|series| series.name == one.method) {
                Some(series) => series.marks.push(mark),
                None => series.push(Series {
                    name: one.method.clone(),
                    marks: vec![mark],
                }),
            }
        }
    }
    series
}
