//! The border to the searches: the interpreter lock is free meanwhile, Ctrl-C is heard, and a panic
//! becomes a Python exception.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often the interpreter is asked whether Ctrl-C was pressed.
const LISTEN: Duration = Duration::from_millis(50);

/// Works in a thread of its own, without the interpreter lock; Ctrl-C raises the flag, and is the
/// error that comes back.
///
/// # Errors
/// A signal's exception, or the panic's words.
pub fn outside<T: Send>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped at the end, also of a panic.
                let _done = done;
                work()
            });
            let heard = listen(&ended, stop);
            let worked = worker.join();
            heard?;
            worked.map_err(|panic| panicked(&*panic))
        })
    })
}

/// Waits for the end of the work; on a signal's exception, raises the flag first.
fn listen(ended: &Receiver<()>, stop: &AtomicBool) -> PyResult<()> {
    while ended.recv_timeout(LISTEN) == Err(RecvTimeoutError::Timeout) {
        if let Err(signal) = Python::attach(|py| py.check_signals()) {
            stop.store(true, Ordering::Relaxed);
            return Err(signal);
        }
    }
    Ok(())
}

/// Works in this thread: a game written in Python hears signals itself, whenever it is asked
/// something. The lock is free while it is not.
///
/// # Errors
/// The panic's words.
pub fn here<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .map_err(|panic| panicked(&*panic))
}

fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let words = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given");
    PyRuntimeError::new_err(format!("a bug in gametree: {words}"))
}
