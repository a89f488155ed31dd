//! Projects: listed, made, run.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use gametree_atlas::settings::Change;
use gametree_project::lifecycle::{Shelf, Shelved};
use gametree_project::request::{NewName, NewProject, RunAsk};
use gametree_project::view::{Card, ProjectView};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Body, Inner, off};
use crate::error::{ApiError, ApiErrorBody};
use crate::fresh::{Tag, fresh};

/// All projects.
#[derive(Serialize, ToSchema)]
pub struct Listed {
    /// `gametree.atlas.list/1`.
    schema: &'static str,
    /// The last changed first.
    projects: Vec<Card>,
}

/// All projects.
#[utoipa::path(get, path = "/api/projects", responses((status = 200, body = Listed)))]
pub async fn list(State(shared): Inner) -> Result<Json<Listed>, ApiError> {
    off(move || {
        Ok(Json(Listed {
            schema: "gametree.atlas.list/1",
            projects: shared.projects.cards(),
        }))
    })
    .await
}

/// Makes a project.
#[utoipa::path(post, path = "/api/projects", request_body = NewProject,
    responses((status = 200, body = ProjectView), (status = 400, body = ApiErrorBody)))]
pub async fn create(
    State(shared): Inner,
    Body(new): Body<NewProject>,
) -> Result<Json<ProjectView>, ApiError> {
    off(move || Ok(Json(shared.projects.create(&new)?))).await
}

/// A number that changes every millisecond.
fn millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// A project.
#[utoipa::path(get, path = "/api/p/{id}", params(("id" = String, Path)), responses((status = 200, body = ProjectView)))]
pub async fn show(State(shared): Inner, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let store = Arc::clone(&shared);
    let opened = off(move || Ok((store.projects.get(&id)?, id))).await;
    match opened {
        Err(refusal) => refusal.into_response(),
        Ok((project, id)) => {
            // A run's clock goes on where nothing else changes.
            let tag = if project.is_running() {
                millis()
            } else {
                project.revision()
            };
            fresh(&headers, Tag::of(tag), move || {
                Ok(shared.projects.project(&id)?)
            })
            .await
        }
    }
}

/// Starts or pauses a project.
#[utoipa::path(post, path = "/api/p/{id}/run", params(("id" = String, Path)), request_body = RunAsk,
    responses((status = 200, body = ProjectView), (status = 409, body = ApiErrorBody)))]
pub async fn run(
    State(shared): Inner,
    Path(id): Path<String>,
    Body(ask): Body<RunAsk>,
) -> Result<Json<ProjectView>, ApiError> {
    off(move || {
        let project = shared.projects.get(&id)?;
        match ask.state.as_str() {
            "running" => project.start(&ask)?,
            "idle" if ask.now => project.stop_now(),
            "idle" => project.pause(false),
            other => {
                return Err(
                    ApiError::bad(format!("'{other}' is not a state")).hint("running or idle")
                );
            }
        }
        if let Some(resume) = ask.resume {
            shared.projects.set_resume(&id, resume)?;
        }
        Ok(Json(shared.projects.project(&id)?))
    })
    .await
}

/// Changes how a project grows.
#[utoipa::path(post, path = "/api/p/{id}/settings", params(("id" = String, Path)), request_body = Change,
    responses((status = 200, body = ProjectView), (status = 400, body = ApiErrorBody)))]
pub async fn settings(
    State(shared): Inner,
    Path(id): Path<String>,
    Body(ask): Body<Change>,
) -> Result<Json<ProjectView>, ApiError> {
    off(move || {
        shared.projects.get(&id)?.set(&ask)?;
        Ok(Json(shared.projects.project(&id)?))
    })
    .await
}

/// Ends a project's run and closes its file.
#[utoipa::path(post, path = "/api/p/{id}/close", params(("id" = String, Path)), responses((status = 200)))]
pub async fn close(
    State(shared): Inner,
    Path(id): Path<String>,
) -> Result<Json<serde_json::Value>, ApiError> {
    off(move || {
        shared.projects.close(&id);
        Ok(Json(serde_json::json!({ "schema": "gametree.closed/1" })))
    })
    .await
}

/// Gives a project another name.
#[utoipa::path(post, path = "/api/p/{id}/rename", params(("id" = String, Path)), request_body = NewName,
    responses((status = 200, body = ProjectView), (status = 409, body = ApiErrorBody)))]
pub async fn rename(
    State(shared): Inner,
    Path(id): Path<String>,
    Body(new): Body<NewName>,
) -> Result<Json<ProjectView>, ApiError> {
    off(move || Ok(Json(shared.projects.rename(&id, new.name.trim())?))).await
}

/// Copies a project.
#[utoipa::path(post, path = "/api/p/{id}/duplicate", params(("id" = String, Path)), request_body = NewName,
    responses((status = 200, body = ProjectView), (status = 409, body = ApiErrorBody)))]
pub async fn duplicate(
    State(shared): Inner,
    Path(id): Path<String>,
    Body(new): Body<NewName>,
) -> Result<Json<ProjectView>, ApiError> {
    off(move || Ok(Json(shared.projects.duplicate(&id, new.name.trim())?))).await
}

/// Takes a project from the list; it can be restored.
#[utoipa::path(post, path = "/api/p/{id}/archive", params(("id" = String, Path)),
    responses((status = 200, body = Shelved), (status = 409, body = ApiErrorBody)))]
pub async fn archive(
    State(shared): Inner,
    Path(id): Path<String>,
) -> Result<Json<Shelved>, ApiError> {
    off(move || Ok(Json(shared.projects.put_away(&id, Shelf::Archive)?))).await
}

/// Moves a project to the trash; it can be restored.
#[utoipa::path(post, path = "/api/p/{id}/delete", params(("id" = String, Path)),
    responses((status = 200, body = Shelved), (status = 409, body = ApiErrorBody)))]
pub async fn delete(
    State(shared): Inner,
    Path(id): Path<String>,
) -> Result<Json<Shelved>, ApiError> {
    off(move || Ok(Json(shared.projects.put_away(&id, Shelf::Trash)?))).await
}

/// The archived and deleted projects.
#[derive(Serialize, ToSchema)]
pub struct ShelvedList {
    /// `gametree.atlas.shelved/1`.
    schema: &'static str,
    /// By name, the archived ones first.
    projects: Vec<Shelved>,
}

/// The archived and deleted projects.
#[utoipa::path(get, path = "/api/shelved", responses((status = 200, body = ShelvedList)))]
pub async fn shelved(State(shared): Inner) -> Result<Json<ShelvedList>, ApiError> {
    off(move || {
        Ok(Json(ShelvedList {
            schema: "gametree.atlas.shelved/1",
            projects: shared.projects.shelved(),
        }))
    })
    .await
}

/// Puts an archived or deleted project back into the list.
#[utoipa::path(post, path = "/api/shelved", request_body = Shelved,
    responses((status = 200, body = ProjectView), (status = 409, body = ApiErrorBody)))]
pub async fn restore(
    State(shared): Inner,
    Body(item): Body<Shelved>,
) -> Result<Json<ProjectView>, ApiError> {
    off(move || Ok(Json(shared.projects.restore(&item)?))).await
}

/// The user has looked: what is new begins here.
#[utoipa::path(post, path = "/api/p/{id}/seen", params(("id" = String, Path)), responses((status = 200, body = ProjectView)))]
pub async fn seen(
    State(shared): Inner,
    Path(id): Path<String>,
) -> Result<Json<ProjectView>, ApiError> {
    off(move || {
        shared.projects.seen(&id)?;
        Ok(Json(shared.projects.project(&id)?))
    })
    .await
}
