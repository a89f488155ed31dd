//! The interface: HTTP and JSON, for the pages and for scripts. Every object has a `schema`; values
//! are the first player's; errors are `{code, message, hint}`.

mod about;
mod engines;
mod export;
mod learn;
mod play;
mod projects;
mod reading;
mod steering;

use std::io::Read;
use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use flate2::read::GzDecoder;
use utoipa::OpenApi;

use crate::blocking::off;
use crate::error::{ApiError, ApiErrorBody};
use crate::lab;
use crate::state::ServerState;

/// What handlers share.
type Inner = axum::extract::State<Arc<ServerState>>;

/// The body of a request; errors in it are told in our own words.
struct Body<T>(T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> axum::extract::FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Self, ApiError> {
        // The server has read the whole body before; only a router of its own could fail here.
        let bytes = axum::body::Bytes::from_request(request, state)
            .await
            .map_err(|rejection| ApiError::bad(rejection.body_text()))?;
        let body = serde_json::from_slice(&bytes);
        body.map(Body)
            .map_err(|error| ApiError::bad(format!("invalid request: {error}")))
    }
}

/// The query of an address; errors in it are told in our own words.
struct Asked<T>(T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> axum::extract::FromRequestParts<S>
    for Asked<T>
{
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        state: &S,
    ) -> Result<Self, ApiError> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|query| Asked(query.0))
            .map_err(|error| ApiError::bad(format!("invalid address: {error}")))
    }
}

/// The description of the interface.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "gametree",
        description = "What the pages ask, for scripts too. Send `Authorization: Bearer TOKEN`; `gametree serve` prints the token."
    ),
    components(schemas(ApiErrorBody)),
    paths(
        about::about,
        about::help,
        about::contents,
        about::chapter,
        projects::list,
        projects::create,
        projects::show,
        projects::run,
        projects::settings,
        projects::close,
        projects::rename,
        projects::duplicate,
        projects::archive,
        projects::delete,
        projects::shelved,
        projects::restore,
        projects::seen,
        reading::node,
        reading::moves,
        reading::line,
        reading::find,
        reading::outline,
        reading::map,
        reading::history,
        reading::changes,
        reading::queue,
        reading::stats,
        reading::live,
        reading::game,
        export::pgn,
        steering::act,
        steering::live,
        engines::list,
        engines::test,
        engines::workers,
        learn::examples,
        learn::trace,
        learn::tree,
        learn::penalties,
        learn::climb,
        learn::exercises,
        learn::exercise,
        learn::grade,
        play::play,
    )
)]
struct Description;

/// The description of the interface, with the laboratory's, computed from the sources. The program
/// serves a saved copy: code that builds the document would be a twentieth of a release.
#[must_use]
pub fn description() -> utoipa::openapi::OpenApi {
    Description::openapi().merge_from(lab::api::Description::openapi())
}

/// The saved description (`web/openapi.json`), as gzip.
static OPENAPI: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

async fn openapi() -> Result<impl IntoResponse, ApiError> {
    let mut text = String::new();
    GzDecoder::new(OPENAPI)
        .read_to_string(&mut text)
        .map_err(|_| ApiError::failed("the description cannot be unpacked"))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text))
}

/// Every address.
pub fn router(shared: Arc<ServerState>) -> Router {
    let lab = lab::api::router(Arc::clone(&shared.lab));
    Router::new()
        .route("/api/openapi.json", get(openapi))
        .route("/api/about", get(about::about))
        .route("/api/help", get(about::help))
        .route("/api/book", get(about::contents))
        .route("/api/book/{name}", get(about::chapter))
        .route("/api/projects", get(projects::list).post(projects::create))
        .route("/api/p/{id}", get(projects::show))
        .route("/api/p/{id}/run", post(projects::run))
        .route("/api/p/{id}/settings", post(projects::settings))
        .route("/api/p/{id}/close", post(projects::close))
        .route("/api/p/{id}/rename", post(projects::rename))
        .route("/api/p/{id}/duplicate", post(projects::duplicate))
        .route("/api/p/{id}/archive", post(projects::archive))
        .route("/api/p/{id}/delete", post(projects::delete))
        .route(
            "/api/shelved",
            get(projects::shelved).post(projects::restore),
        )
        .route("/api/p/{id}/seen", post(projects::seen))
        .route("/api/p/{id}/node/{n}", get(reading::node))
        .route("/api/p/{id}/node/{n}/moves", get(reading::moves))
        .route("/api/p/{id}/node/{n}/line", get(reading::line))
        .route("/api/p/{id}/node/{n}/actions", post(steering::act))
        .route("/api/p/{id}/game", get(reading::game))
        .route("/api/p/{id}/export.pgn", get(export::pgn))
        .route("/api/p/{id}/find", get(reading::find))
        .route("/api/p/{id}/outline", get(reading::outline))
        .route("/api/p/{id}/map", get(reading::map))
        .route("/api/p/{id}/history", get(reading::history))
        .route("/api/p/{id}/changes", get(reading::changes))
        .route("/api/p/{id}/queue", get(reading::queue))
        .route("/api/p/{id}/stats", get(reading::stats))
        .route("/api/p/{id}/live", get(reading::live).post(steering::live))
        .route("/api/engines", get(engines::list))
        .route("/api/engines/{id}/test", post(engines::test))
        .route("/api/workers", get(engines::workers))
        .route("/api/learn/examples", get(learn::examples))
        .route("/api/learn/trace", post(learn::trace))
        .route("/api/learn/tree", post(learn::tree))
        .route("/api/learn/penalties", post(learn::penalties))
        .route("/api/learn/climb", post(learn::climb))
        .route("/api/learn/exercises", get(learn::exercises))
        .route(
            "/api/learn/exercises/{name}",
            get(learn::exercise).post(learn::grade),
        )
        .route("/api/play", post(play::play))
        .with_state(shared)
        .nest("/api/runs", lab)
}

#[cfg(test)]
mod tests {
    use super::description;

    #[test]
    fn the_saved_description_is_up_to_date() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
        let computed = description().to_pretty_json().unwrap() + "\n";
        if std::env::var_os("GAMETREE_WRITE").is_some() {
            std::fs::write(file, &computed).unwrap();
        }
        let saved = std::fs::read_to_string(file).unwrap();
        assert!(
            saved == computed,
            "web/openapi.json is out of date; write it again: \
             GAMETREE_WRITE=1 cargo test -p gametree-web --lib saved_description"
        );
    }
}
