//! Endgame tables beside the engines of a run.

use std::ffi::OsString;
use std::path::PathBuf;

use gametree::Analyst;
use gametree::erased::Typed;
use gametree_catalog::analyst::AnyAnalyst;
use gametree_chess::Chess;
use gametree_chess::syzygy::Tables;
use gametree_chess::with_tables::WithTables;

use super::choice::EngineChoice;
use super::config;
use crate::error::{ProjectError, Result};

/// The directories of tables that a run has: what the user writes, else what is configured; an empty
/// text means none.
///
/// # Errors
/// When the configuration is wrong.
pub fn directories(choice: &EngineChoice) -> Result<Option<OsString>> {
    match &choice.syzygy {
        Some(directories) => Ok(Some(directories.clone()).filter(|text| !text.is_empty())),
        None => Ok(config::read()?.syzygy.map(OsString::from)),
    }
}

/// An analyst of chess with the tables of the run, if it has any, and a few words about them.
///
/// # Errors
/// When there are no tables where they should be.
pub fn with_tables<A>(analyst: A, choice: &EngineChoice) -> Result<(AnyAnalyst, String)>
where
    A: Analyst<Chess> + Send + 'static,
{
    let Some(text) = directories(choice)? else {
        return Ok((Box::new(Typed::<Chess, _>::new(analyst)), String::new()));
    };
    let tables = open(&text)?;
    let about = format!(" and Syzygy tables for {} pieces", tables.pieces());
    let analyst = WithTables::new(analyst, tables);
    Ok((Box::new(Typed::<Chess, _>::new(analyst)), about))
}

fn open(text: &OsString) -> Result<Tables> {
    let directories: Vec<PathBuf> = std::env::split_paths(text).collect();
    let tables =
        Tables::open(&directories).map_err(|error| ProjectError::invalid(error.to_string()))?;
    if tables.files() == 0 {
        let what = format!("there are no Syzygy tables in {}", text.to_string_lossy());
        return Err(ProjectError::invalid(what)
            .hint("name a directory with files that end in .rtbw and .rtbz"));
    }
    Ok(tables)
}
