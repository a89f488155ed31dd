//! What this server is, and what its numbers mean.

use axum::Json;
use axum::extract::State;
use gametree_catalog::listing;
use gametree_project::engines::config;
use gametree_project::games;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::Inner;
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
