//! Where a worker looks for its next task: projects in turn, the warm region first.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::message::ProjectMessage;

/// After this many tasks of one lane a worker looks into the next one first, so that none waits for
/// ever.
pub(crate) const MOST_STAYS: u32 = 8;

/// A queue to look into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The project.
    pub project: String,
    /// The lane.
    pub lane: u32,
}

/// A project that wants workers.
#[derive(Clone, Debug)]
struct Wanted {
    message: ProjectMessage,
    heard: Instant,
    /// The lane whose positions the engine's tables know.
    home: u32,
    stays: u32,
}

/// The projects that a worker may work for.
#[derive(Debug)]
pub struct Rota {
    worker: String,
    game: String,
    engine: String,
    reproducible: bool,
    projects: BTreeMap<String, Wanted>,
    /// The last words that were heard: what its session says later was said before.
    ended: BTreeMap<String, u64>,
    /// The projects that do not want this worker, because others contradict its results.
    barred_from: BTreeSet<String>,
    /// The project whose turn it was last.
    last: String,
    /// Where a worker starts that has no warm lane.
    first_lane: u32,
}

impl Rota {
    /// The rota of a worker with one engine; its results repeat, or not.
    #[must_use]
    pub fn new(worker: &str, game: &str, engine: &str, reproducible: bool) -> Rota {
        let letters = worker.bytes().map(u64::from);
        let hash = letters.fold(0, |hash, byte| gametree::rng::mix(hash ^ byte));
        Rota {
            worker: worker.to_owned(),
            game: game.to_owned(),
            engine: engine.to_owned(),
            reproducible,
            projects: BTreeMap::new(),
            ended: BTreeMap::new(),
            barred_from: BTreeSet::new(),
            last: String::new(),
            first_lane: (hash % 64) as u32,
        }
    }

    /// Takes a coordinator's word. Says whether there are queues now that were not there before.
    pub fn hear(&mut self, message: ProjectMessage, now: Instant) -> bool {
        if message.closed {
            self.ended.insert(message.project.clone(), message.session);
        } else if self.ended.get(&message.project) == Some(&message.session) {
            return false;
        }
        let named = message.engines.is_empty() || message.engines.contains(&self.engine);
        let fits = named && (self.reproducible || !message.reproducible);
        let barred = message.barred.contains(&self.worker);
        match barred && !message.closed {
            true => self.barred_from.insert(message.project.clone()),
            false => self.barred_from.remove(&message.project),
        };
        if message.closed || message.game != self.game || !fits || barred {
            self.projects.remove(&message.project);
            return false;
        }
        let known = self.projects.get(&message.project);
        let lanes = known.map_or(0, |known| known.message.lanes);
        let more = message.lanes > lanes;
        let home = self.first_lane % message.lanes;
        let wanted = self.projects.entry(message.project.clone());
        let wanted = wanted.or_insert_with(|| Wanted {
            message: message.clone(),
            heard: now,
            home,
            stays: 0,
        });
        wanted.message = message;
        wanted.heard = now;
        more
    }

    /// Whether a project that is there does not want this worker any more.
    #[must_use]
    pub fn is_barred(&self) -> bool {
        !self.barred_from.is_empty()
    }

    /// Forgets the projects that are silent.
    pub fn forget_silent(&mut self, now: Instant, silence: Duration) {
        self.projects
            .retain(|_, wanted| now.duration_since(wanted.heard) <= silence);
    }

    /// The queues in the order to look into them: the project whose turn it is, its warm lane first;
    /// then the others.
    #[must_use]
    pub fn round(&self) -> Vec<Place> {
        let after = self.projects.iter().filter(|(name, _)| **name > self.last);
        let before = self.projects.iter().filter(|(name, _)| **name <= self.last);
        let places = |(name, wanted): (&String, &Wanted)| {
            let skip = u32::from(wanted.stays >= MOST_STAYS);
            let first = wanted.home + skip;
            let lanes = wanted.message.lanes;
            let place = |offset: u32| Place {
                project: name.clone(),
                lane: (first + offset) % lanes,
            };
            (0..lanes).map(place).collect::<Vec<Place>>()
        };
        after.chain(before).flat_map(places).collect()
    }

    /// A task was found there.
    pub fn found(&mut self, place: &Place) {
        self.last.clone_from(&place.project);
        if let Some(wanted) = self.projects.get_mut(&place.project) {
            let stayed = wanted.home == place.lane && wanted.stays < MOST_STAYS;
            wanted.stays = if stayed { wanted.stays + 1 } else { 0 };
            wanted.home = place.lane;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(project: &str, lanes: u32) -> ProjectMessage {
        ProjectMessage {
            project: project.into(),
            session: 1,
            game: "chess".into(),
            engines: vec!["Stockfish 15.1".into()],
            reproducible: false,
            lanes,
            barred: Vec::new(),
            closed: false,
        }
    }

    fn rota() -> Rota {
        Rota::new("club-1", "chess", "Stockfish 15.1", false)
    }

    #[test]
    fn projects_take_turns() {
        let mut rota = rota();
        let now = Instant::now();
        for name in ["a", "b", "c"] {
            rota.hear(word(name, 1), now);
        }
        let mut turns = Vec::new();
        for _ in 0..6 {
            let place = rota.round().remove(0);
            rota.found(&place);
            turns.push(place.project);
        }
        assert_eq!(turns, ["a", "b", "c", "a", "b", "c"]);
    }

    #[test]
    fn a_worker_stays_in_its_lane_and_none_waits_for_ever() {
        let mut rota = rota();
        rota.hear(word("a", 3), Instant::now());
        let mut lanes = Vec::new();
        for _ in 0..30 {
            let place = rota.round().remove(0);
            rota.found(&place);
            lanes.push(place.lane);
        }
        let moves = lanes.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!((2..=4).contains(&moves), "{lanes:?}");
        assert!((0..3).all(|lane| lanes.contains(&lane)), "{lanes:?}");
    }

    #[test]
    fn only_what_fits_is_worked_for() {
        let mut rota = rota();
        let now = Instant::now();
        let mut hear = |change: fn(&mut ProjectMessage)| {
            let mut word = word("a", 1);
            change(&mut word);
            let before = rota.round().len();
            let more = rota.hear(word, now);
            assert_eq!(more, rota.round().len() > before);
            !rota.round().is_empty()
        };
        assert!(hear(|_| ()));
        assert!(!hear(|word| word.engines = vec!["Stockfish 16".into()]));
        assert!(hear(|word| word.engines.clear()));
        assert!(!hear(|word| word.reproducible = true));
        assert!(!hear(|word| word.game = "othello".into()));
        assert!(hear(|_| ()));
        assert!(!hear(|word| word.barred = vec!["club-1".into()]));
        assert!(hear(|_| ()));
        assert!(!hear(|word| word.closed = true));
        assert!(!hear(|_| ()), "said before the last word, heard after it");
        assert!(hear(|word| word.session = 2), "the next run of the project");
        rota.forget_silent(now + Duration::from_secs(60), Duration::from_secs(10));
        assert!(rota.round().is_empty());
    }
}
