//! Textbook exercises, graded: every expected answer is computed by the searches, none is written
//! down. Nothing here knows the rest of the program, only the library and its games.
//!
//! ```
//! let exercise = gametree_exercises::find("vectors").unwrap();
//! let asked = exercise.ask();
//! assert_eq!(asked.parts.len(), 2);
//! let graded = exercise.grade(&["1 2 6", "9"]);
//! assert_eq!(graded.parts[0].correct, Some(true));
//! assert_eq!(graded.parts[1].correct, Some(false));
//! assert!(graded.parts[1].expected.is_some() && graded.parts[1].why.is_some());
//! ```
//!
//! To add one: a file here with its text and its parts, and its entry in [`EXERCISES`].

mod alphabeta;
mod categories;
mod chance_leaves;
mod expected;
mod formula;
mod knowing;
mod luck;
mod max_trees;
mod part;
mod queens;
mod square_tree;
mod squares;
mod tictactoe;
mod vectors;
mod view;
mod worlds;

use std::sync::LazyLock;

pub use expected::{Expected, Form};
pub use part::Part;
pub use view::{ExerciseView, List, PartView, Summary};

/// An exercise with several parts.
#[derive(Debug)]
pub struct Exercise {
    /// Its name on the command line.
    pub name: &'static str,
    /// A line for the list.
    pub title: &'static str,
    /// Where it stands in the textbook (Russell and Norvig, third edition), or what else it comes
    /// from.
    pub source: &'static str,
    /// The text.
    pub text: &'static str,
    /// The parts, computed when they are first asked for.
    parts: LazyLock<Vec<Part>>,
    /// Commands that show more.
    pub see: &'static [&'static str],
}

impl Exercise {
    /// The parts with their expected answers. The first call computes them: seconds at most.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The exercise as it is asked: nothing told.
    pub fn ask(&self) -> ExerciseView {
        ExerciseView::asked(self)
    }

    /// The exercise with graded answers, one for each part in order. A part with an empty answer,
    /// or none, is neither right nor wrong, and its expected answer is not told.
    pub fn grade(&self, answers: &[&str]) -> ExerciseView {
        ExerciseView::graded(self, answers)
    }

    /// The exercise with the expected answers and how they were found.
    pub fn solve(&self) -> ExerciseView {
        ExerciseView::solved(self)
    }
}

/// All of them.
pub static EXERCISES: &[&Exercise] = &[
    &squares::FOUR,
    &squares::ANY,
    &tictactoe::EXERCISE,
    &alphabeta::EXERCISE,
    &chance_leaves::EXERCISE,
    &max_trees::EXERCISE,
    &vectors::EXERCISE,
    &worlds::EXERCISE,
    &knowing::EXERCISE,
    &luck::EXERCISE,
    &categories::EXERCISE,
    &queens::EXERCISE,
];

/// All of them by name, without computing anything.
pub fn list() -> List {
    List::new(EXERCISES)
}

/// The exercise with a name.
pub fn find(name: &str) -> Option<&'static Exercise> {
    let named = |exercise: &&&'static Exercise| exercise.name == name;
    EXERCISES.iter().find(named).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(exercise: &Exercise) -> Vec<String> {
        let answers = exercise
            .parts()
            .iter()
            .map(|part| part.expected.to_string());
        answers.collect()
    }

    /// What an exercise expects is what it accepts, and something else is not.
    #[test]
    fn every_exercise_accepts_its_own_answers_only() {
        for exercise in EXERCISES {
            assert!(!exercise.parts().is_empty(), "{}", exercise.name);
            let own = expected(exercise);
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            let graded = exercise.grade(&own);
            assert_eq!(graded.correct, Some(true), "{}: {own:?}", exercise.name);
            let nonsense = vec!["nonsense"; own.len()];
            let wrong = exercise.grade(&nonsense);
            assert!(
                wrong.parts.iter().all(|part| part.correct == Some(false)),
                "{}",
                exercise.name
            );
            assert!(
                wrong.parts.iter().all(|part| part.why.is_some()),
                "{}",
                exercise.name
            );
        }
        assert!(find("four-squares").is_some() && find("five").is_none());
    }

    #[test]
    fn what_was_not_answered_is_not_told() {
        let graded = find("chance-leaves").unwrap().grade(&["left", " "]);
        assert_eq!((graded.correct, graded.score), (None, 1));
        assert_eq!(graded.parts[0].correct, Some(true));
        for part in &graded.parts[1..] {
            assert_eq!(
                (part.correct, &part.expected, &part.why),
                (None, &None, &None)
            );
        }
    }

    #[test]
    fn nothing_is_told_before_an_answer() {
        for exercise in EXERCISES {
            let asked = exercise.ask();
            assert_eq!(asked.correct, None);
            let told = |part: &PartView| part.expected.is_some() || part.why.is_some();
            assert!(!asked.parts.iter().any(told), "{}", exercise.name);
            assert!(asked.parts.iter().all(|part| !part.hint.is_empty()));
        }
    }

    #[test]
    fn printed_keys_that_are_wrong_are_graded_with_a_remark() {
        for exercise in EXERCISES {
            for (number, part) in exercise.parts().iter().enumerate() {
                let Some(key) = &part.printed_key else {
                    continue;
                };
                let mut answers = vec![""; number];
                answers.push(key);
                let graded = exercise.grade(&answers);
                assert_eq!(graded.parts[number].correct, Some(false), "{}", part.ask);
                assert!(graded.parts[number].remark.is_some(), "{}", part.ask);
            }
        }
    }

    /// What the textbooks say, against what the searches find.
    #[test]
    fn the_answers_are_those_of_the_textbook() {
        let answers = |name: &str| expected(find(name).unwrap());
        let four = answers("four-squares");
        assert_eq!(four[four.len() - 4..], ["A", "a", "a", "no"]);
        assert_eq!(answers("tictactoe-bounds")[..2], ["362880", "986410"]);
        assert_eq!(answers("n-squares").last().unwrap(), "even");
        assert_eq!(answers("chance-leaves")[2..], ["8", "6 7 8", "0 2"]);
        assert_eq!(
            answers("pruning"),
            ["no", "no", "no", "no", "yes", "yes", "b"]
        );
        assert_eq!(answers("vectors")[0], "1 2 6");
        assert_eq!(answers("two-roads"), ["B", "A", "-1"]);
        assert_eq!(answers("categories"), ["0.76"]);
        let knowing = answers("knowing");
        assert_eq!(knowing[..2], ["no", "yes"]);
        let told: Vec<f64> = knowing[2..].iter().map(|x| x.parse().unwrap()).collect();
        assert!((told[0] - 7.0 / 18.0).abs() < 1e-3, "{told:?}");
        assert!((told[1] - 11.0 / 54.0).abs() < 1e-3, "{told:?}");
        assert_eq!(answers("luck")[0], "yes");
    }
}
