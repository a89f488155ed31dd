//! Local search on boards of queens, by name.

pub mod animation;
pub mod rules;

use gametree_games::queens::Queens;

use crate::error::CatalogError;

/// The problem of so many queens.
///
/// # Errors
/// There are too many, or none.
pub fn queens(n: u64) -> Result<Queens, CatalogError> {
    let too_many =
        || CatalogError::usage(format!("{n} queens are too many; at most {}", Queens::MOST));
    let n = u32::try_from(n).map_err(|_| too_many())?;
    Queens::new(n).map_err(|error| CatalogError::usage(error.to_string()))
}
