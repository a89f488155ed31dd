//! Projects as files: where they are; how to make, check, merge and split them.

use std::path::{Path, PathBuf};

use gametree::Persistent;
use gametree_atlas::fact::{NodeId, Order};
use gametree_atlas::graph::Graph;
use gametree_atlas::merge::Carried;
use gametree_atlas::store::{self, FileStore, Store};
use gametree_atlas::walk::Cut;
use gametree_catalog::{START, suggest};
use gametree_chess::Chess;
use gametree_chess::pgn::{PgnGame, PgnReader, looks_like_pgn};
use serde::Serialize;

use crate::engines::config;
use crate::error::{ProjectError, Result};
use crate::games;
use crate::import::{self, ImportAsk};
use crate::paths::{self, File};

/// The ending of a project's file.
pub const ENDING: &str = "atlas";

/// The directory of projects that have a name: `GAMETREE_PROJECTS`, else what the configuration
/// says, else the user's data directory.
#[must_use]
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
#[must_use]
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

/// The file of a project that must be there.
///
/// # Errors
/// It is not there; the hint names those that are.
pub fn existing(name: &str) -> Result<PathBuf> {
    let path = file(name);
    if path.exists() {
        return Ok(path);
    }
    let names: Vec<String> = all(&directory())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let guess = suggest::phrase(name, names.iter().map(String::as_str));
    let known = if names.is_empty() {
        "there is none yet".to_string()
    } else {
        names.join(", ")
    };
    let what = format!("there is no project '{name}' ({})", path.display());
    Err(ProjectError::not_found(what).hint(format!(
        "{guess}projects: {known}; `gametree analyse --project {name}` makes one"
    )))
}

/// The names and files of all projects in a directory, by name.
#[must_use]
pub fn all(directory: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = std::fs::read_dir(directory) else {
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

/// Makes a project of a game, with one position to analyse; or of a PGN, with all its games and the
/// tasks for the last position of the first game that is not over.
///
/// # Errors
/// When there is no such game, the position is wrong, or the file is there already.
pub fn create(path: &Path, game: &str, position: &str) -> Result<()> {
    let game = games::open(game)?;
    // The position is read before there is a file.
    let text = if position.trim().is_empty() {
        START
    } else {
        position
    };
    if game.position(Chess::default()).is_some() && looks_like_pgn(text) {
        return create_of_games(path, game.info.name, &ImportAsk::pasted("PGN", text));
    }
    let position = game.parse_position(text).map_err(ProjectError::invalid)?;
    let mut file = File::open(new_store(path, game.info.name)?)?;
    file.add_root(&position)?;
    Ok(file.commit()?)
}

/// Makes a project of games: all come in whole, and the tasks are for the last position of the first
/// game that is not over.
///
/// # Errors
/// When a game is wrong, or the file is there already.
pub fn create_of_games(path: &Path, game: &str, ask: &ImportAsk) -> Result<()> {
    import::check(ask)?;
    let file = File::open(new_store(path, game)?)?;
    take_games(file, ask).inspect_err(|_| {
        let _ = std::fs::remove_file(path);
    })
}

/// Whether a project has a game that is the first of a text, or goes on from it, or it from that.
#[must_use]
pub fn holds_game(path: &Path, text: &str) -> bool {
    let line = |text: &str| {
        let game = PgnReader::new(text.as_bytes()).next()?.ok()?;
        let last = game.main_line().last().unwrap_or(PgnGame::START);
        Some((game.start.fen(), game.line(last)))
    };
    let Some((start, moves)) = line(text) else {
        return false;
    };
    let Ok(file) = FileStore::open_read_only(path)
        .map_err(ProjectError::from)
        .and_then(File::open)
    else {
        return false;
    };
    let mut own = file
        .graph()
        .games()
        .iter()
        .filter_map(|game| line(&game.text));
    own.any(|(from, own)| from == start && (own.starts_with(&moves) || moves.starts_with(&own)))
}

/// Fills a new project with games.
fn take_games(mut file: File, ask: &ImportAsk) -> Result<()> {
    let imported = import::import(&mut file, ask, &|| false)?;
    if let Some(node) = imported.selected {
        file.steer(Order::Boost { node, percent: 100 })?;
    }
    Ok(file.commit()?)
}

/// A new file, in a directory that is made where it is missing.
fn new_store(path: &Path, game: &str) -> Result<FileStore> {
    if path.exists() {
        return Err(ProjectError::conflict(format!(
            "a project of this name already exists ({})",
            path.display()
        ))
        .hint("choose another name"));
    }
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    if let Some(directory) = parent {
        std::fs::create_dir_all(directory).map_err(|error| {
            let shown = directory.display();
            ProjectError::failed(format!("cannot make the directory {shown}: {error}"))
        })?;
    }
    Ok(FileStore::create(path, game)?)
}

/// The identity of a position as eight hexadecimal digits, for a name; none for the starting
/// position of the game.
///
/// # Errors
/// When there is no such game, or the position is wrong.
pub fn position_name(game: &str, position: &str) -> Result<Option<String>> {
    let game = games::open(game)?;
    let read = |text: &str| game.parse_position(text).map_err(ProjectError::invalid);
    let identity = read(position)?.identity();
    let first = read(START)?.identity();
    Ok((identity != first).then(|| format!("{:08x}", identity >> 96)))
}

/// What a check of a file found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// `gametree.atlas.check/1`.
    pub schema: &'static str,
    /// Whether nothing is wrong.
    pub ok: bool,
    /// Facts.
    pub facts: u64,
    /// Positions.
    pub positions: usize,
    /// Results.
    pub evaluations: u64,
    /// One number for everything.
    pub fingerprint: String,
    /// What is wrong.
    pub problems: Vec<String>,
}

/// The file, then the facts, then the graph: built step by step and from scratch, both must be the
/// same.
///
/// # Errors
/// When the file cannot be read at all.
pub fn check(path: &Path) -> Result<Checked> {
    let report = store::check(path)?;
    let mut problems = report.problems.clone();
    let mut graph = Graph::default();
    if problems.is_empty() {
        let file = File::open(FileStore::open_read_only(path)?)?;
        problems.extend(step_by_step(file.store(), file.graph()));
        graph = file.graph().clone();
    }
    Ok(Checked {
        schema: "gametree.atlas.check/1",
        ok: problems.is_empty(),
        facts: report.facts,
        positions: graph.len(),
        evaluations: graph.evaluations(),
        fingerprint: format!("{:016x}", graph.fingerprint()),
        problems,
    })
}

/// Takes every fact as it came, and compares with the graph that was computed at once.
fn step_by_step(store: &FileStore, whole: &Graph) -> Option<String> {
    let mut graph = Graph::default();
    let mut misfit = None;
    let replayed = store.replay(&mut |fact| {
        if misfit.is_none() {
            misfit = graph.apply(&fact).err();
        }
        Ok(())
    });
    if let Err(error) = replayed {
        return Some(error.to_string());
    }
    if let Some(misfit) = misfit {
        return Some(misfit.to_string());
    }
    let same = graph.fingerprint() == whole.fingerprint();
    (!same).then(|| "values computed step by step differ from values computed at once".to_string())
}

/// What one project took from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// A line for every project that was taken in.
    pub carried: Vec<Carried>,
    /// Positions in all.
    pub positions: usize,
    /// Whether the project was made for it.
    pub fresh: bool,
}

/// Takes in what other projects know; makes the project where it is missing.
///
/// # Errors
/// When a project cannot be opened, or they are not of one game. Then nothing is changed.
pub fn merge(into: &Path, others: &[PathBuf]) -> Result<Merged> {
    let first = others
        .first()
        .ok_or_else(|| ProjectError::invalid("there is nothing to merge"))?;
    let game = FileStore::open_read_only(first)?.game().to_string();
    // Every other project is opened before this one is touched, or made.
    let others: Vec<File> = others
        .iter()
        .map(|path| same_game(FileStore::open_read_only(path)?, &game))
        .collect::<Result<_>>()?;
    let fresh = !into.exists();
    let store = if fresh {
        new_store(into, &game)?
    } else {
        FileStore::open(into)?
    };
    let merged = merge_all(same_game(store, &game)?, &others, fresh);
    if merged.is_err() && fresh {
        let _ = std::fs::remove_file(into);
    }
    merged
}

fn same_game(store: FileStore, game: &str) -> Result<File> {
    if store.game() != game {
        return Err(ProjectError::invalid(format!(
            "a project of {} cannot be merged with one of {game}",
            store.game()
        )));
    }
    File::open(store)
}

/// All of them in memory, then once to the disk. A new project grows as the first of them.
fn merge_all(mut project: File, others: &[File], fresh: bool) -> Result<Merged> {
    if let Some(first) = others.first().filter(|_| fresh) {
        project.set(first.graph().settings().clone())?;
    }
    let mut carried = Vec::new();
    for other in others {
        carried.push(project.merge(other)?);
    }
    project.commit()?;
    Ok(Merged {
        carried,
        positions: project.graph().positions(),
        fresh,
    })
}

/// What lies below a position, as a project of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct ExtractAsk<'a> {
    /// The project.
    pub from: &'a Path,
    /// The position, as [`crate::Project::find`] reads it.
    pub position: &'a str,
    /// The new project.
    pub to: &'a Path,
    /// What is left out; nothing where it is not given.
    pub cut: Option<Cut>,
}

/// A project that was made of another's part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extracted {
    /// The way to the position, in the old project.
    pub path: String,
    /// Positions.
    pub positions: usize,
    /// Results.
    pub evaluations: u64,
}

/// Makes a project of what lies below a position.
///
/// # Errors
/// When there is no such position, or the new name is taken.
pub fn extract(ask: &ExtractAsk<'_>) -> Result<Extracted> {
    let file = File::open(FileStore::open_read_only(ask.from)?)?;
    let node: NodeId = paths::find(&file, ask.position)?;
    let store = new_store(ask.to, file.game.info.name)?;
    let part = file.extract(node, ask.cut, store).inspect_err(|_| {
        let _ = std::fs::remove_file(ask.to);
    })?;
    Ok(Extracted {
        path: paths::path(&file, node)?,
        positions: part.graph().positions(),
        evaluations: part.graph().evaluations(),
    })
}
