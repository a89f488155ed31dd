//! All states that were met: equal ones are one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::state::State;

/// Beyond this many all are forgotten: what a search holds itself, stays.
const MOST: usize = 200_000;

/// A state as a value of Python's dictionary.
#[pyclass(frozen)]
struct Known(Arc<State>);

/// The states by their keys. Python's own dictionary compares them, for the reason given in
/// [`super::things`].
pub struct States {
    known: Py<PyDict>,
    next: AtomicU64,
}

impl States {
    /// None yet.
    pub fn new(py: Python<'_>) -> States {
        States {
            known: PyDict::new(py).unbind(),
            next: AtomicU64::new(0),
        }
    }

    /// The state of an object: the one that is there already if it is equal.
    ///
    /// # Errors
    /// The object has no key and cannot be hashed.
    pub fn state(&self, object: &Bound<'_, PyAny>) -> PyResult<Arc<State>> {
        let py = object.py();
        let Some(key) = key(object)? else {
            return Ok(self.new_state(object, false));
        };
        let known = self.known.bind(py);
        if let Some(found) = known.get_item(&key).map_err(|error| hint(py, error))? {
            return Ok(found.cast::<Known>()?.get().0.clone());
        }
        if known.len() >= MOST {
            self.forget(py);
        }
        let new = Known(self.new_state(object, true));
        let kept = known.call_method1("setdefault", (key, new.into_pyobject(py)?))?;
        Ok(kept.cast::<Known>()?.get().0.clone())
    }

    fn new_state(&self, object: &Bound<'_, PyAny>, shared: bool) -> Arc<State> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        Arc::new(State::new(object.clone().unbind(), id, shared))
    }

    /// Forgets all.
    pub fn forget(&self, py: Python<'_>) {
        let known = self.known.bind(py);
        for found in known.values() {
            if let Ok(found) = found.cast::<Known>() {
                found.get().0.forget_children();
            }
        }
        known.clear();
    }
}

/// What makes states equal: `key()`, else the state itself where its class says what equal is.
fn key<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    if let Ok(key) = object.getattr("key") {
        return Ok(Some(if key.is_callable() { key.call0()? } else { key }));
    }
    let by_identity = py.get_type::<PyAny>().getattr("__hash__")?;
    let own: Bound<'_, PyType> = object.get_type();
    let hashed_by_identity = own.getattr("__hash__")?.is(&by_identity);
    Ok((!hashed_by_identity).then(|| object.clone()))
}

/// What to do about a state that cannot be hashed.
fn hint(py: Python<'_>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    let words = format!(
        "a state must be hashable or have a hashable key: {} (write @dataclass(frozen=True), or \
         define key)",
        error.value(py)
    );
    let told = PyTypeError::new_err(words);
    told.set_cause(py, Some(error));
    told
}
