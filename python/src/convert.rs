//! Data between the two languages: JSON values, limits, errors.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree::Limits;
use gametree_catalog::{CatalogError, ErrorKind};
use gametree_project::ProjectError;
use pyo3::exceptions::{PyLookupError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// What a search may spend, as the Python side passes it on.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct LimitValues {
    depth: Option<u32>,
    nodes: Option<u64>,
    moves: Option<u64>,
    seconds: Option<f64>,
    memory: Option<usize>,
}

impl LimitValues {
    /// The limits, ended by this flag as well.
    ///
    /// # Errors
    /// The seconds are negative, infinite or not a number.
    pub fn limits(&self, stop: &Arc<AtomicBool>) -> PyResult<Limits> {
        let time = self.seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| PyValueError::new_err(format!("seconds: {error}")))?;
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            moves: self.moves,
            time,
            memory: self.memory,
            stop: Some(stop.clone()),
            ..Limits::none()
        })
    }
}

/// Data as Python's own numbers, texts, lists and dictionaries.
///
/// # Errors
/// When Python has no memory left, or the data is no JSON.
pub fn data<'py>(py: Python<'py>, of: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(of).map_err(|e| PyRuntimeError::new_err(e.to_string()))?;
    of_json(py, &value)
}

/// A JSON value as Python's own data.
///
/// # Errors
/// When Python has no memory left.
pub fn of_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_pyobject(py)?.into_any(),
            None => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(of_json(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, field) in fields {
                dict.set_item(key, of_json(py, field)?)?;
            }
            dict.into_any()
        }
    })
}

/// The catalog's error as an exception: what is wrong, and how to fix it.
pub fn catalog_error(error: CatalogError) -> PyErr {
    let words = with_hint(&error.what, error.hint.as_deref().unwrap_or_default());
    match error.kind {
        ErrorKind::Usage => PyValueError::new_err(words),
        ErrorKind::NotFound => PyLookupError::new_err(words),
        ErrorKind::Failed | ErrorKind::Engine => PyRuntimeError::new_err(words),
    }
}

/// The same of a project's error.
pub fn project_error(error: ProjectError) -> PyErr {
    use gametree_project::ErrorKind;
    let words = with_hint(&error.message, &error.hint);
    match error.kind {
        ErrorKind::NotFound => PyLookupError::new_err(words),
        ErrorKind::Invalid | ErrorKind::Conflict | ErrorKind::OtherEngine => {
            PyValueError::new_err(words)
        }
        _ => PyRuntimeError::new_err(words),
    }
}

fn with_hint(what: &str, hint: &str) -> String {
    if hint.is_empty() {
        return what.to_string();
    }
    format!("{what} ({hint})")
}
