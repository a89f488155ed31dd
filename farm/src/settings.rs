//! How a coordinator works.

use std::time::Duration;

use crate::opinions::Agreement;

/// Points that two results of one task may be apart, where results do not repeat: about what an
/// engine changes its mind by when its tables were filled by other positions.
const TOLERANCE: i32 = 150;

/// How a coordinator works.
#[derive(Clone, PartialEq, Debug)]
pub struct CoordinatorSettings {
    /// The project's name in subjects: see [`crate::message::is_name`].
    pub project: String,
    /// The game.
    pub game: String,
    /// The engines whose results count, by name and version; empty: any.
    pub engines: Vec<String>,
    /// How long a worker may be silent before another one gets its task.
    pub lease: Duration,
    /// How often each side says that it is there.
    pub beat: Duration,
    /// The share of results that another worker must confirm, 0 to 1.
    pub check_share: f64,
    /// Selects that share.
    pub seed: u64,
    /// Whether the same task has the same result on every computer.
    pub reproducible: bool,
}

impl CoordinatorSettings {
    /// The usual settings of a project.
    #[must_use]
    pub fn new(project: &str, game: &str) -> CoordinatorSettings {
        CoordinatorSettings {
            project: project.to_owned(),
            game: game.to_owned(),
            engines: Vec::new(),
            lease: Duration::from_secs(30),
            beat: Duration::from_secs(1),
            check_share: 0.01,
            seed: 0,
            reproducible: false,
        }
    }

    /// How long a worker may be silent before it counts as gone.
    #[must_use]
    pub fn silence(&self) -> Duration {
        self.lease.max(5 * self.beat)
    }

    /// When two results of one task agree.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        match self.reproducible {
            true => Agreement::Same,
            false => Agreement::Within(TOLERANCE),
        }
    }
}
