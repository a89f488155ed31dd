//! What this server is, and what its numbers mean.

use axum::Json;
use axum::extract::{Path, State};
use gametree_catalog::listing;
use gametree_project::engines::config;
use gametree_project::games;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::Inner;
use crate::book::{self, BookView, ChapterView};
use crate::error::{ApiError, ApiErrorBody};
use crate::help::{TERMS, Term};

/// What can be explained.
#[derive(Serialize, ToSchema)]
pub struct HelpView {
    /// `gametree.help/1`.
    schema: &'static str,
    /// What every number means.
    terms: &'static [Term],
}

/// The program, its games and searches.
#[utoipa::path(get, path = "/api/about", responses((status = 200, body = Object)))]
pub async fn about(State(shared): Inner) -> Json<Value> {
    Json(json!({
        "schema": "gametree.about/1",
        "version": env!("CARGO_PKG_VERSION"),
        "read_only": shared.read_only,
        "processors": std::thread::available_parallelism().map_or(1, usize::from),
        "project_games": games::names(),
        "playable": games::all(),
        "configuration": config::file().map(|file| file.display().to_string()),
        "projects": shared.projects.directory().display().to_string(),
        "games": listing::games(),
        "searches": listing::searches(),
    }))
}

/// What every number means.
#[utoipa::path(get, path = "/api/help", responses((status = 200, body = HelpView)))]
pub async fn help() -> Json<HelpView> {
    Json(HelpView {
        schema: "gametree.help/1",
        terms: TERMS,
    })
}

/// The book: its chapters and every word of them.
#[utoipa::path(get, path = "/api/book", responses((status = 200, body = BookView)))]
pub async fn contents() -> Json<BookView> {
    Json(book::book())
}

/// A chapter of the book as HTML.
#[utoipa::path(get, path = "/api/book/{name}",
    responses((status = 200, body = ChapterView), (status = 404, body = ApiErrorBody)))]
pub async fn chapter(Path(name): Path<String>) -> Result<Json<ChapterView>, ApiError> {
    let found = book::chapter(&name).map(Json);
    found.ok_or_else(|| ApiError::absent("no such chapter").hint("GET /api/book lists them"))
}
