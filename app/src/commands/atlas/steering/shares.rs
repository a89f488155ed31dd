//! `atlas boost`, `focus`, `damp`: where the questions go.

use clap::Args;
use gametree_atlas::fact::{NodeId, Order};

use super::places::{self, PlaceArgs};
use super::told::Told;
use crate::args::JsonArg;
use crate::error::{Code, Problem};
use crate::project::{self, Project};

/// `atlas boost`.
#[derive(Args, Debug)]
pub struct BoostArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Of a hundred questions so many go below the position; 0 ends it
    #[arg(value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub percent: u8,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// `atlas focus`.
#[derive(Args, Debug)]
pub struct FocusArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The position: moves from a root as in 'e4 e5 Nf3', '' for the root itself, or a FEN
    #[arg(value_name = "PATH", required_unless_present = "off")]
    pub path: Option<String>,
    /// End the focus
    #[arg(long, conflicts_with = "path")]
    pub off: bool,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// `atlas damp`.
#[derive(Args, Debug)]
pub struct DampArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Plies, as in 1.5; 0 ends it
    #[arg(value_name = "PLIES", value_parser = plies)]
    pub plies: u32,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// Thousandths of a ply.
fn plies(text: &str) -> Result<u32, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| format!("'{text}' is not a number of plies"))?;
    if !(0.0..=100.0).contains(&number) {
        return Err("0 to 100 plies".into());
    }
    Ok((number * 1000.0).round() as u32)
}

fn steer(project: &mut Project, order: Order) -> Result<(), Problem> {
    project
        .steer(order)
        .map_err(|error| project::problem(&error))
}

fn percent_of(project: &Project, node: NodeId) -> u8 {
    project
        .graph()
        .boosts()
        .iter()
        .find(|boost| boost.0 == node)
        .map_or(0, |boost| boost.1)
}

/// Every share there is, in words.
fn shares(project: &Project) -> anyhow::Result<String> {
    let mut all = Vec::new();
    for &(node, percent) in project.graph().boosts() {
        all.push(format!("{} {percent} %", places::named(project, node)?));
    }
    let given: u32 = project
        .graph()
        .boosts()
        .iter()
        .map(|boost| u32::from(boost.1))
        .sum();
    all.push(format!(
        "everything by its price {} %",
        100 - given.min(100)
    ));
    Ok(all.join(", "))
}

/// `atlas boost`.
pub fn boost(args: &BoostArgs) -> anyhow::Result<Code> {
    let (mut project, node) = args.place.open()?;
    let (old, new) = (percent_of(&project, node), args.percent);
    let others: u32 = project
        .graph()
        .boosts()
        .iter()
        .map(|boost| u32::from(boost.1))
        .sum();
    if others - u32::from(old) + u32::from(new) > 100 {
        let what = format!("{new} % is more than is left: {}", shares(&project)?);
        return Err(Problem::usage(what)
            .mend("make another share smaller first")
            .into());
    }
    let (path, at) = (
        places::path(&project, node)?,
        places::named(&project, node)?,
    );
    let mut told = Told::new("boost", &args.place.name);
    told.undo("boost", &[&path, &old.to_string()]);
    told.figure("position", path);
    told.figure("percent", new);
    if old == new {
        told.says(format!("{at} has {old} % already"));
    } else {
        steer(&mut project, Order::Boost { node, percent: new })?;
        told.did(format!("of the questions: {}", shares(&project)?));
    }
    told.commit(&mut project, args.output.json)
}

/// `atlas focus`.
pub fn focus(args: &FocusArgs) -> anyhow::Result<Code> {
    match &args.path {
        Some(path) => focus_on(args, path),
        None => focus_off(args),
    }
}

fn focus_on(args: &FocusArgs, path: &str) -> anyhow::Result<Code> {
    let mut project = project::open(&args.name)?;
    let node = places::find(&project, path)?;
    let at = places::named(&project, node)?;
    let mut told = Told::new("focus", &args.name);
    told.figure("position", places::path(&project, node)?);
    let old = project.graph().boosts().to_vec();
    if old == [(node, 100)] {
        told.says(format!("{at} has the focus already"));
        return told.commit(&mut project, args.output.json);
    }
    told.undo("focus", &["--off"]);
    for (other, percent) in old {
        steer(
            &mut project,
            Order::Boost {
                node: other,
                percent: 0,
            },
        )?;
        told.undo(
            "boost",
            &[&places::path(&project, other)?, &percent.to_string()],
        );
    }
    steer(&mut project, Order::Boost { node, percent: 100 })?;
    told.did(format!(
        "all questions go below {at}, as long as there are any"
    ));
    told.commit(&mut project, args.output.json)
}

fn focus_off(args: &FocusArgs) -> anyhow::Result<Code> {
    let mut project = project::open(&args.name)?;
    let mut told = Told::new("focus", &args.name);
    let focus = project
        .graph()
        .boosts()
        .iter()
        .find(|boost| boost.1 == 100)
        .map(|boost| boost.0);
    match focus {
        Some(node) => {
            told.undo("focus", &[&places::path(&project, node)?]);
            steer(&mut project, Order::Boost { node, percent: 0 })?;
            told.did("the focus is ended: questions go where they cost least");
        }
        None => told.says(format!("no position has the focus: {}", shares(&project)?)),
    }
    told.commit(&mut project, args.output.json)
}

/// `atlas damp`.
pub fn damp(args: &DampArgs) -> anyhow::Result<Code> {
    let (mut project, node) = args.place.open()?;
    let old = project
        .graph()
        .marks()
        .get(&node)
        .map_or(0, |mark| mark.damp);
    let (path, at) = (
        places::path(&project, node)?,
        places::named(&project, node)?,
    );
    let show = |milli: u32| format!("{}", f64::from(milli) / 1000.0);
    let mut told = Told::new("damp", &args.place.name);
    told.undo("damp", &[&path, &show(old)]);
    told.figure("position", path);
    told.figure("plies", f64::from(args.plies) / 1000.0);
    if old == args.plies {
        told.says(format!("{at} costs {} plies more already", show(old)));
    } else {
        steer(
            &mut project,
            Order::Damp {
                node,
                milli: args.plies,
            },
        )?;
        told.did(format!(
            "every way into {at} costs {} plies more than it would",
            show(args.plies)
        ));
    }
    told.commit(&mut project, args.output.json)
}
