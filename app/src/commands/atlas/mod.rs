//! `gametree atlas`: prints what projects know, and hands them what the user wants.
//!
//! `show` prints, `edit` does actions, `import` and `export` read and write files of other programs,
//! `projects` and `maintain` work on whole projects.

pub mod args;
pub mod edit;
mod export;
mod import;
mod maintain;
mod projects;
pub mod show;

use args::{Atlas, AtlasArgs};
use gametree_project::Action;

use crate::error::Code;

/// Runs the command.
pub fn run(args: &AtlasArgs) -> anyhow::Result<Code> {
    match &args.which {
        Atlas::List => show::list::run()?,
        Atlas::Show { at, .. } => show::node::run(at)?,
        Atlas::Moves { at, .. } => show::moves::run(at)?,
        Atlas::Line { at, most, .. } => show::line::run(at, *most)?,
        Atlas::Tree { at, cut, .. } => show::tree::run(at, cut)?,
        Atlas::Stats { name, .. } => show::stats::run(name)?,
        Atlas::Changes {
            name, since, most, ..
        } => show::changes::run(name, since, *most)?,
        Atlas::History { at, svg, force, .. } => {
            show::history::run(at, svg.as_deref(), *force)?;
        }
        Atlas::Game {
            name, svg, force, ..
        } => show::game::run(name, svg.as_deref(), *force)?,
        Atlas::Queue { name, most, .. } => show::queue::run(name, *most)?,
        which => return change(which),
    }
    Ok(Code::Done)
}

/// Runs a command that changes something, or works on files.
fn change(which: &Atlas) -> anyhow::Result<Code> {
    match which {
        Atlas::Add(args) => edit::add::run(args),
        Atlas::Exclude(args) => edit::at_move("exclude", args),
        Atlas::Include(args) => edit::at_move("include", args),
        Atlas::Remove(args) => edit::at_move("remove", args),
        Atlas::Boost(args) => {
            let percent = args.percent;
            edit::act("boost", &args.place, &Action::Boost { percent })
        }
        Atlas::Focus(args) => edit::focus(args),
        Atlas::Damp(args) => {
            let plies = args.plies;
            edit::act("damp", &args.place, &Action::Damp { plies })
        }
        Atlas::Note(args) => {
            let text = args.text.clone();
            edit::act("note", &args.place, &Action::Note { text })
        }
        Atlas::Watch(args) => edit::watch::run(args),
        Atlas::Set(args) => edit::settings::run(args),
        Atlas::Distrust(args) => edit::sources::distrust(args),
        Atlas::Cancel(args) => edit::sources::cancel(args),
        Atlas::Retry(args) => edit::sources::retry(args),
        Atlas::Import(args) => import::run(args),
        Atlas::Export(args) => export::run(args),
        Atlas::Merge(args) => projects::merge(args),
        Atlas::Extract(args) => projects::extract(args),
        Atlas::Rename(args) => projects::rename(args),
        Atlas::Duplicate(args) => projects::duplicate(args),
        Atlas::Archive(args) => projects::archive(args),
        Atlas::Delete(args) => projects::delete(args),
        Atlas::Restore(args) => projects::restore(args),
        Atlas::Check { name, .. } => maintain::check(name),
        Atlas::Backup { name, to, .. } => maintain::backup(name, to),
        Atlas::Compact { name, .. } => maintain::compact(name),
        shows => unreachable!("{shows:?} only shows"),
    }
}
