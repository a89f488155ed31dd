//! `atlas changes`: what is new since a moment, by what caused it, the newest first.

use gametree_atlas::changes::Moment;
use gametree_project::moment;
use gametree_project::request::ChangesAsk;
use gametree_project::view::{CauseRow, ChangeRow, ChangesView};

use super::place::{at, percent, point_of_view};
use crate::error::CliError;
use crate::{output, project};

/// Runs the command.
pub fn run(name: &str, since: &str, most: usize) -> anyhow::Result<()> {
    let since = read(since)?;
    let project = project::read(name)?;
    let view = project.changes(&ChangesAsk { since, most })?;
    if output::is_json() {
        return output::json(&view);
    }
    print(&view)?;
    output::paragraph(format!(
        "{}; by cause, the newest first; below each what it changed, with its share",
        point_of_view(&*project)
    ))?;
    Ok(())
}

/// A time, or the number of a fact.
fn read(text: &str) -> Result<Moment, CliError> {
    if let Ok(number) = text.trim().parse() {
        return Ok(Moment::Fact(number));
    }
    moment::read(text, moment::now())
        .map(Moment::At)
        .ok_or_else(|| {
            CliError::usage(format!("'{text}' is not a time")).hint(
            "write 2h or 3d (ago), 2026-11-16 or 2026-11-16T07:30 (UTC), or the number of a fact",
        )
        })
}

fn print(view: &ChangesView) -> anyhow::Result<()> {
    let [facts, evaluations] = [view.facts, view.evaluations].map(output::grouped);
    let [positions, moves] = [view.positions, view.moves].map(|n| output::grouped(n as u64));
    let since = match view.since {
        0 => String::new(),
        since => format!(" since {} UTC", moment::text(since)),
    };
    output::paragraph(format!(
        "new{since}: {facts} facts, {evaluations} evaluations, {positions} positions, {moves} moves"
    ))?;
    for fired in &view.fired {
        output::paragraph(format!(
            "! {}: watched for '{}': {}",
            at(&fired.short_path, &fired.position),
            fired.rule,
            fired.words.replace('→', "->")
        ))?;
    }
    for cause in &view.causes {
        print_cause(cause)?;
    }
    if view.causes.is_empty() {
        output::line("no value has changed")?;
    }
    Ok(())
}

/// The most positions that are named below a cause.
const CARRIED: usize = 6;

/// What began, and where it led.
fn print_cause(cause: &CauseRow) -> anyhow::Result<()> {
    let origin = &cause.origin;
    let when = cause
        .at
        .map_or(String::new(), |at| format!("{}  ", moment::text(at)));
    let why = match cause.kind {
        "move" => format!("best move {}", best(origin)),
        _ => format!(
            "depth {}, {} nodes",
            cause.depth,
            output::rounded(cause.nodes)
        ),
    };
    output::paragraph(format!(
        "{when}{}: {} ({why})",
        place(origin),
        values(origin)
    ))?;
    for change in cause.carried.iter().take(CARRIED) {
        output::paragraph(format!("    {}", carried(change)))?;
    }
    if cause.carried.len() > CARRIED {
        let more = cause.carried.len() - CARRIED;
        output::line(format!("    and {more} positions between"))?;
    }
    if !cause.line.is_empty() {
        output::paragraph(format!("    by the line {}", cause.line))?;
    }
    Ok(())
}

fn place(change: &ChangeRow) -> &str {
    match change.short_path.as_str() {
        "" => "the root",
        path => path,
    }
}

/// A position that changed with the cause.
fn carried(change: &ChangeRow) -> String {
    let place = place(change);
    let moves = match change.best_before == change.best_now {
        true => String::new(),
        false => format!(", best {}", best(change)),
    };
    format!(
        "{place}: {}{moves} ({})",
        values(change),
        percent(change.share)
    )
}

/// `+0.13 -> +0.60`.
fn values(change: &ChangeRow) -> String {
    match change.before.before {
        None => format!("new, {}", change.now.now_text),
        Some(_) => format!("{} -> {}", change.before.before_text, change.now.now_text),
    }
}

/// `f5 -> e5`, or the move where it is the same.
fn best(change: &ChangeRow) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "none".into());
    match change.best_before == change.best_now {
        true => name(&change.best_now),
        false => format!(
            "{} -> {}",
            name(&change.best_before),
            name(&change.best_now)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_times_or_facts() {
        assert_eq!(read("120").expect("a fact"), Moment::Fact(120));
        assert!(matches!(read("2h"), Ok(Moment::At(_))));
        assert_eq!(read("1970-01-02").expect("a day"), Moment::At(86_400));
        assert!(read("soon").expect_err("no moment").hint.is_some());
    }
}
