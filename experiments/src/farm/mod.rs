//! How many workers a coordinator can keep busy: the real run of the atlas, with its real store,
//! against simulated workers in virtual time.
//!
//! ```text
//!        virtual time ───────────────────────────────────────────────▶
//!   coordinator   [step]......[step][step]....[step + commit]....        measured, then mapped
//!   worker 1      ──search──╮ ──search────────╮ ──search──...            simulated: events
//!   worker 2      ────────search──────╮ ──search──✗ dies                 lease over: another worker
//! ```
//!
//! A step of the coordinator is computed for real. What it costs (processor time, and the time for
//! which the store waits for the disk) passes in virtual time, and workers go on meanwhile. So a
//! thousand workers need no second computer, and a machine that is busy with other work changes
//! little. The game is made up ([`Place`]); the results are functions of their tasks.

mod clock;
mod coordinator;
mod place;
mod project;
mod render;
mod report;
mod shards;
mod workers;

use std::path::PathBuf;
use std::time::Duration;

use gametree_atlas::AtlasError;
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{FileStore, MemoryStore, Store};
use gametree_catalog::CatalogError;

use crate::Run;
use coordinator::{Coordinator, Plan};
pub use place::{Place, find};
pub use project::Restart;
use project::{Project, finish_open, grow, restart};
pub use render::NOTE;
use report::Parts;
pub use report::{FarmReport, Row};
pub use shards::{ShardsReport, shards};
pub use workers::Workforce;

/// Windows that are tried where none is given, as multiples of the number of workers.
const WINDOWS: [u32; 6] = [2, 3, 4, 6, 8, 12];

/// The largest window of a project.
const LARGEST: u64 = 100_000;

/// A row has at least this many times its window of results: what it measures is a farm in its
/// stride.
const STRIDE: u64 = 5;

/// What is to be simulated.
#[derive(Clone, Debug)]
pub struct FarmRequest {
    /// What workers are like; their number is that of `counts`.
    pub force: Workforce,
    /// The numbers of workers, a row or more each.
    pub counts: Vec<u64>,
    /// The window; where there is none, larger and larger ones until workers are busy.
    pub window: Option<u32>,
    /// Results of a row, at least.
    pub results: u64,
    /// Positions of the project before the first row.
    pub positions: u64,
    /// Facts stay in memory.
    pub memory: bool,
    /// Where the project is while it is worked on; the usual place for what is temporary.
    pub directory: Option<PathBuf>,
}

/// The most of anything that is counted.
const MOST: u64 = 100_000_000;

impl FarmRequest {
    fn check(&self) -> Result<(), CatalogError> {
        let refuse = |name: &str, value: String, allowed: String| {
            let what = format!("--{name} {value} is not possible");
            Err(CatalogError::usage(what).hint(format!("give {allowed}")))
        };
        let counts = self.counts.iter().map(|&count| ("workers", count));
        let others = [("results", self.results), ("positions", self.positions)];
        for (name, count) in counts.chain(others) {
            if !(1..=MOST).contains(&count) {
                return refuse(
                    name,
                    count.to_string(),
                    format!("a number from 1 to {MOST}"),
                );
            }
        }
        let shares = [
            ("fail", self.force.fail, 0.9),
            ("spread", self.force.spread, 1.0),
        ];
        for (name, share, most) in shares {
            if !(0.0..=most).contains(&share) {
                return refuse(name, share.to_string(), format!("a share from 0 to {most}"));
            }
        }
        if self.force.task.is_zero() {
            return refuse("task", "0".into(), "a time, as in 1s".into());
        }
        Ok(())
    }
}

/// Simulates; a run that is stopped reports what was done.
///
/// # Errors
/// When the disk fails.
pub fn run(request: &FarmRequest, run: &Run<'_>) -> Result<FarmReport, CatalogError> {
    request.check()?;
    if request.memory {
        let simulation = Simulation { request, run };
        let (_, report) = simulation.rows(MemoryStore::new()).map_err(failed)?;
        return Ok(report);
    }
    on_disk(request, run)
}

fn failed(error: AtlasError) -> CatalogError {
    CatalogError::failed(error.to_string())
}

/// The simulation with a project in a file, which goes away afterwards.
fn on_disk(request: &FarmRequest, run: &Run<'_>) -> Result<FarmReport, CatalogError> {
    let builder = tempfile::Builder::new();
    let directory = match &request.directory {
        Some(directory) => builder.tempdir_in(directory),
        None => builder.tempdir(),
    };
    let directory = directory
        .map_err(|error| CatalogError::failed(format!("cannot make a directory: {error}")))?;
    let path = directory.path().join("farm.atlas");
    let store = FileStore::create(&path, "made-up").map_err(|error| failed(error.into()))?;
    let simulation = Simulation { request, run };
    let (project, mut report) = simulation.rows(store).map_err(failed)?;
    let copy = directory.path().join("killed.atlas");
    report.restart = Some(restart(&project, &copy).map_err(failed)?);
    Ok(report)
}

struct Simulation<'a> {
    request: &'a FarmRequest,
    run: &'a Run<'a>,
}

impl Simulation<'_> {
    /// Grows a project, and works on it with one number of workers after the other.
    fn rows<S: Store>(&self, store: S) -> Result<(Project<S>, FarmReport), AtlasError> {
        let request = self.request;
        let mut project = self.grown(store)?;
        let mut report = self.empty_report(project.graph().len());
        for workers in request.counts.iter().map(|&count| count as usize) {
            if let Some(row) = self.busy_row(&mut project, workers, &mut report)?
                && row.is_saturated()
            {
                report.saturated.get_or_insert(workers);
            }
        }
        report.complete = !self.run.stopped();
        Ok((project, report))
    }

    fn grown<S: Store>(&self, store: S) -> Result<Project<S>, AtlasError> {
        let FarmRequest {
            positions, force, ..
        } = self.request;
        let stage = self.run.progress.stage("positions".into(), *positions);
        grow(store, force.seed, *positions as usize, &mut |count| {
            if count.is_multiple_of(256) {
                stage.at(count as u64);
            }
            !self.run.stopped()
        })
    }

    fn empty_report(&self, positions: usize) -> FarmReport {
        let FarmRequest { force, memory, .. } = self.request;
        let seconds = |time: Duration| time.as_secs_f64();
        FarmReport {
            schema: "gametree.simulate.farm/1",
            store: if *memory { "memory" } else { "file" },
            positions,
            task: seconds(force.task),
            latency: seconds(force.latency),
            fail: force.fail,
            lease: seconds(force.lease),
            prefetch: force.prefetch,
            seed: force.seed,
            saturated: None,
            rows: Vec::new(),
            restart: None,
            complete: false,
        }
    }

    /// Rows with larger and larger windows until the workers are busy, the coordinator is, or there
    /// is no larger window; the last of them.
    fn busy_row<'r, S: Store>(
        &self,
        project: &mut Project<S>,
        workers: usize,
        report: &'r mut FarmReport,
    ) -> Result<Option<&'r Row>, AtlasError> {
        let tried = WINDOWS.map(|times| (workers as u64 * u64::from(times)).min(LARGEST) as u32);
        let given = self.request.window.map(|window| vec![window]);
        for window in given.unwrap_or_else(|| tried.to_vec()) {
            if self.run.stopped() {
                break;
            }
            let row = self.row(project, workers, window)?;
            let enough = row.is_busy() || row.is_saturated();
            report.rows.push(row);
            if enough {
                break;
            }
        }
        Ok(report.rows.last())
    }

    fn row<S: Store>(
        &self,
        project: &mut Project<S>,
        workers: usize,
        window: u32,
    ) -> Result<Row, AtlasError> {
        finish_open(project)?;
        let settings = project.graph().settings().clone();
        let force = Workforce {
            workers,
            nodes: settings.nodes,
            ..self.request.force.clone()
        };
        project.set(Settings { window, ..settings })?;
        let results = self.request.results.max(STRIDE * u64::from(window));
        let name = format!("results, {workers} workers, window {window}");
        let stage = self.run.progress.stage(name, results);
        let plan = Plan {
            force: force.clone(),
            results,
        };
        let mut coordinator = Coordinator::new(project, plan);
        let measured = coordinator.run(&*stage, &|| self.run.stopped())?;
        let events = coordinator.farm.events();
        Ok(Row::new(&Parts {
            force: &force,
            window,
            positions: project.graph().len(),
            measured: &measured,
            events,
            fingerprint: project.graph().fingerprint(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn request(workers: usize) -> FarmRequest {
        FarmRequest {
            force: Workforce {
                workers,
                task: Duration::from_secs(1),
                nodes: 1,
                spread: 0.5,
                latency: Duration::from_millis(50),
                fail: 0.0,
                lease: Duration::from_secs(2),
                prefetch: 1,
                seed: 7,
            },
            counts: vec![workers as u64],
            window: Some(64),
            results: 600,
            positions: 500,
            memory: true,
            directory: None,
        }
    }

    fn only_row(request: &FarmRequest) -> Row {
        let stop = Arc::default();
        let progress = &();
        let report = run(request, &Run { progress, stop }).unwrap();
        assert!(report.complete);
        let [row] = &report.rows[..] else {
            panic!("one number of workers and one window are one row");
        };
        row.clone()
    }

    #[test]
    fn the_graph_depends_on_neither_workers_nor_failures() {
        let alone = only_row(&request(1));
        let mut many = request(50);
        many.force.fail = 0.1;
        let many = only_row(&many);
        assert_eq!((alone.results, alone.failures), (600, 0));
        assert!(many.failures > 10 && many.duplicates > 0, "{many:?}");
        assert!(many.redelivered >= many.failures / 2, "{many:?}");
        assert_eq!(alone.fingerprint, many.fingerprint);
        for row in [&alone, &many] {
            assert_eq!((row.lost, row.applied_twice), (0, 0), "{row:?}");
        }
        let mut other = request(1);
        other.window = Some(16);
        assert_ne!(alone.fingerprint, only_row(&other).fingerprint);
    }

    #[test]
    fn workers_wait_for_a_coordinator_that_has_no_time_left() {
        let mut fast = request(50);
        fast.force.task = Duration::from_nanos(100);
        fast.force.latency = Duration::ZERO;
        let row = only_row(&fast);
        assert!(row.workers_busy < 0.5, "{row:?}");
        assert!(row.is_saturated(), "{row:?}");
        let slow = only_row(&request(4));
        assert!(
            slow.workers_busy > 0.9 && slow.coordinator_busy < 0.5,
            "{slow:?}"
        );
    }

    #[test]
    fn a_killed_coordinator_gives_out_the_same_tasks_again() {
        let mut on_disk = request(8);
        on_disk.memory = false;
        let stop = Arc::default();
        let progress = &();
        let report = run(&on_disk, &Run { progress, stop }).unwrap();
        let restart = report.restart.expect("a file can be opened again");
        assert_eq!(restart.tasks, 64);
        assert_eq!(
            report.rows[0].fingerprint,
            only_row(&request(8)).fingerprint
        );
    }
}
