//! The names of subjects, streams and queues. Each bears the version: programs that do not
//! understand each other never see each other's messages.

/// The stream of tasks.
pub const TASKS: &str = "GAMETREE_TASKS_V1";
/// The stream of results.
pub const RESULTS: &str = "GAMETREE_RESULTS_V1";
/// Every task.
pub const ALL_TASKS: &str = "gametree.v1.task.>";
/// Every result.
pub const ALL_RESULTS: &str = "gametree.v1.result.>";
/// Every worker's beat.
pub const ALL_BEATS: &str = "gametree.v1.worker.*";
/// Every project's word.
pub const ALL_PROJECTS: &str = "gametree.v1.project.*";
/// Every cancellation.
pub const ALL_CANCELS: &str = "gametree.v1.cancel.*";

/// The stream of games to be played.
pub const GAMES: &str = "GAMETREE_GAMES_V1";
/// The stream of records of games.
pub const RECORDS: &str = "GAMETREE_RECORDS_V1";
/// Every game to be played.
pub const ALL_GAMES: &str = "gametree.v1.game.*";
/// Every record of a game.
pub const ALL_RECORDS: &str = "gametree.v1.record.*";
/// Every beat of a worker that plays games.
pub const ALL_PLAYERS: &str = "gametree.v1.player.*";
/// Every match's word.
pub const ALL_MATCHES: &str = "gametree.v1.match.*";

/// Where the tasks of a lane go.
#[must_use]
pub fn task(project: &str, lane: u32) -> String {
    format!("gametree.v1.task.{project}.{lane}")
}

/// Where all tasks of a project are.
#[must_use]
pub fn tasks_of(project: &str) -> String {
    format!("gametree.v1.task.{project}.*")
}

/// Where results go.
#[must_use]
pub fn result(project: &str) -> String {
    format!("gametree.v1.result.{project}")
}

/// Where a worker beats.
#[must_use]
pub fn beat(worker: &str) -> String {
    format!("gametree.v1.worker.{worker}")
}

/// Where a coordinator speaks of its project.
#[must_use]
pub fn project(project: &str) -> String {
    format!("gametree.v1.project.{project}")
}

/// Where a coordinator cancels.
#[must_use]
pub fn cancel(project: &str) -> String {
    format!("gametree.v1.cancel.{project}")
}

/// The queue of a lane.
#[must_use]
pub fn lane(project: &str, lane: u32) -> String {
    format!("{project}-lane-{lane}")
}

/// The queue of a project's results.
#[must_use]
pub fn inbox(project: &str) -> String {
    format!("{project}-results")
}

/// Where the games of a match go.
#[must_use]
pub fn game(name: &str) -> String {
    format!("gametree.v1.game.{name}")
}

/// Where the records of a match go.
#[must_use]
pub fn record(name: &str) -> String {
    format!("gametree.v1.record.{name}")
}

/// Where a worker that plays games beats.
#[must_use]
pub fn player(worker: &str) -> String {
    format!("gametree.v1.player.{worker}")
}

/// Where a match speaks of itself.
#[must_use]
pub fn of_match(name: &str) -> String {
    format!("gametree.v1.match.{name}")
}

/// The queue of a match's games.
#[must_use]
pub fn games(name: &str) -> String {
    format!("{name}-games")
}

/// The queue of a match's records.
#[must_use]
pub fn records(name: &str) -> String {
    format!("{name}-records")
}
