//! Files that tests need and the repository does not hold.

use std::path::{Path, PathBuf};

/// A file or directory of `target/chess-data` (or `GAMETREE_CHESS_DATA`), which `cargo xtask setup`
/// fills. `None`, and a word on it, where it is missing; with `CI=true` that is a failure.
#[allow(dead_code)]
pub fn fetched(name: &str) -> Option<PathBuf> {
    let place = std::env::var_os("GAMETREE_CHESS_DATA").map(PathBuf::from);
    let place =
        place.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/chess-data"));
    let path = place.join(name);
    if !path.exists() {
        assert!(
            std::env::var("CI").as_deref() != Ok("true"),
            "{} is missing",
            path.display()
        );
        println!(
            "skipped: {} is missing (cargo xtask setup fetches it)",
            path.display()
        );
        return None;
    }
    Some(path)
}

/// A file beside the workspace that developers may have. `None`, and a word on it, where it is
/// missing.
#[allow(dead_code)]
pub fn shared(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/data/chess")
        .join(name);
    let text = std::fs::read_to_string(&path);
    if text.is_err() {
        println!("skipped: {} is missing", path.display());
    }
    text.ok()
}
