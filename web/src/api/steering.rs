//! What the user wants.

use axum::Json;
use axum::extract::{Path, State};

use super::{Body, Inner, off};
use crate::refusal::{Refusal, RefusalBody};
use crate::study::{Action, Done, Live, LiveAsk};

/// Does what the user wants at a position, and says how to undo it.
#[utoipa::path(post, path = "/api/p/{id}/node/{n}/actions", params(("id" = String, Path), ("n" = String, Path)),
    request_body = Action, responses((status = 200, body = Done), (status = 400, body = RefusalBody)))]
pub async fn act(
    State(shared): Inner,
    Path((id, n)): Path<(String, String)>,
    Body(action): Body<Action>,
) -> Result<Json<Done>, Refusal> {
    off(move || {
        let study = shared.desk.get(&id)?;
        study.act(study.find(&n)?, &action).map(Json)
    })
    .await
}

/// Puts the live engine on a position, or stops it.
#[utoipa::path(post, path = "/api/p/{id}/live", params(("id" = String, Path)), request_body = LiveAsk,
    responses((status = 200, body = Live), (status = 400, body = RefusalBody)))]
pub async fn live(
    State(shared): Inner,
    Path(id): Path<String>,
    Body(ask): Body<LiveAsk>,
) -> Result<Json<Live>, Refusal> {
    off(move || {
        let study = shared.desk.get(&id)?;
        study.set_live(&ask)?;
        Ok(Json(study.live()))
    })
    .await
}
