//! The classroom: searches step by step. These requests change nothing, so a read-only server
//! answers them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use gametree_catalog::CatalogError;
use gametree_classroom as classroom;
use gametree_classroom::request::{Answers, ClimbAsk, PenaltiesAsk, RandomTree, TraceAsk};
use gametree_exercises::{ExerciseView, List};
use serde_json::Value;
use tokio::sync::Semaphore;

use super::{Body, Inner, off};
use crate::error::{ApiError, ApiErrorBody};

/// Requests answered at the same time; the others wait.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

async fn told<T: Send + 'static>(
    ask: impl FnOnce() -> Result<T, CatalogError> + Send + 'static,
) -> Result<Json<T>, ApiError> {
    let _turn = AT_ONCE.acquire().await;
    off(move || Ok(Json(ask()?))).await
}

/// The examples.
#[utoipa::path(get, path = "/api/learn/examples", responses((status = 200, body = Object)))]
pub async fn examples() -> Json<Value> {
    Json(classroom::examples())
}

/// One search, step by step: the events of `gametree explain --json`, and what to draw.
#[utoipa::path(post, path = "/api/learn/trace", request_body = TraceAsk,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn trace(
    State(shared): Inner,
    Body(ask): Body<TraceAsk>,
) -> Result<Json<Value>, ApiError> {
    let shutdown = Arc::clone(&shared.shutdown);
    told(move || classroom::trace(&ask, shutdown)).await
}

/// A tree made at random.
#[utoipa::path(post, path = "/api/learn/tree", request_body = RandomTree,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn tree(Body(ask): Body<RandomTree>) -> Result<Json<Value>, ApiError> {
    told(move || classroom::random_tree(&ask)).await
}

/// The penalty of every tip of a tree, by p.
#[utoipa::path(post, path = "/api/learn/penalties", request_body = PenaltiesAsk,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn penalties(Body(ask): Body<PenaltiesAsk>) -> Result<Json<Value>, ApiError> {
    told(move || classroom::penalties(&ask)).await
}

/// A local search on the queens' board, step by step.
#[utoipa::path(post, path = "/api/learn/climb", request_body = ClimbAsk,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn climb(Body(ask): Body<ClimbAsk>) -> Result<Json<Value>, ApiError> {
    told(move || classroom::climb(&ask)).await
}

/// The exercises.
#[utoipa::path(get, path = "/api/learn/exercises", responses((status = 200, body = List)))]
pub async fn exercises() -> Json<List> {
    Json(gametree_exercises::list())
}

/// An exercise as it is asked.
#[utoipa::path(get, path = "/api/learn/exercises/{name}",
    responses((status = 200, body = ExerciseView), (status = 404, body = ApiErrorBody)))]
pub async fn exercise(Path(name): Path<String>) -> Result<Json<ExerciseView>, ApiError> {
    told(move || Ok(classroom::exercise(&name)?.ask())).await
}

/// An exercise graded: what is right, what was expected, and why.
#[utoipa::path(post, path = "/api/learn/exercises/{name}", request_body = Answers,
    responses((status = 200, body = ExerciseView), (status = 404, body = ApiErrorBody)))]
pub async fn grade(
    Path(name): Path<String>,
    Body(given): Body<Answers>,
) -> Result<Json<ExerciseView>, ApiError> {
    told(move || classroom::grade(classroom::exercise(&name)?, &given)).await
}
