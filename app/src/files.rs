//! Files that a command writes besides its output.

use std::path::Path;

use crate::error::CliError;

/// Writes a file, or says why not.
pub fn write_file(path: &Path, text: &str) -> Result<(), CliError> {
    std::fs::write(path, text).map_err(|error| {
        CliError::failed(format!("cannot write {}: {error}", path.display()))
            .hint("does the directory exist, and may you write to it?")
    })
}

/// Writes a file where one is asked for.
pub fn write_file_if(path: Option<&Path>, text: impl FnOnce() -> String) -> Result<(), CliError> {
    path.map_or(Ok(()), |path| write_file(path, &text()))
}
