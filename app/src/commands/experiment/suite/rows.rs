//! The rows of a suite: kept in a file while they come, counted and told at the end.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Mutex;

use gametree::Notation;
use gametree_arena::mcnemar;
use gametree_chess::epd::Epd;
use gametree_chess::shakmaty::Move;
use serde::{Deserialize, Serialize};

use super::super::args::SuiteArgs;
use super::super::table::{Table, Texts};
use super::methods::{Bench, Method, Tried};
use crate::error::CliError;
use crate::output;

/// A position and what the methods said of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Its place in the file, from 0.
    pub place: usize,
    /// Its name.
    pub id: String,
    /// What is right.
    pub wanted: String,
    /// By method.
    pub results: BTreeMap<String, Tried>,
}

impl Row {
    /// Without results.
    pub fn new(record: &Epd, place: usize) -> Row {
        let words = |moves: &[Move]| {
            moves
                .iter()
                .map(|&m| record.position.write_move(m))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let wanted = match (words(record.best_moves()), words(record.avoid_moves())) {
            (best, bad) if bad.is_empty() => best,
            (best, bad) => format!("{best} not {bad}").trim().to_string(),
        };
        let id = record
            .id()
            .map_or_else(|| format!("{}", place + 1), str::to_string);
        Row {
            place,
            id,
            wanted,
            results: BTreeMap::new(),
        }
    }

    /// Whether a method solved it.
    pub fn solved(&self, method: Method) -> bool {
        self.results
            .get(method.word())
            .is_some_and(|tried| tried.solved)
    }
}

/// Rows in a file: the setup, then a row a line.
pub struct Journal {
    rows: Vec<Row>,
    file: Option<Mutex<File>>,
}

impl Journal {
    /// Reads what is there; without a file nothing is kept.
    pub fn open(path: Option<&Path>, setup: &str) -> anyhow::Result<Journal> {
        let Some(path) = path else {
            return Ok(Journal {
                rows: Vec::new(),
                file: None,
            });
        };
        let rows = if path.exists() {
            Journal::read(path, setup)?
        } else {
            Vec::new()
        };
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if file.metadata()?.len() == 0 {
            writeln!(file, "{}", serde_json::to_string(setup)?)?;
        }
        Ok(Journal {
            rows,
            file: Some(Mutex::new(file)),
        })
    }

    fn read(path: &Path, setup: &str) -> anyhow::Result<Vec<Row>> {
        let mut lines = BufReader::new(File::open(path)?).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        if serde_json::from_str::<String>(&first).ok().as_deref() != Some(setup) {
            let what = format!("{} holds a run of another setup", path.display());
            return Err(CliError::usage(what)
                .hint("name another file, or repeat the arguments of that run")
                .into());
        }
        // A line that was cut by a kill is left out; its position is tried again.
        Ok(lines
            .map_while(Result::ok)
            .filter_map(|line| serde_json::from_str(&line).ok())
            .collect())
    }

    /// The row of a place.
    pub fn row(&self, place: usize) -> Option<&Row> {
        self.rows.iter().find(|row| row.place == place)
    }

    /// Keeps a row.
    pub fn keep(&self, row: &Row) -> anyhow::Result<()> {
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(|poison| poison.into_inner());
            // A cut line before it must not swallow this one.
            writeln!(file, "\n{}", serde_json::to_string(row)?)?;
            file.sync_data()?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    file: String,
    positions: usize,
    left_out: usize,
    solved: BTreeMap<&'static str, usize>,
    /// McNemar's exact test against the first method.
    p_value: BTreeMap<&'static str, f64>,
    setup: String,
    rows: &'a [Row],
}

/// How one method did beside the first.
struct Summary {
    method: Method,
    solved: usize,
    only_this: u64,
    only_first: u64,
    p_value: f64,
    nodes: u64,
}

fn summary(method: Method, first: Method, rows: &[&Row]) -> Summary {
    let count = |keep: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| keep(row)).count();
    let only_this = count(&|row| row.solved(method) && !row.solved(first)) as u64;
    let only_first = count(&|row| !row.solved(method) && row.solved(first)) as u64;
    let nodes = rows
        .iter()
        .filter_map(|row| row.results.get(method.word()))
        .map(|tried| tried.nodes)
        .sum();
    let p_value = mcnemar::p_value(only_this, only_first);
    Summary {
        method,
        solved: count(&|row| row.solved(method)),
        only_this,
        only_first,
        p_value,
        nodes,
    }
}

/// Prints the tables, or the object, and writes the files.
pub fn tell(args: &SuiteArgs, bench: &Bench, all: &[Row]) -> anyhow::Result<()> {
    let methods: Vec<Method> = bench
        .methods()
        .into_iter()
        .filter(|&method| method != Method::Easy)
        .collect();
    let counted: Vec<&Row> = all.iter().filter(|row| !row.solved(Method::Easy)).collect();
    let summaries: Vec<Summary> = methods
        .iter()
        .map(|&method| summary(method, methods[0], &counted))
        .collect();
    let detail = detail(&methods, &counted);
    let short = short(&summaries, counted.len());
    let markdown = || format!("{}\n{}", short.markdown(), detail.markdown());
    Texts {
        markdown: &markdown,
        csv: &|| detail.csv(),
        svg: &|| bars(&summaries, counted.len()),
    }
    .write(&args.files)?;
    if args.files.output.json {
        let object = Object {
            schema: "gametree.suite/1",
            file: args.file.display().to_string(),
            positions: counted.len(),
            left_out: all.len() - counted.len(),
            solved: summaries
                .iter()
                .map(|one| (one.method.word(), one.solved))
                .collect(),
            p_value: summaries
                .iter()
                .map(|one| (one.method.word(), one.p_value))
                .collect(),
            setup: bench.setup(&args.file),
            rows: all,
        };
        return output::json(&object);
    }
    output::line(detail.markdown())?;
    output::line(short.markdown())?;
    if all.len() > counted.len() {
        output::hint(&format!(
            "{} easy positions were left out",
            all.len() - counted.len()
        ));
    }
    Ok(())
}

fn detail(methods: &[Method], rows: &[&Row]) -> Table {
    let header = ["position", "wanted"]
        .into_iter()
        .chain(methods.iter().map(|method| method.word()))
        .collect();
    let cell = |row: &Row, method: &Method| match row.results.get(method.word()) {
        Some(tried) if tried.solved => format!("{} ✓", tried.played),
        Some(tried) => tried.played.clone(),
        None => String::new(),
    };
    let cells = |row: &&Row| {
        let moves = methods.iter().map(|method| cell(row, method));
        [row.id.clone(), row.wanted.clone()]
            .into_iter()
            .chain(moves)
            .collect()
    };
    Table {
        header,
        rows: rows.iter().map(cells).collect(),
    }
}

fn short(summaries: &[Summary], positions: usize) -> Table {
    let header = vec![
        "method",
        "solved",
        "of",
        "it alone",
        "the first alone",
        "p (McNemar)",
        "nodes",
    ];
    let rows = summaries.iter().map(|one| {
        vec![
            one.method.word().to_string(),
            one.solved.to_string(),
            positions.to_string(),
            one.only_this.to_string(),
            one.only_first.to_string(),
            format!("{:.3}", one.p_value),
            output::grouped(one.nodes),
        ]
    });
    Table {
        header,
        rows: rows.collect(),
    }
}

/// A bar a method.
fn bars(summaries: &[Summary], positions: usize) -> String {
    let height = 30 * summaries.len() + 30;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"14\">\n"
    );
    for (place, one) in summaries.iter().enumerate() {
        let (y, share) = (30 * place + 20, one.solved as f64 / positions.max(1) as f64);
        let (word, solved, width) = (one.method.word(), one.solved, 400.0 * share);
        svg.push_str(&format!(
            "<text x=\"100\" y=\"{0}\" text-anchor=\"end\">{word}</text>\
             <rect x=\"110\" y=\"{y}\" width=\"{width:.1}\" height=\"20\" fill=\"#4a7ab5\"/>\
             <text x=\"{1:.1}\" y=\"{0}\">{solved} of {positions}</text>\n",
            y + 15,
            118.0 + width,
        ));
    }
    svg.push_str("</svg>\n");
    svg
}
