//! `atlas note`, `watch`: what the user writes on a position.

use clap::Args;
use gametree::{Score, Verdict};
use gametree_atlas::fact::{NodeId, Order, Rule};

use super::places::{self, PlaceArgs};
use super::told::Told;
use crate::args::JsonArg;
use crate::centipawns;
use crate::error::{Code, Problem};
use crate::output;
use crate::project::{self, Project};

/// `atlas note`.
#[derive(Args, Debug)]
pub struct NoteArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The words; '' removes the note
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub text: String,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// `atlas watch`.
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// What to look for.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// What to look for.
#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
pub struct RuleArgs {
    /// The value moves by so many centipawns or more
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=100_000))]
    pub moves: Option<i32>,
    /// The best move changes
    #[arg(long)]
    pub best: bool,
    /// White's value rises to this or above: pawns as in 0.5, or #4 for a mate in four
    #[arg(long, value_name = "V", value_parser = value, allow_hyphen_values = true)]
    pub above: Option<Score>,
    /// White's value falls to this or below: pawns as in -0.5, or -#4 for being mated in four
    #[arg(long, value_name = "V", value_parser = value, allow_hyphen_values = true)]
    pub below: Option<Score>,
    /// End all watches of the position
    #[arg(long, conflicts_with_all = ["moves", "best", "above", "below"])]
    pub off: bool,
}

/// A value as the tables write it.
fn value(text: &str) -> Result<Score, String> {
    let wrong =
        || format!("'{text}' is no value: pawns as in 0.5 or -1.25, or mates as in #4 or -#4");
    let mate = |text: &str| text.parse().ok().filter(|moves| (1..=500).contains(moves));
    if let Some(moves) = text.strip_prefix("-#") {
        return mate(moves)
            .map(|moves: u32| Score::loss_in(2 * moves))
            .ok_or_else(wrong);
    }
    if let Some(moves) = text.strip_prefix('#') {
        return mate(moves)
            .map(|moves: u32| Score::win_in(2 * moves))
            .ok_or_else(wrong);
    }
    let pawns: f64 = text.parse().map_err(|_| wrong())?;
    if !(-1000.0..=1000.0).contains(&pawns) {
        return Err(wrong());
    }
    Ok(Score::points((pawns * 100.0).round() as i32))
}

impl RuleArgs {
    fn rules(&self) -> Vec<Rule> {
        let rules = [
            self.moves.map(Rule::Moves),
            self.best.then_some(Rule::BestChanges),
            self.above.map(|value| Rule::Above(value.raw())),
            self.below.map(|value| Rule::Below(value.raw())),
        ];
        rules.into_iter().flatten().collect()
    }
}

/// A rule as its flag, and in words.
fn flag(rule: Rule) -> Vec<String> {
    let limit = |raw: i32| {
        let value = Score::from_raw(raw);
        match value.verdict() {
            Verdict::Points(points) => format!("{}", f64::from(points) / 100.0),
            _ => centipawns::text(value),
        }
    };
    match rule {
        Rule::Moves(points) => vec!["--moves".into(), points.to_string()],
        Rule::BestChanges => vec!["--best".into()],
        Rule::Above(raw) => vec!["--above".into(), limit(raw)],
        Rule::Below(raw) => vec!["--below".into(), limit(raw)],
    }
}

fn words(rule: Rule) -> String {
    match rule {
        Rule::Moves(points) => format!("the value moves by {points} centipawns"),
        Rule::BestChanges => "the best move changes".into(),
        Rule::Above(raw) => format!(
            "the value rises to {}",
            centipawns::text(Score::from_raw(raw))
        ),
        Rule::Below(raw) => format!(
            "the value falls to {}",
            centipawns::text(Score::from_raw(raw))
        ),
    }
}

fn steer(project: &mut Project, order: Order) -> Result<(), Problem> {
    project
        .steer(order)
        .map_err(|error| project::problem(&error))
}

/// `atlas note`.
pub fn note(args: &NoteArgs) -> anyhow::Result<Code> {
    let (mut project, node) = args.place.open()?;
    let old = project.query().note(node);
    let text = args.text.trim().to_string();
    let (path, at) = (
        places::path(&project, node)?,
        places::named(&project, node)?,
    );
    let mut told = Told::new("note", &args.place.name);
    told.undo("note", &[&path, &old]);
    told.figure("position", path);
    told.figure("note", text.clone());
    match (old == text, text.is_empty()) {
        (true, true) => told.says(format!("{at} has no note")),
        (true, false) => told.says(format!("{at} has this note already")),
        (false, empty) => {
            let shown = output::shorten(&text, 200);
            steer(&mut project, Order::Note { node, text })?;
            told.did(if empty {
                format!("{at}: its note is removed")
            } else {
                format!("{at}: noted '{shown}'")
            });
        }
    }
    told.commit(&mut project, args.output.json)
}

fn watches(project: &Project, node: NodeId) -> Vec<Rule> {
    project
        .graph()
        .marks()
        .get(&node)
        .map_or(Vec::new(), |mark| mark.watches.clone())
}

/// `atlas watch`.
pub fn watch(args: &WatchArgs) -> anyhow::Result<Code> {
    let (mut project, node) = args.place.open()?;
    let old = watches(&project, node);
    let (path, at) = (
        places::path(&project, node)?,
        places::named(&project, node)?,
    );
    let mut told = Told::new("watch", &args.place.name);
    if args.rules.off {
        if old.is_empty() {
            told.says(format!("{at} is not watched"));
        } else {
            steer(&mut project, Order::Watch { node, rule: None })?;
            told.did(format!("{at} is not watched any more"));
        }
    } else {
        told.undo("watch", &[&path, "--off"]);
        add_watches(&mut project, node, &args.rules.rules(), &mut told)?;
    }
    let again: Vec<String> = old.iter().flat_map(|&rule| flag(rule)).collect();
    if !again.is_empty() {
        let mut arguments = vec![path.as_str()];
        arguments.extend(again.iter().map(String::as_str));
        told.undo("watch", &arguments);
    }
    let now: Vec<String> = watches(&project, node)
        .iter()
        .map(|&rule| flag(rule).join(" "))
        .collect();
    told.figure("position", path);
    told.figure("watches", now);
    told.commit(&mut project, args.output.json)
}

fn add_watches(
    project: &mut Project,
    node: NodeId,
    rules: &[Rule],
    told: &mut Told,
) -> anyhow::Result<()> {
    let at = places::named(project, node)?;
    for &rule in rules {
        if watches(project, node).contains(&rule) {
            told.says(format!("{at} is watched so already: {}", words(rule)));
            continue;
        }
        steer(
            project,
            Order::Watch {
                node,
                rule: Some(rule),
            },
        )?;
        told.did(format!(
            "`gametree atlas changes` will tell when, at {at}, {}",
            words(rule)
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_tables_write_them() {
        assert_eq!(value("0.5"), Ok(Score::points(50)));
        assert_eq!(value("-1.25"), Ok(Score::points(-125)));
        assert_eq!(value("+0.3"), Ok(Score::points(30)));
        assert_eq!(value("#4"), Ok(Score::win_in(8)));
        assert_eq!(value("-#3"), Ok(Score::loss_in(6)));
        for wrong in ["", "x", "#", "#0", "-#-1", "1e9", "nan", "inf"] {
            assert!(value(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_rule_s_flag_is_read_back() {
        for rule in [
            Rule::Above(50),
            Rule::Below(-125),
            Rule::Above(Score::win_in(8).raw()),
        ] {
            let text = &flag(rule)[1];
            let (Rule::Above(raw) | Rule::Below(raw)) = rule else {
                continue;
            };
            assert_eq!(value(text).map(Score::raw), Ok(raw), "{text}");
        }
    }
}
