//! The laboratory over HTTP, below `/api/runs`.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use utoipa::{IntoParams, OpenApi, ToSchema};

use super::{Games, Lab, NewRun, Replay, Run, Runs, Series};
use crate::blocking::off;
use crate::error::{ApiError, ApiErrorBody};

/// The addresses, to be nested at `/api/runs`.
pub fn router(lab: Arc<Lab>) -> Router {
    Router::new()
        .route("/", get(list).post(start))
        .route("/{run}", get(show).post(change).delete(remove))
        .route("/{run}/games", get(games))
        .route("/{run}/games/{number}", get(replay))
        .route("/{run}/series", get(series))
        .with_state(lab)
}

/// What the laboratory adds to the description of the interface.
#[derive(OpenApi)]
#[openapi(paths(list, start, show, change, remove, games, replay, series))]
pub struct Description;

/// What a run is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RunChange {
    /// Whether it is to go on.
    pub state: Wish,
}

/// Whether a run is to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Wish {
    /// As soon as there is room.
    Running,
    /// Not now.
    Paused,
}

/// Which games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// This many are skipped.
    #[serde(default)]
    pub offset: usize,
    /// At most this many are returned; 50 by default, never more than 500.
    pub limit: Option<usize>,
    /// Of a sweep, the value.
    pub value: Option<String>,
}

/// Of which value.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OfValue {
    /// Of a sweep, the value; without it, all values.
    pub value: Option<String>,
}

/// The most games in an answer, and how many by default.
const MOST: usize = 500;
const USUAL: usize = 50;

type Answer<T> = Result<Json<T>, ApiError>;
type Body<T> = Result<Json<T>, JsonRejection>;
type Asked<T> = Result<Query<T>, QueryRejection>;

fn body<T>(body: Body<T>) -> Result<T, ApiError> {
    body.map(|Json(body)| body)
        .map_err(|error| ApiError::bad(error.body_text()))
}

fn asked<T>(query: Asked<T>) -> Result<T, ApiError> {
    query
        .map(|Query(query)| query)
        .map_err(|error| ApiError::bad(error.body_text()))
}

/// Asks the laboratory on a thread that may wait.
async fn ask<T: Send + 'static>(
    lab: Arc<Lab>,
    question: impl FnOnce(&Lab) -> Result<T, ApiError> + Send + 'static,
) -> Answer<T> {
    off(move || question(&lab)).await.map(Json)
}

/// All runs.
#[utoipa::path(get, path = "/api/runs", tag = "lab", responses((status = 200, body = Runs)))]
async fn list(State(lab): State<Arc<Lab>>) -> Answer<Runs> {
    ask(lab, |lab| Ok(lab.list())).await
}

/// Starts a match or a sweep.
#[utoipa::path(post, path = "/api/runs", tag = "lab", request_body = NewRun,
    responses((status = 200, body = Run), (status = 400, body = ApiErrorBody)))]
async fn start(State(lab): State<Arc<Lab>>, request: Body<NewRun>) -> Answer<Run> {
    let request = body(request)?;
    ask(lab, |lab| lab.start(request)).await
}

/// A run.
#[utoipa::path(get, path = "/api/runs/{run}", tag = "lab", params(("run" = String, Path)),
    responses((status = 200, body = Run), (status = 404, body = ApiErrorBody)))]
async fn show(State(lab): State<Arc<Lab>>, Path(run): Path<String>) -> Answer<Run> {
    ask(lab, move |lab| lab.get(&run)).await
}

/// Pauses a run or lets it go on.
#[utoipa::path(post, path = "/api/runs/{run}", tag = "lab", params(("run" = String, Path)), request_body = RunChange,
    responses((status = 200, body = Run), (status = 404, body = ApiErrorBody), (status = 409, body = ApiErrorBody)))]
async fn change(
    State(lab): State<Arc<Lab>>,
    Path(run): Path<String>,
    change: Body<RunChange>,
) -> Answer<Run> {
    let change = body(change)?;
    ask(lab, move |lab| match change.state {
        Wish::Running => lab.resume(&run),
        Wish::Paused => lab.pause(&run),
    })
    .await
}

/// Deletes a run that does not play, and its files.
#[utoipa::path(delete, path = "/api/runs/{run}", tag = "lab", params(("run" = String, Path)),
    responses((status = 200, body = Runs), (status = 404, body = ApiErrorBody), (status = 409, body = ApiErrorBody)))]
async fn remove(State(lab): State<Arc<Lab>>, Path(run): Path<String>) -> Answer<Runs> {
    ask(lab, move |lab| lab.delete(&run)).await
}

/// Games of a run, in the order of their numbers.
#[utoipa::path(get, path = "/api/runs/{run}/games", tag = "lab", params(("run" = String, Path), Part),
    responses((status = 200, body = Games), (status = 404, body = ApiErrorBody)))]
async fn games(
    State(lab): State<Arc<Lab>>,
    Path(run): Path<String>,
    part: Asked<Part>,
) -> Answer<Games> {
    let part = asked(part)?;
    let limit = part.limit.unwrap_or(USUAL).min(MOST);
    ask(lab, move |lab| {
        lab.games(&run, part.value.as_deref(), (part.offset, limit))
    })
    .await
}

/// A game of a run, move by move, by its number from 1.
#[utoipa::path(get, path = "/api/runs/{run}/games/{number}", tag = "lab",
    params(("run" = String, Path), ("number" = usize, Path), OfValue),
    responses((status = 200, body = Replay), (status = 404, body = ApiErrorBody)))]
async fn replay(
    State(lab): State<Arc<Lab>>,
    Path((run, number)): Path<(String, usize)>,
    of: Asked<OfValue>,
) -> Answer<Replay> {
    let of = asked(of)?;
    ask(lab, move |lab| {
        lab.replay(&run, of.value.as_deref(), number)
    })
    .await
}

/// How a run went.
#[utoipa::path(get, path = "/api/runs/{run}/series", tag = "lab", params(("run" = String, Path), OfValue),
    responses((status = 200, body = Series), (status = 404, body = ApiErrorBody)))]
async fn series(
    State(lab): State<Arc<Lab>>,
    Path(run): Path<String>,
    of: Asked<OfValue>,
) -> Answer<Series> {
    let of = asked(of)?;
    ask(lab, move |lab| lab.series(&run, of.value.as_deref())).await
}
