//! Exercises as objects for people and programs: what `--json` prints, the interface answers.

use serde::Serialize;

use crate::Exercise;
use crate::expected::Form;
use crate::part::Part;

/// All exercises.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct List {
    /// `gametree.exercises/1`.
    pub schema: &'static str,
    /// A row for each.
    pub exercises: Vec<Summary>,
}

/// A row of the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Summary {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Where it stands in the textbook.
    pub source: &'static str,
}

/// An exercise: asked, graded or solved.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExerciseView {
    /// `gametree.exercise/2`.
    pub schema: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Where it stands in the textbook.
    pub source: &'static str,
    /// The text.
    pub text: &'static str,
    /// What is asked.
    pub parts: Vec<PartView>,
    /// True where all parts are right, false where one is wrong; null while parts without an answer
    /// are left.
    pub correct: Option<bool>,
    /// How many parts are right.
    pub score: usize,
    /// Commands that show more.
    pub see: &'static [&'static str],
}

/// A part: what is asked, and what is told once it is answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PartView {
    /// What is asked.
    pub ask: String,
    /// The form of the answer.
    pub form: Form,
    /// A nudge that does not give the answer away.
    pub hint: String,
    /// The answer given.
    pub answer: Option<String>,
    /// Whether it is right; null where nothing was answered.
    pub correct: Option<bool>,
    /// What was expected.
    pub expected: Option<String>,
    /// Why.
    pub why: Option<String>,
    /// What is said of a printed key that is wrong.
    pub remark: Option<String>,
}

impl List {
    pub(crate) fn new(exercises: &[&Exercise]) -> List {
        let row = |exercise: &&Exercise| Summary {
            name: exercise.name,
            title: exercise.title,
            source: exercise.source,
        };
        List {
            schema: "gametree.exercises/1",
            exercises: exercises.iter().map(row).collect(),
        }
    }
}

impl ExerciseView {
    fn new(exercise: &Exercise, parts: Vec<PartView>) -> ExerciseView {
        let is_right = |part: &PartView| part.correct == Some(true);
        let score = parts.iter().filter(|part| is_right(part)).count();
        let wrong = parts.iter().any(|part| part.correct == Some(false));
        let correct = if wrong {
            Some(false)
        } else {
            (score == parts.len()).then_some(true)
        };
        ExerciseView {
            schema: "gametree.exercise/2",
            name: exercise.name,
            title: exercise.title,
            source: exercise.source,
            text: exercise.text,
            correct,
            score,
            parts,
            see: exercise.see,
        }
    }

    pub(crate) fn asked(exercise: &Exercise) -> ExerciseView {
        let parts = exercise.parts().iter().map(PartView::asked);
        ExerciseView::new(exercise, parts.collect())
    }

    pub(crate) fn graded(exercise: &Exercise, answers: &[&str]) -> ExerciseView {
        let answer = |number: usize| answers.get(number).map_or("", |answer| answer.trim());
        let parts = exercise.parts().iter().enumerate();
        let graded = parts.map(|(number, part)| PartView::graded(part, answer(number)));
        ExerciseView::new(exercise, graded.collect())
    }

    pub(crate) fn solved(exercise: &Exercise) -> ExerciseView {
        let parts = exercise.parts().iter().map(PartView::told);
        ExerciseView::new(exercise, parts.collect())
    }

    /// The same with all expected answers told.
    #[must_use]
    pub fn with_solutions(mut self, exercise: &Exercise) -> ExerciseView {
        for (view, part) in self.parts.iter_mut().zip(exercise.parts()) {
            view.tell(part);
        }
        self
    }
}

impl PartView {
    fn asked(part: &Part) -> PartView {
        PartView {
            ask: part.ask.clone(),
            form: part.expected.form(),
            hint: part.hint.clone(),
            answer: None,
            correct: None,
            expected: None,
            why: None,
            remark: None,
        }
    }

    fn told(part: &Part) -> PartView {
        let mut view = PartView::asked(part);
        view.tell(part);
        view
    }

    fn graded(part: &Part, answer: &str) -> PartView {
        if answer.is_empty() {
            return PartView::asked(part);
        }
        PartView {
            answer: Some(answer.into()),
            correct: Some(part.expected.accepts(answer)),
            ..PartView::told(part)
        }
    }

    fn tell(&mut self, part: &Part) {
        self.expected = Some(part.expected.to_string());
        self.why = Some(part.why.clone());
        self.remark = part.remark.clone();
    }
}
