//! The grammar of `atlas`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::show::place::{AtArgs, CutArgs};
use super::{edit, export, import, projects};

/// `atlas`.
#[derive(Args, Debug)]
pub struct AtlasArgs {
    /// What to do.
    #[command(subcommand)]
    pub which: Atlas,
}

/// The commands: those that show, those that edit, and those that work on files.
#[derive(Subcommand, Debug)]
pub enum Atlas {
    /// List the projects of the directory: roots, positions, evaluations, last change, size
    #[command(before_help = "Examples:\n  gametree atlas list\n  gametree atlas list --json")]
    List,
    /// Show a position: board, value, best line, notes, and the project's settings
    #[command(
        before_help = "Examples:\n  gametree atlas show ruy\n  gametree atlas show ruy 'Bb5 a6'"
    )]
    Show {
        /// Where.
        #[command(flatten)]
        at: AtArgs,
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
    },
    /// Print figures of a project: positions, evaluations, speed, engines, depths
    #[command(
        before_help = "Examples:\n  gametree atlas stats ruy\n  gametree atlas stats ruy --json"
    )]
    Stats {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Show what changed since a time, the most important first, and which watches fired
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
        /// The most positions
        #[arg(long, value_name = "N", default_value_t = 20)]
        most: usize,
    },
    /// Show how a position's value and best move came about
    #[command(before_help = "Examples:
  gametree atlas history ruy
  gametree atlas history ruy 'Bb5 a6' --svg history.svg")]
    History {
        /// Where.
        #[command(flatten)]
        at: AtArgs,
        /// Also write a drawing to a file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Overwrite the file
        #[arg(long)]
        force: bool,
    },
    /// Show the game that was played: the win chance after every move, and the turning points
    #[command(before_help = "Examples:
  gametree atlas game vs-smith
  gametree atlas game vs-smith --svg curve.svg
  gametree analyse game.pgn --whole-game --evaluations 500",
        after_help = GAME)]
    Game {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// Also write the curve to a file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Overwrite the file
        #[arg(long)]
        force: bool,
    },
    /// List open tasks, what would be searched next, and what failed
    #[command(
        before_help = "Examples:\n  gametree atlas queue ruy\n  gametree atlas queue ruy --most 50"
    )]
    Queue {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// How many tasks to look ahead
        #[arg(long, value_name = "N", default_value_t = 10)]
        most: usize,
    },
    /// Add a move or a line, or another position to analyse
    #[command(before_help = "Examples:
  gametree atlas add ruy 'Bb5 a6 Bxc6'
  gametree atlas add ruy 'd4 exd4' --from 'Bb5 Nf6'
  gametree atlas add ruy --root '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'")]
    Add(edit::add::AddArgs),
    /// Take a move of yours away again
    #[command(before_help = "Examples:\n  gametree atlas remove ruy 'Bb5 a6' Bxc6")]
    Remove(edit::MoveArgs),
    /// Import games (PGN) or analysed positions (EPD)
    #[command(before_help = "Examples:
  gametree atlas import ruy games.pgn --most-plies 30
  gametree atlas import ruy games.pgn --games 3..7 --notes
  gametree atlas import ruy analysed.epd --skip-bad")]
    Import(import::ImportArgs),
    /// Stop searching a move, and do not count it
    #[command(before_help = "Examples:\n  gametree atlas exclude ruy 'Bb5 a6' Bxc6")]
    Exclude(edit::MoveArgs),
    /// Search an excluded move again
    #[command(before_help = "Examples:\n  gametree atlas include ruy 'Bb5 a6' Bxc6")]
    Include(edit::MoveArgs),
    /// Give a share of all tasks to what lies below a position
    #[command(
        before_help = "Examples:\n  gametree atlas boost ruy 'Bb5 a6' 40\n  gametree atlas boost ruy 'Bb5 a6' 0"
    )]
    Boost(edit::BoostArgs),
    /// Give all tasks to what lies below a position
    #[command(
        before_help = "Examples:\n  gametree atlas focus ruy 'Bb5 a6'\n  gametree atlas focus ruy --off"
    )]
    Focus(edit::FocusArgs),
    /// Make a position more costly: every way into it costs a number of plies more
    #[command(
        before_help = "Examples:\n  gametree atlas damp ruy 'Bb5 f5' 2\n  gametree atlas damp ruy 'Bb5 f5' 0"
    )]
    Damp(edit::DampArgs),
    /// Write a note on a position; an empty one removes it
    #[command(before_help = "Examples:\n  gametree atlas note ruy 'Bb5 a6' 'Smith plays this'")]
    Note(edit::NoteArgs),
    /// Let `atlas changes` report when something happens at a position
    #[command(before_help = "Examples:
  gametree atlas watch ruy 'Bb5 a6' --best --moves 30
  gametree atlas watch ruy 'Bb5 a6' --below -0.5
  gametree atlas watch ruy 'Bb5 a6' --off")]
    Watch(edit::watch::WatchArgs),
    /// Change how the project grows
    #[command(before_help = "Examples:
  gametree atlas set ruy --nodes 200k --per-ply 40
  gametree atlas set ruy --cost black --theirs 80")]
    Set(edit::settings::SetArgs),
    /// Search again what an engine evaluated, when its turn comes; without SOURCE: list the sources
    #[command(
        before_help = "Examples:\n  gametree atlas distrust ruy\n  gametree atlas distrust ruy 'Stockfish 15.1'"
    )]
    Distrust(edit::sources::DistrustArgs),
    /// Cancel an open task; it counts as failed until it is tried again
    #[command(
        before_help = "Examples:\n  gametree atlas queue ruy\n  gametree atlas cancel ruy 1204"
    )]
    Cancel(edit::sources::CancelArgs),
    /// Try positions again whose task failed
    #[command(
        before_help = "Examples:\n  gametree atlas retry ruy\n  gametree atlas retry ruy 'Bb5 a6'"
    )]
    #[command(alias = "unpark")]
    Retry(edit::sources::RetryArgs),
    /// Add what other projects know
    #[command(before_help = "Examples:\n  gametree atlas merge master ruy vs-smith")]
    Merge(projects::MergeArgs),
    /// Make a new project of what lies below a position
    #[command(before_help = "Examples:
  gametree atlas extract ruy 'Bb5 a6' morphy
  gametree atlas extract ruy 'Bb5 a6' morphy --share 0.001 --depth 20")]
    Extract(projects::ExtractArgs),
    /// Give a project another name
    #[command(before_help = "Examples:\n  gametree atlas rename ruy spanish")]
    Rename(projects::RenameArgs),
    /// Copy a project with its engines, also while it is analysed
    #[command(before_help = "Examples:\n  gametree atlas duplicate ruy ruy-sharp")]
    Duplicate(projects::RenameArgs),
    /// Take a project from the list; `restore` brings it back
    #[command(before_help = "Examples:\n  gametree atlas archive ruy")]
    Archive(projects::ArchiveArgs),
    /// Delete a project: it is moved to the trash
    #[command(before_help = "Examples:\n  gametree atlas delete ruy --yes")]
    Delete(projects::DeleteArgs),
    /// Bring back a project that was archived or deleted; without a name: list them
    #[command(before_help = "Examples:\n  gametree atlas restore\n  gametree atlas restore ruy")]
    Restore(projects::RestoreArgs),
    /// Write a project, or what lies below a position, for other programs and for people
    #[command(
        before_help = "Examples:
  gametree atlas export ruy --pgn ruy.pgn
  gametree atlas export ruy 'Bb5 a6' --pgn - --share 0.02
  gametree atlas export ruy --polyglot ruy.bin --epd ruy.epd
  gametree atlas export ruy --html ruy-pages",
        after_help = export::HELP
    )]
    Export(Box<export::ExportArgs>),
    /// Check a project's file: every page, every fact, and that what is derived follows from the
    /// facts
    #[command(before_help = "Examples:\n  gametree atlas check ruy")]
    Check {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Write a consistent copy, also while the project is analysed
    #[command(before_help = "Examples:\n  gametree atlas backup ruy ruy-monday.atlas")]
    Backup {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
        /// The copy, a new file
        #[arg(value_name = "FILE")]
        to: PathBuf,
    },
    /// Make a project's file smaller
    #[command(before_help = "Examples:\n  gametree atlas compact ruy")]
    Compact {
        /// The project: its name or file
        #[arg(value_name = "NAME")]
        name: String,
    },
}

const MOVES: &str = "\
value is what follows from everything known; direct is the engine's own score of the position after \
the move; loss is against the best move, in points on a bounded scale; penalty is the way to the \
next task through the move, in plies (in nats under --cost rivest); share is the move's part of the position. In JSON values are \
points (hundredths of a pawn in chess), or plus or minus (1000000 - plies) where the game is \
decided.";

const GAME: &str = "\
loss is what the mover's win chance lost by the move, in percent, against the value of the position \
before it: ?! is more than 5, ? more than 10, ?? more than 15; moves marked ? and ?? are the turning \
points. Only positions that were searched have a value: `gametree analyse GAME.pgn --whole-game` \
visits all of them.";

const TREE: &str = "\
Every position is shown once with what lies below it, where its share is greatest; elsewhere only \
its place is named. (+3) counts moves of the graph that are not shown. Unless --share and --most \
say otherwise, positions with less than 0.5 % of the start are left out, and there are at most 200.";
