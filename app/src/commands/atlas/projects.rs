//! `atlas merge`, `extract`, `rename`, `duplicate`, `archive`, `delete`, `restore`: whole projects.

use std::path::Path;

use clap::Args;
use gametree_atlas::merge::Carried;
use gametree_atlas::walk::Cut;
use gametree_project::files::{self, ExtractAsk, Merged};
use gametree_project::lifecycle::{self, Shelf, Shelved};

use super::edit::PlaceArgs;
use super::edit::report::{EditReport, counted};
use super::show::place::share;
use crate::error::{CliError, Code};
use crate::{output, project};

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

/// `atlas archive`.
#[derive(Args, Debug)]
pub struct ArchiveArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
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

/// `atlas restore`.
#[derive(Args, Debug)]
pub struct RestoreArgs {
    /// The project; without one, what can be restored is listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
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

fn same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().ok();
    whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// `atlas rename`.
pub fn rename(args: &RenameArgs) -> anyhow::Result<Code> {
    let from = project::existing(&args.name)?;
    let to = project::file(&args.new);
    lifecycle::rename(&project::engines(), &from, &to)?;
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

/// `atlas duplicate`.
pub fn duplicate(args: &RenameArgs) -> anyhow::Result<Code> {
    let from = project::existing(&args.name)?;
    let to = project::file(&args.new);
    lifecycle::duplicate(&project::engines(), &from, &to)?;
    let mut report = EditReport::new("duplicate", &args.new);
    report.changed(format!(
        "{} is a copy of {} ({})",
        args.new,
        args.name,
        to.display()
    ));
    report.figure("from", args.name.clone());
    report.figure("file", to.display().to_string());
    report.undo("delete", &["--yes"]);
    report.print()
}

/// `atlas archive`.
pub fn archive(args: &ArchiveArgs) -> anyhow::Result<Code> {
    let path = project::existing(&args.name)?;
    put_away("archive", &path, Shelf::Archive)
}

/// `atlas delete`.
pub fn delete(args: &DeleteArgs) -> anyhow::Result<Code> {
    let path = project::existing(&args.name)?;
    if !args.yes {
        let what = format!("this would delete {} with everything in it", path.display());
        let hint =
            "--yes moves it to the trash, from where `gametree atlas restore` brings it back";
        return Err(CliError::usage(what).hint(hint).into());
    }
    put_away("delete", &path, Shelf::Trash)
}

fn put_away(verb: &'static str, path: &Path, shelf: Shelf) -> anyhow::Result<Code> {
    let to = lifecycle::put_away(&project::engines(), path, shelf)?;
    let name = |path: &Path| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let is_named = path.parent() == Some(&project::directory());
    let subject = match is_named {
        true => name(&to),
        false => to.display().to_string(),
    };
    let mut report = EditReport::new(verb, &subject);
    let done = match shelf {
        Shelf::Archive => "archived",
        Shelf::Trash => "deleted",
    };
    report.changed(format!(
        "{} is {done}; it is {} now",
        name(path),
        to.display()
    ));
    report.figure("file", to.display().to_string());
    // What is not among the projects is not listed anywhere: only its file is known.
    match is_named {
        true => report.undo("restore", &[]),
        false => report.undo("rename", &[&path.display().to_string()]),
    }
    report.print()
}

/// `atlas restore`.
pub fn restore(args: &RestoreArgs) -> anyhow::Result<Code> {
    let all = lifecycle::shelved(&project::directory());
    let Some(name) = &args.name else {
        return list_shelved(&all);
    };
    let item = all.iter().find(|item| item.name == *name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|item| item.name.as_str()).collect();
        let known = match names.is_empty() {
            true => "nothing is archived or deleted".into(),
            false => format!("archived or deleted: {}", names.join(", ")),
        };
        CliError::not_found(format!("there is no project '{name}' to restore")).hint(known)
    })?;
    let file = lifecycle::restore(&project::engines(), &project::directory(), item)?;
    let mut report = EditReport::new("restore", name);
    report.changed(format!("{name} is in the list again ({})", file.display()));
    report.figure("file", file.display().to_string());
    match item.shelf {
        Shelf::Archive => report.undo("archive", &[]),
        Shelf::Trash => report.undo("delete", &["--yes"]),
    }
    report.print()
}

fn list_shelved(all: &[Shelved]) -> anyhow::Result<Code> {
    if output::is_json() {
        output::json(&serde_json::json!({
            "schema": "gametree.atlas.shelved/1", "projects": all,
        }))?;
        return Ok(Code::Done);
    }
    for item in all {
        let place = match item.shelf {
            Shelf::Archive => "archived",
            Shelf::Trash => "deleted",
        };
        output::line(format!("{}  {place}", item.name))?;
    }
    if all.is_empty() {
        output::hint("nothing is archived or deleted");
    }
    Ok(Code::Done)
}
