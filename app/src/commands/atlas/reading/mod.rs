//! `atlas list`, `show`, `moves`, `line`, `tree`, `stats`, `changes`, `history`, `queue`: what a
//! project knows, one command a file.
//!
//! All of them read a project that another process may be working on. Values are White's.

mod changes;
mod history;
mod line;
mod list;
pub mod moment;
mod moves;
mod place;
mod queue;
mod show;
mod stats;
mod tree;
mod words;

use std::path::PathBuf;

use clap::Subcommand;

use crate::args::JsonArg;
use crate::error::Code;
pub use place::{AtArgs, CutArgs, Place};
pub use words::{numbered, transposition};

/// The schema of everything these commands write.
const SCHEMA: &str = "gametree.atlas/1";

/// Shows projects.
#[derive(Subcommand, Debug)]
pub enum Reading {
    /// List the projects of the directory: roots, positions, evaluations, last change, size
    #[command(before_help = "Examples:\n  gametree atlas list\n  gametree atlas list --json")]
    List {
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// Show a position: board, value, best line, notes, and the project's settings
    #[command(
        before_help = "Examples:\n  gametree atlas show ruy\n  gametree atlas show ruy 'Bb5 a6'"
    )]
    Show {
        /// Where.
        #[command(flatten)]
        at: AtArgs,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// List the moves of a position with everything known of them, the mover's best first
    #[command(
        before_help = "Examples:\n  gametree atlas moves ruy\n  gametree atlas moves ruy 'Bb5 a6' --json",
        after_help = MOVES
    )]
    Moves {
        /// Where.
        #[command(flatten)]
        at: AtArgs,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// Print the best line from a position, with the value after every move
    #[command(
        before_help = "Examples:\n  gametree atlas line ruy\n  gametree atlas line ruy Bb5 --most 40"
    )]
    Line {
        /// Where.
        #[command(flatten)]
        at: AtArgs,
        /// The longest line
        #[arg(long, value_name = "N", default_value_t = 24)]
        most: usize,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// Print what lies below a position as an outline, best first
    #[command(
        before_help = "Examples:\n  gametree atlas tree ruy\n  gametree atlas tree ruy Bb5 --share 0.02 --depth 6",
        after_help = TREE
    )]
    Tree {
        /// Where.
        #[command(flatten)]
        at: AtArgs,
        /// How much.
        #[command(flatten)]
        cut: CutArgs,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// Print figures of a project: positions, evaluations, speed, engines, depths
    #[command(
        before_help = "Examples:\n  gametree atlas stats ruy\n  gametree atlas stats ruy --json"
    )]
    Stats {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// Say what has changed since a moment, the most important first, and which watches came true
    #[command(before_help = "Examples:
  gametree atlas changes ruy --since 2h
  gametree atlas changes ruy --since 2026-11-16T07:30
  gametree atlas changes ruy --since 12000")]
    Changes {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// 2h or 3d ago, a date (UTC), or the number of a fact
        #[arg(long, value_name = "TIME")]
        since: String,
        /// At most so many positions
        #[arg(long, value_name = "N", default_value_t = 20)]
        most: usize,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// Tell how a position's value and best move came about
    #[command(before_help = "Examples:
  gametree atlas history ruy
  gametree atlas history ruy 'Bb5 a6' --svg history.svg")]
    History {
        /// Where.
        #[command(flatten)]
        at: AtArgs,
        /// Draw it into a file, too
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Overwrite the file
        #[arg(long)]
        force: bool,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
    /// List open questions, what would be asked next, and what is parked after failures
    #[command(
        before_help = "Examples:\n  gametree atlas queue ruy\n  gametree atlas queue ruy --most 50"
    )]
    Queue {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// How many questions to look ahead
        #[arg(long, value_name = "N", default_value_t = 10)]
        most: usize,
        /// Output.
        #[command(flatten)]
        output: JsonArg,
    },
}

const MOVES: &str =
    "value is what follows from everything known, direct the engine's own score of the position behind the
move; loss is against the best move, in hundredths of a pawn on a bounded scale; penalty is the way to
the next question through the move, in plies; share is the move's part of the position.
In JSON values are hundredths of a pawn, or for a mate plus or minus (1000000 - plies).";

const TREE: &str =
    "Every position stands once with what lies below it, where its share is greatest; elsewhere its place is
named. (+3) are moves of the graph that are not shown.";

/// Runs the command.
pub fn run(command: &Reading) -> anyhow::Result<Code> {
    match command {
        Reading::List { output } => list::run(output.json)?,
        Reading::Show { at, output } => show::run(at, output.json)?,
        Reading::Moves { at, output } => moves::run(at, output.json)?,
        Reading::Line { at, most, output } => line::run(at, *most, output.json)?,
        Reading::Tree { at, cut, output } => tree::run(at, cut, output.json)?,
        Reading::Stats { name, output } => stats::run(name, output.json)?,
        Reading::Changes {
            name,
            since,
            most,
            output,
        } => changes::run(name, since, *most, output.json)?,
        Reading::History {
            at,
            svg,
            force,
            output,
        } => history::run(at, svg.as_deref(), *force, output.json)?,
        Reading::Queue { name, most, output } => queue::run(name, *most, output.json)?,
    }
    Ok(Code::Done)
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(command: &Reading) -> bool {
    match command {
        Reading::List { output }
        | Reading::Show { output, .. }
        | Reading::Moves { output, .. }
        | Reading::Line { output, .. }
        | Reading::Tree { output, .. }
        | Reading::Stats { output, .. }
        | Reading::Changes { output, .. }
        | Reading::History { output, .. }
        | Reading::Queue { output, .. } => output.json,
    }
}
