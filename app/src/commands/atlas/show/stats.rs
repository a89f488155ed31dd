//! `atlas stats`: figures of a project.

use gametree_project::moment;
use gametree_project::view::{SourceRow, StatsView};

use crate::{output, project};

/// Runs the command.
pub fn run(name: &str) -> anyhow::Result<()> {
    let view = project::read(name)?.stats()?;
    if output::is_json() {
        output::json(&view)
    } else {
        print(&view)
    }
}

fn print(view: &StatsView) -> anyhow::Result<()> {
    let mut table = output::table(["figure", ""]);
    for (what, figure) in figures(view) {
        table.add_row([what.to_string(), figure]);
    }
    table.right(&[1]);
    output::line(&table)?;
    let mut table = output::table([
        "engine",
        "name",
        "positions",
        "evaluations",
        "nodes",
        "nodes/s",
        "options",
    ]);
    for engine in &view.sources {
        table.add_row(engine_cells(engine));
    }
    table.right(&[0, 2, 3, 4, 5]).drop_first(&[6, 5, 4, 3]);
    output::line(&table)?;
    let depths: Vec<String> = view.depths.iter().map(usize::to_string).collect();
    output::line(format!(
        "positions by moves from their root: {}",
        depths.join(" ")
    ))?;
    Ok(())
}

fn figures(view: &StatsView) -> Vec<(&'static str, String)> {
    let count = |n: usize| output::grouped(n as u64);
    let time = |at: Option<u64>| at.map_or("never".into(), moment::text);
    vec![
        ("roots", count(view.roots)),
        ("positions", count(view.positions)),
        ("moves", count(view.moves)),
        ("evaluations", output::grouped(view.evaluations)),
        (
            "positions searched by engines",
            output::grouped(view.engine_nodes),
        ),
        (
            "positions that an engine has evaluated",
            count(view.evaluated),
        ),
        (
            "positions whose value comes from their moves",
            count(view.open),
        ),
        ("tasks open", count(view.questions)),
        ("positions that failed", count(view.parked)),
        ("failures", output::grouped(view.failures)),
        ("transpositions", count(view.transpositions)),
        ("cycles", count(view.cycles)),
        ("positions in the largest cycle", count(view.largest_cycle)),
        ("positions decided", count(view.decided)),
        ("positions where the game is over", count(view.ended)),
        ("longest way from a root", count(view.depth)),
        (
            "evaluations per hour",
            view.evaluations_per_hour
                .map_or("?".into(), |n| output::grouped(n as u64)),
        ),
        ("first result (UTC)", time(view.first_answer)),
        ("last result (UTC)", time(view.last_answer)),
        ("facts", output::grouped(view.facts)),
        ("bytes", output::grouped(view.bytes)),
        ("fingerprint", view.fingerprint.clone()),
    ]
}

fn engine_cells(engine: &SourceRow) -> [String; 7] {
    let distrusted = if engine.distrusted {
        " (distrusted)"
    } else {
        ""
    };
    [
        engine.number.to_string(),
        format!("{}{distrusted}", engine.name),
        output::grouped(engine.positions as u64),
        output::grouped(engine.evaluations),
        output::grouped(engine.engine_nodes),
        engine
            .nodes_per_second
            .map_or(String::new(), |n| output::grouped(n as u64)),
        engine.options.clone(),
    ]
}
