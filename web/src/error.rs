//! Why a request is refused, and how to fix it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use gametree_catalog::{CatalogError, ErrorKind as CatalogKind};
pub use gametree_classroom::answer::ApiErrorBody;
use gametree_project::{ErrorKind, ProjectError};

/// An error for people and scripts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct ApiError {
    /// The status.
    pub status: StatusCode,
    /// One word for scripts.
    pub code: &'static str,
    /// What is wrong.
    pub what: String,
    /// How to fix it; may be empty.
    pub hint: String,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, what: impl Into<String>) -> ApiError {
        ApiError {
            status,
            code,
            what: what.into(),
            hint: String::new(),
        }
    }

    /// The request is wrong.
    pub fn bad(what: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad", what)
    }

    /// There is no such thing.
    pub fn absent(what: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "absent", what)
    }

    /// It must not be done.
    pub fn forbidden(what: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", what)
    }

    /// It cannot be done now: it is in use elsewhere, or already exists.
    pub fn conflict(what: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, "conflict", what)
    }

    /// It was tried and failed.
    pub fn failed(what: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", what)
    }

    /// The same, with a hint.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> ApiError {
        ApiError {
            hint: hint.into(),
            ..self
        }
    }
}

impl From<ProjectError> for ApiError {
    fn from(error: ProjectError) -> ApiError {
        let refuse = match error.kind {
            ErrorKind::Invalid => ApiError::bad,
            ErrorKind::NotFound => ApiError::absent,
            ErrorKind::Forbidden => ApiError::forbidden,
            ErrorKind::Conflict | ErrorKind::OtherEngine | ErrorKind::Locked => ApiError::conflict,
            ErrorKind::Engine | ErrorKind::Damaged | ErrorKind::Failed | ErrorKind::Interrupted => {
                ApiError::failed
            }
        };
        let refusal = refuse(error.message).hint(error.hint);
        match error.kind {
            // Pages ask whether to go on.
            ErrorKind::OtherEngine => ApiError {
                code: "other-engine",
                ..refusal
            },
            _ => refusal,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ApiErrorBody {
            code: self.code,
            message: self.what,
            hint: self.hint,
        };
        (self.status, Json(body)).into_response()
    }
}

/// An error of games and searches, for the pages.
impl From<CatalogError> for ApiError {
    fn from(error: CatalogError) -> ApiError {
        let status = match error.kind {
            CatalogKind::Usage => StatusCode::BAD_REQUEST,
            CatalogKind::NotFound => StatusCode::NOT_FOUND,
            CatalogKind::Failed | CatalogKind::Engine => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let ApiErrorBody {
            code,
            message,
            hint,
        } = error.into();
        ApiError::new(status, code, message).hint(hint)
    }
}
