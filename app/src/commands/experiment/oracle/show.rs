//! The experiment for people: a table and a picture.

use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};

use super::object::{Object, Row};
use crate::commands::experiment::args::OracleArgs;
use crate::commands::experiment::table::{Table, Texts};
use crate::error::CliError;
use crate::output::{self, BOLD, DIM, PLAIN};

/// The columns of the printed table.
const HEADER: [&str; 8] = [
    "a position",
    "search",
    "kept",
    "of",
    "share",
    "95 %",
    "p against the first",
    "calls/s",
];

/// What p means.
const NOTE: &str = "kept: the move keeps win or draw. p: McNemar's exact test against the first search at the same limit";

/// Writes the files that were asked for.
pub fn write(args: &OracleArgs, object: &Object) -> Result<(), CliError> {
    let texts = Texts {
        markdown: &|| markdown(object),
        csv: &|| numbers(object).csv(),
        svg: &|| drawing(object),
    };
    texts.write(&args.files)
}

/// Prints the table.
pub fn print(object: &Object) -> anyhow::Result<()> {
    output::line(title(object, BOLD, PLAIN))?;
    let mut table = output::table(HEADER);
    for row in &object.rows {
        table.add_row(cells(row));
    }
    output::right_align(&mut table, &[0, 2, 3, 4, 5, 6, 7]);
    output::line(table)?;
    Ok(output::line(format!("  {DIM}{NOTE}{PLAIN}"))?)
}

fn title(object: &Object, bold: &str, plain: &str) -> String {
    let Object {
        game,
        positions,
        source,
        seed,
        ..
    } = object;
    format!("{bold}{game}{plain}: {positions} solved positions ({source}), seed {seed}")
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
        output::grouped(row.calls_per_second),
    ]
}

fn markdown(object: &Object) -> String {
    let table = Table {
        header: HEADER.to_vec(),
        rows: object.rows.iter().map(cells).collect(),
    };
    format!(
        "{}\n\n{}\n{NOTE}\n",
        title(object, "**", "**"),
        table.markdown()
    )
}

/// A column a number.
fn numbers(object: &Object) -> Table {
    let header = vec![
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
    Table {
        header,
        rows: object.rows.iter().map(row).collect(),
    }
}

/// The share over the limits, a colour for each search; equal ratios are equally far apart.
fn drawing(object: &Object) -> String {
    let place = |row: &Row| row.budget.amount().log10();
    let mut series: Vec<Series> = Vec::new();
    let mut places: Vec<(f64, String)> = Vec::new();
    for row in &object.rows {
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
        x_label: "a position may cost".into(),
        y_label: "share".into(),
        series,
        shape: Shape::Points,
        levels: Vec::new(),
        places,
    };
    svg(&title(object, "", ""), &[panel])
}
