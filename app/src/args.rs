//! The arguments of the commands that have no file of their own for them.

use std::path::PathBuf;

use clap::Args;

use crate::limits::LimitArgs;

/// A game and a position of it.
#[derive(Args, Debug, Clone)]
pub struct PositionArgs {
    /// A game's name (`gametree games`), or a tree: '(max 3 (min 2 4))', tree:FILE
    #[arg(value_name = "GAME|TREE")]
    pub game: String,
    /// A position in the game's own notation, or moves from the start; `-` reads one per line from
    /// stdin
    #[arg(value_name = "POS")]
    pub position: Option<String>,
}

/// How a stream of results is printed.
#[derive(Args, Debug, Clone, Copy, Default)]
pub struct StreamArgs {
    /// Print one JSON object per line, one for each position
    #[arg(long, conflicts_with = "json")]
    pub jsonl: bool,
}

/// `search`.
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// Game and position.
    #[command(flatten)]
    pub at: PositionArgs,
    /// The search: NAME[:key=value,...], see `gametree searches`
    #[arg(long, value_name = "SEARCH")]
    pub with: Option<String>,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output.
    #[command(flatten)]
    pub output: StreamArgs,
}

/// `solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Game and position.
    #[command(flatten)]
    pub at: PositionArgs,
    /// Limits.
    #[command(flatten)]
    pub limits: SolveLimits,
    /// Output.
    #[command(flatten)]
    pub output: StreamArgs,
}

/// Limits of a solver: a depth makes no sense there.
#[derive(Args, Debug, Clone, Default)]
pub struct SolveLimits {
    /// Give up after this many positions
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = gametree_catalog::units::count)]
    pub nodes: Option<u64>,
    /// Give up after this time: 10s, 5m, 1h
    #[arg(long, value_name = "TIME", help_heading = "Limits", value_parser = gametree_catalog::units::duration)]
    pub time: Option<std::time::Duration>,
    /// Memory for the table: 256MB, 1GiB [default: a quarter of what is available]
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = gametree_catalog::units::size)]
    pub memory: Option<usize>,
}

/// `explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// Game and position.
    #[command(flatten)]
    pub at: PositionArgs,
    /// The search: NAME[:key=value,...], see `gametree searches`
    #[arg(long, value_name = "SEARCH")]
    pub with: Option<String>,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write a drawing of the searched tree to a file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a page that plays the search step by step
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// `compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Game and position.
    #[command(flatten)]
    pub at: PositionArgs,
    /// A search: NAME[:key=value,...]; repeat for each (default: all that fit)
    #[arg(long, value_name = "SEARCH")]
    pub with: Vec<String>,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Game and position.
    #[command(flatten)]
    pub at: PositionArgs,
    /// The search that plays against you: NAME[:key=value,...]
    #[arg(long, value_name = "SEARCH")]
    pub against: Option<String>,
    /// You are the first player (default)
    #[arg(long, conflicts_with = "second")]
    pub first: bool,
    /// You are the second player
    #[arg(long)]
    pub second: bool,
    /// In games of several players: which one you are, from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["first", "second"])]
    pub seat: Option<u8>,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// `queens`.
#[derive(Args, Debug)]
pub struct QueensArgs {
    /// The number of queens, rows and columns: 8, 1000, 1M
    #[arg(value_name = "N", value_parser = gametree_catalog::units::count)]
    pub n: u64,
    /// The search: NAME[:key=value,...], see below
    #[arg(long, value_name = "SEARCH", default_value = "min-conflicts")]
    pub with: String,
    /// Start from this state: the row of the queen of each column, counted from 1
    #[arg(long, value_name = "ROWS", value_delimiter = ',')]
    pub start: Option<Vec<u32>>,
    /// Show the board after every step
    #[arg(long, conflicts_with = "starts")]
    pub show: bool,
    /// Print the search as a program to read beside the climb
    #[arg(long)]
    pub program: bool,
    /// Try this many random starts, without restarts, and count the successes
    #[arg(long, value_name = "K", value_parser = gametree_catalog::units::count)]
    pub starts: Option<u64>,
    /// Give up after this time: 10s, 5m [default: 1m]
    #[arg(long, value_name = "TIME", value_parser = gametree_catalog::units::duration)]
    pub time: Option<std::time::Duration>,
    /// Seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write a plot of the cost over the steps to a file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `exercise`.
#[derive(Args, Debug)]
pub struct ExerciseArgs {
    /// The exercise; without one they are listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Your answers to its parts, with ; between them
    #[arg(long, value_name = "ANSWERS", allow_hyphen_values = true)]
    pub answer: Option<String>,
    /// A hint for each part
    #[arg(long)]
    pub hint: bool,
    /// Show the expected answers, and why they are right
    #[arg(long)]
    pub solution: bool,
}

/// `complexity`.
#[derive(Args, Debug)]
pub struct ComplexityArgs {
    /// A game of two players, or a tree
    #[arg(value_name = "GAME|TREE")]
    pub game: Option<String>,
    /// A position in the game's own notation, or moves from the start
    #[arg(value_name = "POS")]
    pub position: Option<String>,
    /// Count to this depth, in plies; otherwise as deep as 3 million positions allow
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Calculate with this many moves in every position
    #[arg(long, value_name = "B", conflicts_with = "game")]
    pub branching: Option<f64>,
    /// And with games of this many plies
    #[arg(long, value_name = "M", requires = "branching")]
    pub length: Option<f64>,
}

/// `features`.
#[derive(Args, Debug)]
pub struct FeaturesArgs {
    /// The game and the position.
    #[command(flatten)]
    pub at: PositionArgs,
    /// The weights: start, learned, a name, a FILE, values such as material=1,3,3,5,9 or
    /// pawns=1,queens=9; built-in: all terms of the chess evaluator
    #[arg(long, value_name = "WEIGHTS")]
    pub weights: Option<String>,
}

/// How weights are learned.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Temporal differences at the positions played
    Td,
    /// Temporal differences at the leaves of best lines
    Tdleaf,
    /// Logistic regression on results
    Regression,
    /// Mean results of positions with equal features
    Categories,
    /// A network that corrects the evaluator of chess
    Network,
}

/// `train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// A game with features: connect4, breakthrough, othello, tictactoe, mnk, cube, sets, chess
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Begin the games at this position, such as an endgame
    #[arg(long, value_name = "POS")]
    pub from: Option<String>,
    /// How to learn
    #[arg(long, value_enum, default_value = "regression")]
    pub method: Method,
    /// Games to learn from
    #[arg(long, value_name = "N", default_value = "1000", value_parser = gametree_catalog::units::count)]
    pub games: u64,
    /// How far errors reach back (td, tdleaf), 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.7)]
    pub lambda: f64,
    /// How much an error changes the weights (td, tdleaf)
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    pub rate: f64,
    /// Plies searched per move (td, tdleaf)
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub depth: u32,
    /// Positions searched per move, in the games (regression, categories, network) and in the match
    #[arg(long, value_name = "N", default_value = "500", value_parser = gametree_catalog::units::count)]
    pub nodes: u64,
    /// Games against the starting weights, to measure the gain; 0 for none
    #[arg(long = "match", value_name = "N", default_value = "200", value_parser = gametree_catalog::units::count)]
    pub match_games: u64,
    /// Seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the weights to a file; network keeps its games in FILE.games
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write a plot of the learning curve to a file
    #[arg(long, value_name = "FILE")]
    pub curve: Option<PathBuf>,
}

/// `completions`.
#[derive(Args, Debug)]
pub struct CompletionArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Write every page into this directory
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}
