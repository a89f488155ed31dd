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
mod book;
mod command;
mod figures;
mod hall;
mod kept;
mod process;
mod record;
mod request;
mod seat;
mod text;
mod view;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub use figures::{Effort, Figures, Test};
pub use hall::Setup;
pub use request::{ClockName, EloModel, Kind, MoveLimits, NewRun};
pub use view::{
    Best, Efforts, Game, Games, Run, RunCard, RunState, Runs, Series, SweepCard, SweepRow,
};

use crate::refusal::Refusal;
use hall::Hall;
use kept::Outcome;
use record::Record;

/// How often processes are looked at.
const PULSE: Duration = Duration::from_millis(100);
/// How long the program may take to refuse a request.
const FIRST_WORD: Duration = Duration::from_secs(10);
/// Exit codes of a program that refuses its command line.
const REFUSED: [i32; 2] = [2, 3];

/// The laboratory. While it lives its runs do; when it is dropped they save what they have and end.
pub struct Lab {
    hall: Arc<Mutex<Hall>>,
    closing: Arc<AtomicBool>,
    supervisor: Option<JoinHandle<()>>,
}

impl Lab {
    /// Opens the laboratory of a directory.
    ///
    /// # Errors
    /// The directory cannot be used.
    pub fn open(setup: Setup) -> io::Result<Lab> {
        let hall = Arc::new(Mutex::new(Hall::open(setup)?));
        let closing = Arc::new(AtomicBool::new(false));
        let (watched, over) = (Arc::clone(&hall), Arc::clone(&closing));
        let supervisor = thread::spawn(move || {
            while !over.load(Ordering::SeqCst) {
                locked(&watched).advance();
                thread::sleep(PULSE);
            }
        });
        Ok(Lab {
            hall,
            closing,
            supervisor: Some(supervisor),
        })
    }

    fn hall(&self) -> MutexGuard<'_, Hall> {
        locked(&self.hall)
    }

    /// All runs, the newest first.
    #[must_use]
    pub fn list(&self) -> Runs {
        let (ids, processors) = {
            let mut hall = self.hall();
            hall.refresh();
            (hall.ids(), hall.processors())
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
    pub fn get(&self, id: &str) -> Result<Run, Refusal> {
        self.hall().refresh();
        let card = self.card(id)?;
        let (record, request, command, directory) = {
            let hall = self.hall();
            let seat = hall.seat(id)?;
            let kept = &seat.kept;
            let directory = seat.dir.display().to_string();
            (
                seat.record.clone(),
                kept.request.clone(),
                kept.command.clone(),
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

    /// What the list says of a run. The journal is read while nobody waits for the hall.
    fn card(&self, id: &str) -> Result<RunCard, Refusal> {
        let (state, kept, note, record) = {
            let hall = self.hall();
            let seat = hall.seat(id)?;
            (
                hall.state(id),
                seat.kept.clone(),
                seat.note.clone(),
                seat.record.clone(),
            )
        };
        let mut record = locked(&record);
        record.look(state == RunState::Running);
        let words = match kept.outcome {
            Some(Outcome::Failed { words, .. }) => Some(words),
            _ => note,
        };
        let request = kept.request;
        Ok(RunCard {
            id: id.to_owned(),
            kind: request.kind,
            state,
            why: words.or_else(|| record.trouble()),
            test: request.test().ok().flatten().map(Into::into),
            a: request.a,
            b: request.b,
            game: request.game,
            created_at: kept.created_at,
            figures: record.figures(),
            sweep: record.sweep(),
        })
    }

    /// Starts a run, or puts it into the queue. What the program refuses at once is refused.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn start(&self, request: NewRun) -> Result<Run, Refusal> {
        request.check()?;
        let id = {
            let mut hall = self.hall();
            let id = hall.add(request)?;
            hall.advance();
            id
        };
        self.first_word(&id)?;
        self.get(&id)
    }

    /// Waits until the run has begun, or waits for room, or is refused.
    fn first_word(&self, id: &str) -> Result<(), Refusal> {
        let start = Instant::now();
        while start.elapsed() < FIRST_WORD {
            let mut hall = self.hall();
            hall.advance();
            let state = hall.state(id);
            let seat = hall.seat(id)?;
            if let Some(Outcome::Failed {
                code: Some(code),
                words,
            }) = &seat.kept.outcome
                && REFUSED.contains(code)
            {
                let (what, hint) = seat.complaint().unwrap_or((words.clone(), String::new()));
                hall.forget(id);
                return Err(Refusal::bad(what).hint(hint));
            }
            if state != RunState::Running || record::begun(&seat.dir) {
                return Ok(());
            }
            drop(hall);
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Stops a run; what it has played is safe.
    ///
    /// # Errors
    /// There is none of this name, or it has ended.
    pub fn pause(&self, id: &str) -> Result<Run, Refusal> {
        self.ask_to_stop(id)?;
        let start = Instant::now();
        loop {
            let mut hall = self.hall();
            hall.advance();
            let seat = hall.own(id)?;
            let Some(process) = &mut seat.process else {
                break;
            };
            if start.elapsed() > process::PATIENCE {
                process.kill();
            }
            drop(hall);
            thread::sleep(Duration::from_millis(20));
        }
        self.get(id)
    }

    fn ask_to_stop(&self, id: &str) -> Result<(), Refusal> {
        let mut hall = self.hall();
        hall.owned()?;
        hall.seat(id)?;
        match hall.state(id) {
            RunState::Done => {
                return Err(Refusal::conflict(format!(
                    "{id} is done: there is nothing to pause"
                )));
            }
            RunState::Failed => {
                return Err(Refusal::conflict(format!(
                    "{id} has failed: nothing is played"
                )));
            }
            RunState::Waiting | RunState::Running | RunState::Paused => {}
        }
        hall.dequeue(id);
        let seat = hall.own(id)?;
        seat.rest(None);
        if let Some(process) = &mut seat.process {
            process.interrupt();
        }
        Ok(())
    }

    /// Lets a run go on, also one that failed.
    ///
    /// # Errors
    /// There is none of this name, or nothing is left to play.
    pub fn resume(&self, id: &str) -> Result<Run, Refusal> {
        {
            let mut hall = self.hall();
            hall.owned()?;
            hall.seat(id)?;
            match hall.state(id) {
                RunState::Done => {
                    return Err(Refusal::conflict(format!(
                        "{id} is done: nothing is left to play"
                    )));
                }
                RunState::Running | RunState::Waiting => {}
                RunState::Paused | RunState::Failed => {
                    hall.own(id)?.want();
                    hall.enqueue(id);
                    hall.advance();
                }
            }
        }
        self.get(id)
    }

    /// Some games of a run: so many from an offset, in the order of their numbers.
    ///
    /// # Errors
    /// There is no such run or value, or its journal cannot be read.
    pub fn games(
        &self,
        id: &str,
        value: Option<&str>,
        part: (usize, usize),
    ) -> Result<Games, Refusal> {
        self.with_record(id, |record| record.games(value, part))
    }

    /// How a run went.
    ///
    /// # Errors
    /// There is no such run or value.
    pub fn series(&self, id: &str, value: Option<&str>) -> Result<Series, Refusal> {
        self.with_record(id, |record| record.series(value))
    }

    fn with_record<T>(
        &self,
        id: &str,
        ask: impl FnOnce(&mut Record) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (running, record) = {
            let mut hall = self.hall();
            hall.refresh();
            (
                hall.state(id) == RunState::Running,
                hall.seat(id)?.record.clone(),
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
        self.hall().close();
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::SeqCst);
        if let Some(supervisor) = self.supervisor.take() {
            // It does not panic; if it did, the runs are ended all the same.
            let _ = supervisor.join();
        }
        self.hall().close();
    }
}

/// The lock, also after a panic: every change leaves the state whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
