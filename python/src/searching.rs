//! `search` and `solve`.

use std::time::Instant;

use gametree::erased::ErasedMove;
use gametree::{Game, Notation, Stop};
use gametree_catalog::defaults::{search_limits, within_memory};
use gametree_catalog::format::number;
use gametree_catalog::{Conditions, Found, Solved};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;

use crate::convert::{LimitValues, catalog_error, data};
use crate::opened::{Opened, Subject};

/// Searches a position: the fields of `gametree search --json`.
///
/// # Errors
/// The game, the position, the search or an option is wrong, or the game raised something.
#[pyfunction]
pub fn search<'py>(
    py: Python<'py>,
    subject: Subject<'py>,
    search: Option<String>,
    limits: LimitValues,
) -> PyResult<Bound<'py, PyAny>> {
    let named: Vec<&str> = search.as_deref().into_iter().collect();
    let opened = subject.open(&named)?;
    let game = &opened.game;
    let with = search.as_deref().unwrap_or(game.default_search());
    let limits = limits.limits(&opened.stop)?;
    let granted = search_limits(game, with, &limits).map_err(catalog_error)?;
    let on = Conditions {
        seed: subject.seed,
        limits: granted.asked,
    };
    let worked = opened.work(py, || {
        let mut search = game.build(with, &on)?;
        let found = search.search(&opened.root, &granted.limits);
        let answer = search.answer(&opened.root, &found);
        Ok((found, answer))
    })?;
    let (found, answer) = worked.map_err(catalog_error)?;
    opened.check()?;
    let result = data(py, &answer)?.cast_into::<PyDict>()?;
    result.set_item("game", game.name())?;
    result.set_item("search", with)?;
    set_moves(&result, &opened, &found)?;
    Ok(result.into_any())
}

/// The moves of a game written in Python are its own objects.
fn set_moves(result: &Bound<'_, PyDict>, opened: &Opened, found: &Found) -> PyResult<()> {
    let py = result.py();
    if opened.rules.is_none() {
        return Ok(());
    }
    let object = |m: ErasedMove| opened.move_object(py, &opened.root, m);
    let (line, worth) = match found {
        Found::Score(report) => (&report.line, None),
        Found::Payoffs(report) => (&report.line, Some(&report.moves)),
    };
    let line: Vec<Bound<'_, PyAny>> = line.iter().map(|&m| object(m)).collect::<PyResult<_>>()?;
    result.set_item("best", line.first())?;
    result.set_item("line", PyList::new(py, line)?)?;
    if let (Some(worth), Some(rows)) = (worth, result.get_item("move_values")?) {
        for (row, &(m, _)) in rows.try_iter()?.zip(worth) {
            row?.set_item("move", object(m)?)?;
        }
    }
    Ok(())
}

/// Solves a position: the fields of `gametree solve --json`.
///
/// # Errors
/// As [`search`].
#[pyfunction]
pub fn solve<'py>(
    py: Python<'py>,
    subject: Subject<'py>,
    limits: LimitValues,
) -> PyResult<Bound<'py, PyAny>> {
    let opened = subject.open(&[])?;
    let limits = within_memory(limits.limits(&opened.stop)?, 1);
    let start = Instant::now();
    let solved = opened.work(py, || opened.game.solver().solve(&opened.root, &limits))?;
    let seconds = start.elapsed().as_secs_f64();
    let result = solution(py, &opened, &solved, seconds)?;
    opened.check()?;
    Ok(result)
}

fn solution<'py>(
    py: Python<'py>,
    opened: &Opened,
    solved: &Solved,
    seconds: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let found = solved.solution.as_ref().ok();
    let stop = solved.solution.as_ref().err().copied();
    let values = found.filter(|_| opened.game.has_payoffs());
    let values = values.map(|s| s.values.iter().map(|&v| number(v)).collect::<Vec<_>>());
    let fields = json!({
        "game": opened.game.name(),
        "outcome": found.and_then(|s| s.outcome),
        "score": found.map(|s| s.score.clone()),
        "plies": found.and_then(|s| s.plies),
        "values": values,
        "proven": found.is_some(),
        "stop": stop.unwrap_or(Stop::Done).word(),
        "nodes": solved.nodes,
        "seconds": seconds,
        "note": found.map_or("", |s| &s.note),
        "best": found.map_or(&[][..], |s| &s.best),
    });
    let result = data(py, &fields)?;
    if let (Some(_), Some(found)) = (&opened.rules, found) {
        result.set_item("best", objects(py, opened, &found.best)?)?;
    }
    Ok(result)
}

/// The game's own objects of moves that are told by their names.
fn objects<'py>(
    py: Python<'py>,
    opened: &Opened,
    names: &[String],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if opened.root.outcome().is_some() {
        return Ok(Vec::new());
    }
    let listed = names.iter().flat_map(|name| {
        let legal = opened.root.moves();
        legal
            .into_iter()
            .filter(move |&m| opened.root.write_move(m) == *name)
    });
    listed
        .map(|m| opened.move_object(py, &opened.root, m))
        .collect()
}
