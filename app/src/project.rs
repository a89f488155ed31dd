//! Where projects are: a name in the user's directory, or a file.

use std::path::{Path, PathBuf};

use gametree_atlas::store::{FileStore, StoreError};
use gametree_atlas::{Atlas, AtlasError};
use gametree_chess::Chess;

use crate::config;
use crate::error::{Code, Problem};

/// A chess project that can be read and changed.
pub type Project = Atlas<Chess, FileStore>;

/// The ending of a project's file.
pub const ENDING: &str = "atlas";

/// The name of the game in a project's file.
pub const CHESS: &str = "chess";

/// The directory of projects that have a name: `GAMETREE_PROJECTS`, else what the configuration
/// says, else the user's data directory.
pub fn directory() -> PathBuf {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    set("GAMETREE_PROJECTS")
        .or_else(|| config::read().ok().and_then(|config| config.projects))
        .or_else(|| set("XDG_DATA_HOME").map(|data| data.join("gametree")))
        .or_else(|| set("HOME").map(|home| home.join(".local/share/gametree")))
        .unwrap_or_else(|| PathBuf::from("."))
}

/// The file of a project: a path as it is, a name in the directory of projects.
pub fn file(name: &str) -> PathBuf {
    let path = Path::new(name);
    let is_path =
        name.contains(std::path::MAIN_SEPARATOR) || path.extension().is_some_and(|e| e == ENDING);
    if is_path {
        path.to_path_buf()
    } else {
        directory().join(format!("{name}.{ENDING}"))
    }
}

/// The names and files of all projects in the directory, by name.
pub fn all() -> Vec<(String, PathBuf)> {
    let Ok(entries) = std::fs::read_dir(directory()) else {
        return Vec::new();
    };
    let named = |path: PathBuf| {
        let name = path.file_stem()?.to_str()?.to_string();
        (path.extension()? == ENDING).then_some((name, path))
    };
    let mut all: Vec<_> = entries
        .filter_map(|entry| named(entry.ok()?.path()))
        .collect();
    all.sort();
    all
}

/// Opens a project to change it; makes it where it is missing and says whether it did.
pub fn open_or_create(name: &str) -> anyhow::Result<(Project, bool)> {
    let path = file(name);
    if path.exists() {
        return Ok((open(name)?, false));
    }
    if let Some(directory) = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
    {
        std::fs::create_dir_all(directory).map_err(|error| {
            Problem::failed(format!(
                "cannot make the directory {}: {error}",
                directory.display()
            ))
        })?;
    }
    let store = FileStore::create(&path, CHESS).map_err(|error| store_problem(&error))?;
    Ok((atlas(store)?, true))
}

/// Opens a project to change it.
pub fn open(name: &str) -> anyhow::Result<Project> {
    let path = existing(name)?;
    atlas(FileStore::open(&path).map_err(|error| store_problem(&error))?)
}

/// Opens a project to read it, also while another process works on it.
pub fn read(name: &str) -> anyhow::Result<Project> {
    let path = existing(name)?;
    atlas(FileStore::open_read_only(&path).map_err(|error| store_problem(&error))?)
}

/// The file of a project that must be there.
pub fn existing(name: &str) -> Result<PathBuf, Problem> {
    let path = file(name);
    if path.exists() {
        return Ok(path);
    }
    let names: Vec<String> = all().into_iter().map(|(name, _)| name).collect();
    let guess = gametree_catalog::suggest::phrase(name, names.iter().map(String::as_str));
    let known = if names.is_empty() {
        "there is none yet".to_string()
    } else {
        names.join(", ")
    };
    Err(
        Problem::not_found(format!("there is no project '{name}' ({})", path.display())).mend(
            format!("{guess}projects: {known}; `gametree analyse --project {name}` makes one"),
        ),
    )
}

fn atlas(store: FileStore) -> anyhow::Result<Project> {
    if store.game() != CHESS {
        let what = format!("the project is one of {}, not of chess", store.game());
        return Err(Problem::usage(what).into());
    }
    Ok(Atlas::open(store).map_err(|error| problem(&error))?)
}

/// A project's error, with its exit code and what to do.
pub fn problem(error: &AtlasError) -> Problem {
    match error {
        AtlasError::Store(error) => store_problem(error),
        AtlasError::Misfit(_) | AtlasError::Foreign(_) => Problem {
            code: Code::Damaged,
            what: error.to_string(),
            mend: Some("`gametree atlas check` says more; a backup may help".into()),
        },
        AtlasError::OutOfTurn { .. } => Problem::failed(error.to_string()),
    }
}

/// A store's error, with its exit code and what to do.
pub fn store_problem(error: &StoreError) -> Problem {
    let (code, mend) = match error {
        StoreError::Locked { .. } => (
            Code::Locked,
            "wait for the other process, or stop it; reading works meanwhile",
        ),
        StoreError::Damaged { .. } => (
            Code::Damaged,
            "`gametree atlas check` says more; a backup may help",
        ),
        StoreError::Full { .. } => (
            Code::Failed,
            "make room and run the same command again: it goes on where it stopped",
        ),
        StoreError::Foreign { .. } | StoreError::Io { .. } => (Code::Failed, ""),
    };
    let mend = (!mend.is_empty()).then(|| mend.to_string());
    Problem {
        code,
        what: error.to_string(),
        mend,
    }
}
