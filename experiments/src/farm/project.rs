//! The project that is worked on: grown without workers, as fast as it goes.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use gametree::{Answer, Source};
use gametree_atlas::run::{Run, Until};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{FileStore, Store};
use gametree_atlas::{Atlas, AtlasError};
use serde::Serialize;

use super::coordinator::TimedStore;
use super::place::{Place, find};

/// How many facts a commit has while a project is grown.
const BATCH: usize = 20_000;

/// Results per position after which a project is said not to grow; a usual one has about two.
const MOST_RESULTS: u64 = 100;

/// A project of the made-up game.
pub type Project<S> = Atlas<Place, TimedStore<S>>;

/// Grows a new project to a number of positions. `on_way` hears how many there are, and says
/// whether to go on.
///
/// # Errors
/// When the store fails, or the project does not grow.
pub fn grow<S: Store>(
    store: S,
    seed: u64,
    positions: usize,
    on_way: &mut dyn FnMut(usize) -> bool,
) -> Result<Project<S>, AtlasError> {
    let mut atlas = Atlas::open(TimedStore::new(store))?;
    atlas.set(Settings::default())?;
    atlas.add_root(&Place::start(seed))?;
    let most = MOST_RESULTS * positions.max(100) as u64;
    while atlas.graph().len() < positions && on_way(atlas.graph().len()) {
        if atlas.graph().evaluations() > most {
            let what = format!("{most} results, and not {positions} positions");
            return Err(AtlasError::Foreign(what));
        }
        let Some(question) = atlas.ask()? else { break };
        answer(&mut atlas, &question)?;
        if atlas.uncommitted() > BATCH {
            atlas.commit()?;
        }
    }
    atlas.commit()?;
    Ok(atlas)
}

/// Applies the results of all open tasks, so that the next row begins without any.
///
/// # Errors
/// When the store fails.
pub fn finish_open<S: Store>(atlas: &mut Project<S>) -> Result<(), AtlasError> {
    let open = atlas.reopen()?;
    while let Some(next) = atlas.graph().next() {
        let place = open.binary_search_by_key(&next.ticket, |question| question.ticket);
        let Ok(place) = place else { break };
        answer(atlas, &open[place])?;
    }
    atlas.commit()
}

fn answer<S: Store>(
    atlas: &mut Project<S>,
    question: &gametree::Question<Place>,
) -> Result<(), AtlasError> {
    let source = Arc::new(Source {
        name: "simulated".into(),
        options: String::new(),
    });
    atlas.answer(&Answer {
        ticket: question.ticket,
        outcome: Ok(find(question, &source)),
        elapsed: Duration::ZERO,
    })
}

/// How soon a coordinator that was killed works again.
#[derive(Clone, Debug, Serialize)]
pub struct Restart {
    /// Positions of its project.
    pub positions: usize,
    /// Bytes of its file.
    pub bytes: u64,
    /// Tasks that were open.
    pub tasks: usize,
    /// Seconds until the file is verified and put in order.
    pub store_seconds: f64,
    /// Seconds until the graph is there.
    pub graph_seconds: f64,
    /// Seconds until the open tasks are given out again.
    pub tasks_seconds: f64,
    /// All of these.
    pub seconds: f64,
    /// Of these, seconds of processor time: what it would take on an idle machine, but for the
    /// disk.
    pub processor_seconds: f64,
}

/// Opens what a kill would leave behind: the file as it is while the project is open, copied.
///
/// # Errors
/// When the copy cannot be made or is not the project.
pub fn restart(project: &Project<FileStore>, copy: &Path) -> Result<Restart, AtlasError> {
    let store = &project.store().inner;
    let path = store.path().unwrap_or(copy);
    let io = |error: std::io::Error| AtlasError::Foreign(format!("cannot copy: {error}"));
    std::fs::copy(path, copy).map_err(io)?;
    let begun = Instant::now();
    let cpu = ThreadTime::now();
    let store = FileStore::open(copy)?;
    let store_seconds = begun.elapsed().as_secs_f64();
    let again: Atlas<Place, FileStore> = Atlas::open(store)?;
    let graph_seconds = begun.elapsed().as_secs_f64() - store_seconds;
    let run = Run::begin(&again, Until::default())?;
    let seconds = begun.elapsed().as_secs_f64();
    let processor_seconds = cpu.elapsed().as_secs_f64();
    drop(run);
    if again.graph().fingerprint() != project.graph().fingerprint() {
        let what = "the project that was opened again is another one";
        return Err(AtlasError::Foreign(what.into()));
    }
    Ok(Restart {
        positions: again.graph().len(),
        bytes: again.store().bytes(),
        tasks: again.graph().open().len(),
        store_seconds,
        graph_seconds,
        tasks_seconds: seconds - store_seconds - graph_seconds,
        seconds,
        processor_seconds,
    })
}
