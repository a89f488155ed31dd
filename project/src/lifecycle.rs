//! Projects as files: renamed, duplicated, archived, deleted, restored. A deleted project is moved
//! to a directory, from where it can be restored.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gametree_atlas::store::FileStore;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engines::Engines;
use crate::error::{ErrorKind, ProjectError, Result};
use crate::files::{ENDING, all};

/// Where a project is that is not in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shelf {
    /// Put away, to be restored some day.
    Archive,
    /// Deleted.
    Trash,
}

impl Shelf {
    /// Both.
    pub const ALL: [Shelf; 2] = [Shelf::Archive, Shelf::Trash];

    /// Its directory, among the projects.
    #[must_use]
    pub fn directory(self, projects: &Path) -> PathBuf {
        projects.join(match self {
            Shelf::Archive => "archive",
            Shelf::Trash => "trash",
        })
    }
}

/// How long to wait for requests that still read the project.
const RELEASE: Duration = Duration::from_secs(2);

/// How often to try again meanwhile.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Only a file that no other process has open may move; a damaged one may.
fn check_free(path: &Path) -> Result<()> {
    let latest = Instant::now() + RELEASE;
    loop {
        match FileStore::open(path).map_err(ProjectError::from) {
            Err(error) if error.kind == ErrorKind::Locked => {
                if Instant::now() >= latest {
                    return Err(error);
                }
                std::thread::sleep(POLL_INTERVAL);
            }
            _ => return Ok(()),
        }
    }
}

fn check_new(path: &Path) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Err(ProjectError::conflict(format!(
        "a project '{name}' already exists ({})",
        path.display()
    ))
    .hint("another name, or `gametree atlas rename` that one first"))
}

/// Gives a project another name.
///
/// # Errors
/// When the name is taken, or another process has the project.
pub fn rename(engines: &Engines, from: &Path, to: &Path) -> Result<()> {
    check_new(to)?;
    check_free(from)?;
    move_file(from, to)?;
    engines.last_run(from).rename(&engines.last_run(to));
    Ok(())
}

/// Copies a project, also while it is analysed; the copy has the same engines.
///
/// # Errors
/// When the name is taken, or the project cannot be read.
pub fn duplicate(engines: &Engines, from: &Path, to: &Path) -> Result<()> {
    check_new(to)?;
    FileStore::open_read_only(from)?.backup(to)?;
    engines.last_run(to).forget();
    engines.last_run(from).copy(&engines.last_run(to));
    Ok(())
}

/// Takes a project from the list; returns its file. Where there is one of the name already, it gets
/// a number.
///
/// # Errors
/// When another process has the project.
pub fn put_away(engines: &Engines, from: &Path, shelf: Shelf) -> Result<PathBuf> {
    check_free(from)?;
    let directory = shelf.directory(from.parent().unwrap_or(Path::new("")));
    std::fs::create_dir_all(&directory).map_err(|error| failed("make", &directory, &error))?;
    let name = from.file_stem().unwrap_or_default().to_string_lossy();
    let file = |name: String| directory.join(format!("{name}.{ENDING}"));
    let numbered = (2..).map(|number| file(format!("{name} {number}")));
    let mut names = std::iter::once(file(name.to_string())).chain(numbered);
    let to = names.find(|to| !to.exists()).unwrap_or_default();
    move_file(from, &to)?;
    engines.last_run(from).rename(&engines.last_run(&to));
    Ok(to)
}

/// Puts a project back into the list; returns its file.
///
/// # Errors
/// When it is not there, or its name is taken meanwhile.
pub fn restore(engines: &Engines, projects: &Path, item: &Shelved) -> Result<PathBuf> {
    let file = format!("{}.{ENDING}", item.name);
    let from = item.shelf.directory(projects).join(&file);
    if !from.exists() {
        return Err(ProjectError::not_found(format!(
            "there is no project '{}' to restore",
            item.name
        )));
    }
    let to = projects.join(&file);
    rename(engines, &from, &to)?;
    Ok(to)
}

/// A project that is not in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Shelved {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub shelf: Shelf,
}

/// Every archived or deleted project of a directory of projects.
#[must_use]
pub fn shelved(projects: &Path) -> Vec<Shelved> {
    let on = |shelf: Shelf| {
        let files = all(&shelf.directory(projects)).into_iter();
        files.map(move |(name, _)| Shelved { name, shelf })
    };
    Shelf::ALL.into_iter().flat_map(on).collect()
}

fn move_file(from: &Path, to: &Path) -> Result<()> {
    std::fs::rename(from, to).map_err(|error| failed("move", from, &error))
}

fn failed(what: &str, path: &Path, error: &std::io::Error) -> ProjectError {
    ProjectError::failed(format!("cannot {what} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::EngineChoice;
    use crate::files;

    #[test]
    fn a_project_is_put_away_and_comes_back_with_its_engines() {
        let projects = tempfile::tempdir().unwrap();
        let projects = projects.path();
        let engines = Engines::default().remembered_in(projects);
        let file = |name: &str| projects.join(format!("{name}.{ENDING}"));
        files::create(&file("ruy"), "chess", "e4 e5").unwrap();
        let choice = EngineChoice::builtin(3);
        let remember = |name: &str| engines.last_run(&file(name)).update(|l| l.with(&choice));
        let count = |name: &str| engines.last_run(&file(name)).read().and_then(|l| l.count);
        remember("ruy");
        rename(&engines, &file("ruy"), &file("spanish")).unwrap();
        assert_eq!((count("ruy"), count("spanish")), (None, Some(3)));
        duplicate(&engines, &file("spanish"), &file("copy")).unwrap();
        assert_eq!(count("copy"), Some(3));
        let taken = rename(&engines, &file("copy"), &file("spanish")).unwrap_err();
        assert_eq!(taken.kind, ErrorKind::Conflict);
        for shelf in Shelf::ALL {
            put_away(&engines, &file("spanish"), shelf).unwrap();
            assert_eq!(files::all(projects).len(), 1, "{shelf:?}");
            let [item] = &shelved(projects)[..] else {
                panic!("{:?}", shelved(projects));
            };
            assert_eq!((item.name.as_str(), item.shelf), ("spanish", shelf));
            restore(&engines, projects, item).unwrap();
            assert_eq!(count("spanish"), Some(3));
        }
        assert!(shelved(projects).is_empty());
    }

    #[test]
    fn equal_names_in_the_trash_get_numbers_and_a_damaged_file_may_go() {
        let projects = tempfile::tempdir().unwrap();
        let engines = Engines::default();
        let file = projects.path().join("x.atlas");
        for _ in 0..2 {
            std::fs::write(&file, "damaged").unwrap();
            put_away(&engines, &file, Shelf::Trash).unwrap();
        }
        let names: Vec<String> = shelved(projects.path())
            .into_iter()
            .map(|x| x.name)
            .collect();
        assert_eq!(names, ["x", "x 2"]);
    }

    #[test]
    fn a_project_that_is_open_stays() {
        let projects = tempfile::tempdir().unwrap();
        let file = projects.path().join("x.atlas");
        files::create(&file, "tictactoe", "").unwrap();
        let _open = FileStore::open(&file).unwrap();
        let refused = put_away(&Engines::default(), &file, Shelf::Archive).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::Locked);
        assert!(file.exists());
    }
}
