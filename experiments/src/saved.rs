//! Where an experiment saves what the next run can use.

use std::path::PathBuf;

/// Where something is saved.
pub enum Saved {
    /// Nowhere.
    Not,
    /// In the user's cache directory, where that can be used.
    Usual,
    /// In this file.
    File(PathBuf),
}

/// A file of this name in the user's cache directory.
pub fn usual_path(name: &str) -> Option<PathBuf> {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let dir = set("GAMETREE_CACHE")
        .or_else(|| {
            Some(
                set("XDG_CACHE_HOME")
                    .or_else(|| set("LOCALAPPDATA"))?
                    .join("gametree"),
            )
        })
        .or_else(|| Some(set("HOME")?.join(".cache").join("gametree")))?;
    Some(dir.join(name))
}
