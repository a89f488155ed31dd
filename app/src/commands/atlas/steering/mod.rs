//! `atlas`: changes what a project looks at, one command a file.
//!
//! Every command opens the project alone, checks everything, changes it in memory, and commits once
//! (a long import: in parts). What was done and how to take it back is said by [`told::Told`].

mod add;
#[cfg(test)]
mod guide;
mod import;
mod marks;
mod moves;
mod places;
mod projects;
mod settings;
mod shares;
mod sources;
mod told;

use clap::Subcommand;

use crate::error::Code;

/// Changes what a project looks at.
#[derive(Subcommand, Debug)]
pub enum Steering {
    /// Add a move or a line, or another position to analyse
    #[command(before_help = "Examples:
  gametree atlas add ruy 'Bb5 a6 Bxc6'
  gametree atlas add ruy 'd4 exd4' --from 'Bb5 Nf6'
  gametree atlas add ruy --root '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'")]
    Add(add::AddArgs),
    /// Import games (PGN) or analysed positions (EPD)
    #[command(before_help = "Examples:
  gametree atlas import ruy games.pgn --most-plies 30
  gametree atlas import ruy games.pgn --games 3..7 --notes
  gametree atlas import ruy analysed.epd --skip-bad")]
    Import(import::ImportArgs),
    /// Do not look at a move any more, and do not count it
    #[command(before_help = "Examples:\n  gametree atlas exclude ruy 'Bb5 a6' Bxc6")]
    Exclude(moves::MoveArgs),
    /// Look at an excluded move again
    #[command(before_help = "Examples:\n  gametree atlas include ruy 'Bb5 a6' Bxc6")]
    Include(moves::MoveArgs),
    /// Give a share of all questions to what lies below a position
    #[command(
        before_help = "Examples:\n  gametree atlas boost ruy 'Bb5 a6' 40\n  gametree atlas boost ruy 'Bb5 a6' 0"
    )]
    Boost(shares::BoostArgs),
    /// Give all questions to what lies below a position
    #[command(
        before_help = "Examples:\n  gametree atlas focus ruy 'Bb5 a6'\n  gametree atlas focus ruy --off"
    )]
    Focus(shares::FocusArgs),
    /// Make a position dearer: every way into it costs so many plies more
    #[command(
        before_help = "Examples:\n  gametree atlas damp ruy 'Bb5 f5' 2\n  gametree atlas damp ruy 'Bb5 f5' 0"
    )]
    Damp(shares::DampArgs),
    /// Write a note on a position; an empty one removes it
    #[command(before_help = "Examples:\n  gametree atlas note ruy 'Bb5 a6' 'Smith plays this'")]
    Note(marks::NoteArgs),
    /// Be told, by `atlas changes`, when something happens at a position
    #[command(before_help = "Examples:
  gametree atlas watch ruy 'Bb5 a6' --best --moves 30
  gametree atlas watch ruy 'Bb5 a6' --below -0.5
  gametree atlas watch ruy 'Bb5 a6' --off")]
    Watch(marks::WatchArgs),
    /// Change how the project grows
    #[command(before_help = "Examples:
  gametree atlas set ruy --nodes 200k --per-ply 40
  gametree atlas set ruy --cost black --theirs 80")]
    Set(settings::SetArgs),
    /// Ask again what an engine has said, when the search comes by; without SOURCE: list the
    /// sources
    #[command(
        before_help = "Examples:\n  gametree atlas distrust ruy\n  gametree atlas distrust ruy 'Stockfish 15.1'"
    )]
    Distrust(sources::DistrustArgs),
    /// Try positions again whose question failed
    #[command(
        before_help = "Examples:\n  gametree atlas unpark ruy\n  gametree atlas unpark ruy 'Bb5 a6'"
    )]
    Unpark(sources::UnparkArgs),
    /// Take in what other projects know
    #[command(before_help = "Examples:\n  gametree atlas merge master ruy vs-smith")]
    Merge(projects::MergeArgs),
    /// Make a project of its own of what lies below a position
    #[command(before_help = "Examples:
  gametree atlas extract ruy 'Bb5 a6' morphy
  gametree atlas extract ruy 'Bb5 a6' morphy --share 0.001 --depth 20")]
    Extract(projects::ExtractArgs),
    /// Give a project another name
    #[command(before_help = "Examples:\n  gametree atlas rename ruy spanish")]
    Rename(projects::RenameArgs),
    /// Delete a project's file
    #[command(before_help = "Examples:\n  gametree atlas delete ruy --yes")]
    Delete(projects::DeleteArgs),
}

/// Runs the command.
pub fn run(command: &Steering) -> anyhow::Result<Code> {
    match command {
        Steering::Add(args) => add::run(args),
        Steering::Exclude(args) => moves::run(args, true),
        Steering::Include(args) => moves::run(args, false),
        Steering::Boost(args) => shares::boost(args),
        Steering::Focus(args) => shares::focus(args),
        Steering::Damp(args) => shares::damp(args),
        Steering::Note(args) => marks::note(args),
        Steering::Watch(args) => marks::watch(args),
        Steering::Set(args) => settings::run(args),
        Steering::Distrust(args) => sources::distrust(args),
        Steering::Unpark(args) => sources::unpark(args),
        Steering::Import(args) => import::run(args),
        Steering::Merge(args) => projects::merge(args),
        Steering::Extract(args) => projects::extract(args),
        Steering::Rename(args) => projects::rename(args),
        Steering::Delete(args) => projects::delete(args),
    }
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(command: &Steering) -> bool {
    match command {
        Steering::Add(args) => args.output.json,
        Steering::Exclude(args) | Steering::Include(args) => args.output.json,
        Steering::Boost(args) => args.output.json,
        Steering::Focus(args) => args.output.json,
        Steering::Damp(args) => args.output.json,
        Steering::Note(args) => args.output.json,
        Steering::Watch(args) => args.output.json,
        Steering::Set(args) => args.output.json,
        Steering::Distrust(args) => args.output.json,
        Steering::Unpark(args) => args.output.json,
        Steering::Import(args) => args.output.json,
        Steering::Merge(args) => args.output.json,
        Steering::Extract(args) => args.output.json,
        Steering::Rename(args) => args.output.json,
        Steering::Delete(args) => args.output.json,
    }
}
