//! The workers that a coordinator has heard of.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gametree::{Source, TaskProgress, Worker};

use crate::message::{BeatMessage, TaskKey};
use crate::settings::CoordinatorSettings;

/// The most workers that are remembered: whoever has the token could invent more.
const MOST_WORKERS: usize = 10_000;

/// How many results that others contradict bar a worker.
const MOST_LOST_CHECKS: u32 = 2;

/// What is known of a worker.
#[derive(Clone, Debug)]
struct Known {
    beat: BeatMessage,
    heard: Instant,
    /// What it had done before it was known here, perhaps for other projects.
    before: Tally,
    /// Results of this worker that were refused.
    refused: u64,
    /// Results that two others contradict.
    lost_checks: u32,
}

/// What a worker says that it has done.
#[derive(Clone, Copy, Debug)]
struct Tally {
    done: u64,
    failed: u64,
    busy: u64,
}

impl From<&BeatMessage> for Tally {
    fn from(beat: &BeatMessage) -> Tally {
        Tally {
            done: beat.done,
            failed: beat.failed,
            busy: beat.busy,
        }
    }
}

/// The workers, by their names.
#[derive(Debug, Default)]
pub struct Roster {
    workers: BTreeMap<String, Known>,
    /// The game and the engines that count here.
    game: String,
    engines: Vec<String>,
    reproducible: bool,
}

impl Roster {
    /// The workers that may work for a project: those with its game and one of its engines (any,
    /// where none is named).
    #[must_use]
    pub fn new(settings: &CoordinatorSettings) -> Roster {
        Roster {
            workers: BTreeMap::new(),
            game: settings.game.clone(),
            engines: settings.engines.clone(),
            reproducible: settings.reproducible,
        }
    }

    /// The engines whose results count; empty: any.
    #[must_use]
    pub fn engines(&self) -> &[String] {
        &self.engines
    }

    /// From now on only these engines count.
    pub fn require(&mut self, engines: Vec<String>) {
        self.engines = engines;
    }

    /// Takes a beat. Says whether the worker is new.
    pub fn hear(&mut self, beat: BeatMessage, now: Instant) -> bool {
        if let Some(known) = self.workers.get_mut(&beat.worker) {
            known.beat = beat;
            known.heard = now;
            return false;
        }
        if beat.game != self.game || self.workers.len() >= MOST_WORKERS {
            return false;
        }
        let known = Known {
            heard: now,
            before: Tally::from(&beat),
            refused: 0,
            lost_checks: 0,
            beat,
        };
        self.workers.insert(known.beat.worker.clone(), known);
        true
    }

    /// Forgets the workers that said goodbye or have been silent for so long; returns the tasks that
    /// silent ones held, with their names.
    pub fn forget_silent(&mut self, now: Instant, silence: Duration) -> Vec<(String, TaskKey)> {
        let mut lost = Vec::new();
        self.workers.retain(|name, known| {
            let silent = now.duration_since(known.heard) > silence;
            if silent && !known.beat.leaving {
                let held = known.beat.tasks.iter();
                lost.extend(held.map(|task| (name.clone(), task.key)));
            }
            // One that is barred is remembered, so that it stays so.
            !(silent || known.beat.leaving) || known.is_barred()
        });
        lost
    }

    /// A result of a worker was refused.
    pub fn refuse(&mut self, worker: &str) {
        if let Some(known) = self.workers.get_mut(worker) {
            known.refused += 1;
        }
    }

    /// Two others contradict a worker. Says whether that bars it.
    pub fn lose_check(&mut self, worker: &str) -> bool {
        let Some(known) = self.workers.get_mut(worker) else {
            return false;
        };
        known.lost_checks += 1;
        known.lost_checks == MOST_LOST_CHECKS
    }

    /// Whether results of a worker do not count any more.
    #[must_use]
    pub fn is_barred(&self, worker: &str) -> bool {
        self.workers.get(worker).is_some_and(Known::is_barred)
    }

    /// The workers that are barred.
    #[must_use]
    pub fn barred(&self) -> Vec<String> {
        let barred = self.workers.iter().filter(|(_, known)| known.is_barred());
        barred.map(|(name, _)| name.clone()).collect()
    }

    fn suits(&self, known: &Known) -> bool {
        let named = |engine: &String| *engine == known.beat.source.name;
        let engine = self.engines.is_empty() || self.engines.iter().any(named);
        let repeats = known.beat.reproducible || !self.reproducible;
        engine && repeats && !known.is_barred() && !known.beat.leaving
    }

    /// How many workers could take a task that these must leave to others.
    #[must_use]
    pub fn others(&self, avoid: &[String]) -> usize {
        let fits = |(name, known): &(&String, &Known)| !avoid.contains(name) && self.suits(known);
        self.workers.iter().filter(fits).count()
    }

    /// How many tasks all suitable workers do at once.
    #[must_use]
    pub fn jobs(&self) -> usize {
        let suitable = self.workers.values().filter(|known| self.suits(known));
        // One that is far away holds more tasks than it has engines.
        let tasks = |known: &Known| (known.beat.jobs as usize).max(known.beat.tasks.len());
        suitable.map(tasks).sum()
    }

    /// Whether a worker says that it holds a task.
    #[must_use]
    pub fn holds(&self, key: TaskKey) -> bool {
        let held = |known: &Known| known.beat.tasks.iter().any(|task| task.key == key);
        self.workers.values().any(held)
    }

    /// The tasks that a worker says it holds.
    #[must_use]
    pub fn held_by(&self, worker: &str) -> Vec<TaskKey> {
        let known = self.workers.get(worker);
        let tasks = known.map_or(&[][..], |known| &known.beat.tasks[..]);
        tasks.iter().map(|task| task.key).collect()
    }

    /// The engines of all suitable workers.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<Source>> {
        let mut sources: Vec<Arc<Source>> = Vec::new();
        for known in self.workers.values().filter(|known| self.suits(known)) {
            let source = Arc::new(Source::from(known.beat.source.clone()));
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources
    }

    /// All workers for people. `task` says which task a key is, and how many nodes it asks for.
    pub fn show(&self, task: impl Fn(TaskKey) -> Option<TaskProgress>) -> Vec<Worker> {
        let row = |(name, known): (&String, &Known)| {
            let held = known.beat.tasks.first();
            let progress = held.and_then(|held| {
                Some(TaskProgress {
                    nodes: held.nodes,
                    elapsed: Duration::from_millis(held.elapsed),
                    ..task(held.key)?
                })
            });
            Worker {
                name: format!("{name} ({} × {})", known.beat.jobs, known.beat.source.name),
                state: self.state(known),
                jobs: known.beat.jobs as usize,
                searching: held.is_some(),
                answered: known.beat.done.saturating_sub(known.before.done),
                failed: known.beat.failed.saturating_sub(known.before.failed) + known.refused,
                busy: Duration::from_millis(known.beat.busy.saturating_sub(known.before.busy)),
                speed: known.beat.speed,
                task: progress,
            }
        };
        self.workers.iter().map(row).collect()
    }

    fn state(&self, known: &Known) -> String {
        if known.is_barred() {
            return "barred: others contradict its results".into();
        }
        if self.reproducible && !known.beat.reproducible {
            return "not used: the project needs results that repeat (--reproducible)".into();
        }
        if !self.suits(known) && !known.beat.leaving {
            return format!("not used: the project needs {}", self.engines.join(" or "));
        }
        known.beat.state.clone()
    }
}

impl Known {
    fn is_barred(&self) -> bool {
        self.lost_checks >= MOST_LOST_CHECKS
    }
}
