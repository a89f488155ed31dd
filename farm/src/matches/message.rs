//! What matches and the workers that play their games write to each other; as strict as
//! [`crate::message`].

use serde::{Deserialize, Serialize};

use crate::message::{
    LONGEST_TEXT, Message, MessageError, TaskKey, check_name, check_names, check_text, within,
};

/// The longest order of a game: an opening, two players, and the rules.
const LONGEST_ORDER: usize = 64 << 10;

/// The longest record: thousands of moves, each with its value and time.
const LONGEST_RECORD: usize = 768 << 10;

/// The most games of a match.
const MOST_GAMES: u64 = 1 << 32;

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameMessage {
    /// The match.
    #[serde(rename = "match")]
    pub match_name: String,
    /// Which run of the coordinator wrote it.
    pub session: u64,
    /// The game's number in the match.
    pub number: u64,
    /// How often it was published before, for another try.
    pub attempt: u32,
    /// What is to be played.
    pub order: String,
    /// The workers that must leave it to others.
    pub avoid: Vec<String>,
    /// How long a worker may be silent before another one gets it, in milliseconds.
    pub lease: u64,
}

impl GameMessage {
    /// What the game is known by: the same in every run of the coordinator.
    #[must_use]
    pub fn key(&self) -> TaskKey {
        game_key(&self.match_name, self.number, &self.order)
    }
}

/// The key of a game.
#[must_use]
pub fn game_key(match_name: &str, number: u64, order: &str) -> TaskKey {
    TaskKey::hash([number].into_iter(), &[match_name, order])
}

impl Message for GameMessage {
    const MOST_BYTES: usize = 128 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("match", &self.match_name)?;
        within("number", self.number, 0, MOST_GAMES)?;
        within("order", self.order.len() as u64, 1, LONGEST_ORDER as u64)?;
        check_names("avoid", &self.avoid)?;
        within("lease", self.lease, 1, 24 * 3600 * 1000)
    }
}

/// What came of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordMessage {
    /// The match.
    #[serde(rename = "match")]
    pub match_name: String,
    /// Which run of the coordinator asked for it.
    pub session: u64,
    /// The game's number.
    pub number: u64,
    /// The game's key.
    pub key: TaskKey,
    /// The attempt.
    pub attempt: u32,
    /// Who played it.
    pub worker: String,
    /// What came out.
    pub outcome: PlayedMessage,
}

/// What came out of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayedMessage {
    /// Its record.
    Played(String),
    /// Why it cannot be played there, for people.
    Failed(String),
}

impl Message for RecordMessage {
    // What a broker takes at most, less its own words.
    const MOST_BYTES: usize = 1000 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("match", &self.match_name)?;
        check_name("worker", &self.worker)?;
        within("number", self.number, 0, MOST_GAMES)?;
        match &self.outcome {
            PlayedMessage::Failed(what) => check_text("failed", what, LONGEST_TEXT),
            PlayedMessage::Played(record) => {
                within("played", record.len() as u64, 1, LONGEST_RECORD as u64)
            }
        }
    }
}

/// What a match says of itself once per beat: workers find their games by it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchMessage {
    /// The match.
    #[serde(rename = "match")]
    pub match_name: String,
    /// Which run of the coordinator this is.
    pub session: u64,
    /// The program that must play, with its version.
    pub program: String,
    /// The engines that a worker needs.
    pub engines: Vec<String>,
    /// Whether this is its last word.
    pub closed: bool,
}

impl Message for MatchMessage {
    const MOST_BYTES: usize = 32 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("match", &self.match_name)?;
        check_text("program", &self.program, LONGEST_TEXT)?;
        check_names("engines", &self.engines)
    }
}

/// What a worker that plays games says of itself once per beat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerMessage {
    /// The worker: its computer's name and a random ending.
    pub worker: String,
    /// Its program, with its version.
    pub program: String,
    /// The engines that its user has allowed, by name.
    pub engines: Vec<String>,
    /// How many games it plays at once.
    pub jobs: u32,
    /// The games it holds.
    pub games: Vec<TaskKey>,
    /// Whether this is its last word.
    pub leaving: bool,
}

impl Message for PlayerMessage {
    const MOST_BYTES: usize = 128 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("worker", &self.worker)?;
        check_text("program", &self.program, LONGEST_TEXT)?;
        check_names("engines", &self.engines)?;
        within("jobs", u64::from(self.jobs), 1, 4096)?;
        within("games", self.games.len() as u64, 0, 8192)
    }
}
