//! Engines: listed and tested by their ids. A program can only be named on the command line or in
//! the configuration file.

use axum::Json;
use axum::extract::{Path, State};
use gametree_project::view::{EngineCard, EngineTest, Workers};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Inner, off};
use crate::error::{ApiError, ApiErrorBody};

/// All engines.
#[derive(Serialize, ToSchema)]
pub struct Engines {
    /// `gametree.engines/1`.
    schema: &'static str,
    /// The built-in one first.
    engines: Vec<EngineCard>,
}

/// The engines that projects can use.
#[utoipa::path(get, path = "/api/engines", responses((status = 200, body = Engines)))]
pub async fn list(State(shared): Inner) -> Result<Json<Engines>, ApiError> {
    off(move || {
        Ok(Json(Engines {
            schema: "gametree.engines/1",
            engines: shared.engines.cards(),
        }))
    })
    .await
}

/// Starts an engine, asks for its options, lets it think for a moment, and stops it.
#[utoipa::path(post, path = "/api/engines/{id}/test", params(("id" = String, Path)),
    responses((status = 200, body = EngineTest), (status = 404, body = ApiErrorBody)))]
pub async fn test(
    State(shared): Inner,
    Path(id): Path<String>,
) -> Result<Json<EngineTest>, ApiError> {
    off(move || Ok(Json(shared.engines.test(&id)?))).await
}

/// The workers of all runs.
#[utoipa::path(get, path = "/api/workers", responses((status = 200, body = Workers)))]
pub async fn workers(State(shared): Inner) -> Result<Json<Workers>, ApiError> {
    off(move || {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Json(Workers {
            schema: "gametree.workers/1",
            rows: shared.projects.workers(),
            // A read-only server gives no token away.
            broker: shared.engines.broker().filter(|_| !shared.read_only),
            refused: shared.projects.refused(),
            processors,
        }))
    })
    .await
}
