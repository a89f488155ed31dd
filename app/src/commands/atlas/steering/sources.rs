//! `atlas distrust`, `unpark`: questions that are asked again.

use clap::Args;
use gametree_atlas::fact::{NodeId, Order};
use gametree_atlas::query::SourceRow;

use super::places;
use super::told::Told;
use crate::args::JsonArg;
use crate::error::{Code, Problem};
use crate::output;
use crate::project::{self, Project};

/// `atlas distrust`.
#[derive(Args, Debug)]
pub struct DistrustArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The source: its number in the list, its name, or a part of it that no other has
    #[arg(value_name = "SOURCE")]
    pub source: Option<String>,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// `atlas unpark`.
#[derive(Args, Debug)]
pub struct UnparkArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The position: moves from a root, or a FEN [default: all that are parked]
    #[arg(value_name = "PATH")]
    pub path: Option<String>,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

fn described(number: usize, row: &SourceRow) -> String {
    let options = if row.options.is_empty() {
        String::new()
    } else {
        format!(" ({})", row.options)
    };
    let again = if row.distrusted { ", asked again" } else { "" };
    let positions = output::grouped(row.positions as u64);
    format!(
        "{number}  {}{options}: {positions} positions{again}",
        row.name
    )
}

/// The source that a text names: its number from 0, as everywhere, or its name.
fn pick(rows: &[SourceRow], text: &str) -> Result<usize, Problem> {
    let list = || {
        let all: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(at, row)| described(at, row))
            .collect();
        if all.is_empty() {
            "nobody has answered yet".into()
        } else {
            all.join("\n")
        }
    };
    if let Ok(number) = text.parse::<usize>()
        && number < rows.len()
    {
        return Ok(number);
    }
    let wanted = text.to_lowercase();
    let exact: Vec<usize> = (0..rows.len())
        .filter(|&at| rows[at].name.to_lowercase() == wanted)
        .collect();
    let part = |&at: &usize| !wanted.is_empty() && rows[at].name.to_lowercase().contains(&wanted);
    let found = if exact.is_empty() {
        (0..rows.len()).filter(part).collect()
    } else {
        exact
    };
    match found[..] {
        [one] => Ok(one),
        [] => Err(Problem::not_found(format!("no source is called '{text}'")).mend(list())),
        _ => Err(
            Problem::usage(format!("'{text}' could be several sources: give a number"))
                .mend(list()),
        ),
    }
}

/// `atlas distrust`.
pub fn distrust(args: &DistrustArgs) -> anyhow::Result<Code> {
    let Some(text) = &args.source else {
        return list(args);
    };
    let mut project = project::open(&args.name)?;
    let rows = project.query().stats().sources;
    let place = pick(&rows, text)?;
    let row = &rows[place];
    let mut told = Told::new("distrust", &args.name);
    told.figure("source", row.name.clone());
    told.figure("number", place);
    told.figure("positions", row.positions);
    if row.distrusted {
        told.says(format!("{} is asked again already", row.name));
    } else {
        let order = Order::Distrust {
            source: place as u16,
        };
        project
            .steer(order)
            .map_err(|error| project::problem(&error))?;
        let positions = output::grouped(row.positions as u64);
        told.did(format!(
            "{}: its {positions} positions are asked again when the search comes by; until then they count",
            row.name
        ));
        told.permanent("this cannot be taken back, but no answer is lost");
    }
    told.commit(&mut project, args.output.json)
}

fn list(args: &DistrustArgs) -> anyhow::Result<Code> {
    let rows = project::read(&args.name)?.query().stats().sources;
    let mut told = Told::new("distrust", &args.name);
    for (place, row) in rows.iter().enumerate() {
        told.says(described(place, row));
    }
    if rows.is_empty() {
        told.says("nobody has answered yet");
    }
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    told.figure("sources", names);
    told.print(args.output.json)
}

/// The positions that wait for the user after failures, in order.
fn parked(project: &Project) -> Vec<NodeId> {
    let query = project.query();
    let failed = project
        .graph()
        .marks()
        .iter()
        .filter(|(_, mark)| !mark.parked.is_empty());
    let mut all: Vec<NodeId> = failed
        .map(|(&node, _)| node)
        .filter(|&node| query.position(node).parked.is_some())
        .collect();
    all.sort_unstable();
    all
}

/// `atlas unpark`.
pub fn unpark(args: &UnparkArgs) -> anyhow::Result<Code> {
    let mut project = project::open(&args.name)?;
    let mut wanted = parked(&project);
    if let Some(path) = &args.path {
        let node = places::find(&project, path)?;
        wanted.retain(|&parked| parked == node);
    }
    let mut told = Told::new("unpark", &args.name);
    told.figure("positions", wanted.len());
    for &node in &wanted {
        project
            .steer(Order::Unpark { node })
            .map_err(|error| project::problem(&error))?;
        told.did(format!("{} is tried again", places::named(&project, node)?));
    }
    if wanted.is_empty() {
        told.says("nothing is parked there");
    }
    told.permanent("nothing needs to be taken back: a question that fails again is parked again");
    told.commit(&mut project, args.output.json)
}
