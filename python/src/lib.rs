//! The native part of the Python package `gametree`: the catalog's and the project's doors, and games
//! written in Python.
//!
//! ```text
//!   gametree/*.py ──▶ _native: search, solve, explain, play_match, open_project
//!                        │
//!                     opened: a name ──▶ catalog      an object ──▶ written ──▶ erased position
//!                        │
//!                     guard: the interpreter lock is free, Ctrl-C is heard, panics are exceptions
//! ```
//!
//! The Python side (`python/python/gametree`) has the signatures, the docstrings and the types.

mod built_in;
mod contest;
mod convert;
mod explaining;
mod guard;
mod opened;
mod project;
mod searching;
mod written;

use pyo3::prelude::*;

/// The games, as `gametree games --json` lists them.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    convert::data(py, &gametree_catalog::listing::games())
}

/// The searches, as `gametree searches --json` lists them.
#[pyfunction]
fn searches(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    convert::data(py, &gametree_catalog::listing::searches())
}

#[pymodule]
fn _native(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<built_in::BuiltInPosition>()?;
    m.add_class::<explaining::PyExplanation>()?;
    m.add_class::<project::PyProject>()?;
    m.add_function(wrap_pyfunction!(games, m)?)?;
    m.add_function(wrap_pyfunction!(searches, m)?)?;
    m.add_function(wrap_pyfunction!(built_in::position, m)?)?;
    m.add_function(wrap_pyfunction!(searching::search, m)?)?;
    m.add_function(wrap_pyfunction!(searching::solve, m)?)?;
    m.add_function(wrap_pyfunction!(explaining::explain, m)?)?;
    m.add_function(wrap_pyfunction!(contest::play_match, m)?)?;
    m.add_function(wrap_pyfunction!(project::open_project, m)?)?;
    m.add_function(wrap_pyfunction!(project::projects, m)?)
}
