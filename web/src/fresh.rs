//! Answers that are only computed when something has changed.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::blocking::off;
use crate::error::ApiError;

/// What an answer depends on: equal tags, equal answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag(String);

impl Tag {
    /// Of a number that grows with every change.
    #[must_use]
    pub fn of(revision: impl std::fmt::Display) -> Tag {
        Tag(format!("\"{revision}\""))
    }
}

/// The answer, or `304` where the client already has it.
pub async fn fresh<T, F>(headers: &HeaderMap, tag: Tag, compute: F) -> Response
where
    T: Serialize,
    F: FnOnce() -> Result<T, ApiError> + Send + 'static,
{
    if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.0.as_bytes())
    {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag.0)]).into_response();
    }
    // Written there too: a large answer takes a while.
    let written = off(move || {
        let value = compute()?;
        serde_json::to_vec(&value).map_err(|error| ApiError::failed(error.to_string()))
    });
    match written.await {
        Ok(text) => {
            let head = [
                (header::ETAG, tag.0),
                (header::CONTENT_TYPE, "application/json".to_owned()),
            ];
            (head, text).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}
