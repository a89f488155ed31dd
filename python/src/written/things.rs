//! Moves and what players see, as numbers: equal things have one number.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The number of something that Python could not tell.
pub const UNKNOWN: u32 = u32::MAX;

/// Hashable things of Python in the order of their first appearance.
///
/// Python's own dictionary compares them. No lock of Rust's is held while Python works: it may hand
/// the interpreter to another thread, which would wait for that lock for ever.
pub struct Things {
    numbers: Py<PyDict>,
    things: Mutex<Vec<Py<PyAny>>>,
}

impl Things {
    /// None yet.
    pub fn new(py: Python<'_>) -> Things {
        Things {
            numbers: PyDict::new(py).unbind(),
            things: Mutex::new(Vec::new()),
        }
    }

    /// The number of a thing.
    ///
    /// # Errors
    /// It cannot be hashed or compared.
    pub fn number(&self, thing: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = thing.py();
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(thing)? {
            return number.extract();
        }
        let number = self.append(thing.clone().unbind());
        // Another thread may have been faster: then its number counts.
        numbers
            .call_method1("setdefault", (thing, number))?
            .extract()
    }

    fn append(&self, thing: Py<PyAny>) -> u32 {
        let mut things = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        things.push(thing);
        (things.len() - 1) as u32
    }

    /// The thing of a number; `None` of Python where there is none.
    pub fn thing<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        let things = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        let found = things.get(number as usize).map(|thing| thing.clone_ref(py));
        found.unwrap_or_else(|| py.None()).into_bound(py)
    }
}
