//! What the user wants.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use gametree_project::request::LiveAsk;
use gametree_project::view::LiveView;
use gametree_project::{Action, Done};

use super::reading::node_of;
use super::{Body, Inner, off};
use crate::error::{ApiError, ApiErrorBody};

/// Does what the user wants at a position, and says how to undo it.
#[utoipa::path(post, path = "/api/p/{id}/node/{n}/actions", params(("id" = String, Path), ("n" = String, Path)),
    request_body = Action, responses((status = 200, body = Done), (status = 400, body = ApiErrorBody)))]
pub async fn act(
    State(shared): Inner,
    Path((id, n)): Path<(String, String)>,
    Body(action): Body<Action>,
) -> Result<Json<Done>, ApiError> {
    off(move || {
        let project = shared.projects.get(&id)?;
        Ok(Json(project.act(node_of(&*project, &n)?, &action)?))
    })
    .await
}

/// Puts the live engine on a position, or stops it.
#[utoipa::path(post, path = "/api/p/{id}/live", params(("id" = String, Path)), request_body = LiveAsk,
    responses((status = 200, body = LiveView), (status = 400, body = ApiErrorBody)))]
pub async fn live(
    State(shared): Inner,
    Path(id): Path<String>,
    Body(ask): Body<LiveAsk>,
) -> Result<Json<LiveView>, ApiError> {
    off(move || {
        let project = shared.projects.get(&id)?;
        Arc::clone(&project).set_live(&ask)?;
        Ok(Json(project.live()))
    })
    .await
}
