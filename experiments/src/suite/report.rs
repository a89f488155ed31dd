//! What came out: a row per position, a sum per method.

use std::collections::BTreeMap;
use std::path::Path;

use gametree::Notation;
use gametree_arena::mcnemar;
use gametree_chess::epd::Epd;
use gametree_chess::shakmaty::Move;
use serde::{Deserialize, Serialize};

use super::methods::{Bench, Method, Tried};

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

    /// Whether it counts: easy positions are left out.
    pub fn counts(&self) -> bool {
        !self.solved(Method::Easy)
    }

    /// Whether a method solved it.
    pub fn solved(&self, method: Method) -> bool {
        self.results
            .get(method.word())
            .is_some_and(|tried| tried.solved)
    }
}

/// What came out, as scripts read it.
#[derive(Serialize)]
pub struct SuiteReport {
    schema: &'static str,
    /// The file of the positions.
    pub file: String,
    /// Positions that count.
    pub positions: usize,
    /// Positions that were left out because they are easy.
    pub left_out: usize,
    /// By method.
    pub solved: BTreeMap<&'static str, usize>,
    /// McNemar's exact test against the first method.
    pub p_value: BTreeMap<&'static str, f64>,
    /// What the result depends on.
    pub setup: String,
    /// Every position.
    pub rows: Vec<Row>,
    #[serde(skip)]
    pub(super) summaries: Vec<Summary>,
}

impl SuiteReport {
    /// The report of the rows that a bench made of a file.
    pub fn new(bench: &Bench, file: &Path, rows: Vec<Row>) -> SuiteReport {
        let counted: Vec<&Row> = rows.iter().filter(|row| row.counts()).collect();
        let mut methods = bench.methods();
        methods.retain(|&method| method != Method::Easy);
        let summary = |&method: &Method| Summary::new(method, methods[0], &counted);
        let summaries: Vec<Summary> = methods.iter().map(summary).collect();
        SuiteReport {
            schema: "gametree.suite/1",
            file: file.display().to_string(),
            positions: counted.len(),
            left_out: rows.len() - counted.len(),
            solved: summaries
                .iter()
                .map(|one| (one.method.word(), one.solved))
                .collect(),
            p_value: summaries
                .iter()
                .map(|one| (one.method.word(), one.p_value))
                .collect(),
            setup: bench.setup(file),
            rows,
            summaries,
        }
    }
}

/// How one method did beside the first.
pub(super) struct Summary {
    pub method: Method,
    pub solved: usize,
    pub only_this: u64,
    pub only_first: u64,
    pub p_value: f64,
    pub nodes: u64,
}

impl Summary {
    fn new(method: Method, first: Method, rows: &[&Row]) -> Summary {
        let count = |keep: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| keep(row)).count();
        let only_this = count(&|row| row.solved(method) && !row.solved(first)) as u64;
        let only_first = count(&|row| !row.solved(method) && row.solved(first)) as u64;
        let tried = rows.iter().filter_map(|row| row.results.get(method.word()));
        Summary {
            method,
            solved: count(&|row| row.solved(method)),
            only_this,
            only_first,
            p_value: mcnemar::p_value(only_this, only_first),
            nodes: tried.map(|tried| tried.nodes).sum(),
        }
    }
}
