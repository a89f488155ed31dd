//! The interface's part for the Learn page: an address, a body, and what the server returns for them.

use std::sync::Arc;

use gametree_catalog::{CatalogError, ErrorKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{climb, examples, exercise, grade, penalties, random_tree, trace};

/// The folder of every address here.
const FOLDER: &str = "/api/learn/";

/// The body of a refusal.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ApiErrorBody {
    /// One word for scripts.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// How to fix it; may be empty.
    pub hint: String,
}

impl From<CatalogError> for ApiErrorBody {
    fn from(error: CatalogError) -> ApiErrorBody {
        ApiErrorBody {
            code: match error.kind {
                ErrorKind::Usage => "bad",
                ErrorKind::NotFound => "absent",
                ErrorKind::Failed | ErrorKind::Engine => "failed",
            },
            message: error.what,
            hint: error.hint.unwrap_or_default(),
        }
    }
}

/// What was found, as JSON, or why nothing was.
pub type Answered = Result<String, ApiErrorBody>;

/// The answer to a request: a GET where the body is empty, otherwise a POST.
///
/// # Errors
/// There is no such address, or what the request asks for is refused.
pub fn answer(address: &str, body: &[u8]) -> Answered {
    Ok(found(address, body)?)
}

fn found(address: &str, body: &[u8]) -> Result<String, CatalogError> {
    let name = address.strip_prefix(FOLDER).unwrap_or_default();
    match (name, body.is_empty()) {
        ("examples", true) => written(&examples()),
        ("exercises", true) => written(&gametree_exercises::list()),
        ("trace", false) => written(&trace(&read(body)?, Arc::default())?),
        ("tree", false) => written(&random_tree(&read(body)?)?),
        ("penalties", false) => written(&penalties(&read(body)?)?),
        ("climb", false) => written(&climb(&read(body)?)?),
        _ => match (name.strip_prefix("exercises/"), body.is_empty()) {
            (Some(name), true) => written(&exercise(name)?.ask()),
            (Some(name), false) => written(&grade(exercise(name)?, &read(body)?)?),
            (None, _) => Err(CatalogError::not_found("no such address")),
        },
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, CatalogError> {
    serde_json::from_slice(body)
        .map_err(|error| CatalogError::usage(format!("invalid request: {error}")))
}

fn written(found: &impl Serialize) -> Result<String, CatalogError> {
    serde_json::to_string(found).map_err(|error| CatalogError::failed(error.to_string()))
}

/// A refusal as JSON.
#[must_use]
pub fn refusal(why: &ApiErrorBody) -> String {
    written(why).unwrap_or_default()
}
