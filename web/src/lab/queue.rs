//! All runs of the laboratory, and who may play now.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::file::{Goal, Outcome, RunFile};
use super::handle::RunHandle;
use super::process::STOP_TIMEOUT;
use super::request::{Kind, NewRun};
use super::view::RunState;
use crate::error::ApiError;

/// What a laboratory needs.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program that plays.
    pub program: PathBuf,
    /// Where runs are saved.
    pub runs: PathBuf,
    /// How many games may be played at a time.
    pub processors: usize,
    /// Whether what was running or waiting when the laboratory closed goes on.
    pub resume: bool,
}

/// All runs.
pub struct RunQueue {
    setup: Setup,
    runs: BTreeMap<String, RunHandle>,
    waiting: VecDeque<String>,
    /// Ours alone; `None` where another server has the laboratory.
    lock: Option<File>,
}

impl RunQueue {
    /// Reads the runs of a directory, which is made where there is none.
    ///
    /// # Errors
    /// The directory cannot be used.
    pub fn open(setup: Setup) -> io::Result<RunQueue> {
        fs::create_dir_all(&setup.runs)?;
        let lock = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(setup.runs.join("lock"))?;
        let lock = lock.try_lock().is_ok().then_some(lock);
        let mut queue = RunQueue {
            setup,
            runs: BTreeMap::new(),
            waiting: VecDeque::new(),
            lock,
        };
        queue.read()?;
        if queue.setup.resume && queue.lock.is_some() {
            queue.waiting = queue.unfinished();
        } else if queue.lock.is_some() {
            queue
                .runs
                .values_mut()
                .filter(|run| run.file.wanted == Goal::Running)
                .for_each(|run| {
                    run.file.wanted = Goal::Paused;
                });
        }
        Ok(queue)
    }

    /// Where another server has the laboratory, what it has done since.
    pub fn refresh(&mut self) {
        if self.lock.is_none() {
            // What could not be read now is read the next time.
            let _ = self.read();
        }
    }

    fn read(&mut self) -> io::Result<()> {
        for entry in fs::read_dir(&self.setup.runs)?.filter_map(Result::ok) {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !is_id(&name) {
                continue;
            }
            // A directory without a request that can be read is no run: it is left alone.
            if let Ok(mut run) = RunHandle::read(&entry.path()) {
                if let Some(old) = self.runs.get(&name) {
                    run.record = old.record.clone();
                }
                self.runs.insert(name, run);
            }
        }
        Ok(())
    }

    /// Those that are to go on, the oldest first.
    fn unfinished(&self) -> VecDeque<String> {
        let open = |run: &RunHandle| run.file.outcome.is_none() && run.file.wanted == Goal::Running;
        let mut ids: Vec<(u64, &String)> = self
            .runs
            .iter()
            .filter(|(_, run)| open(run))
            .map(|(id, s)| (s.file.created_at, id))
            .collect();
        ids.sort();
        ids.into_iter().map(|(_, id)| id.clone()).collect()
    }

    /// How many games may be played at a time.
    #[must_use]
    pub fn processors(&self) -> usize {
        self.setup.processors.max(1)
    }

    /// The runs, the newest first.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        let mut ids: Vec<(u64, &String)> = self
            .runs
            .iter()
            .map(|(id, s)| (s.file.created_at, id))
            .collect();
        ids.sort();
        ids.into_iter().rev().map(|(_, id)| id.clone()).collect()
    }

    /// A run.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn run(&self, id: &str) -> Result<&RunHandle, ApiError> {
        self.runs
            .get(id)
            .ok_or_else(|| ApiError::absent(format!("there is no run '{id}'")))
    }

    /// The same, to change it.
    ///
    /// # Errors
    /// There is none of this name, or another server has the laboratory.
    pub fn run_mut(&mut self, id: &str) -> Result<&mut RunHandle, ApiError> {
        self.run(id)?;
        self.check_owned()?;
        self.runs
            .get_mut(id)
            .ok_or_else(|| ApiError::absent(format!("there is no run '{id}'")))
    }

    /// # Errors
    /// Another server has the laboratory.
    pub fn check_owned(&self) -> Result<(), ApiError> {
        match self.lock {
            Some(_) => Ok(()),
            None => Err(ApiError::conflict("another server is using this Lab")
                .hint("use its pages, or stop it and start this one again")),
        }
    }

    /// What a run is doing.
    #[must_use]
    pub fn state(&self, id: &str) -> RunState {
        let Some(run) = self.runs.get(id) else {
            return RunState::Failed;
        };
        match (&run.file.outcome, run.file.wanted) {
            _ if run.process.is_some() => RunState::Running,
            _ if self.waiting.iter().any(|other| other == id) => RunState::Waiting,
            (Some(Outcome::Done), _) => RunState::Done,
            (Some(Outcome::Failed { .. }), _) => RunState::Failed,
            (None, Goal::Running) if self.lock.is_none() => RunState::Running,
            (None, _) => RunState::Paused,
        }
    }

    /// A new run, in the queue.
    ///
    /// # Errors
    /// Its directory cannot be made.
    pub fn add(&mut self, request: NewRun, players: [String; 2]) -> Result<String, ApiError> {
        self.check_owned()?;
        let failed = |error: io::Error| ApiError::failed(format!("cannot save the run: {error}"));
        let (id, dir) = new_directory(&self.setup.runs, request.kind).map_err(failed)?;
        let file = RunFile::new(request, players);
        file.write(&dir).map_err(failed)?;
        self.runs.insert(id.clone(), RunHandle::new(dir, file));
        self.waiting.push_back(id.clone());
        Ok(id)
    }

    /// Puts a run into the queue.
    pub fn enqueue(&mut self, id: &str) {
        if !self.waiting.iter().any(|other| other == id) {
            self.waiting.push_back(id.to_owned());
        }
    }

    /// Takes a run out of the queue.
    pub fn dequeue(&mut self, id: &str) {
        self.waiting.retain(|other| other != id);
    }

    /// Forgets a run that does not play, and its directory.
    pub fn forget(&mut self, id: &str) {
        self.dequeue(id);
        if let Some(run) = self.runs.remove(id) {
            // What stays behind, where it cannot be removed, is read again at the next start.
            let _ = fs::remove_dir_all(run.dir);
        }
    }

    /// Settles what has ended and starts what may begin.
    pub fn advance(&mut self) {
        let ids: Vec<String> = self.runs.keys().cloned().collect();
        for id in ids {
            if self.runs.get_mut(&id).and_then(RunHandle::collect_exit) == Some(true) {
                self.waiting.push_front(id);
            }
        }
        while let Some(id) = self.next() {
            self.waiting.pop_front();
            if let Some(run) = self.runs.get_mut(&id) {
                run.start(&self.setup.program);
            }
        }
    }

    /// The head of the queue, if there is room for it. No run overtakes another: a large one is not put off
    /// for ever.
    fn next(&self) -> Option<String> {
        let id = self.waiting.front()?;
        let processors = self.processors();
        let at_work = self.runs.values().filter(|run| run.process.is_some());
        let busy: usize = at_work.map(|run| run.weight(processors)).sum();
        let run = self.runs.get(id)?;
        (run.ready() && busy + run.weight(processors) <= processors).then(|| id.clone())
    }

    /// Ends all processes; the runs go on when the laboratory is opened again.
    pub fn close(&mut self) {
        self.waiting.clear();
        let mut processes: Vec<_> = self
            .runs
            .values_mut()
            .filter_map(|run| run.process.take())
            .collect();
        processes.iter_mut().for_each(|process| process.interrupt());
        let start = Instant::now();
        for process in &mut processes {
            process.wait(
                STOP_TIMEOUT
                    .saturating_sub(start.elapsed())
                    .max(Duration::from_millis(10)),
            );
        }
    }
}

/// `m-0001`, `s-0001`: nothing else is a run.
fn is_id(name: &str) -> bool {
    let digits = name.strip_prefix("m-").or_else(|| name.strip_prefix("s-"));
    digits
        .is_some_and(|digits| digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The next free directory.
fn new_directory(runs: &Path, kind: Kind) -> io::Result<(String, PathBuf)> {
    let letter = match kind {
        Kind::Match => 'm',
        Kind::Sweep => 's',
    };
    for number in 1.. {
        let id = format!("{letter}-{number:04}");
        let dir = runs.join(&id);
        match fs::create_dir(&dir) {
            Ok(()) => return Ok((id, dir)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are too many runs"))
}
