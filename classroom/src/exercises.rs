//! The exercises, graded.

use gametree_exercises::{Exercise, ExerciseView};

use crate::guard;
use crate::request::Answers;
use gametree_catalog::CatalogError;

/// More answers than any exercise has parts.
const MOST: usize = 100;

/// An exercise by its name.
///
/// # Errors
/// There is none of this name.
pub fn exercise(name: &str) -> Result<&'static Exercise, CatalogError> {
    gametree_exercises::find(name).ok_or_else(|| {
        CatalogError::not_found("no such exercise").hint("GET /api/learn/exercises lists them")
    })
}

/// Whether answers can be read at all.
fn check(given: &Answers) -> Result<(), CatalogError> {
    if given.answers.len() > MOST {
        return Err(CatalogError::usage(format!("more than {MOST} answers")));
    }
    let mut texts = given.answers.iter();
    texts.try_for_each(|text| guard::short("an answer", text))
}

/// What is right, what was expected, and why.
///
/// # Errors
/// The answers are too many, or one is too long.
pub fn grade(exercise: &'static Exercise, given: &Answers) -> Result<ExerciseView, CatalogError> {
    check(given)?;
    let answers: Vec<&str> = given.answers.iter().map(String::as_str).collect();
    let graded = exercise.grade(&answers);
    Ok(if given.solve {
        graded.with_solutions(exercise)
    } else {
        graded
    })
}
