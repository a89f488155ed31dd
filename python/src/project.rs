//! `open_project`: a saved analysis, read and steered.

use std::sync::Arc;
use std::time::Duration;

use gametree::Worker;
use gametree_atlas::fact::NodeId;
use gametree_atlas::run::{End, Until, Wish};
use gametree_project::files::{self, directory, file};
use gametree_project::open::{Access, OpenAsk, open};
use gametree_project::request::OutlineAsk;
use gametree_project::{Action, EngineChoice, Engines, Project, RunRequest, RunWatch};
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::convert::{data, project_error};

/// A project that is open.
#[pyclass(frozen, name = "NativeProject")]
pub struct PyProject(Arc<dyn Project>);

impl PyProject {
    fn node(&self, py: Python<'_>, at: &str) -> PyResult<NodeId> {
        py.detach(|| self.0.find(at)).map_err(project_error)
    }
}

#[pymethods]
impl PyProject {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The name of its game.
    #[getter]
    fn game(&self) -> &str {
        self.0.game()
    }

    /// Its name, what it is doing, how it stands.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.0.project().map_err(project_error)?)
    }

    /// The moves of a position.
    fn moves<'py>(&self, py: Python<'py>, at: &str) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node(py, at)?;
        data(py, &self.0.moves(node).map_err(project_error)?)
    }

    /// A position.
    fn position<'py>(&self, py: Python<'py>, at: &str) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node(py, at)?;
        data(py, &self.0.node(node).map_err(project_error)?)
    }

    /// The best line from a position.
    fn line<'py>(&self, py: Python<'py>, at: &str, most: usize) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node(py, at)?;
        data(py, &self.0.line(node, most).map_err(project_error)?)
    }

    /// What lies below a position, best first.
    fn tree<'py>(
        &self,
        py: Python<'py>,
        at: &str,
        depth: Option<usize>,
        rows: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node(py, at)?;
        let ask = OutlineAsk {
            root: Some(node),
            depth,
            rows,
            ..OutlineAsk::default()
        };
        data(py, &self.0.outline(&ask).map_err(project_error)?)
    }

    /// Figures.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.0.stats().map_err(project_error)?)
    }

    /// Does what the user wants: an action as JSON, at a position.
    fn act<'py>(&self, py: Python<'py>, at: &str, action: &str) -> PyResult<Bound<'py, PyAny>> {
        let action: Action = serde_json::from_str(action)
            .map_err(|error| PyValueError::new_err(format!("not an action: {error}")))?;
        let node = self.node(py, at)?;
        let done = py.detach(|| self.0.act(node, &action));
        data(py, &done.map_err(project_error)?)
    }

    /// Grows it by its engines, by the built-in engine where it has none, until a limit is reached.
    fn run(
        &self,
        py: Python<'_>,
        engine: Option<String>,
        evaluations: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<&'static str> {
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| PyValueError::new_err(format!("seconds: {error}")))?;
        let request = RunRequest {
            engines: EngineChoice {
                commands: engine.into_iter().collect(),
                ..EngineChoice::default()
            },
            until: Until {
                evaluations,
                time,
                ..Until::default()
            },
        };
        let mut watch = Listener::default();
        let summary = py.detach(|| self.0.run(&request, &mut watch));
        watch.signal.map_or(Ok(()), Err)?;
        let summary = summary.map_err(project_error)?;
        Ok(match summary.end {
            End::Limit => "limit",
            End::Asked => "asked",
            End::Nothing => "nothing left",
            End::Failed => {
                let trouble = summary
                    .trouble
                    .unwrap_or_else(|| "no engine is left".into());
                return Err(PyRuntimeError::new_err(trouble));
            }
        })
    }
}

/// Ends a run at Ctrl-C.
#[derive(Default)]
struct Listener {
    signal: Option<PyErr>,
}

impl RunWatch for Listener {
    fn started(&mut self, _: &str) {}

    fn look(&mut self, _: &dyn Fn() -> Vec<Worker>) -> Wish {
        match Python::attach(|py| py.check_signals()) {
            Ok(()) => Wish::GoOn,
            Err(signal) => {
                self.signal = Some(signal);
                Wish::Stop
            }
        }
    }
}

/// Opens a project by its name or file; `create` makes one of a game and a position where there is
/// none.
///
/// # Errors
/// There is no such project, or its file cannot be read.
#[pyfunction]
pub fn open_project(
    py: Python<'_>,
    name: &str,
    write: bool,
    create: Option<(String, String)>,
) -> PyResult<PyProject> {
    let path = file(name);
    let opened = py.detach(|| {
        if let Some((game, position)) = &create
            && !path.exists()
        {
            files::create(&path, game, position)?;
        }
        open(OpenAsk {
            name,
            path: &path,
            access: if write { Access::Write } else { Access::Read },
            follow: false,
            engines: Arc::new(Engines::default().remembered_in(&directory())),
        })
    });
    if !path.exists() {
        let words = format!("there is no project '{name}' ({})", path.display());
        return Err(PyFileNotFoundError::new_err(words));
    }
    opened.map(PyProject).map_err(project_error)
}

/// The projects of this computer, by name.
#[pyfunction]
pub fn projects() -> Vec<String> {
    let all = files::all(&directory()).into_iter();
    all.map(|(name, _)| name).collect()
}
