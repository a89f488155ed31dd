//! `gametree exercise`: textbook exercises, graded.

use serde::Serialize;

use crate::args::ExerciseArgs;
use crate::error::{CliError, Code};
use crate::exercises::{EXERCISES, Exercise, Graded, Part, find, grade};
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};

#[derive(Serialize)]
struct List {
    schema: &'static str,
    exercises: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
}

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    name: &'a str,
    title: &'a str,
    question: &'a str,
    parts: Vec<PartRow>,
    /// All parts are right; null where nothing was answered.
    correct: Option<bool>,
    see: &'a [&'a str],
}

#[derive(Serialize)]
struct PartRow {
    ask: String,
    answer: Option<String>,
    correct: Option<bool>,
    expected: Option<String>,
    how: Option<String>,
}

/// Runs the command.
pub fn run(args: &ExerciseArgs) -> anyhow::Result<Code> {
    let Some(name) = &args.name else {
        return list();
    };
    let exercise = find(name).ok_or_else(|| unknown(name))?;
    let spinner = Spinner::new(format!("computing the answers of {name}"));
    let parts = (exercise.parts)();
    drop(spinner);
    let graded = args.answer.as_deref().map(|answer| grade(&parts, answer));
    let object = object(exercise, parts, graded, args.solution);
    if output::is_json() {
        output::json(&object)?;
    } else {
        print(&object)?;
    }
    Ok(if object.correct == Some(false) {
        Code::Failed
    } else {
        Code::Done
    })
}

fn unknown(name: &str) -> CliError {
    let names = EXERCISES.iter().map(|exercise| exercise.name);
    let all: Vec<&str> = names.clone().collect();
    let guess = gametree_catalog::suggest::phrase(name, names);
    CliError::not_found(format!("unknown exercise '{}'", output::shorten(name, 60)))
        .hint(format!("{guess}exercises: {}", all.join(", ")))
}

fn list() -> anyhow::Result<Code> {
    if output::is_json() {
        let exercises = EXERCISES
            .iter()
            .map(|e| Row {
                name: e.name,
                title: e.title,
            })
            .collect();
        output::json(&List {
            schema: "gametree.exercises/1",
            exercises,
        })?;
        return Ok(Code::Done);
    }
    let mut table = output::table(["exercise", "about"]);
    for exercise in EXERCISES {
        table.add_row([exercise.name, exercise.title]);
    }
    output::line(table)?;
    output::line(
        "`gametree exercise NAME` asks; --answer 'A; 3' grades your answers, --solution shows them.",
    )?;
    Ok(Code::Done)
}

fn object(
    exercise: &'static Exercise,
    parts: Vec<Part>,
    graded: Option<Vec<Graded>>,
    solution: bool,
) -> Object<'static> {
    let correct = graded
        .as_ref()
        .map(|all| all.iter().all(|part| part.correct));
    let row = |(number, part): (usize, Part)| {
        let judged = graded.as_ref().map(|all| &all[number]);
        PartRow {
            ask: part.ask,
            answer: judged.map(|judged| judged.answer.clone()),
            correct: judged.map(|judged| judged.correct),
            expected: solution.then(|| part.expected.to_string()),
            how: solution.then_some(part.how),
        }
    };
    Object {
        schema: "gametree.exercise/1",
        name: exercise.name,
        title: exercise.title,
        question: exercise.question,
        parts: parts.into_iter().enumerate().map(row).collect(),
        correct,
        see: exercise.see,
    }
}

fn print(object: &Object<'_>) -> anyhow::Result<()> {
    output::line(format!(
        "{BOLD}{}{PLAIN}\n{}\n",
        object.title, object.question
    ))?;
    for (number, part) in (1..).zip(&object.parts) {
        output::line(format!("  {number}. {}", part.ask))?;
        if let (Some(answer), Some(correct)) = (&part.answer, part.correct) {
            let word = if correct { "right" } else { "wrong" };
            let answer = if answer.is_empty() { "nothing" } else { answer };
            output::line(format!(
                "     {DIM}you said{PLAIN} {answer}: {BOLD}{word}{PLAIN}"
            ))?;
        }
        if let (Some(expected), Some(how)) = (&part.expected, &part.how) {
            output::line(format!(
                "     {DIM}answer{PLAIN}   {BOLD}{expected}{PLAIN} ({how})"
            ))?;
        }
    }
    output::line(format!("\n{DIM}see{PLAIN}  {}", object.see.join("\n     ")))?;
    if object
        .parts
        .iter()
        .all(|part| part.answer.is_none() && part.expected.is_none())
    {
        let blanks = vec!["…"; object.parts.len()].join("; ");
        output::hint(&format!(
            "answer with --answer '{blanks}', or ask for --solution"
        ));
    }
    Ok(())
}
