//! `atlas add`: moves and roots that the user wants.

use clap::Args;
use gametree::{Archived, Notation};
use gametree_atlas::fact::{NodeId, Origin};
use gametree_chess::Chess;

use super::places::{self, Move};
use super::told::{Told, counted};
use crate::args::JsonArg;
use crate::error::{Code, Problem};
use crate::project::{self, Project};

/// `atlas add`.
#[derive(Args, Debug)]
pub struct AddArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The moves: 'Nf3 Nc6', '2. Nf3 Nc6' or 'g1f3 b8c6'
    #[arg(value_name = "LINE", required_unless_present = "root")]
    pub line: Option<String>,
    /// The position they start from: moves from a root, or a FEN [default: the first root where
    /// they are legal]
    #[arg(long, value_name = "PATH")]
    pub from: Option<String>,
    /// Another position to analyse; LINE starts there
    #[arg(long, value_name = "FEN", conflicts_with = "from")]
    pub root: Option<String>,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// Where the moves start, and what they are.
struct Wanted {
    start: NodeId,
    moves: Vec<Move>,
}

/// Runs the command.
pub fn run(args: &AddArgs) -> anyhow::Result<Code> {
    let root = args.root.as_deref().map(read_root).transpose()?;
    let line = args.line.as_deref().unwrap_or("");
    let mut project = project::open(&args.name)?;
    let mut told = Told::new("add", &args.name);
    let before = (
        project.graph().len(),
        project.graph().moves(),
        project.graph().roots().len(),
    );
    let wanted = match (&root, &args.from) {
        (Some(position), _) => below_new_root(&mut project, position, line)?,
        (None, Some(path)) => below(&project, places::find(&project, path)?, line)?,
        (None, None) => below_some_root(&project, line)?,
    };
    if root.is_none() && wanted.moves.is_empty() {
        return Err(Problem::usage("there is no move to add")
            .mend("name one, as in 'Nf3 Nc6'")
            .into());
    }
    let (end, first_new) = enter(&mut project, &wanted)?;
    let graph = project.graph();
    let roots = graph.roots().len() - before.2;
    let (positions, moves) = (graph.len() - before.0, graph.moves() - before.1);
    let (path, end) = (places::path(&project, end)?, places::named(&project, end)?);
    for (name, count) in [("positions", positions), ("moves", moves), ("roots", roots)] {
        told.figure(&format!("new_{name}"), count);
    }
    told.figure("position", path);
    match (project.uncommitted(), moves, roots) {
        (0, ..) => told.says(format!("{end}: it is all in the project already, as yours")),
        (_, 0, 0) => told.did(format!(
            "{end}: its moves were in the project, and are yours from now on"
        )),
        (_, 0, _) => told.did(format!("{end}: a root from now on")),
        _ => told.did(format!(
            "{end}: {}, {}",
            counted(moves, "new move"),
            counted(positions, "new position")
        )),
    }
    if let Some((path, word)) = first_new {
        told.undo("exclude", &[&path, &word]);
    }
    told.permanent(
        "moves and roots of yours are never removed; an excluded move is not looked at any more",
    );
    told.commit(&mut project, args.output.json)
}

fn read_root(text: &str) -> Result<Chess, Problem> {
    crate::commands::analyse::read_position(text)
}

fn below(project: &Project, start: NodeId, line: &str) -> anyhow::Result<Wanted> {
    let position = project
        .position(start)
        .map_err(|error| project::problem(&error))?;
    let moves = places::read_line(&position, line).map_err(|(_, problem)| problem)?;
    Ok(Wanted { start, moves })
}

/// The line is read before the root comes into the project: a wrong one leaves everything as it is.
fn below_new_root(project: &mut Project, position: &Chess, line: &str) -> anyhow::Result<Wanted> {
    let mut settled = position.clone();
    settled.settle();
    let moves = places::read_line(&settled, line).map_err(|(_, problem)| problem)?;
    let start = project
        .add_root(position)
        .map_err(|error| project::problem(&error))?;
    Ok(Wanted { start, moves })
}

/// The first root from which every word is a move; else the error of the one that came furthest.
fn below_some_root(project: &Project, line: &str) -> anyhow::Result<Wanted> {
    let mut furthest: Option<(usize, Problem)> = None;
    for root in project.graph().roots() {
        let position = project
            .position(root.node)
            .map_err(|error| project::problem(&error))?;
        match places::read_line(&position, line) {
            Ok(moves) => {
                return Ok(Wanted {
                    start: root.node,
                    moves,
                });
            }
            Err(found) if furthest.as_ref().is_none_or(|best| found.0 > best.0) => {
                furthest = Some(found)
            }
            Err(_) => {}
        }
    }
    let empty = || Problem::failed("the project has no position yet").mend("--root FEN adds one");
    Err(furthest.map_or_else(empty, |(_, problem)| problem).into())
}

/// Puts the moves into the graph; gives their last position, and the first move that was not there.
fn enter(
    project: &mut Project,
    wanted: &Wanted,
) -> anyhow::Result<(NodeId, Option<(String, String)>)> {
    let (mut at, mut first_new) = (wanted.start, None);
    for &m in &wanted.moves {
        let moves = project.graph().moves();
        let add = |project: &mut Project| project.add_move(at, m, Origin::User);
        let to = add(project).map_err(|error| project::problem(&error))?;
        if first_new.is_none() && project.graph().moves() > moves {
            let position = project
                .position(at)
                .map_err(|error| project::problem(&error))?;
            first_new = Some((places::path(project, at)?, position.write_move(m)));
        }
        at = to;
    }
    Ok((at, first_new))
}
