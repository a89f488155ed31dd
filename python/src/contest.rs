//! `match`: two searches play each other.

use gametree::Limits;
use gametree_arena::{Clock, MatchError, Model, Rules};
use gametree_catalog::defaults::{is_endless, within_memory};
use gametree_catalog::matches::{MatchPlan, MatchReport, MatchRequest, hypotheses};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::convert::{LimitValues, catalog_error, data};
use crate::opened::{Opened, Subject};

/// How the match is played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Terms {
    games: Option<usize>,
    openings: String,
    sprt: Option<String>,
    max_plies: Option<u32>,
    workers: usize,
}

/// Plays a match: the fields of `gametree match --json`, in the view of the first search.
///
/// # Errors
/// The game, a search or the openings are wrong, or the game raised something.
#[pyfunction]
pub fn play_match<'py>(
    py: Python<'py>,
    subject: Subject<'py>,
    searches: [String; 2],
    limits: LimitValues,
    terms: Terms,
) -> PyResult<Bound<'py, PyAny>> {
    let opened = subject.open(&[&searches[0], &searches[1]])?;
    let limits = Limits {
        stop: None,
        ..limits.limits(&opened.stop)?
    };
    if is_endless(&limits) {
        let words = "a match needs a limit per move: depth, nodes, moves or seconds";
        return Err(PyValueError::new_err(words));
    }
    let sprt = terms.sprt.as_deref();
    let sprt = sprt.map(|text| hypotheses::sprt(text, Model::Logistic));
    // The interpreter runs one thread at a time.
    let workers = if opened.rules.is_some() {
        1
    } else {
        terms.workers.max(1)
    };
    let limits = within_memory(limits, 2 * workers);
    let request = MatchRequest {
        searches,
        limits: [limits.clone(), limits],
        clock: Clock::Wall,
        openings: terms.openings,
        games: terms.games,
        sprt: sprt.transpose().map_err(catalog_error)?,
        rules: Rules {
            max_plies: terms.max_plies,
            ..Rules::default()
        },
        tablebases: None,
        patience: Default::default(),
        seed: subject.seed,
        workers,
        stop: opened.stop.clone(),
    };
    let report = opened.work(py, || played(&opened, request))?;
    data(py, &report?)
}

fn played(opened: &Opened, request: MatchRequest) -> PyResult<MatchReport> {
    let plan = MatchPlan::new(&opened.game, request).map_err(catalog_error)?;
    let result = plan.resume(Vec::new(), &mut |_, _| Ok(()));
    let result = result.map_err(|error: MatchError| PyRuntimeError::new_err(error.to_string()))?;
    Ok(MatchReport::new(&plan, &result))
}
