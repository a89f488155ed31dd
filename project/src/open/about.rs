//! What a project is called, where it is, and whether it may be changed.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a file is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// It can be changed.
    Writable,
    /// It is only read.
    ReadOnly,
    /// Another process has it.
    Elsewhere,
}

/// What a project is called, and where it is.
#[derive(Clone, Debug)]
pub struct About {
    /// Its name.
    pub name: String,
    /// The name of its game.
    pub game: String,
    /// Its file.
    pub path: PathBuf,
    /// How the file is open.
    pub mode: Mode,
}

/// Locks; a thread that panicked with it has changed nothing that matters.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
