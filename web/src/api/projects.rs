//! Projects: listed, made, run.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Body, Inner, off};
use crate::refusal::{Refusal, RefusalBody};
use crate::server::{Tag, fresh};
use crate::study::{NewProject, RunAsk, SettingsAsk};
use crate::view::{Card, Project};

/// All projects.
#[derive(Serialize, ToSchema)]
pub struct Listed {
    /// `gametree.projects/1`.
    schema: &'static str,
    /// The last changed first.
    projects: Vec<Card>,
}

/// All projects.
#[utoipa::path(get, path = "/api/projects", responses((status = 200, body = Listed)))]
pub async fn list(State(shared): Inner) -> Result<Json<Listed>, Refusal> {
    off(move || {
        Ok(Json(Listed {
            schema: "gametree.projects/1",
            projects: shared.desk.cards(),
        }))
    })
    .await
}

/// Makes a project.
#[utoipa::path(post, path = "/api/projects", request_body = NewProject,
    responses((status = 200, body = Project), (status = 400, body = RefusalBody)))]
pub async fn create(
    State(shared): Inner,
    Body(new): Body<NewProject>,
) -> Result<Json<Project>, Refusal> {
    off(move || shared.desk.create(&new).map(Json)).await
}

/// A project.
#[utoipa::path(get, path = "/api/p/{id}", params(("id" = String, Path)), responses((status = 200, body = Project)))]
pub async fn show(State(shared): Inner, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let desk = std::sync::Arc::clone(&shared);
    let opened = off(move || desk.desk.get(&id).map(|study| (id, study))).await;
    match opened {
        Err(refusal) => axum::response::IntoResponse::into_response(refusal),
        Ok((id, study)) => {
            // A run's clock goes on where nothing else changes.
            let tag = if study.is_running() {
                crate::study::instant()
            } else {
                study.revision()
            };
            fresh(&headers, Tag::of(tag), move || shared.desk.project(&id)).await
        }
    }
}

/// Starts or pauses a project.
#[utoipa::path(post, path = "/api/p/{id}/run", params(("id" = String, Path)), request_body = RunAsk,
    responses((status = 200, body = Project), (status = 409, body = RefusalBody)))]
pub async fn run(
    State(shared): Inner,
    Path(id): Path<String>,
    Body(ask): Body<RunAsk>,
) -> Result<Json<Project>, Refusal> {
    off(move || {
        let study = shared.desk.get(&id)?;
        match ask.state.as_str() {
            "running" => study.start(&ask)?,
            "idle" => study.pause(false),
            other => {
                return Err(
                    Refusal::bad(format!("'{other}' is not a state")).hint("running or idle")
                );
            }
        }
        shared.desk.project(&id).map(Json)
    })
    .await
}

/// Changes how a project grows.
#[utoipa::path(post, path = "/api/p/{id}/settings", params(("id" = String, Path)), request_body = SettingsAsk,
    responses((status = 200, body = Project), (status = 400, body = RefusalBody)))]
pub async fn settings(
    State(shared): Inner,
    Path(id): Path<String>,
    Body(ask): Body<SettingsAsk>,
) -> Result<Json<Project>, Refusal> {
    off(move || {
        shared.desk.get(&id)?.set(&ask)?;
        shared.desk.project(&id).map(Json)
    })
    .await
}

/// Ends a project's run and lets its file go.
#[utoipa::path(post, path = "/api/p/{id}/close", params(("id" = String, Path)), responses((status = 200)))]
pub async fn close(
    State(shared): Inner,
    Path(id): Path<String>,
) -> Result<Json<serde_json::Value>, Refusal> {
    off(move || {
        shared.desk.close(&id);
        Ok(Json(serde_json::json!({ "schema": "gametree.closed/1" })))
    })
    .await
}

/// The user has looked: news begin here.
#[utoipa::path(post, path = "/api/p/{id}/seen", params(("id" = String, Path)), responses((status = 200, body = Project)))]
pub async fn seen(State(shared): Inner, Path(id): Path<String>) -> Result<Json<Project>, Refusal> {
    off(move || {
        shared.desk.seen(&id)?;
        shared.desk.project(&id).map(Json)
    })
    .await
}
