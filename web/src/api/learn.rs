//! The classroom: searches step by step. Nothing is changed by these questions, so a server that
//! only shows answers them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::{Body, Inner, off};
use crate::error::{ApiError, ApiErrorBody};
use crate::learn;
use crate::learn::request::{ClimbAsk, PenaltiesAsk, RandomTree, TraceAsk};

/// Questions answered at the same time; the others wait.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

async fn told(
    ask: impl FnOnce() -> Result<Value, ApiError> + Send + 'static,
) -> Result<Json<Value>, ApiError> {
    let _turn = AT_ONCE.acquire().await;
    off(move || ask().map(Json)).await
}

/// The examples.
#[utoipa::path(get, path = "/api/learn/examples", responses((status = 200, body = Object)))]
pub async fn examples() -> Json<Value> {
    Json(json!({ "schema": "gametree.examples/1", "examples": learn::examples() }))
}

/// One search, step by step: the events of `gametree explain --json`, and what to draw.
#[utoipa::path(post, path = "/api/learn/trace", request_body = TraceAsk,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn trace(
    State(shared): Inner,
    Body(ask): Body<TraceAsk>,
) -> Result<Json<Value>, ApiError> {
    let shutdown = Arc::clone(&shared.shutdown);
    told(move || learn::trace(&ask, shutdown)).await
}

/// A tree made at random.
#[utoipa::path(post, path = "/api/learn/tree", request_body = RandomTree,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn tree(Body(ask): Body<RandomTree>) -> Result<Json<Value>, ApiError> {
    told(move || learn::random_tree(&ask)).await
}

/// The penalty of every tip of a tree, by p.
#[utoipa::path(post, path = "/api/learn/penalties", request_body = PenaltiesAsk,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn penalties(Body(ask): Body<PenaltiesAsk>) -> Result<Json<Value>, ApiError> {
    told(move || learn::penalties(&ask)).await
}

/// A local search on the queens' board, step by step.
#[utoipa::path(post, path = "/api/learn/climb", request_body = ClimbAsk,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn climb(Body(ask): Body<ClimbAsk>) -> Result<Json<Value>, ApiError> {
    told(move || learn::climb(&ask)).await
}
