//! The body of a request, read before the request is handled: a slow sender holds nothing but its
//! connection.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::error::ApiError;

/// The largest body of a request: a PGN of some hundred games.
const LARGEST: usize = 1 << 20;

/// The middleware; its state is how long a body may take.
pub async fn complete(State(patience): State<Duration>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let (status, what) = match timeout(patience, to_bytes(body, LARGEST)).await {
        Ok(Ok(bytes)) => {
            let whole = Request::from_parts(head, Body::from(bytes));
            return next.run(whole).await;
        }
        Ok(Err(_)) => (
            StatusCode::PAYLOAD_TOO_LARGE,
            "the request is too large or incomplete",
        ),
        Err(_) => (
            StatusCode::REQUEST_TIMEOUT,
            "the rest of the request did not come",
        ),
    };
    ApiError {
        status,
        ..ApiError::bad(what)
    }
    .into_response()
}
