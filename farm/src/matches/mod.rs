//! Matches whose games are played by workers: a second kind of task, beside positions.
//!
//! ```text
//!   match (coordinator)                broker                          worker
//!   list of missing games ──▶ gametree.v1.game.MATCH, a work queue ──▶ plays one game per job
//!   replays each record   ◀── gametree.v1.record.MATCH             ◀── its record, then the ack
//!                         ◀── gametree.v1.player.WORKER (beats)    ◀──
//!                         ──▶ gametree.v1.match.MATCH   (once per beat, and a last word)
//! ```
//!
//! This module knows no game. What is to be played is a text that the match writes
//! ([`RemoteMatch::order`]) and the worker reads ([`GamePlayer::play`]); what comes back is a text
//! that the match believes or not ([`RemoteMatch::believe`]). No message names a program: a match
//! names engines, and a worker takes its games only if its own user has allowed engines of those
//! names.

mod coordinator;
pub mod desk;
mod inbox;
pub mod message;
mod player;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use coordinator::{MatchCoordinator, MatchEnd, MatchWatch};
pub use desk::{Believed, MatchNews};
pub use player::{Player, PlayerSettings};

/// A match whose games are played elsewhere.
pub trait RemoteMatch {
    /// A game that was played.
    type Record;

    /// All that a worker needs to know of the game of a number.
    fn order(&self, number: u64) -> String;

    /// The record of the game of a number.
    ///
    /// # Errors
    /// Why it cannot be true.
    fn believe(&self, number: u64, record: &str) -> Result<Self::Record, String>;
}

/// Plays games on a worker, one after the other.
pub trait GamePlayer {
    /// The record of the game that is ordered; `None` where it was stopped.
    ///
    /// # Errors
    /// Why it cannot be played here.
    fn play(&mut self, order: &str, stop: &Arc<AtomicBool>) -> Result<Option<String>, String>;
}

/// Makes the player of a job, on the job's own thread.
pub type SeatPlayer = Arc<dyn Fn() -> Box<dyn GamePlayer> + Send + Sync>;

/// How the games of a match are given out.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSettings {
    /// The match's name in subjects: see [`crate::message::is_name`].
    pub name: String,
    /// The program that must play, with its version: another one may play otherwise.
    pub program: String,
    /// The engines that a worker needs, by the names that its user gave them.
    pub engines: Vec<String>,
    /// How long a worker may be silent before another one gets its game.
    pub lease: Duration,
    /// How often each side says that it is there.
    pub beat: Duration,
}

impl MatchSettings {
    /// The usual settings.
    #[must_use]
    pub fn new(name: &str, program: &str) -> MatchSettings {
        MatchSettings {
            name: name.to_owned(),
            program: program.to_owned(),
            engines: Vec::new(),
            // A player beats whatever its game is at: its silence means that it is gone.
            lease: Duration::from_secs(10),
            beat: Duration::from_secs(1),
        }
    }
}
