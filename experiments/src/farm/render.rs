//! What came out, as tables and a picture.

use gametree_arena::TextTable;
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_catalog::format::grouped;

use super::report::{BUSY, FarmReport, Row};
use crate::Renderings;

/// The columns of the table.
const HEADER: [&str; 11] = [
    "workers",
    "window",
    "results/s",
    "workers busy",
    "coordinator busy",
    "could apply/s",
    "step median",
    "step 99 %",
    "longest commit",
    "failures",
    "lost",
];

/// What the columns mean.
pub const NOTE: &str = "Times of workers are virtual, times of the coordinator are measured. Step: per result. Lost: tasks without a result, or results applied twice";

impl Renderings for FarmReport {
    fn markdown(&self) -> String {
        let notes = self.notes().into_iter().map(|text| format!("- {text}\n"));
        let notes: String = notes.collect();
        let title = self.title();
        format!("{title}\n\n{}\n{NOTE}\n\n{notes}", self.table().markdown())
    }

    fn csv(&self) -> String {
        numbers(self).csv()
    }

    fn svg(&self) -> String {
        drawing(self)
    }
}

impl FarmReport {
    /// What the table shows.
    pub fn title(&self) -> String {
        format!(
            "{} positions in {}; tasks of {} s, messages {} s on their way, {} % of tasks fail and come back after {} s; seed {}",
            grouped(self.positions as u64),
            if self.store == "file" {
                "a file"
            } else {
                "memory"
            },
            self.task,
            self.latency,
            self.fail * 100.0,
            self.lease,
            self.seed
        )
    }

    /// What stands below the table.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(workers) = self.saturated {
            notes.push(format!(
                "{} workers are more than the coordinator can keep busy",
                grouped(workers as u64)
            ));
        }
        if let Some(restart) = &self.restart {
            notes.push(format!(
                "killed at {} positions ({} bytes), back at work after {:.2} s ({:.2} s of processor time): file {:.2} s, graph {:.2} s, {} open tasks {:.2} s",
                grouped(restart.positions as u64),
                grouped(restart.bytes),
                restart.seconds,
                restart.processor_seconds,
                restart.store_seconds,
                restart.graph_seconds,
                grouped(restart.tasks as u64),
                restart.tasks_seconds
            ));
        }
        if !self.complete {
            notes.push("rows are missing: the simulation was interrupted".into());
        }
        notes
    }

    /// A row for each number of workers and window.
    pub fn table(&self) -> TextTable {
        TextTable::new(&HEADER, self.rows.iter().map(cells))
    }
}

fn cells(row: &Row) -> Vec<String> {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    vec![
        grouped(row.workers as u64),
        grouped(u64::from(row.window)),
        grouped(row.results_per_second.round() as u64),
        percent(row.workers_busy),
        percent(row.coordinator_busy),
        grouped(row.capacity.round() as u64),
        format!("{:.0} µs", row.step_median),
        format!("{:.0} µs", row.step_p99),
        format!("{:.0} ms", row.commit_max),
        grouped(row.failures),
        (row.lost + row.applied_twice).to_string(),
    ]
}

/// One number per column.
fn numbers(report: &FarmReport) -> TextTable {
    let header = [
        "workers",
        "window",
        "positions",
        "results",
        "results_per_second",
        "workers_busy",
        "coordinator_busy",
        "capacity",
        "step_median",
        "step_p99",
        "commit_median",
        "commit_max",
        "queue_max",
        "early_max",
        "failures",
        "redelivered",
        "duplicates",
        "lost",
        "applied_twice",
    ];
    let row = |row: &Row| {
        let mut cells = vec![row.workers.to_string(), row.window.to_string()];
        cells.extend([row.positions as u64, row.results].map(|n| n.to_string()));
        let reals = [
            row.results_per_second,
            row.workers_busy,
            row.coordinator_busy,
            row.capacity,
            row.step_median,
            row.step_p99,
            row.commit_median,
            row.commit_max,
        ];
        cells.extend(reals.map(|x| format!("{x:.4}")));
        cells.extend([row.queue_max, row.early_max].map(|n| n.to_string()));
        let counts = [
            row.failures,
            row.redelivered,
            row.duplicates,
            row.lost,
            row.applied_twice,
        ];
        cells.extend(counts.map(|n| n.to_string()));
        cells
    };
    TextTable::new(&header, report.rows.iter().map(row))
}

/// How busy workers and coordinator are, and the results per second, over the number of workers;
/// equal ratios are equally far apart. Of several windows the last counts.
fn drawing(report: &FarmReport) -> String {
    let last = |(place, row): (usize, &'_ Row)| {
        let next = report.rows.get(place + 1);
        next.is_none_or(|next| next.workers != row.workers)
    };
    let rows = report.rows.iter().enumerate();
    let rows: Vec<&Row> = rows.filter(|&row| last(row)).map(|row| row.1).collect();
    let panel = |title: &str, series: Vec<Series>| Panel {
        title: title.into(),
        x_label: "workers".into(),
        y_label: String::new(),
        series,
        shape: Shape::Points,
        levels: Vec::new(),
        places: rows
            .iter()
            .map(|row| (place(row), row.workers.to_string()))
            .collect(),
    };
    let mut busy = panel(
        "Share of the time in which they work",
        vec![
            series("workers", &rows, |row| row.workers_busy),
            series("coordinator", &rows, |row| row.coordinator_busy),
        ],
    );
    busy.levels = vec![(BUSY, format!("{:.0} %", BUSY * 100.0))];
    let rate = panel(
        "Results per second",
        vec![
            series("applied", &rows, |row| row.results_per_second),
            series("could apply", &rows, |row| row.capacity),
        ],
    );
    svg("A farm of simulated workers", &[busy, rate])
}

fn place(row: &Row) -> f64 {
    (row.workers as f64).log10()
}

fn series(name: &str, rows: &[&Row], value: impl Fn(&Row) -> f64) -> Series {
    let mark = |row: &&Row| {
        let y = value(row);
        Mark {
            x: place(row),
            low: y,
            y,
            high: y,
        }
    };
    Series {
        name: name.into(),
        marks: rows.iter().map(mark).collect(),
    }
}
