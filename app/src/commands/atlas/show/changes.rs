//! `atlas changes`: what is new since a moment, the most important first.

use gametree_atlas::changes::Moment;
use gametree_project::moment;
use gametree_project::request::ChangesAsk;
use gametree_project::view::{ChangeRow, ChangesView};

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
    output::line(format!(
        "{}; roots first, then what has changed most by its share",
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
    output::line(format!(
        "new{since}: {facts} facts, {evaluations} evaluations, {positions} positions, {moves} moves"
    ))?;
    for fired in &view.fired {
        output::line(format!(
            "! {}: watched for '{}', now {}",
            at(&fired.path, &fired.position),
            fired.rule,
            fired.value.value_text
        ))?;
    }
    let mut table = output::table([
        "position",
        "before",
        "now",
        "best before",
        "best now",
        "share",
    ]);
    for change in &view.rows {
        table.add_row(cells(change));
    }
    table.right(&[1, 2, 5]).drop_first(&[3, 1]);
    output::line(&table)?;
    Ok(())
}

fn cells(change: &ChangeRow) -> [String; 6] {
    [
        at(&change.path, &change.position),
        change.before.before_text.clone(),
        change.now.now_text.clone(),
        change.best_before.clone().unwrap_or_default(),
        change.best_now.clone().unwrap_or_default(),
        percent(change.share),
    ]
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
