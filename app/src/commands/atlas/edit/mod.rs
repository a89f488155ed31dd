//! `atlas`: changes what a project looks at. Every command is an action of the project, which says
//! what it did and how to undo it.

pub mod add;
pub mod report;
pub mod settings;
pub mod sources;
pub mod watch;

use clap::Args;
use gametree_project::Action;

use crate::error::Code;
use crate::project;
use report::EditReport;

/// A position of a project.
#[derive(Args, Clone, Debug)]
pub struct PlaceArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The position: moves from a root as in 'e4 e5 Nf3', '' for the root itself, or a position as
    /// in a FEN
    #[arg(value_name = "PATH")]
    pub path: String,
}

/// `atlas exclude`, `atlas include`, `atlas remove`.
#[derive(Args, Debug)]
pub struct MoveArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The move
    #[arg(value_name = "MOVE")]
    pub word: String,
}

/// `atlas boost`.
#[derive(Args, Debug)]
pub struct BoostArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The percentage of tasks that go below the position; 0 ends the boost
    #[arg(value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub percent: u8,
}

/// `atlas focus`.
#[derive(Args, Debug)]
pub struct FocusArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The position: moves from a root as in 'e4 e5 Nf3', '' for the root itself, or a position
    #[arg(value_name = "PATH", required_unless_present = "off")]
    pub path: Option<String>,
    /// End the focus
    #[arg(long, conflicts_with = "path")]
    pub off: bool,
}

/// `atlas damp`.
#[derive(Args, Debug)]
pub struct DampArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Plies, as in 1.5; 0 ends it
    #[arg(value_name = "PLIES", value_parser = plies)]
    pub plies: f64,
}

/// `atlas note`.
#[derive(Args, Debug)]
pub struct NoteArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The text; '' removes the note
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub text: String,
}

fn plies(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| format!("'{text}' is not a number of plies"))?;
    if !(0.0..=100.0).contains(&number) {
        return Err("0 to 100 plies".into());
    }
    Ok(number)
}

/// One action at a position.
pub fn act(command: &'static str, place: &PlaceArgs, action: &Action) -> anyhow::Result<Code> {
    let project = project::open(&place.name)?;
    let node = project.find(&place.path)?;
    let mut report = EditReport::new(command, &place.name);
    report.add(&*project, node, project.act(node, action)?)?;
    report.print()
}

/// `atlas exclude`, `atlas include`, `atlas remove`.
pub fn at_move(command: &'static str, args: &MoveArgs) -> anyhow::Result<Code> {
    let name = args.word.clone();
    let action = match command {
        "exclude" => Action::Exclude { name, at: None },
        "include" => Action::Include { name },
        _ => Action::Remove { name, at: None },
    };
    let project = project::open(&args.place.name)?;
    let node = project.find(&args.place.path)?;
    let done = project.act(node, &action)?;
    let mut report = EditReport::new(command, &args.place.name);
    // The undo names the move as people write it.
    let named = match done.undo.first() {
        Some(Action::Include { name } | Action::Exclude { name, .. } | Action::Add { name }) => {
            name
        }
        _ => &args.word,
    };
    report.figure("move", named.clone());
    report.add(&*project, node, done)?;
    report.print()
}

/// `atlas focus`.
pub fn focus(args: &FocusArgs) -> anyhow::Result<Code> {
    if let Some(path) = &args.path {
        let place = PlaceArgs {
            name: args.name.clone(),
            path: path.clone(),
        };
        return act("focus", &place, &Action::Focus {});
    }
    let project = project::open(&args.name)?;
    let boosts = project.queue(0)?.boosts;
    let mut report = EditReport::new("focus", &args.name);
    let Some(focus) = boosts.iter().find(|boost| boost.percent == 100) else {
        report.note("no position has the focus");
        return report.print();
    };
    let done = project.act(focus.node, &Action::Shares { shares: Vec::new() })?;
    report.changed("the focus is ended: tasks go where they cost least");
    report.figure("position", done.path.clone());
    report.undo("focus", &[&done.path]);
    report.print()
}
