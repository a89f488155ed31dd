//! `gametree atlas`: prints what projects know, and hands them what the user wants.
//!
//! `show` prints, `edit` does actions, `import` and `export` read and write files of other programs,
//! `projects` and `maintain` work on whole projects.

pub mod args;
mod destination;
mod edit;
mod export;
#[cfg(test)]
mod guide;
mod import;
mod maintain;
mod projects;
pub mod show;

use args::{Atlas, AtlasArgs};
use gametree_project::Action;

use crate::error::Code;

/// Runs the command.
pub fn run(args: &AtlasArgs) -> anyhow::Result<Code> {
    let json = wants_json(args);
    match &args.which {
        Atlas::List { .. } => show::list::run(json)?,
        Atlas::Show { at, .. } => show::node::run(at, json)?,
        Atlas::Moves { at, .. } => show::moves::run(at, json)?,
        Atlas::Line { at, most, .. } => show::line::run(at, *most, json)?,
        Atlas::Tree { at, cut, .. } => show::tree::run(at, cut, json)?,
        Atlas::Stats { name, .. } => show::stats::run(name, json)?,
        Atlas::Changes {
            name, since, most, ..
        } => show::changes::run(name, since, *most, json)?,
        Atlas::History { at, svg, force, .. } => {
            show::history::run(at, svg.as_deref(), *force, json)?;
        }
        Atlas::Queue { name, most, .. } => show::queue::run(name, *most, json)?,
        which => return change(which, json),
    }
    Ok(Code::Done)
}

/// Runs a command that changes something, or works on files.
fn change(which: &Atlas, json: bool) -> anyhow::Result<Code> {
    match which {
        Atlas::Add { args, .. } => edit::add::run(args, json),
        Atlas::Exclude { args, .. } => edit::exclude(args, true, json),
        Atlas::Include { args, .. } => edit::exclude(args, false, json),
        Atlas::Boost { args, .. } => {
            let percent = args.percent;
            edit::act("boost", &args.place, &Action::Boost { percent }, json)
        }
        Atlas::Focus { args, .. } => edit::focus(args, json),
        Atlas::Damp { args, .. } => {
            let plies = args.plies;
            edit::act("damp", &args.place, &Action::Damp { plies }, json)
        }
        Atlas::Note { args, .. } => {
            let text = args.text.clone();
            edit::act("note", &args.place, &Action::Note { text }, json)
        }
        Atlas::Watch { args, .. } => edit::watch::run(args, json),
        Atlas::Set { args, .. } => edit::settings::run(args, json),
        Atlas::Distrust { args, .. } => edit::sources::distrust(args, json),
        Atlas::Unpark { args, .. } => edit::sources::unpark(args, json),
        Atlas::Import { args, .. } => import::run(args, json),
        Atlas::Export(args) => export::run(args),
        Atlas::Merge { args, .. } => projects::merge(args, json),
        Atlas::Extract { args, .. } => projects::extract(args, json),
        Atlas::Rename { args, .. } => projects::rename(args, json),
        Atlas::Delete { args, .. } => projects::delete(args, json),
        Atlas::Check { name, .. } => maintain::check(name, json),
        Atlas::Backup { name, to, .. } => maintain::backup(name, to, json),
        Atlas::Compact { name, .. } => maintain::compact(name, json),
        shows => unreachable!("{shows:?} only shows"),
    }
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(args: &AtlasArgs) -> bool {
    args.which.wants_json()
}
