//! What has happened in a project so far.

use gametree_atlas::journal::Journal;

use crate::error::Result;
use crate::paths::File;

/// The past of a project that is longer than this is not read: its journal begins now.
const LONG: u64 = 200_000;

/// The journal of a project, from its facts.
pub fn past(atlas: &File) -> Result<Journal> {
    Ok(if atlas.facts() > LONG {
        Journal::begin(atlas.graph(), atlas.facts())
    } else {
        atlas.told()?
    })
}
