//! A project as a file for other programs.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use gametree_project::export::{ExportAsk, Format};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{Asked, Inner, off};
use crate::error::{ApiError, ApiErrorBody};

/// How much is written.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PgnAsk {
    /// Whether only best moves come in beside the games that were played.
    #[serde(default)]
    best_line: bool,
}

/// The games with variations, values, comments and glyphs.
#[utoipa::path(get, path = "/api/p/{id}/export.pgn", params(("id" = String, Path), PgnAsk),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 400, body = ApiErrorBody)))]
pub async fn pgn(
    State(shared): Inner,
    Path(id): Path<String>,
    Asked(ask): Asked<PgnAsk>,
) -> Result<Response, ApiError> {
    off(move || {
        let project = shared.projects.get(&id)?;
        let ask = ExportAsk {
            format: Format::Pgn,
            node: None,
            cut: Format::Pgn.cut(),
            best_line: ask.best_line,
        };
        let mut text = Vec::new();
        project.export(&ask, &mut text)?;
        let name = format!("attachment; filename*=UTF-8''{}.pgn", encoded(&id));
        let headers = [
            (
                header::CONTENT_TYPE,
                "application/x-chess-pgn; charset=utf-8".to_string(),
            ),
            (header::CONTENT_DISPOSITION, name),
        ];
        Ok((headers, text).into_response())
    })
    .await
}

/// A name as an address writes it.
fn encoded(name: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(letter).collect()
}
