//! What a project knows.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Asked, Inner, off};
use crate::refusal::{Refusal, RefusalBody};
use crate::server::{Shared, Tag, fresh};
use crate::study::{
    ChangesView, HistoryView, Live, MapAsk, MapView, Outline, OutlineAsk, Queue, StatsView, Study,
};
use crate::view::{Moves, Node};

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
pub struct FindAsk {
    /// `root`, a number as `#12`, moves from a root, or a position.
    q: String,
}

/// A position by its number.
#[derive(Deserialize, IntoParams)]
pub struct NodeAsk {
    /// The root where it is not said.
    node: Option<u32>,
}

/// Since when.
#[derive(Deserialize, IntoParams)]
pub struct SinceAsk {
    /// Seconds since 1970, or `seen`: since the user looked.
    since: Option<String>,
}

/// A project's answer, where it has changed.
async fn answer<T, F>(shared: Arc<Shared>, id: String, headers: &HeaderMap, ask: F) -> Response
where
    T: Serialize + Send + 'static,
    F: FnOnce(&dyn Study) -> Result<T, Refusal> + Send + 'static,
{
    match off(move || shared.desk.get(&id)).await {
        Ok(study) => fresh(headers, Tag::of(study.revision()), move || ask(&*study)).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// A position.
#[utoipa::path(get, path = "/api/p/{id}/node/{n}", params(("id" = String, Path), ("n" = String, Path)),
    responses((status = 200, body = Node), (status = 404, body = RefusalBody)))]
pub async fn node(
    State(shared): Inner,
    Path((id, n)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    answer(shared, id, &headers, move |study| {
        study.node(study.find(&n)?)
    })
    .await
}

/// The moves of a position.
#[utoipa::path(get, path = "/api/p/{id}/node/{n}/moves", params(("id" = String, Path), ("n" = String, Path)),
    responses((status = 200, body = Moves), (status = 404, body = RefusalBody)))]
pub async fn moves(
    State(shared): Inner,
    Path((id, n)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    answer(shared, id, &headers, move |study| {
        study.moves(study.find(&n)?)
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
    answer(shared, id, &headers, move |study| {
        Ok(Found {
            schema: "gametree.found/1",
            node: study.find(&ask.q)?,
        })
    })
    .await
}

/// What lies below a position, best first.
#[utoipa::path(get, path = "/api/p/{id}/outline", params(("id" = String, Path), OutlineAsk), responses((status = 200, body = Outline)))]
pub async fn outline(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<OutlineAsk>,
    headers: HeaderMap,
) -> Response {
    answer(shared, id, &headers, move |study| study.outline(&ask)).await
}

/// The whole graph below a position as an icicle.
#[utoipa::path(get, path = "/api/p/{id}/map", params(("id" = String, Path), MapAsk), responses((status = 200, body = MapView)))]
pub async fn map(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<MapAsk>,
    headers: HeaderMap,
) -> Response {
    answer(shared, id, &headers, move |study| study.map(&ask)).await
}

/// A position's life.
#[utoipa::path(get, path = "/api/p/{id}/history", params(("id" = String, Path), NodeAsk), responses((status = 200, body = HistoryView)))]
pub async fn history(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<NodeAsk>,
    headers: HeaderMap,
) -> Response {
    let node = move |study: &dyn Study| ask.node.map_or_else(|| study.find("root"), Ok);
    answer(shared, id, &headers, move |study| {
        study.history(node(study)?)
    })
    .await
}

/// What has changed since a moment, and what is watched.
#[utoipa::path(get, path = "/api/p/{id}/changes", params(("id" = String, Path), SinceAsk), responses((status = 200, body = ChangesView)))]
pub async fn changes(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<SinceAsk>,
    headers: HeaderMap,
) -> Response {
    let since = match ask.since.as_deref() {
        None | Some("seen") => Ok(shared.desk.seen_at(&id)),
        Some(text) => text
            .parse()
            .map_err(|_| Refusal::bad("since: seconds since 1970, or `seen`")),
    };
    match since {
        Ok(since) => answer(shared, id, &headers, move |study| study.changes(since)).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Open questions, the next one, what is parked.
#[utoipa::path(get, path = "/api/p/{id}/queue", params(("id" = String, Path)), responses((status = 200, body = Queue)))]
pub async fn queue(State(shared): Inner, Path(id): Path<String>, headers: HeaderMap) -> Response {
    answer(shared, id, &headers, |study| study.queue()).await
}

/// Figures.
#[utoipa::path(get, path = "/api/p/{id}/stats", params(("id" = String, Path)), responses((status = 200, body = StatsView)))]
pub async fn stats(State(shared): Inner, Path(id): Path<String>, headers: HeaderMap) -> Response {
    answer(shared, id, &headers, |study| study.stats()).await
}

/// What the live engine says.
#[utoipa::path(get, path = "/api/p/{id}/live", params(("id" = String, Path)), responses((status = 200, body = Live)))]
pub async fn live(State(shared): Inner, Path(id): Path<String>, headers: HeaderMap) -> Response {
    answer(shared, id, &headers, |study| Ok(study.live())).await
}
