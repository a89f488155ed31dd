//! `atlas merge`, `extract`, `rename`, `delete`: whole projects.

use std::path::PathBuf;

use clap::Args;
use gametree_atlas::merge::Carried;
use gametree_atlas::store::FileStore;
use gametree_atlas::walk::Cut;

use super::places::{self, PlaceArgs};
use super::told::{Told, counted};
use crate::args::JsonArg;
use crate::error::{Code, Problem};
use crate::project::{self, Project};

/// `atlas merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The project that takes everything in: its name or file; a new one is made
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The projects that it takes in; they stay as they are
    #[arg(value_name = "OTHER", required = true)]
    pub others: Vec<String>,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// `atlas extract`.
#[derive(Args, Debug)]
pub struct ExtractArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The new project: a name or a file
    #[arg(value_name = "NEWNAME")]
    pub new: String,
    /// Leave out what has less than this part of the position, as in 0.001
    #[arg(long, value_name = "X", value_parser = part)]
    pub share: Option<f64>,
    /// Leave out what is further down, in half-moves
    #[arg(long, value_name = "D")]
    pub depth: Option<usize>,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// `atlas rename`.
#[derive(Args, Debug)]
pub struct RenameArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Its new name or file
    #[arg(value_name = "NEWNAME")]
    pub new: String,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// `atlas delete`.
#[derive(Args, Debug)]
pub struct DeleteArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Really
    #[arg(long)]
    pub yes: bool,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

fn part(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err(format!("'{text}' is no part: 0 to 1")),
    }
}

/// `atlas merge`.
pub fn merge(args: &MergeArgs) -> anyhow::Result<Code> {
    // Every other project is opened before this one is touched, or made.
    let mut others = Vec::new();
    for name in &args.others {
        if same_file(&project::existing(name)?, &project::file(&args.name)) {
            return Err(Problem::usage(format!("{name} cannot be merged into itself")).into());
        }
        others.push((name, project::read(name)?));
    }
    let (mut project, fresh) = project::open_or_create(&args.name)?;
    let merged = merge_all(&mut project, &others, fresh);
    let told = match merged {
        Ok(told) => told,
        Err(error) => {
            drop(project);
            discard(&args.name, fresh);
            return Err(error.into());
        }
    };
    let mut told = tell_merged(args, fresh, told);
    told.figure("total_positions", project.graph().len());
    told.print(args.output.json)
}

/// A project that was made for a merge that failed leaves no file.
fn discard(name: &str, fresh: bool) {
    if fresh {
        let _ = std::fs::remove_file(project::file(name));
    }
}

/// All of them in memory, then once to the disk. A new project grows as the first of them.
fn merge_all(
    project: &mut Project,
    others: &[(&String, Project)],
    fresh: bool,
) -> Result<Vec<(String, Carried)>, Problem> {
    let problem = |error| project::problem(&error);
    if let Some((_, first)) = others.first().filter(|_| fresh) {
        project
            .set(first.graph().settings().clone())
            .map_err(problem)?;
    }
    let mut all = Vec::new();
    for (name, other) in others {
        all.push(((*name).clone(), project.merge(other).map_err(problem)?));
    }
    project.commit().map_err(problem)?;
    Ok(all)
}

fn tell_merged(args: &MergeArgs, fresh: bool, all: Vec<(String, Carried)>) -> Told {
    let mut told = Told::new("merge", &args.name);
    let mut rows = Vec::new();
    if fresh {
        told.did(format!(
            "{}: a new project ({})",
            args.name,
            project::file(&args.name).display()
        ));
    }
    for (name, carried) in all {
        rows.push(serde_json::json!({
            "project": name, "roots": carried.roots, "positions": carried.positions, "moves": carried.moves,
            "evaluations": carried.evaluations, "marks": carried.marks,
        }));
        if carried == Carried::default() {
            told.says(format!("{name}: nothing that is not here already"));
            continue;
        }
        let parts = [
            (carried.positions, "new position"),
            (carried.moves, "move"),
            (carried.evaluations, "evaluation"),
            (carried.roots, "root"),
            (carried.marks, "mark"),
        ];
        told.did(format!(
            "{name}: {}",
            parts.map(|(count, noun)| counted(count, noun)).join(", ")
        ));
    }
    told.figure("merged", rows);
    told.permanent(
        "a merge cannot be taken back; `gametree atlas backup` before it keeps what was",
    );
    told
}

/// `atlas extract`.
pub fn extract(args: &ExtractArgs) -> anyhow::Result<Code> {
    let project = project::read(&args.place.name)?;
    let node = places::find(&project, &args.place.path)?;
    let path = free(&args.new)?;
    if let Some(directory) = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
    {
        std::fs::create_dir_all(directory).map_err(|error| {
            Problem::failed(format!(
                "cannot make the directory {}: {error}",
                directory.display()
            ))
        })?;
    }
    let cut = (args.share.is_some() || args.depth.is_some()).then(|| Cut {
        share: args.share.unwrap_or(0.0),
        depth: args.depth.unwrap_or(usize::MAX),
        ..Cut::NOTHING
    });
    let store =
        FileStore::create(&path, project::CHESS).map_err(|error| project::store_problem(&error))?;
    let new = project.extract(node, cut, store).map_err(|error| {
        let _ = std::fs::remove_file(&path);
        project::problem(&error)
    })?;
    let at = places::named(&project, node)?;
    let mut told = Told::new("extract", &args.new);
    told.figure("from", args.place.name.clone());
    told.figure("position", places::path(&project, node)?);
    told.figure("positions", new.graph().len());
    told.figure("evaluations", new.graph().evaluations());
    told.did(format!(
        "{} ({}): {} of {}, at and below {at}, {}",
        args.new,
        path.display(),
        counted(new.graph().len(), "position"),
        args.place.name,
        counted(new.graph().evaluations() as usize, "evaluation"),
    ));
    told.undo("delete", &["--yes"]);
    told.print(args.output.json)
}

/// The file of a project that must not be there.
fn free(name: &str) -> Result<PathBuf, Problem> {
    let path = project::file(name);
    if path.exists() {
        let what = format!("there is a project '{name}' already ({})", path.display());
        return Err(
            Problem::usage(what).mend("another name, or `gametree atlas rename` that one first")
        );
    }
    Ok(path)
}

fn same_file(one: &std::path::Path, other: &std::path::Path) -> bool {
    let whole = |path: &std::path::Path| path.canonicalize().ok();
    whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// The file of a project that nobody else has open.
fn alone(name: &str) -> Result<PathBuf, Problem> {
    let path = project::existing(name)?;
    FileStore::open(&path).map_err(|error| project::store_problem(&error))?;
    Ok(path)
}

/// `atlas rename`.
pub fn rename(args: &RenameArgs) -> anyhow::Result<Code> {
    let to = free(&args.new)?;
    let from = alone(&args.name)?;
    std::fs::rename(&from, &to)
        .map_err(|error| Problem::failed(format!("cannot rename {}: {error}", from.display())))?;
    let mut told = Told::new("rename", &args.new);
    told.did(format!(
        "{} is {} from now on ({})",
        args.name,
        args.new,
        to.display()
    ));
    told.undo("rename", &[&args.name]);
    told.figure("file", to.display().to_string());
    told.print(args.output.json)
}

/// `atlas delete`.
pub fn delete(args: &DeleteArgs) -> anyhow::Result<Code> {
    let path = project::existing(&args.name)?;
    if !args.yes {
        let what = format!("{} would be gone, with everything in it", path.display());
        let mend = format!(
            "--yes deletes it; `gametree atlas backup {} FILE` keeps a copy",
            args.name
        );
        return Err(Problem::usage(what).mend(mend).into());
    }
    alone_or_damaged(&args.name)?;
    std::fs::remove_file(&path)
        .map_err(|error| Problem::failed(format!("cannot delete {}: {error}", path.display())))?;
    let mut told = Told::new("delete", &args.name);
    told.did(format!("{} ({}) is gone", args.name, path.display()));
    told.permanent("only a backup brings it back");
    told.print(args.output.json)
}

/// Only a project that is in use is not deleted: a damaged file may go.
fn alone_or_damaged(name: &str) -> Result<(), Problem> {
    match alone(name) {
        Err(problem) if problem.code == Code::Locked => Err(problem),
        _ => Ok(()),
    }
}
