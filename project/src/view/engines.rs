//! Engines and workers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An engine that projects can use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EngineCard {
    /// What pages call it by.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Where it is known from: `built in`, `found`, `configuration`, `command line`.
    pub from: &'static str,
    /// The games it can analyse; `chess`, or every grid game's own search.
    pub games: Vec<String>,
    /// Its options that pages may set; none until it was tested.
    pub options: Vec<EngineOption>,
    /// Whether it is the strongest here, by the order of engines that are known by name: new
    /// projects begin with it.
    pub strongest: bool,
}

/// The last run of a project: the next one has the same engines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LastRunView {
    /// The engine's id; none if it is not in the list, or if there were several.
    pub engine: Option<String>,
    /// What the engines call themselves.
    pub names: Vec<String>,
    /// Their options as `NAME=VALUE`.
    pub options: Vec<String>,
    /// How many worked at once.
    pub count: Option<usize>,
    /// Mebibytes of hash for each.
    pub hash: Option<u64>,
    /// Directories of Syzygy tables that the next run uses; pages cannot name others.
    pub syzygy: Option<String>,
    /// Whether nothing has ended the run: the program was stopped or killed, unless it still runs.
    pub unfinished: bool,
    /// Whether an unfinished run goes on by itself when the server starts.
    pub resume: bool,
}

/// An option that pages may set. Texts and files are set in the configuration file only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// `number`, `switch` or `choice`.
    pub kind: &'static str,
    /// Its value.
    pub value: String,
    /// The least and the most, for numbers.
    pub range: Option<(i64, i64)>,
    /// The choices.
    pub choices: Vec<String>,
}

/// What was found out about an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EngineTest {
    /// `gametree.engine-test/1`.
    pub schema: &'static str,
    /// As it calls itself.
    pub name: String,
    /// The options that pages may set.
    pub options: Vec<EngineOption>,
    /// What was tried.
    pub checks: Vec<EngineCheck>,
}

/// Something that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EngineCheck {
    /// In words.
    pub what: String,
    /// Whether it worked.
    pub ok: bool,
}

/// The workers of all runs.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Workers {
    /// `gametree.workers/1`.
    pub schema: &'static str,
    /// A row a worker.
    pub rows: Vec<WorkerRow>,
    /// The broker whose workers have the engines; none: they are on this computer.
    pub broker: Option<BrokerCard>,
    /// The latest results that were not believed, oldest first.
    pub refused: Vec<RefusalRow>,
    /// Processors of this computer.
    pub processors: usize,
}

/// A worker.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WorkerRow {
    /// The project it works for.
    pub project: String,
    /// Its name.
    pub name: String,
    /// What it does.
    pub state: String,
    /// Tasks done.
    pub answered: u64,
    /// How often it failed.
    pub failed: u64,
    /// Seconds of searching.
    pub busy: f64,
    /// Nodes per second.
    pub speed: Option<u64>,
    /// The part of the run that it was searching.
    pub utilisation: f64,
}

/// A broker, and how to add a computer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BrokerCard {
    /// Its address, without a token.
    pub place: String,
    /// The line to type on the other computer.
    pub command: String,
    /// Whether the line has a token; otherwise `gametree broker` has printed it.
    pub has_token: bool,
}

/// A result that was not believed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RefusalRow {
    /// The project it was for.
    pub project: String,
    /// When, in seconds since 1970.
    pub at: u64,
    /// Whose it was; `?` where it does not say.
    pub worker: String,
    /// Why.
    pub what: String,
}
