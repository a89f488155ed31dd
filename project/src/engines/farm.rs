//! Engines on other computers: an analysis that gives its tasks to a farm, and a worker of one.

use std::sync::Arc;
use std::time::Duration;

use gametree::{Analyst, Persistent, Source};
use gametree_catalog::Position;
use gametree_catalog::ProjectGame;
use gametree_catalog::analyst::AnyAnalyst;
use gametree_chess::Chess;
use gametree_farm::server::worker_url;
pub use gametree_farm::server::{Server, ServerError, ServerSettings, program as server_program};
use gametree_farm::worker::WAIT;
pub use gametree_farm::worker::{Progress, Wish};
pub use gametree_farm::{BrokerAddress, LinkError};
use gametree_farm::{
    Coordinator, CoordinatorSettings, Refusal, RefusalReader, Worker, WorkerSettings, patiently,
};

use super::broker::{BEAT, problem};
pub use super::broker::{WorkRequest, host, project_name};
use super::choice::{EngineChoice, FarmChoice};
use super::remote_games::GameThread;
use super::start::{Started, Starting, has_uci, start as start_here};
use super::tables::with_tables;
use crate::error::{ErrorKind, ProjectError, Result};
use crate::games;
use crate::view::{BrokerCard, RefusalRow};

/// How long an analysis waits for the first worker.
const FIRST_WORKER: Duration = Duration::from_secs(30);

/// Starts the analyst of a run, unless it is cancelled meanwhile: engines of this computer, or the
/// coordinator of a farm.
///
/// # Errors
/// When an engine does not work; when there is no broker, or no worker for this project.
pub fn start(game: &ProjectGame, choice: &EngineChoice, starting: &Starting) -> Result<Started> {
    let Some(farm) = choice.farm.clone() else {
        return start_here(game, choice, &starting.cancel);
    };
    let about = format!("workers at {}", farm.broker.place());
    let settings = CoordinatorSettings {
        engines: match choice.may_change {
            true => Vec::new(),
            false => farm.engines,
        },
        reproducible: choice.reproducible,
        ..CoordinatorSettings::new(&farm.project, &farm.game)
    };
    if has_uci(game) {
        let coordinator = connect::<Chess>(&farm.broker, settings, starting)?;
        let refusals = Some(coordinator.refusal_reader());
        let (analyst, tables) = with_tables(coordinator, choice)?;
        let about = format!("{about}{tables}");
        return Ok(Started {
            analyst,
            about,
            refusals,
        });
    }
    let coordinator = connect::<Position>(&farm.broker, settings, starting)?;
    let refusals = Some(coordinator.refusal_reader());
    let analyst: AnyAnalyst = Box::new(coordinator);
    Ok(Started {
        analyst,
        about,
        refusals,
    })
}

fn connect<G>(
    broker: &BrokerAddress,
    settings: CoordinatorSettings,
    starting: &Starting,
) -> Result<Coordinator<G>>
where
    G: Persistent<Move: Send>,
{
    let any = settings.engines.is_empty();
    let needs = match any {
        true => settings.game.clone(),
        false => settings.engines.join(" or "),
    };
    let coordinator = patiently(
        || Coordinator::start(broker, settings.clone()),
        &mut |error| starting.meet(format!("{error}; trying again")),
    );
    let coordinator = coordinator.map_err(|error| problem(&error))?;
    if !coordinator.wait_for_worker(FIRST_WORKER, &|| starting.cancel.is_stopped()) {
        let place = broker.place();
        return Err(
            ProjectError::engine(format!("there is no worker for {needs} at {place}"))
                .hint("`gametree worker --broker URL --engine CMD` starts one"),
        );
    }
    if any {
        // Values of different engines are not the same money: those that are here now may go on.
        let sources = coordinator.sources();
        let names = sources.iter().map(|source| source.name.clone());
        coordinator.require(names.collect());
    }
    Ok(coordinator)
}

/// What was refused in the run of a project, oldest first.
pub(crate) fn refused(project: &str, reader: &RefusalReader) -> Vec<RefusalRow> {
    let row = |refusal: Refusal| {
        let at = refusal.at.duration_since(std::time::UNIX_EPOCH);
        RefusalRow {
            project: project.to_owned(),
            at: at.map_or(0, |at| at.as_secs()),
            worker: refusal.worker,
            what: refusal.what,
        }
    };
    reader().into_iter().map(row).collect()
}

/// What to type on another computer so that it works for this farm.
pub(super) fn card(farm: &FarmChoice) -> BrokerCard {
    let url = worker_url(&farm.directory, &farm.broker, &host());
    let elsewhere = || {
        let place = farm.broker.place();
        place.replacen("://", "://NAME:TOKEN@", 1)
    };
    BrokerCard {
        place: farm.broker.place(),
        has_token: url.is_some(),
        command: format!(
            "gametree worker --broker {} --engine stockfish",
            url.unwrap_or_else(elsewhere)
        ),
    }
}

/// What a worker has done.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkSummary {
    /// Its name in the farm.
    pub worker: String,
    /// Its engine.
    pub engine: String,
    /// What it has done.
    pub progress: Progress,
}

/// Works for a farm until the watcher wishes otherwise. `about` is told once the engines are ready.
///
/// # Errors
/// When the engines do not start, or there is no broker.
pub fn work(
    request: &WorkRequest,
    about: &mut dyn FnMut(&str),
    watch: &mut dyn FnMut(&Progress) -> Wish,
) -> Result<WorkSummary> {
    let game = games::open(&request.game)?;
    let mut started = start_here(&game, &request.engines, &Starting::now().cancel)?;
    let sources = started.analyst.sources();
    let [source] = &sources[..] else {
        return Err(ProjectError::invalid(format!(
            "a worker has one engine, not {}",
            sources.len()
        ))
        .hint("start a worker for each"));
    };
    let source = Arc::clone(source);
    let settings = WorkerSettings {
        name: host(),
        game: request.game.clone(),
        jobs: started.analyst.workers().len().max(1),
        reproducible: request.engines.reproducible,
        beat: BEAT,
        wait: WAIT,
        once: request.once,
    };
    let reader = game.reader();
    let mut told = false;
    let mut stopped = false;
    let worker = patiently(
        || {
            let source = Source::clone(&source);
            Worker::connect(
                &request.broker,
                settings.clone(),
                source,
                Arc::clone(&reader),
            )
        },
        &mut |error| {
            if !std::mem::replace(&mut told, true) {
                about(&format!("{error}; trying again"));
            }
            stopped = watch(&Progress::default()) != Wish::GoOn;
            !stopped
        },
    );
    let worker = worker.map_err(|error| match stopped {
        true => ProjectError::new(ErrorKind::Interrupted, "stopped before a broker was found"),
        false => problem(&error),
    })?;
    let name = worker.name().to_owned();
    about(&format!(
        "{name} at {}: {}",
        request.broker.place(),
        started.about
    ));
    let mut games = GameThread::start(request, settings.jobs)?;
    let progress = worker.run(&mut *started.analyst, &mut |tasks| {
        games.wish_beside(tasks, watch)
    });
    let progress = games.end(progress, watch);
    Ok(WorkSummary {
        worker: name,
        engine: source.name.clone(),
        progress,
    })
}
