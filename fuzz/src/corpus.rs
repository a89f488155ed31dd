//! The inputs to begin with: a folder each in `fuzz/corpus`, by the name of the target.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

/// The inputs of a target, by the names of their files.
///
/// # Errors
/// The folder cannot be read.
pub fn read(name: &str) -> Result<Vec<Vec<u8>>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder(name)).with_context(|| format!("the corpus of {name}"))? {
        files.push(entry?.path());
    }
    // Folders list their files in any order.
    files.sort();
    files.iter().map(|file| Ok(fs::read(file)?)).collect()
}

/// Where the inputs of a target are.
#[must_use]
pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(name)
}
