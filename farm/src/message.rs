//! What coordinator and workers write to each other: versioned, bounded, strictly read.
//!
//! Every message is JSON, `{"v": 1, "body": {…}}`. A reader refuses another version, an unknown
//! field, a text that is too long, and a name that could not be part of a subject. Positions are
//! the game's own texts and moves its codes ([`gametree::Persistent`]): what they mean is checked
//! where the game is known (`belief.rs`).

use std::fmt;

use gametree::Source;
use gametree::rng::mix;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version that is spoken here. Subjects and streams bear it, too.
pub const VERSION: u32 = 1;

/// The longest name of a worker, a project or a game.
const LONGEST_NAME: usize = 64;

/// The longest text for people.
pub(crate) const LONGEST_TEXT: usize = 500;

/// The longest position: the moves of a long game, and what came before them.
const LONGEST_POSITION: usize = 32 << 10;

/// The most moves in one list.
const MOST_MOVES: usize = 1024;

/// The most engines or workers in one list.
const MOST_NAMES: usize = 1024;

/// Why a message is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MessageError {
    /// More bytes than such a message ever has.
    #[error("{0} bytes are too many")]
    TooLong(usize),
    /// Not JSON, or not of this shape.
    #[error("malformed: {0}")]
    Malformed(String),
    /// Written by a newer or older program.
    #[error("version {0} is not spoken here (version {VERSION} is)")]
    Version(u32),
    /// A field that has the right type and no sense.
    #[error("the field {0} is out of range")]
    Field(&'static str),
}

/// A message that travels.
pub trait Message: Serialize + DeserializeOwned {
    /// The most bytes it may have.
    const MOST_BYTES: usize;

    /// Whether its fields are in range.
    ///
    /// # Errors
    /// The first field that is not.
    fn check(&self) -> Result<(), MessageError>;
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<T> {
    v: u32,
    body: T,
}

/// The version alone, whatever else there is.
#[derive(Deserialize)]
struct Peek {
    v: u32,
}

/// A message as bytes.
///
/// # Errors
/// When it would be refused where it arrives.
pub fn encode<M: Message>(message: &M) -> Result<Vec<u8>, MessageError> {
    message.check()?;
    let envelope = Envelope {
        v: VERSION,
        body: message,
    };
    let bytes = serde_json::to_vec(&envelope)
        .map_err(|error| MessageError::Malformed(error.to_string()))?;
    match bytes.len() > M::MOST_BYTES {
        true => Err(MessageError::TooLong(bytes.len())),
        false => Ok(bytes),
    }
}

/// The message of these bytes.
///
/// # Errors
/// When anything is wrong with it.
pub fn decode<M: Message>(bytes: &[u8]) -> Result<M, MessageError> {
    if bytes.len() > M::MOST_BYTES {
        return Err(MessageError::TooLong(bytes.len()));
    }
    let malformed = |error: serde_json::Error| {
        MessageError::Malformed(error.to_string().chars().take(LONGEST_TEXT).collect())
    };
    let peek: Peek = serde_json::from_slice(bytes).map_err(malformed)?;
    if peek.v != VERSION {
        return Err(MessageError::Version(peek.v));
    }
    let envelope: Envelope<M> = serde_json::from_slice(bytes).map_err(malformed)?;
    envelope.body.check()?;
    Ok(envelope.body)
}

/// What a task is known by: the same task of the same project has the same key in every run, so
/// that a result outlives a coordinator that was restarted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TaskKey(pub u128);

impl TaskKey {
    /// The key of what is asked.
    #[must_use]
    pub fn of(task: &TaskMessage) -> TaskKey {
        let numbers = [task.ticket, task.nodes, u64::from(task.lines)];
        let moves = task.among.iter().map(|&code| u64::from(code));
        let texts = [&task.project, &task.game, &task.position];
        TaskKey::hash(numbers.into_iter().chain(moves), &texts.map(String::as_str))
    }

    /// The hash of numbers, and then of texts.
    pub(crate) fn hash(numbers: impl Iterator<Item = u64> + Clone, texts: &[&str]) -> TaskKey {
        let letters = texts
            .iter()
            .flat_map(|text| text.bytes().map(u64::from).chain([256]));
        let half = |seed: u64| {
            numbers
                .clone()
                .chain(letters.clone())
                .fold(seed, |hash, word| {
                    mix(hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15)
                })
        };
        TaskKey(u128::from(half(1)) << 64 | u128::from(half(2)))
    }
}

impl fmt::Display for TaskKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for TaskKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TaskKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TaskKey, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(&text, 16).ok().filter(|_| hex);
        number
            .map(TaskKey)
            .ok_or_else(|| de::Error::custom("a key is 32 hexadecimal digits"))
    }
}

/// A task: one position to search, and how long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskMessage {
    /// The project it belongs to.
    pub project: String,
    /// Which run of the coordinator wrote it.
    pub session: u64,
    /// Its number in the project.
    pub ticket: u64,
    /// How often it was published before, for another try or a second opinion.
    pub attempt: u32,
    /// The game.
    pub game: String,
    /// The position, as the game writes it.
    pub position: String,
    /// The codes of the moves to choose from; empty: all legal ones.
    pub among: Vec<u32>,
    /// How many positions to search.
    pub nodes: u64,
    /// How many of the best lines to report.
    pub lines: u32,
    /// Tasks of one region like one worker.
    pub region: u64,
    /// The engines whose results count, by name and version; empty: any.
    pub engines: Vec<String>,
    /// The workers that must leave it to others.
    pub avoid: Vec<String>,
    /// How long a worker may be silent before another one gets it, in milliseconds.
    pub lease: u64,
}

impl Message for TaskMessage {
    const MOST_BYTES: usize = 128 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("project", &self.project)?;
        check_text("game", &self.game, LONGEST_NAME)?;
        check_text("position", &self.position, LONGEST_POSITION)?;
        check_names("engines", &self.engines)?;
        check_names("avoid", &self.avoid)?;
        within("among", self.among.len() as u64, 0, MOST_MOVES as u64)?;
        within("nodes", self.nodes, 1, 1 << 50)?;
        within("lines", u64::from(self.lines), 1, 500)?;
        within("lease", self.lease, 100, 86_400_000)
    }
}

/// A result, or why there is none.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultMessage {
    /// The task's project.
    pub project: String,
    /// The session of the task.
    pub session: u64,
    /// The task.
    pub key: TaskKey,
    /// The attempt of the task.
    pub attempt: u32,
    /// Who did it.
    pub worker: String,
    /// How long it took, in milliseconds.
    pub elapsed: u64,
    /// What came out.
    pub outcome: OutcomeMessage,
}

/// What came out of a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OutcomeMessage {
    /// A finding.
    Found(FindingMessage),
    /// A sentence for people.
    Failed(String),
}

/// A finding: scores by [`gametree::Score::raw`], moves by their codes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingMessage {
    /// The value.
    pub value: i32,
    /// The expected line.
    pub line: Vec<u32>,
    /// The moves that were best for some time, with their last values.
    pub shown: Vec<(u32, i32)>,
    /// The lines after the best one.
    pub lines: Vec<LineMessage>,
    /// The depth.
    pub depth: u32,
    /// The positions searched.
    pub nodes: u64,
    /// The first player's wins, the draws and their losses, in a thousand; none from workers that do
    /// not report them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u16; 3]>,
    /// The engine.
    pub source: SourceMessage,
}

/// A line that is not the best.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineMessage {
    /// Its value.
    pub value: i32,
    /// Its moves.
    pub moves: Vec<u32>,
    /// Its depth.
    pub depth: u32,
}

/// An engine, with its version and what changes its values.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceMessage {
    /// Its name and version.
    pub name: String,
    /// Its options.
    pub options: String,
}

impl SourceMessage {
    fn check(&self) -> Result<(), MessageError> {
        check_text("source", &self.name, LONGEST_TEXT)?;
        check_text("options", &self.options, 4 * LONGEST_TEXT)
    }
}

impl From<&Source> for SourceMessage {
    fn from(source: &Source) -> SourceMessage {
        SourceMessage {
            name: source.name.clone(),
            options: source.options.clone(),
        }
    }
}

impl From<SourceMessage> for Source {
    fn from(source: SourceMessage) -> Source {
        Source {
            name: source.name,
            options: source.options,
        }
    }
}

impl Message for ResultMessage {
    const MOST_BYTES: usize = 512 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("project", &self.project)?;
        check_name("worker", &self.worker)?;
        let finding = match &self.outcome {
            OutcomeMessage::Failed(what) => return check_text("failed", what, LONGEST_TEXT),
            OutcomeMessage::Found(finding) => finding,
        };
        finding.source.check()?;
        let most = MOST_MOVES as u64;
        within("line", finding.line.len() as u64, 1, most)?;
        within("shown", finding.shown.len() as u64, 0, most)?;
        within("lines", finding.lines.len() as u64, 0, 500)?;
        within("depth", u64::from(finding.depth), 0, 100_000)?;
        for line in &finding.lines {
            within("lines", line.moves.len() as u64, 1, most)?;
            within("lines", u64::from(line.depth), 0, 100_000)?;
        }
        Ok(())
    }
}

/// What a worker says of itself once per beat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeatMessage {
    /// The worker: its computer's name and a random ending.
    pub worker: String,
    /// The game it knows.
    pub game: String,
    /// Its engine.
    pub source: SourceMessage,
    /// Whether the same task always has the same result.
    pub reproducible: bool,
    /// How many tasks it does at once.
    pub jobs: u32,
    /// A few words.
    pub state: String,
    /// Tasks done.
    pub done: u64,
    /// Tasks that failed.
    pub failed: u64,
    /// How long its engines have searched, in milliseconds.
    pub busy: u64,
    /// Nodes per second of all its engines together.
    pub speed: Option<u64>,
    /// The tasks it holds.
    pub tasks: Vec<HeldMessage>,
    /// Whether this is its last word.
    pub leaving: bool,
}

/// A task that a worker holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldMessage {
    /// The task.
    pub key: TaskKey,
    /// Positions searched so far.
    pub nodes: u64,
    /// Since when, in milliseconds.
    pub elapsed: u64,
}

impl Message for BeatMessage {
    const MOST_BYTES: usize = 128 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("worker", &self.worker)?;
        check_text("game", &self.game, LONGEST_NAME)?;
        check_text("state", &self.state, LONGEST_TEXT)?;
        self.source.check()?;
        within("jobs", u64::from(self.jobs), 1, 4096)?;
        within("tasks", self.tasks.len() as u64, 0, 8192)
    }
}

/// What a coordinator says of its project once per beat: workers find their work by it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectMessage {
    /// The project.
    pub project: String,
    /// Which run of the coordinator this is.
    pub session: u64,
    /// The game.
    pub game: String,
    /// The engines whose results count; empty: any.
    pub engines: Vec<String>,
    /// Whether only workers count whose results repeat.
    pub reproducible: bool,
    /// Over how many queues its tasks are spread, by region.
    pub lanes: u32,
    /// The workers whose results do not count any more.
    pub barred: Vec<String>,
    /// Whether this is its last word.
    pub closed: bool,
}

impl Message for ProjectMessage {
    const MOST_BYTES: usize = 128 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("project", &self.project)?;
        check_text("game", &self.game, LONGEST_NAME)?;
        check_names("engines", &self.engines)?;
        check_names("barred", &self.barred)?;
        within("lanes", u64::from(self.lanes), 1, 64)
    }
}

/// Tasks that no one needs any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CancelMessage {
    /// The project.
    pub project: String,
    /// The task; none: all of the project.
    pub key: Option<TaskKey>,
}

impl Message for CancelMessage {
    const MOST_BYTES: usize = 1 << 10;

    fn check(&self) -> Result<(), MessageError> {
        check_name("project", &self.project)
    }
}

/// Whether a name can be part of a subject: letters, digits, `-` and `_`.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(fits)
}

/// A text cut down to a name.
#[must_use]
pub fn as_name(text: &str) -> String {
    let fits = |c: char| match c.is_ascii_alphanumeric() || c == '-' || c == '_' {
        true => c.to_ascii_lowercase(),
        false => '-',
    };
    let name: String = text.chars().map(fits).take(40).collect();
    match name.is_empty() {
        true => "unnamed".into(),
        false => name,
    }
}

/// A text cut down to what a message may hold: one line.
#[must_use]
pub fn as_line(text: &str) -> String {
    let one_line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut line = String::new();
    for c in one_line {
        if line.len() + c.len_utf8() > LONGEST_TEXT {
            break;
        }
        line.push(c);
    }
    line
}

pub(crate) fn check_name(field: &'static str, name: &str) -> Result<(), MessageError> {
    is_name(name)
        .then_some(())
        .ok_or(MessageError::Field(field))
}

pub(crate) fn check_names(field: &'static str, names: &[String]) -> Result<(), MessageError> {
    within(field, names.len() as u64, 0, MOST_NAMES as u64)?;
    names
        .iter()
        .try_for_each(|name| check_text(field, name, LONGEST_TEXT))
}

pub(crate) fn check_text(
    field: &'static str,
    text: &str,
    longest: usize,
) -> Result<(), MessageError> {
    let fits = text.len() <= longest && !text.chars().any(char::is_control);
    fits.then_some(()).ok_or(MessageError::Field(field))
}

pub(crate) fn within(
    field: &'static str,
    number: u64,
    low: u64,
    high: u64,
) -> Result<(), MessageError> {
    let fits = (low..=high).contains(&number);
    fits.then_some(()).ok_or(MessageError::Field(field))
}

#[cfg(test)]
mod tests;
