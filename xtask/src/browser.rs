//! The tests of the pages in a browser: `web/e2e`, with node's own test runner and Debian's
//! Chromium.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Result, bail};

use crate::tools::{NODE, enough_node, present, run};

/// Where the packages are that the tests and the checks of the pages use.
const PACKAGES: &str = "web";
const TESTS: &str = "web/e2e";

/// Runs every test in the browser, on the program that the tests before it have built: to build it
/// alone would be to build it again, with other features. With `CI=true` a missing part is an
/// error; otherwise it is said.
pub fn test() -> Result<()> {
    match missing() {
        Some(why) => skip("the pages in a browser", &why),
        None => tests("*.test.mjs", &[]),
    }
}

/// Says what cannot be tested here; with `CI=true` that is an error.
pub fn skip(what: &str, why: &str) -> Result<()> {
    if std::env::var("CI").is_ok_and(|ci| ci == "true") {
        bail!("cannot test {what}: {why}");
    }
    println!("\n*** NOT TESTED: {what}: {why}. ***");
    Ok(())
}

/// Draws the pictures of the README again.
pub fn screens() -> Result<()> {
    if let Some(why) = missing() {
        bail!("no pictures can be drawn: {why}");
    }
    run(
        &["cargo", "build", "-p", "gametree-cli", "--bin", "gametree"],
        &[],
    )?;
    tests("screens.test.mjs", &[("GAMETREE_SHOTS", "1")])
}

/// What is not there, in words.
fn missing() -> Option<String> {
    if !enough_node("node") {
        return Some(format!("node {NODE} or newer is missing"));
    }
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
    let found = ["npm", &chromium]
        .into_iter()
        .find(|program| !present(program));
    found.map(|program| format!("{program} is missing"))
}

fn tests(files: &str, env: &[(&str, &str)]) -> Result<()> {
    packages()?;
    let files: Vec<String> = named(files)?
        .iter()
        .map(|name| place(TESTS).join(name).display().to_string())
        .collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(
        &[&["node", "--test", "--test-concurrency=2"], &files[..]].concat(),
        env,
    )
}

/// The files of the tests that fit a pattern with at most one star at its beginning, in order.
fn named(pattern: &str) -> Result<Vec<String>> {
    let fits = |name: &str| {
        pattern
            .strip_prefix('*')
            .map_or(name == pattern, |end| name.ends_with(end))
    };
    let mut all = Vec::new();
    for entry in std::fs::read_dir(place(TESTS))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if fits(&name) {
            all.push(name);
        }
    }
    all.sort();
    Ok(all)
}

/// Installs the packages that the lock names, where others or none are installed.
pub fn packages() -> Result<()> {
    let place = place(PACKAGES);
    let lock = modified(&place.join("package-lock.json"));
    let installed = modified(&place.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= lock {
        return Ok(());
    }
    let place = place.display().to_string();
    run(
        &["npm", "ci", "--prefix", &place, "--no-audit", "--no-fund"],
        &[],
    )
}

fn modified(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).ok()?.modified().ok()
}

/// A directory of the repository.
pub fn place(directory: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found_and_helpers_are_not() {
        let all = named("*.test.mjs").unwrap();
        assert!(all.iter().any(|name| name == "pages.test.mjs"), "{all:?}");
        assert!(
            all.iter().all(|name| name.ends_with(".test.mjs")),
            "{all:?}"
        );
        assert_eq!(named("screens.test.mjs").unwrap(), ["screens.test.mjs"]);
    }

    #[test]
    fn the_lock_names_no_registry() {
        let lock = std::fs::read_to_string(place(PACKAGES).join("package-lock.json")).unwrap();
        assert!(!lock.contains("\"resolved\"") && lock.contains("\"integrity\""));
    }
}
