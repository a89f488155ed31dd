//! The grammar of `experiment`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

/// `experiment`.
#[derive(Args, Debug)]
pub struct ExperimentArgs {
    /// Which one.
    #[command(subcommand)]
    pub which: Experiment,
}

/// The experiments.
#[derive(Subcommand, Debug)]
pub enum Experiment {
    /// Play the tables of 1987 again: min/max approximation against alpha-beta, by time and by
    /// calls
    #[command(
        before_help = "Examples:
  gametree experiment rivest
  gametree experiment rivest --players 1987 --rows calls
  gametree experiment rivest --players 1987 --rows calls --sort inner --descents counted
  gametree experiment rivest --unit 10ms --out runs/rivest --svg rivest.svg
  gametree experiment rivest --a minmax:mode=reverse --b pvs:table=0 --json",
        after_help = RIVEST
    )]
    Rivest(Box<RivestArgs>),
    /// Count the moves that keep the game's value, on solved positions of Connect-Four
    #[command(
        before_help = "Examples:
  gametree experiment oracle
  gametree experiment oracle --with minmax --with pvs --time 1ms,4ms,16ms --svg oracle.svg
  gametree experiment oracle --positions 200 --plies 16..20 --moves 5k,20k --json
  gametree experiment oracle --file positions.txt --with mcts --time 10ms",
        after_help = ORACLE
    )]
    Oracle(Box<OracleArgs>),
    /// Solve a suite of chess positions: the plain engine against the atlas, with equal nodes or in
    /// equal time
    #[command(
        before_help = "Examples:
  gametree experiment suite bt2630.epd
  gametree experiment suite wac.epd --total 2M --hard --out wac.jsonl --markdown wac.md
  gametree experiment suite kaufman.epd --wall 10s --threads 2 --json",
        after_help = SUITE
    )]
    Suite(Box<SuiteArgs>),
    /// Measure how near to a much longer search the values of plain search, MultiPV and the atlas
    /// come, at equal nodes
    #[command(
        before_help = "Examples:
  gametree experiment truth kaufman.epd --total 100k,400k
  gametree experiment truth wac.epd --positions 40 --seed 7 --total 2M --out truth.jsonl
  gametree experiment truth --random 60 --plies 16..30 --seed 3 --total 1M --markdown quiet.md
  gametree experiment truth wac.epd --total 400k --with atlas:trust=2 --with multipv:lines=3 --svg truth.svg",
        after_help = TRUTH
    )]
    Truth(Box<TruthArgs>),
}

const SUITE: &str = "\
Every position is tried by every method, each with a new engine process. With --total all have the \
same nodes: plain (one search), perturbed (plain with 3 % more nodes: its own noise), multipv (one \
search that reports three lines) and atlas (a project, hash not cleared). --hard leaves out what \
plain search solves with a thirtieth of the nodes. With --wall: threads (one engine with N threads) \
against workers (a project and N engines of one thread) for the same time. p is McNemar's exact test \
against the first method. Records that are not legal are reported with their line and left out.";

const TRUTH: &str = "\
The reference of a position is one MultiPV search, at least 50 times as long as the largest --total; \
it is saved in a file (--cache, else in the user's cache directory), so that the next run begins at \
once. Every method has a new engine process and the same nodes: plain (one line), multipv (--multipv \
lines), atlas (a project), and what --with adds. Error is the mean difference of the win chance: of \
the position's value, and of the reference's next best moves. A method that does not value a move \
counts with its bound: no better than its last line, or than its value. Regret is the win chance that \
the method's move loses; a move that the reference did not report is searched alone with a line's \
nodes. Intervals are bootstraps over positions; p is a test of the same positions against plain and \
against multipv: signs flipped at random, and McNemar's exact test for agreement.
--with atlas:KEY=VALUE,... changes settings of the project: nodes, per-ply, alternatives and the other \
growth flags without their dashes, root, decay, again, longest, trust, and the weights by their names.";

const RIVEST: &str = "\
Connect-Four; every one of the 49 openings of two plies with both colours: 98 games per row. Rows: 1 \
to 5 units of processor time per move, and 1,000 to 5,000 calls of the move operator. MM is A, AB is \
B; shares and Elo are MM's. Beside them is the published table: R. L. Rivest, Game Tree Searching by \
Min/Max Approximation, Artificial Intelligence 34 (1987). Rows of calls give the same result every \
time, for any --threads.
--players now: minmax against pvs, each with what suits it. --players 1987: the players of the \
paper; what differs from them is printed below the table. Choices that the paper leaves open are \
--sort, --replay, --ties and --descents; docs/results.md has the table of each.";

const ORACLE: &str = "\
Positions are drawn with a seed: random plies, with nothing decided or forced at a glance, and at \
least one move that gives away a win or a draw. The solver knows which; solved positions are saved \
in a file (--cache, else in the user's cache directory), so that the next run begins at once. \
`share` is the share of positions on which the search selected a move that keeps win or draw, with \
its 95 % interval (Wilson); `p_value` is McNemar's exact test against the first search at the same \
limit. --time is processor time; searches forget everything before each position.";

/// Who plays in `experiment rivest`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    /// minmax against pvs
    Now,
    /// The players of the paper, with its evaluator
    #[value(name = "1987")]
    Of1987,
}

/// Where alpha-beta of 1987 sorts the children.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sorting {
    /// At every node
    Every,
    /// Not at the last ply, where it is of no use
    Inner,
}

/// The order of children of equal static value.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieOrder {
    /// Middle columns first
    First,
    /// Outer columns first
    Last,
}

/// Whether the way from the root down to a tip counts as calls of min/max approximation of 1987.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Descents {
    /// The tree holds the positions: only new ones cost a call
    Free,
    /// The moves on the way down are played again
    Counted,
}

/// Which rows of `experiment rivest` are played.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// By time and by calls
    All,
    /// By time
    Time,
    /// By calls of the move operator
    Calls,
}

/// `experiment rivest`.
#[derive(Args, Debug)]
pub struct RivestArgs {
    /// The unit of time: rows have 1 to 5 of them per move
    #[arg(long, value_name = "TIME", default_value = "1ms", value_parser = gametree_catalog::units::duration)]
    pub unit: Duration,
    /// Who plays
    #[arg(long, value_enum, default_value_t = Players::Now)]
    pub players: Players,
    /// AB of 1987: where it sorts the children by their static values
    #[arg(long, value_enum, default_value_t = Sorting::Every)]
    pub sort: Sorting,
    /// AB of 1987: a child that is searched after the sort costs a second call
    #[arg(long)]
    pub replay: bool,
    /// AB of 1987: which of two children of equal static value comes first
    #[arg(long, value_enum, default_value_t = TieOrder::First)]
    pub ties: TieOrder,
    /// MM of 1987: whether the way down to a tip costs calls
    #[arg(long, value_enum, default_value_t = Descents::Free)]
    pub descents: Descents,
    /// Another search as MM: NAME[:key=value,...]
    #[arg(long, value_name = "SEARCH")]
    pub a: Option<String>,
    /// Another search as AB
    #[arg(long, value_name = "SEARCH")]
    pub b: Option<String>,
    /// Which rows
    #[arg(long, value_enum, default_value_t = Rows::All)]
    pub rows: Rows,
    /// Games per row: an even number; 98 is every opening with both colours
    #[arg(long, value_name = "N", default_value = "98", value_parser = gametree_catalog::units::count)]
    pub games_per_row: u64,
    /// Seed of the games and of the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at a time [default: all processors]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Save every game in this directory; the same command resumes an interrupted run
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Output.
    #[command(flatten)]
    pub files: FileArgs,
}

/// `experiment oracle`.
#[derive(Args, Debug)]
pub struct OracleArgs {
    /// How many positions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = gametree_catalog::units::count)]
    pub positions: u64,
    /// How many plies they have: N or FROM..TO
    #[arg(long, value_name = "PLIES", default_value = "12..20")]
    pub plies: String,
    /// Positions from a file instead, one per line (columns in the order of play)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "plies"])]
    pub file: Option<PathBuf>,
    /// A search: NAME[:key=value,...]; repeat for each [default: minmax, pvs, mcts]
    #[arg(long, value_name = "SEARCH")]
    pub with: Vec<String>,
    /// Processor times per move, separated by commas [default: 1ms,4ms,16ms]
    #[arg(long, value_name = "TIMES", value_delimiter = ',', conflicts_with_all = ["moves", "nodes"],
          value_parser = gametree_catalog::units::duration)]
    pub time: Vec<Duration>,
    /// Instead: calls of the move operator, separated by commas, as in 5k,20k
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', conflicts_with = "nodes",
          value_parser = gametree_catalog::units::count)]
    pub moves: Vec<u64>,
    /// Instead: positions visited, separated by commas
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', value_parser = gametree_catalog::units::count)]
    pub nodes: Vec<u64>,
    /// The file of solved positions; it is made where it is missing
    #[arg(long, value_name = "FILE", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Solve everything again and save nothing
    #[arg(long)]
    pub no_cache: bool,
    /// Seed of positions and searches
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output.
    #[command(flatten)]
    pub files: FileArgs,
}

/// `experiment suite`.
#[derive(Args, Debug)]
pub struct SuiteArgs {
    /// Positions with bm or am, in EPD
    #[arg(value_name = "FILE.epd")]
    pub file: PathBuf,
    /// Positions that each method may search in all
    #[arg(long, value_name = "N", default_value = "2M", value_parser = gametree_catalog::units::count)]
    pub total: u64,
    /// Instead: time per position, on --threads threads
    #[arg(long = "wall", value_name = "TIME", conflicts_with_all = ["total", "hard"], value_parser = gametree_catalog::units::duration)]
    pub time: Option<Duration>,
    /// Threads, or engines, with --wall
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub threads: usize,
    /// Leave out what plain search solves with a thirtieth of the nodes
    #[arg(long)]
    pub hard: bool,
    /// The engine's command [default: stockfish]
    #[arg(long, value_name = "CMD")]
    pub engine: Option<String>,
    /// Mebibytes of hash
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub hash: u64,
    /// How many positions at a time: 1 for times that can be compared
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub parallel: usize,
    /// Save every row in this file; the same command resumes an interrupted run
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How the atlas grows.
    #[command(flatten)]
    pub growth: crate::commands::growth::GrowthArgs,
    /// Output.
    #[command(flatten)]
    pub files: FileArgs,
}

/// `experiment truth`.
#[derive(Args, Debug)]
pub struct TruthArgs {
    /// Positions in EPD; they need no best moves
    #[arg(value_name = "FILE.epd", required_unless_present = "random")]
    pub epd: Vec<PathBuf>,
    /// Besides, this many random positions that a short search finds quiet and balanced
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub random: Option<u64>,
    /// How many plies these have: N or FROM..TO
    #[arg(
        long,
        value_name = "PLIES",
        default_value = "10..24",
        requires = "random"
    )]
    pub plies: String,
    /// Positions that each method may search in all, separated by commas
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', default_value = "400k", value_parser = gametree_catalog::units::count)]
    pub total: Vec<u64>,
    /// Positions that the reference searches [default: 50 times the largest --total]
    #[arg(long, value_name = "N", value_parser = gametree_catalog::units::count)]
    pub reference: Option<u64>,
    /// How many lines the reference and multipv report
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub multipv: u32,
    /// Another method: multipv:lines=N or atlas:KEY=VALUE,...; repeat for each
    #[arg(long, value_name = "METHOD")]
    pub with: Vec<String>,
    /// Measure this many of the files' positions, drawn with --seed [default: all]
    #[arg(long, value_name = "N", value_parser = gametree_catalog::units::count)]
    pub positions: Option<u64>,
    /// Seed of the sample, of random positions and of the statistics
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A move that loses no more points of win chance than this counts as near the reference's
    #[arg(long, value_name = "POINTS", default_value_t = 1.0)]
    pub tolerance: f64,
    /// The engine's command [default: stockfish]
    #[arg(long, value_name = "CMD")]
    pub engine: Option<String>,
    /// Mebibytes of hash
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub hash: u64,
    /// How many positions at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub parallel: usize,
    /// The file of references; it is made where it is missing
    #[arg(long, value_name = "FILE", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Search every reference again and save none
    #[arg(long)]
    pub no_cache: bool,
    /// Save what every method says in this file; the same command resumes an interrupted run
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How the atlas grows.
    #[command(flatten)]
    pub growth: crate::commands::growth::GrowthArgs,
    /// Output.
    #[command(flatten)]
    pub files: FileArgs,
}

/// Where a table goes.
#[derive(Args, Debug)]
pub struct FileArgs {
    /// Write the table to a file, as comma-separated values
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,
    /// Write the table to a file, in Markdown
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub markdown: Option<PathBuf>,
    /// Write a plot of the table to a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,
}
