//! The exercises, graded.

use gametree_exercises::{Exercise, ExerciseView};

use super::guard;
use super::request::Answers;
use crate::error::ApiError;

/// More answers than any exercise has parts.
const MOST: usize = 100;

/// Whether answers can be read at all.
pub fn check_answers(given: &Answers) -> Result<(), ApiError> {
    if given.answers.len() > MOST {
        return Err(ApiError::bad(format!("more than {MOST} answers")));
    }
    let mut texts = given.answers.iter();
    texts.try_for_each(|text| guard::short("an answer", text))
}

/// What is right, what was expected, and why.
pub fn grade(exercise: &'static Exercise, given: &Answers) -> ExerciseView {
    let answers: Vec<&str> = given.answers.iter().map(String::as_str).collect();
    let graded = exercise.grade(&answers);
    if given.solve {
        graded.with_solutions(exercise)
    } else {
        graded
    }
}
