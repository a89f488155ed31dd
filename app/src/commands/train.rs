//! `gametree train`: learns the weights of a game's evaluator by self-play.

use gametree_experiments::training::{self, Category, TrainingReport, TrainingRequest};

use super::experiment::run_on_terminal;
use crate::args::{Method, TrainArgs};
use crate::error::Code;
use crate::files::write_file_if;
use crate::interrupt;
use crate::output;

/// Runs the command.
pub fn run(args: &TrainArgs) -> anyhow::Result<Code> {
    let report = run_on_terminal(|run| training::run(&request(args), run))?;
    write_file_if(args.curve.as_deref(), || report.curve_svg())?;
    output::show(&report, print)?;
    Ok(if interrupt::raised() {
        Code::Interrupted
    } else {
        Code::Done
    })
}

fn request(args: &TrainArgs) -> TrainingRequest {
    TrainingRequest {
        game: args.game.clone(),
        from: args.from.clone(),
        method: match args.method {
            Method::Td => training::Method::Td,
            Method::Tdleaf => training::Method::TdLeaf,
            Method::Regression => training::Method::Regression,
            Method::Categories => training::Method::Categories,
            Method::Network => training::Method::Network,
        },
        games: args.games,
        lambda: args.lambda,
        rate: args.rate,
        depth: args.depth,
        nodes: args.nodes,
        match_games: args.match_games,
        seed: args.seed,
        out: args.out.clone(),
    }
}

fn print(report: &TrainingReport) -> anyhow::Result<()> {
    output::line(format!(
        "{}, {}: {} games in {:.1} s",
        report.game, report.method, report.games, report.seconds
    ))?;
    for mark in &report.curve {
        output::line(format!(
            "  after {:>8} games  loss {:.5}",
            mark.games,
            // A loss of nothing comes out as -0.
            mark.loss + 0.0
        ))?;
    }
    if let Some(kinds) = report.kinds {
        output::line(format!(
            "  {kinds} categories: positions with equal features (first player's results)"
        ))?;
        print_categories(&report.categories)?;
    }
    for (name, weight) in &report.weights {
        output::line(format!("  {name:<20} {weight:>10.2}"))?;
    }
    if let (Some(elo), Some(low), Some(high)) =
        (report.elo_vs_start, report.elo_low, report.elo_high)
    {
        let games = report.match_games;
        output::line(format!(
            "Elo over the start: {elo:.0} ({low:.0} to {high:.0}, {games} games)"
        ))?;
    }
    Ok(())
}

/// Categories in the table; all of them are in the file and in JSON.
const SHOWN: usize = 20;

fn print_categories(categories: &[Category]) -> anyhow::Result<()> {
    let mut table = output::table([
        "category",
        "positions",
        "win %",
        "draw %",
        "loss %",
        "value",
    ]);
    for category in categories.iter().take(SHOWN) {
        let all = category.wins + category.draws + category.losses;
        let percent = |part: u64| format!("{:.0}", 100.0 * part as f64 / all.max(1) as f64);
        table.add_row([
            name(category),
            output::grouped(all),
            percent(category.wins),
            percent(category.draws),
            percent(category.losses),
            format!("{:.2}", category.value),
        ]);
    }
    output::right_align(&mut table, &[1, 2, 3, 4, 5]);
    output::line(table)?;
    if categories.len() > SHOWN {
        output::line(format!(
            "  … and {} more; --out FILE writes all",
            categories.len() - SHOWN
        ))?;
    }
    Ok(())
}

/// The features that positions of a category share.
fn name(category: &Category) -> String {
    let features = category.features.iter();
    let features: Vec<String> = features.map(|(name, n)| format!("{name} {n}")).collect();
    match features.is_empty() {
        true => "all counts 0".into(),
        false => features.join(", "),
    }
}
