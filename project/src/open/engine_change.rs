//! Another engine than before: its results would stand beside those of weeks, so the user decides.

use std::collections::BTreeMap;

use gametree_atlas::fact::Fact;
use gametree_atlas::store::Store;

use crate::error::{ErrorKind, ProjectError, Result};
use crate::paths::File;

/// Whether engines of these names may work on a project: every one has results in it, or no engine
/// has.
///
/// # Errors
/// [`ErrorKind::OtherEngine`] where one of them would be new among others; it says whose results
/// there are.
pub fn check(atlas: &File, engines: &[String]) -> Result<()> {
    let sources = atlas.graph().sources();
    let is_known = |name: &&String| sources.iter().any(|source| source.name == **name);
    let Some(new) = engines.iter().find(|name| !is_known(name)) else {
        return Ok(());
    };
    let before = results(atlas)?;
    if before.is_empty() {
        return Ok(());
    }
    let counted = |(name, results): (&String, &u64)| format!("{name} ({results} results)");
    let before: Vec<String> = before.iter().map(counted).collect();
    Err(ProjectError::new(
        ErrorKind::OtherEngine,
        format!(
            "the results in this project are by {}; {new} would add its own to them",
            before.join(", ")
        ),
    )
    .hint("--engine-change lets it; without --engine the project's own engine goes on"))
}

/// How many tasks every engine has done. What came from files counts for none.
fn results(atlas: &File) -> Result<BTreeMap<String, u64>> {
    let sources = atlas.graph().sources();
    let mut results = BTreeMap::new();
    atlas.store().replay(&mut |fact| {
        if let Fact::Found(found) = fact
            && found.ticket.is_some()
            && let Some(source) = sources.get(usize::from(found.source))
        {
            *results.entry(source.name.clone()).or_default() += 1;
        }
        Ok(())
    })?;
    Ok(results)
}
