//! `atlas set`: how a project grows.

use clap::Args;
use gametree_atlas::settings::{Preset, Settings, Weight, Weights};

use super::report::EditReport;
use crate::commands::growth::GrowthArgs;
use crate::error::Code;
use crate::{output, project};

/// `atlas set`.
#[derive(Args, Debug)]
pub struct SetArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// What changes.
    #[command(flatten)]
    pub growth: GrowthArgs,
}

/// Settings as flags that give them.
fn flags(settings: &Settings) -> Vec<Vec<String>> {
    let flag = |name: &str, value: String| vec![format!("--{name}"), value];
    vec![
        flag("nodes", settings.nodes.to_string()),
        flag("window", settings.window.to_string()),
        cost(settings.cost.preset),
        flag("weights", weights(&settings.cost.weights)),
        flag(
            "alternatives",
            settings.alternatives.unwrap_or(0).to_string(),
        ),
        flag(
            "most-positions",
            settings.most_positions.unwrap_or(0).to_string(),
        ),
        flag(
            "reproducible",
            if settings.reproducible { "yes" } else { "no" }.into(),
        ),
    ]
}

fn weights(weights: &Weights) -> String {
    let all = Weight::ALL.into_iter();
    all.map(|weight| format!("{}={}", weight.name(), rounded(weights.get(weight))))
        .collect::<Vec<_>>()
        .join(",")
}

/// To four places, as people write it: the weights of older projects are odd fractions.
fn rounded(part: f64) -> f64 {
    (part * 10_000.0).round() / 10_000.0
}

fn cost(preset: Preset) -> Vec<String> {
    let words = match preset {
        Preset::Dropout { per_ply } => format!("--cost dropout --per-ply {per_ply}"),
        Preset::Rivest { p, .. } => format!("--cost rivest --p {p}"),
        Preset::Repertoire {
            second,
            own,
            theirs,
        } => {
            let side = if second { "black" } else { "white" };
            format!("--cost {side} --per-ply {own} --theirs {theirs}")
        }
    };
    words.split(' ').map(String::from).collect()
}

/// A flag for people: counts grouped.
fn shown(flag: &[String]) -> String {
    let group = |word: &String| match word.parse::<u64>() {
        Ok(number) if number >= 10_000 => output::grouped(number),
        _ => word.clone(),
    };
    flag.iter().map(group).collect::<Vec<_>>().join(" ")
}

/// Runs the command.
pub fn run(args: &SetArgs) -> anyhow::Result<Code> {
    let project = project::open(&args.name)?;
    let old = project.settings();
    project.set(&args.growth.change())?;
    let new = project.settings();
    let mut report = EditReport::new("set", &args.name);
    let mut back = Vec::new();
    for (before, after) in flags(&old).into_iter().zip(flags(&new)) {
        if before != after {
            report.changed(format!("{} (it was {})", shown(&after), shown(&before)));
            back.extend(before);
        }
    }
    if back.is_empty() {
        let all: Vec<String> = flags(&new).iter().map(|flag| shown(flag)).collect();
        report.note(format!("nothing is different: {}", all.join(" ")));
    }
    report.undo("set", &back.iter().map(String::as_str).collect::<Vec<_>>());
    report.figure("settings", serde_json::to_value(&new)?);
    report.print()
}
