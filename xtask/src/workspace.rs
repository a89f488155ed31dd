//! The crates of the workspace and their files.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A member of the workspace.
pub struct Member {
    /// Its folder, relative to the workspace.
    pub folder: String,
    /// The folders of the members its library or binary depends on.
    pub uses: Vec<String>,
}

/// The directory of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every member, in the order of `Cargo.toml`.
pub fn members() -> Result<Vec<Member>> {
    let folders = folders(&text(&root().join("Cargo.toml"))?);
    let manifests = folders
        .iter()
        .map(|folder| text(&root().join(folder).join("Cargo.toml")))
        .collect::<Result<Vec<_>>>()?;
    let packages: Vec<&str> = manifests.iter().map(|toml| package(toml)).collect();
    let used = |toml: &str| {
        let names = dependencies(toml);
        let all = folders.iter().zip(&packages);
        all.filter(|(_, package)| names.contains(package))
            .map(|(folder, _)| folder.clone())
            .collect()
    };
    Ok(folders
        .iter()
        .zip(&manifests)
        .map(|(folder, toml)| Member {
            folder: folder.clone(),
            uses: used(toml),
        })
        .collect())
}

/// Every Rust file of a member, relative to the workspace, in order.
pub fn rust_files(folder: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    collect(&root(), Path::new(folder), &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) -> Result<()> {
    let at = root.join(folder);
    for entry in std::fs::read_dir(&at).with_context(|| format!("cannot read {}", at.display()))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            if name != "target" && name != "node_modules" {
                collect(root, &path, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path.display().to_string());
        }
    }
    Ok(())
}

fn text(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// The quoted names in `members = […]`.
fn folders(toml: &str) -> Vec<String> {
    let list = toml.split("\nmembers = [").nth(1).unwrap_or_default();
    let list = list.split(']').next().unwrap_or_default();
    let quoted = list.split('"').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

/// The first `name = "…"`: a manifest begins with its package.
fn package(toml: &str) -> &str {
    let name = toml.split("name = \"").nth(1).unwrap_or_default();
    name.split('"').next().unwrap_or_default()
}

/// The names in `[dependencies]`; those of tests and builds do not count.
fn dependencies(toml: &str) -> Vec<&str> {
    toml.lines()
        .skip_while(|line| line.trim() != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['.', '=', ' ']).next())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read() {
        let toml = "[package]\nname = \"a\"\n\n[dependencies]\nb.workspace = true\nc = \"1\"\n\n\
                    [dev-dependencies]\nd = \"1\"\n";
        assert_eq!(package(toml), "a");
        assert_eq!(dependencies(toml), ["b", "c", ""]);
        assert_eq!(
            folders("[workspace]\nmembers = [\"x\",\n \"y\"]\n"),
            ["x", "y"]
        );
    }

    #[test]
    fn every_member_but_this_one_stands_on_the_library() {
        for member in members().unwrap() {
            let stands = member.uses.iter().any(|used| used == "search");
            let alone = member.folder == "search" || member.folder == "xtask";
            assert!(stands != alone, "{}", member.folder);
        }
    }
}
