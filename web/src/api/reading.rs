//! What a project knows.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use gametree_atlas::changes::Moment;
use gametree_project::request::{ChangesAsk, MapAsk, OutlineAsk};
use gametree_project::view::{
    ChangesView, GameView, HistoryView, LineView, LiveView, MapView, MovesView, NodeView,
    OutlineView, QueueView, StatsView,
};
use gametree_project::{Project, ProjectError};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Asked, Inner, off};
use crate::error::{ApiError, ApiErrorBody};
use crate::fresh::{Tag, fresh};
use crate::state::ServerState;

/// A position found.
#[derive(Serialize, ToSchema)]
pub struct Found {
    /// `gametree.found/1`.
    schema: &'static str,
    /// The position.
    node: u32,
}

/// A text that names a position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindAsk {
    /// `root`, a number as `#12`, moves from a root, or a position.
    q: String,
}

/// A position by its number.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NodeAsk {
    /// The root by default.
    node: Option<u32>,
}

/// Since when.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SinceAsk {
    /// Seconds since 1970, or `seen`: since the user looked.
    since: Option<String>,
}

/// How far to look.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MostAsk {
    /// How many.
    most: Option<usize>,
}

/// The node of an address: its number, or what names it.
pub fn node_of(project: &dyn Project, text: &str) -> Result<u32, ProjectError> {
    match text.parse::<u32>() {
        Ok(number) => project.find(&format!("#{number}")),
        Err(_) => project.find(text),
    }
}

/// A project's answer, where it has changed.
async fn answer<T, F>(shared: Arc<ServerState>, id: String, headers: &HeaderMap, ask: F) -> Response
where
    T: Serialize + Send + 'static,
    F: FnOnce(&dyn Project) -> Result<T, ProjectError> + Send + 'static,
{
    answer_since(shared, id, headers, 0, ask).await
}

/// The same where the answer also depends on a moment: what was seen is no news any more, though the
/// project has not changed.
async fn answer_since<T, F>(
    shared: Arc<ServerState>,
    id: String,
    headers: &HeaderMap,
    since: u64,
    ask: F,
) -> Response
where
    T: Serialize + Send + 'static,
    F: FnOnce(&dyn Project) -> Result<T, ProjectError> + Send + 'static,
{
    match off(move || Ok(shared.projects.get(&id)?)).await {
        Ok(project) => {
            let tag = Tag::of(format_args!("{}-{since}", project.revision()));
            fresh(headers, tag, move || Ok(ask(&*project)?)).await
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// A position.
#[utoipa::path(get, path = "/api/p/{id}/node/{n}", params(("id" = String, Path), ("n" = String, Path)),
    responses((status = 200, body = NodeView), (status = 404, body = ApiErrorBody)))]
pub async fn node(
    State(shared): Inner,
    Path((id, n)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    answer(shared, id, &headers, move |project| {
        project.node(node_of(project, &n)?)
    })
    .await
}

/// The moves of a position.
#[utoipa::path(get, path = "/api/p/{id}/node/{n}/moves", params(("id" = String, Path), ("n" = String, Path)),
    responses((status = 200, body = MovesView), (status = 404, body = ApiErrorBody)))]
pub async fn moves(
    State(shared): Inner,
    Path((id, n)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    answer(shared, id, &headers, move |project| {
        project.moves(node_of(project, &n)?)
    })
    .await
}

/// The position of a text.
#[utoipa::path(get, path = "/api/p/{id}/find", params(("id" = String, Path), FindAsk), responses((status = 200, body = Found)))]
pub async fn find(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<FindAsk>,
    headers: HeaderMap,
) -> Response {
    answer(shared, id, &headers, move |project| {
        Ok(Found {
            schema: "gametree.found/1",
            node: project.find(&ask.q)?,
        })
    })
    .await
}

/// The most rows of an outline, and the deepest.
const OUTLINE_ROWS: usize = 2000;
const OUTLINE_DEPTH: usize = 400;

/// What lies below a position, best first.
#[utoipa::path(get, path = "/api/p/{id}/outline", params(("id" = String, Path), OutlineAsk), responses((status = 200, body = OutlineView)))]
pub async fn outline(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<OutlineAsk>,
    headers: HeaderMap,
) -> Response {
    let ask = OutlineAsk {
        depth: ask.depth.map(|depth| depth.min(OUTLINE_DEPTH)),
        rows: ask.rows.map(|rows| rows.min(OUTLINE_ROWS)),
        ..ask
    };
    answer(shared, id, &headers, move |project| project.outline(&ask)).await
}

/// The whole graph below a position as an icicle.
#[utoipa::path(get, path = "/api/p/{id}/map", params(("id" = String, Path), MapAsk), responses((status = 200, body = MapView)))]
pub async fn map(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<MapAsk>,
    headers: HeaderMap,
) -> Response {
    answer(shared, id, &headers, move |project| project.map(&ask)).await
}

/// The history of a position.
#[utoipa::path(get, path = "/api/p/{id}/history", params(("id" = String, Path), NodeAsk), responses((status = 200, body = HistoryView)))]
pub async fn history(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<NodeAsk>,
    headers: HeaderMap,
) -> Response {
    let node = move |project: &dyn Project| ask.node.map_or_else(|| project.find("root"), Ok);
    answer(shared, id, &headers, move |project| {
        project.history(node(project)?)
    })
    .await
}

/// The most positions that have changed.
const CHANGES: usize = 30;

/// What has changed since a moment, and what is watched.
#[utoipa::path(get, path = "/api/p/{id}/changes", params(("id" = String, Path), SinceAsk), responses((status = 200, body = ChangesView)))]
pub async fn changes(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<SinceAsk>,
    headers: HeaderMap,
) -> Response {
    let since = match ask.since.as_deref() {
        None | Some("seen") => Ok(shared.projects.seen_at(&id)),
        Some(text) => text
            .parse()
            .map_err(|_| ApiError::bad("since: seconds since 1970, or `seen`")),
    };
    match since {
        Ok(since) => {
            let ask = ChangesAsk {
                since: Moment::At(since),
                most: CHANGES,
            };
            answer_since(shared, id, &headers, since, move |project| {
                project.changes(&ask)
            })
            .await
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// Open tasks, the next ones, and those that failed.
#[utoipa::path(get, path = "/api/p/{id}/queue", params(("id" = String, Path), MostAsk), responses((status = 200, body = QueueView)))]
pub async fn queue(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<MostAsk>,
    headers: HeaderMap,
) -> Response {
    let ahead = ask.most.unwrap_or(0).min(AHEAD);
    answer(shared, id, &headers, move |project| project.queue(ahead)).await
}

/// The most tasks to look ahead, and the longest line.
const AHEAD: usize = 200;
const LINE: usize = 24;

/// The best line from a position.
#[utoipa::path(get, path = "/api/p/{id}/node/{n}/line", params(("id" = String, Path), ("n" = String, Path), MostAsk),
    responses((status = 200, body = LineView), (status = 404, body = ApiErrorBody)))]
pub async fn line(
    State(shared): Inner,
    Path((id, n)): Path<(String, String)>,
    Asked(ask): Asked<MostAsk>,
    headers: HeaderMap,
) -> Response {
    let most = ask.most.unwrap_or(LINE).min(AHEAD);
    answer(shared, id, &headers, move |project| {
        project.line(node_of(project, &n)?, most)
    })
    .await
}

/// The game that was played, move by move.
#[utoipa::path(get, path = "/api/p/{id}/game", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = 404, body = ApiErrorBody)))]
pub async fn game(State(shared): Inner, Path(id): Path<String>, headers: HeaderMap) -> Response {
    answer(shared, id, &headers, |project| project.played()).await
}

/// Figures.
#[utoipa::path(get, path = "/api/p/{id}/stats", params(("id" = String, Path)), responses((status = 200, body = StatsView)))]
pub async fn stats(State(shared): Inner, Path(id): Path<String>, headers: HeaderMap) -> Response {
    answer(shared, id, &headers, |project| project.stats()).await
}

/// What the live engine says.
#[utoipa::path(get, path = "/api/p/{id}/live", params(("id" = String, Path)), responses((status = 200, body = LiveView)))]
pub async fn live(State(shared): Inner, Path(id): Path<String>, headers: HeaderMap) -> Response {
    answer(shared, id, &headers, |project| Ok(project.live())).await
}
