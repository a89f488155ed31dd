//! Textbook exercises, graded: every expected answer is computed by the searches, none is written
//! down. Nothing here knows the rest of the program, only the library and its games.
//!
//! To add one: a file here with its question and its parts, and its entry in [`EXERCISES`].

mod bounds;
mod categories;
mod chance_leaves;
mod grade;
mod knowing;
mod luck;
mod pruning;
mod queens;
mod squares;
mod vectors;
mod worlds;

pub use grade::{Expected, Graded, grade};

/// A question with several parts.
#[derive(Debug)]
pub struct Exercise {
    /// Its name on the command line.
    pub name: &'static str,
    /// A line for the list.
    pub title: &'static str,
    /// The question.
    pub question: &'static str,
    /// Computes the parts.
    pub parts: fn() -> Vec<Part>,
    /// Commands that show more.
    pub see: &'static [&'static str],
}

/// One thing to answer.
#[derive(Clone, Debug)]
pub struct Part {
    /// What is asked.
    pub ask: String,
    /// The answer that the searches found.
    pub expected: Expected,
    /// How they found it.
    pub how: String,
}

impl Part {
    /// A part.
    pub fn new(ask: impl Into<String>, expected: Expected, how: impl Into<String>) -> Part {
        Part {
            ask: ask.into(),
            expected,
            how: how.into(),
        }
    }
}

/// All of them.
pub static EXERCISES: &[Exercise] = &[
    squares::FOUR,
    squares::ANY,
    bounds::EXERCISE,
    chance_leaves::EXERCISE,
    pruning::EXERCISE,
    vectors::EXERCISE,
    worlds::EXERCISE,
    knowing::EXERCISE,
    luck::EXERCISE,
    categories::EXERCISE,
    queens::EXERCISE,
];

/// The exercise with a name.
pub fn find(name: &str) -> Option<&'static Exercise> {
    EXERCISES.iter().find(|exercise| exercise.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an exercise expects is what it accepts, and something else is not.
    #[test]
    fn every_exercise_accepts_its_own_answers_only() {
        for exercise in EXERCISES {
            let parts = (exercise.parts)();
            assert!(!parts.is_empty(), "{}", exercise.name);
            let own: Vec<String> = parts.iter().map(|part| part.expected.to_string()).collect();
            let graded = grade(&parts, &own.join("; "));
            assert!(
                graded.iter().all(|part| part.correct),
                "{}: {graded:?}",
                exercise.name
            );
            let wrong = grade(&parts, &vec!["nonsense"; parts.len()].join(";"));
            assert!(wrong.iter().all(|part| !part.correct), "{}", exercise.name);
            assert!(
                grade(&parts, "").iter().all(|part| !part.correct),
                "{}",
                exercise.name
            );
        }
        assert!(find("four-squares").is_some() && find("five").is_none());
    }

    /// What the textbooks say, against what the searches find.
    #[test]
    fn the_answers_are_those_of_the_textbook() {
        let answers = |name: &str| -> Vec<String> {
            (find(name).unwrap().parts)()
                .iter()
                .map(|part| part.expected.to_string())
                .collect()
        };
        assert_eq!(answers("four-squares")[0], "A");
        assert_eq!(answers("n-squares").last().unwrap(), "even");
        assert_eq!(answers("chance-leaves")[2..], ["8", "6 7 8"]);
        assert_eq!(answers("pruning"), ["no", "no", "no", "no", "yes", "yes"]);
        assert_eq!(answers("vectors")[0], "1 2 6");
        assert_eq!(answers("two-roads"), ["B", "A", "-1"]);
        assert_eq!(answers("categories"), ["0.76"]);
        assert_eq!(answers("knowing")[..2], ["no", "yes"]);
        assert_eq!(answers("luck")[0], "yes");
    }
}
