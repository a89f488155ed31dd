//! `atlas merge`, `extract`, `rename`, `delete`: whole projects.

use std::path::{Path, PathBuf};

use clap::Args;
use gametree_atlas::merge::Carried;
use gametree_atlas::store::FileStore;
use gametree_atlas::walk::Cut;
use gametree_project::files::{self, ExtractAsk, Merged};
use gametree_project::{ErrorKind, ProjectError};

use super::edit::PlaceArgs;
use super::edit::report::{EditReport, counted};
use super::show::place::share;
use crate::error::{CliError, Code};
use crate::project;

/// `atlas merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The project that takes everything in: its name or file; a new one is made
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The projects that it takes in; they stay as they are
    #[arg(value_name = "OTHER", required = true)]
    pub others: Vec<String>,
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
    #[arg(long, value_name = "X", value_parser = share)]
    pub share: Option<f64>,
    /// Leave out what is further down, in plies
    #[arg(long, value_name = "D")]
    pub depth: Option<usize>,
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
}

/// `atlas delete`.
#[derive(Args, Debug)]
pub struct DeleteArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Delete it without asking
    #[arg(long)]
    pub yes: bool,
}

/// `atlas merge`.
pub fn merge(args: &MergeArgs) -> anyhow::Result<Code> {
    let into = project::file(&args.name);
    let mut others = Vec::new();
    for name in &args.others {
        let path = project::existing(name)?;
        if same_file(&path, &into) {
            return Err(CliError::usage(format!("{name} cannot be merged into itself")).into());
        }
        others.push(path);
    }
    let merged = files::merge(&into, &others)?;
    report_merged(args, &into, &merged).print()
}

fn report_merged(args: &MergeArgs, into: &Path, merged: &Merged) -> EditReport {
    let mut report = EditReport::new("merge", &args.name);
    let mut rows = Vec::new();
    if merged.fresh {
        report.changed(format!("{}: a new project ({})", args.name, into.display()));
    }
    for (name, carried) in args.others.iter().zip(&merged.carried) {
        rows.push(serde_json::json!({
            "project": name, "roots": carried.roots, "positions": carried.positions, "moves": carried.moves,
            "evaluations": carried.evaluations, "marks": carried.marks,
        }));
        if *carried == Carried::default() {
            report.note(format!("{name}: nothing that is not here already"));
            continue;
        }
        let parts = [
            (carried.positions, "new position"),
            (carried.moves, "move"),
            (carried.evaluations, "evaluation"),
            (carried.roots, "root"),
            (carried.marks, "mark"),
        ];
        report.changed(format!(
            "{name}: {}",
            parts.map(|(count, noun)| counted(count, noun)).join(", ")
        ));
    }
    report.figure("merged", rows);
    report.figure("total_positions", merged.positions);
    report.permanent("a merge cannot be undone; `gametree atlas backup` before it saves a copy");
    report
}

/// `atlas extract`.
pub fn extract(args: &ExtractArgs) -> anyhow::Result<Code> {
    let from = project::existing(&args.place.name)?;
    let to = project::file(&args.new);
    let cut = (args.share.is_some() || args.depth.is_some()).then(|| Cut {
        share: args.share.unwrap_or(0.0),
        depth: args.depth.unwrap_or(usize::MAX),
        ..Cut::NOTHING
    });
    let made = files::extract(&ExtractAsk {
        from: &from,
        position: &args.place.path,
        to: &to,
        cut,
    })?;
    let at = match made.path.as_str() {
        "" => "the root",
        path => path,
    };
    let mut report = EditReport::new("extract", &args.new);
    report.changed(format!(
        "{} ({}): {} of {}, at and below {at}, {}",
        args.new,
        to.display(),
        counted(made.positions, "position"),
        args.place.name,
        counted(made.evaluations as usize, "evaluation"),
    ));
    report.figure("from", args.place.name.clone());
    report.figure("position", made.path.clone());
    report.figure("positions", made.positions);
    report.figure("evaluations", made.evaluations);
    report.undo("delete", &["--yes"]);
    report.print()
}

/// The file of a project that must not be there.
fn free(name: &str) -> Result<PathBuf, CliError> {
    let path = project::file(name);
    if path.exists() {
        let what = format!("there is a project '{name}' already ({})", path.display());
        return Err(
            CliError::usage(what).hint("another name, or `gametree atlas rename` that one first")
        );
    }
    Ok(path)
}

fn same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().ok();
    whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// `atlas rename`.
pub fn rename(args: &RenameArgs) -> anyhow::Result<Code> {
    let to = free(&args.new)?;
    let from = project::existing(&args.name)?;
    // Only a file that no other process has open may move.
    FileStore::open(&from).map_err(ProjectError::from)?;
    std::fs::rename(&from, &to)
        .map_err(|error| CliError::failed(format!("cannot rename {}: {error}", from.display())))?;
    let mut report = EditReport::new("rename", &args.new);
    report.changed(format!(
        "{} is {} from now on ({})",
        args.name,
        args.new,
        to.display()
    ));
    report.undo("rename", &[&args.name]);
    report.figure("file", to.display().to_string());
    report.print()
}

/// `atlas delete`.
pub fn delete(args: &DeleteArgs) -> anyhow::Result<Code> {
    let path = project::existing(&args.name)?;
    if !args.yes {
        let what = format!("this would delete {} with everything in it", path.display());
        let hint = format!(
            "--yes deletes it; `gametree atlas backup {} FILE` saves a copy",
            args.name
        );
        return Err(CliError::usage(what).hint(hint).into());
    }
    // Only a project that is in use is not deleted: a damaged file may go.
    let opened = FileStore::open(&path).map_err(ProjectError::from);
    if let Err(error) = opened
        && error.kind == ErrorKind::Locked
    {
        return Err(error.into());
    }
    std::fs::remove_file(&path)
        .map_err(|error| CliError::failed(format!("cannot delete {}: {error}", path.display())))?;
    let mut report = EditReport::new("delete", &args.name);
    report.changed(format!("{} ({}) is deleted", args.name, path.display()));
    report.permanent("only a backup brings it back");
    report.print()
}
