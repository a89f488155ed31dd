//! `explain`: every step of a search, in words, as data, as a picture, as a page.

use gametree_catalog::explained::{ExplainRequest, Explained, Guard, explain_from};
use pyo3::prelude::*;

use crate::convert::{LimitValues, catalog_error, of_json};
use crate::opened::Subject;

/// What a search did, step by step.
#[pyclass(frozen, name = "NativeExplanation")]
pub struct PyExplanation(Explained);

#[pymethods]
impl PyExplanation {
    /// Every step in words.
    fn text(&self) -> String {
        self.0.explanation.text()
    }

    /// One sentence for each step.
    fn sentences(&self) -> Vec<String> {
        self.0.explanation.sentences().map(String::from).collect()
    }

    /// The result in one sentence.
    fn summary(&self) -> String {
        self.0.explanation.summary()
    }

    /// The tree as a picture.
    fn svg(&self) -> String {
        self.0.explanation.svg()
    }

    /// A page that plays the steps and needs nothing else.
    fn html(&self) -> String {
        self.0.explanation.html()
    }

    /// The whole as data, schema `gametree.explain/1`.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        of_json(py, &self.0.json())
    }
}

/// Searches a position, and explains what the search did.
///
/// # Errors
/// The game, the position, the search or an option is wrong, or the game raised something.
#[pyfunction]
pub fn explain(
    py: Python<'_>,
    subject: Subject<'_>,
    search: Option<String>,
    limits: LimitValues,
) -> PyResult<PyExplanation> {
    let named: Vec<&str> = search.as_deref().into_iter().collect();
    let opened = subject.open(&named)?;
    let request = ExplainRequest {
        game: opened.game.name(),
        position: None,
        with: search.as_deref(),
        limits: limits.limits(&opened.stop)?,
        seed: subject.seed,
        guard: Guard {
            stop: opened.stop.clone(),
            nodes: None,
            depth: None,
        },
    };
    let explained = opened.work(py, || explain_from(&opened.game, &opened.root, &request))?;
    Ok(PyExplanation(explained.map_err(catalog_error)?))
}
