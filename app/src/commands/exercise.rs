//! `gametree exercise`: textbook exercises, graded.

use gametree_exercises::{EXERCISES, ExerciseView, PartView, find, list};

use crate::args::ExerciseArgs;
use crate::error::{CliError, Code};
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};

/// Runs the command.
pub fn run(args: &ExerciseArgs) -> anyhow::Result<Code> {
    let Some(name) = &args.name else {
        return print_list();
    };
    let exercise = find(name).ok_or_else(|| unknown(name))?;
    let spinner = Spinner::new(format!("computing the answers of {name}"));
    exercise.parts();
    drop(spinner);
    let answers: Vec<&str> = args.answer.iter().flat_map(|all| all.split(';')).collect();
    let mut view = exercise.grade(&answers);
    if args.solution {
        view = view.with_solutions(exercise);
    }
    if output::is_json() {
        output::json(&view)?;
    } else {
        print(&view, args.hint)?;
    }
    Ok(if view.correct == Some(false) {
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

fn print_list() -> anyhow::Result<Code> {
    let list = list();
    if output::is_json() {
        output::json(&list)?;
        return Ok(Code::Done);
    }
    let mut table = output::table(["exercise", "from", "about"]);
    for row in &list.exercises {
        table.add_row([row.name, row.source, row.title]);
    }
    output::line(table)?;
    output::line(
        "`gametree exercise NAME` asks; --answer 'A; 3' grades your answers, --hint helps, --solution shows them.",
    )?;
    Ok(Code::Done)
}

fn print(view: &ExerciseView, hints: bool) -> anyhow::Result<()> {
    output::line(format!("{BOLD}{}{PLAIN}\n{}\n", view.title, view.text))?;
    for (number, part) in (1..).zip(&view.parts) {
        output::line(format!("  {number}. {}", part.ask))?;
        print_part(part, hints)?;
    }
    if view.parts.iter().any(|part| part.correct.is_some()) {
        let (score, of) = (view.score, view.parts.len());
        output::line(format!("\n{BOLD}{score} of {of}{PLAIN} right"))?;
    }
    output::line(format!("\n{DIM}see{PLAIN}  {}", view.see.join("\n     ")))?;
    let told = |part: &PartView| part.answer.is_some() || part.expected.is_some();
    if !view.parts.iter().any(told) {
        let blanks = vec!["…"; view.parts.len()].join("; ");
        output::hint(&format!(
            "answer with --answer '{blanks}', or ask for --hint or --solution"
        ));
    }
    Ok(())
}

fn print_part(part: &PartView, hints: bool) -> anyhow::Result<()> {
    for choice in &part.form.choices {
        if choice.answer != choice.text {
            output::line(format!("     ({}) {}", choice.answer, choice.text))?;
        }
    }
    if hints {
        output::line(format!("     {DIM}hint{PLAIN}     {}", part.hint))?;
    }
    if let (Some(answer), Some(correct)) = (&part.answer, part.correct) {
        let word = if correct { "right" } else { "wrong" };
        output::line(format!(
            "     {DIM}you said{PLAIN} {answer}: {BOLD}{word}{PLAIN}"
        ))?;
    }
    if let (Some(expected), Some(why)) = (&part.expected, &part.why) {
        output::line(format!(
            "     {DIM}expected{PLAIN} {BOLD}{expected}{PLAIN}: {why}"
        ))?;
    }
    if let Some(remark) = &part.remark {
        output::line(format!("     {DIM}remark{PLAIN}   {remark}"))?;
    }
    Ok(())
}
