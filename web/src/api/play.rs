//! A game against a search. Nothing is changed by these requests, so a read-only server answers
//! them too.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tokio::sync::Semaphore;

use super::{Body, Inner, off};
use crate::error::{ApiError, ApiErrorBody};
use crate::play;
use crate::play::request::PlayAsk;

/// Searches at the same time; the others wait.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// A game so far: its board, the user's moves, and the opponent's reply.
#[utoipa::path(post, path = "/api/play", request_body = PlayAsk,
    responses((status = 200, body = Object), (status = 400, body = ApiErrorBody)))]
pub async fn play(
    State(shared): Inner,
    Body(ask): Body<PlayAsk>,
) -> Result<Json<play::PlayView>, ApiError> {
    let _turn = AT_ONCE.acquire().await;
    let shutdown = Arc::clone(&shared.shutdown);
    off(move || play::play(&ask, shutdown).map(Json)).await
}
