//! Local search on boards of queens, by name.

pub mod animation;
pub mod program;
pub mod rules;

use gametree_games::queens::{Placement, Queens};

use crate::error::CatalogError;

/// The problem of this many queens.
///
/// # Errors
/// There are too many, or none.
pub fn queens(n: u64) -> Result<Queens, CatalogError> {
    let too_many =
        || CatalogError::usage(format!("{n} queens are too many; at most {}", Queens::MOST));
    let n = u32::try_from(n).map_err(|_| too_many())?;
    Queens::new(n).map_err(|error| CatalogError::usage(error.to_string()))
}

/// A state as people write it: the row of the queen of each column, counted from 1.
///
/// # Errors
/// A row for each column is expected, from 1 to as many as there are queens.
pub fn placement(queens: Queens, rows: &[u32]) -> Result<Placement, CatalogError> {
    let n = queens.count();
    let wrong = |what: String| {
        CatalogError::usage(what).hint("a row for each column, from 1, as in 4,3,2,5,4,3,2,3")
    };
    if rows.len() != n as usize {
        let given = rows.len();
        return Err(wrong(format!("{given} rows for {n} queens")));
    }
    if let Some(row) = rows.iter().find(|row| !(1..=n).contains(*row)) {
        return Err(wrong(format!("row {row} is not one of 1 to {n}")));
    }
    let from_zero: Vec<u32> = rows.iter().map(|row| row - 1).collect();
    Placement::of_rows(&from_zero).map_err(|error| wrong(error.to_string()))
}
