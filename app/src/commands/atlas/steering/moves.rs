//! `atlas exclude`, `include`: moves that do not count.

use clap::Args;
use gametree::{Archived, Notation};
use gametree_atlas::fact::{Order, Origin};
use gametree_atlas::query::MoveState;

use super::places::{self, PlaceArgs};
use super::told::Told;
use crate::args::JsonArg;
use crate::error::{Code, Problem};
use crate::project;

/// `atlas exclude`, `atlas include`.
#[derive(Args, Debug)]
pub struct MoveArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The move
    #[arg(value_name = "MOVE")]
    pub word: String,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// Excludes a move, or includes it again.
pub fn run(args: &MoveArgs, exclude: bool) -> anyhow::Result<Code> {
    let (command, back) = if exclude {
        ("exclude", "include")
    } else {
        ("include", "exclude")
    };
    let (mut project, node) = args.place.open()?;
    let position = project
        .position(node)
        .map_err(|error| project::problem(&error))?;
    let m = places::read_move(&position, &args.word)?;
    let code = position.encode(m);
    let state = project
        .query()
        .moves(node)
        .rows
        .iter()
        .find(|row| row.code == code)
        .map(|row| row.state);
    let name = position.write_move(m);
    let path = places::path(&project, node)?;
    let at = places::named(&project, node)?;
    let mut told = Told::new(command, &args.place.name);
    told.figure("position", path.clone());
    told.figure("move", name.clone());
    told.undo(back, &[&path, &name]);
    match (exclude, state) {
        (true, Some(MoveState::Excluded)) => {
            told.says(format!("{name} at {at} is excluded already"))
        }
        (false, Some(state)) if state != MoveState::Excluded => {
            told.says(format!("{name} at {at} is not excluded"));
        }
        (false, None) => {
            let what = format!("{name} is not in the project at {at}");
            return Err(Problem::not_found(what)
                .mend("`gametree atlas add` puts it there")
                .into());
        }
        _ => {
            // A move that nobody has added yet comes into the graph, so that engines leave it out.
            if state.is_none() {
                project
                    .add_move(node, m, Origin::User)
                    .map_err(|error| project::problem(&error))?;
            }
            let order = Order::Exclude {
                node,
                code,
                on: exclude,
            };
            project
                .steer(order)
                .map_err(|error| project::problem(&error))?;
            told.did(if exclude {
                format!("{name} at {at} is excluded: it does not count, and nobody looks at it")
            } else {
                format!("{name} at {at} counts again")
            });
        }
    }
    told.commit(&mut project, args.output.json)
}
