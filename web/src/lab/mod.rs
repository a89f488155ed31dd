//! The laboratory: matches and sweeps as processes of the program, which can be paused and watched.
//!
//! ```text
//! RUNS/lock              whose laboratory it is
//! RUNS/m-0001/run.json   the request, the command line, how it ended
//!            /journal.jsonl, result.json, …   what `gametree match --out` writes; of a sweep a directory a value
//!            /stdout.log, stderr.log
//! ```
//!
//! A run takes as many processors as it plays games at a time. What finds no room waits, and begins
//! by itself.

pub mod api;
mod command;
mod figures;
mod file;
mod handle;
mod players;
mod process;
mod queue;
mod reader;
mod record;
mod replay;
mod request;
mod text;
mod view;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gametree_project::engines::Engines;

pub use figures::{Effort, Figures, Test};
pub use queue::Setup;
pub use replay::{Replay, ReplayStep};
pub use request::{ClockName, EloModel, Kind, MoveLimits, NewRun};
pub use view::{
    Best, Efforts, Game, Games, Run, RunCard, RunState, Runs, Series, SweepCard, SweepRow,
};

use crate::error::ApiError;
use file::Outcome;
use queue::RunQueue;
use record::Record;

/// How often processes are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long the program may take to refuse a request.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// Exit codes of a program that refuses its command line.
const REFUSED: [i32; 2] = [2, 3];

/// The laboratory. While it lives its runs do; when it is dropped they save what they have and end.
pub struct Lab {
    queue: Arc<Mutex<RunQueue>>,
    /// The engines that may be players.
    engines: Arc<Engines>,
    closing: Arc<AtomicBool>,
    supervisor: Option<JoinHandle<()>>,
}

impl Lab {
    /// Opens the laboratory of a directory.
    ///
    /// # Errors
    /// The directory cannot be used.
    pub fn open(setup: Setup) -> io::Result<Lab> {
        let queue = Arc::new(Mutex::new(RunQueue::open(setup)?));
        let closing = Arc::new(AtomicBool::new(false));
        let (watched, over) = (Arc::clone(&queue), Arc::clone(&closing));
        let supervisor = thread::spawn(move || {
            while !over.load(Ordering::SeqCst) {
                locked(&watched).advance();
                thread::sleep(POLL_INTERVAL);
            }
        });
        Ok(Lab {
            queue,
            engines: Arc::default(),
            closing,
            supervisor: Some(supervisor),
        })
    }

    /// The same with these engines as players.
    #[must_use]
    pub fn with_engines(mut self, engines: Arc<Engines>) -> Lab {
        self.engines = engines;
        self
    }

    fn queue(&self) -> MutexGuard<'_, RunQueue> {
        locked(&self.queue)
    }

    /// All runs, the newest first.
    #[must_use]
    pub fn list(&self) -> Runs {
        let (ids, processors) = {
            let mut queue = self.queue();
            queue.refresh();
            (queue.ids(), queue.processors())
        };
        let runs = ids.iter().filter_map(|id| self.card(id).ok()).collect();
        Runs {
            schema: "gametree.runs/1",
            runs,
            processors,
        }
    }

    /// A run.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn get(&self, id: &str) -> Result<Run, ApiError> {
        self.queue().refresh();
        let card = self.card(id)?;
        let (record, request, command, directory) = {
            let queue = self.queue();
            let run = queue.run(id)?;
            let file = &run.file;
            let directory = run.dir.display().to_string();
            (
                run.record.clone(),
                file.request.clone(),
                file.command.clone(),
                directory,
            )
        };
        let record = locked(&record);
        let (settings, rows) = (record.settings(), record.rows());
        Ok(Run {
            schema: "gametree.run/1",
            card,
            request,
            command,
            directory,
            settings,
            rows,
        })
    }

    /// What the list says of a run. The journal is read without holding the lock.
    fn card(&self, id: &str) -> Result<RunCard, ApiError> {
        let (state, file, note, record) = {
            let queue = self.queue();
            let run = queue.run(id)?;
            (
                queue.state(id),
                run.file.clone(),
                run.note.clone(),
                run.record.clone(),
            )
        };
        let mut record = locked(&record);
        record.look(state == RunState::Running);
        let words = match file.outcome {
            Some(Outcome::Failed { words, .. }) => Some(words),
            _ => note,
        };
        let request = file.request;
        Ok(RunCard {
            id: id.to_owned(),
            kind: request.kind,
            state,
            why: words.or_else(|| record.error()),
            test: request.test().ok().flatten().map(Into::into),
            a: request.a,
            b: request.b,
            game: request.game,
            created_at: file.created_at,
            figures: record.figures(),
            sweep: record.sweep(),
        })
    }

    /// Starts a run, or puts it into the queue. What the program refuses at once is refused.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn start(&self, request: NewRun) -> Result<Run, ApiError> {
        request.check()?;
        let players = players::players(&self.engines, &request)?;
        let id = {
            let mut queue = self.queue();
            let id = queue.add(request, players)?;
            queue.advance();
            id
        };
        self.wait_for_start(&id)?;
        self.get(&id)
    }

    /// Waits until the run has begun, or waits for room, or is refused.
    fn wait_for_start(&self, id: &str) -> Result<(), ApiError> {
        let start = Instant::now();
        while start.elapsed() < START_TIMEOUT {
            let mut queue = self.queue();
            queue.advance();
            let state = queue.state(id);
            let run = queue.run(id)?;
            if let Some(Outcome::Failed {
                code: Some(code),
                words,
            }) = &run.file.outcome
                && REFUSED.contains(code)
            {
                let (what, hint) = run.rejection().unwrap_or((words.clone(), String::new()));
                queue.forget(id);
                return Err(ApiError::bad(what).hint(hint));
            }
            if state != RunState::Running || record::begun(&run.dir) {
                return Ok(());
            }
            drop(queue);
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Stops a run; what it has played is safe.
    ///
    /// # Errors
    /// There is none of this name, or it has ended.
    pub fn pause(&self, id: &str) -> Result<Run, ApiError> {
        self.ask_to_stop(id)?;
        let start = Instant::now();
        loop {
            let mut queue = self.queue();
            queue.advance();
            let run = queue.run_mut(id)?;
            let Some(process) = &mut run.process else {
                break;
            };
            if start.elapsed() > process::STOP_TIMEOUT {
                process.kill();
            }
            drop(queue);
            thread::sleep(Duration::from_millis(20));
        }
        self.get(id)
    }

    fn ask_to_stop(&self, id: &str) -> Result<(), ApiError> {
        let mut queue = self.queue();
        queue.check_owned()?;
        queue.run(id)?;
        match queue.state(id) {
            RunState::Done => {
                return Err(ApiError::conflict(format!(
                    "{id} is done: there is nothing to pause"
                )));
            }
            RunState::Failed => {
                return Err(ApiError::conflict(format!(
                    "{id} has failed: nothing is played"
                )));
            }
            RunState::Waiting | RunState::Running | RunState::Paused => {}
        }
        queue.dequeue(id);
        let run = queue.run_mut(id)?;
        run.set_paused(None);
        if let Some(process) = &mut run.process {
            process.interrupt();
        }
        Ok(())
    }

    /// Lets a run go on, also one that failed.
    ///
    /// # Errors
    /// There is none of this name, or nothing is left to play.
    pub fn resume(&self, id: &str) -> Result<Run, ApiError> {
        {
            let mut queue = self.queue();
            queue.check_owned()?;
            queue.run(id)?;
            match queue.state(id) {
                RunState::Done => {
                    return Err(ApiError::conflict(format!(
                        "{id} is done: nothing is left to play"
                    )));
                }
                RunState::Running | RunState::Waiting => {}
                RunState::Paused | RunState::Failed => {
                    queue.run_mut(id)?.set_running();
                    queue.enqueue(id);
                    queue.advance();
                }
            }
        }
        self.get(id)
    }

    /// Deletes a run and its files.
    ///
    /// # Errors
    /// There is none of this name, or it plays or waits.
    pub fn delete(&self, id: &str) -> Result<Runs, ApiError> {
        {
            let mut queue = self.queue();
            queue.check_owned()?;
            queue.run(id)?;
            if matches!(queue.state(id), RunState::Running | RunState::Waiting) {
                return Err(ApiError::conflict(format!("{id} is running")).hint("pause it first"));
            }
            queue.forget(id);
        }
        Ok(self.list())
    }

    /// Some games of a run: a number of them from an offset, in the order of their numbers.
    ///
    /// # Errors
    /// There is no such run or value, or its journal cannot be read.
    pub fn games(
        &self,
        id: &str,
        value: Option<&str>,
        part: (usize, usize),
    ) -> Result<Games, ApiError> {
        self.with_record(id, |record| record.games(value, part))
    }

    /// A game of a run, by its number from 1, to be replayed.
    ///
    /// # Errors
    /// There is no such run, value or game, or its journal cannot be read.
    pub fn replay(&self, id: &str, value: Option<&str>, number: usize) -> Result<Replay, ApiError> {
        let game = self.queue().run(id)?.file.request.game.clone();
        let record = self.with_record(id, |record| record.game(value, number))?;
        let shown = reader::shown(record.clone());
        Replay::new(&game, &record, shown)
    }

    /// How a run went.
    ///
    /// # Errors
    /// There is no such run or value.
    pub fn series(&self, id: &str, value: Option<&str>) -> Result<Series, ApiError> {
        self.with_record(id, |record| record.series(value))
    }

    fn with_record<T>(
        &self,
        id: &str,
        ask: impl FnOnce(&mut Record) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let (running, record) = {
            let mut queue = self.queue();
            queue.refresh();
            (
                queue.state(id) == RunState::Running,
                queue.run(id)?.record.clone(),
            )
        };
        let mut record = locked(&record);
        record.look(running);
        ask(&mut record)
    }
}

impl Lab {
    /// Ends every run in an orderly way: they save what they have.
    pub fn stop(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.queue().close();
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::SeqCst);
        if let Some(supervisor) = self.supervisor.take() {
            // It does not panic; if it did, the runs are ended all the same.
            let _ = supervisor.join();
        }
        self.queue().close();
    }
}

/// The lock, also after a panic: every change leaves the state whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
