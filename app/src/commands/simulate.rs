//! `gametree simulate`: what would need many computers, in virtual time.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use gametree_catalog::units;
use gametree_experiments::farm::{
    FarmReport, FarmRequest, NOTE, Workforce, run as simulate, shards,
};

use super::experiment::args::FileArgs;
use super::experiment::{run_on_terminal, write_files};
use crate::error::Code;
use crate::output::{self, DIM, PLAIN};
use crate::project::existing;

/// `simulate`.
#[derive(Args, Debug)]
pub struct SimulateArgs {
    /// What.
    #[command(subcommand)]
    pub which: Simulation,
}

/// The simulations.
#[derive(Subcommand, Debug)]
pub enum Simulation {
    /// Find how many workers a coordinator keeps busy: real tasks, results and commits, simulated
    /// workers
    #[command(
        before_help = "Examples:
  gametree simulate farm --workers 1000 --task 1s --fail 0.02
  gametree simulate farm --workers 100,300,1k,3k,10k --positions 1M --svg farm.svg
  gametree simulate farm --workers 50 --window 200 --results 5k --memory --json",
        after_help = FARM
    )]
    Farm(Box<FarmArgs>),
    /// Count what would cross between coordinators, if each had a part of a project
    #[command(before_help = "Examples:
  gametree simulate shards ruy
  gametree simulate shards ruy.atlas --plies 4 --json")]
    Shards(ShardsArgs),
}

/// `simulate shards`.
#[derive(Args, Debug)]
pub struct ShardsArgs {
    /// A project, by its name or its file
    #[arg(value_name = "NAME")]
    pub project: String,
    /// Plies from a root to where a part begins
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub plies: u32,
}

const FARM: &str = "\
The coordinator selects tasks, applies results in turn and commits them to a file, as in `analyse`; \
what that costs here is measured and passes in virtual time. Workers exist in virtual time only: a \
task takes --task times its length (in shortest tasks) times a random factor; a worker that fails is \
replaced after --lease, and its tasks go to others then; one failure in four reports too late instead. \
The project is of a made-up game, is grown to --positions first, and is deleted at the end. Then its \
file is opened as a kill would leave it, and the time until tasks are given out again is measured.
Without --window, 2, 3, 4, 6, 8 and 12 times the workers are tried, until workers search for 95 % of \
the time or the coordinator has no time left. `fingerprint` is a function of --seed, --positions, \
--results and --window: workers and failures change nothing.";

/// `simulate farm`.
#[derive(Args, Debug)]
pub struct FarmArgs {
    /// How many workers; several numbers, separated by commas, have a row each
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', default_value = "1000", value_parser = units::count)]
    pub workers: Vec<u64>,
    /// How long a shortest task takes, on average
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = units::duration)]
    pub task: Duration,
    /// How much times differ: 0.5 is half as long to half as long again
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub spread: f64,
    /// The share of tasks during which the worker fails
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    pub fail: f64,
    /// When the task of a worker that failed is given to another [default: twice --task]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub lease: Option<Duration>,
    /// How long a message is on its way
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = units::duration)]
    pub latency: Duration,
    /// Tasks that a worker holds besides the one it searches
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub prefetch: usize,
    /// Tasks open at once [default: as many as are needed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub window: Option<u32>,
    /// Results per row, at least; five times the window where that is more
    #[arg(long, value_name = "N", default_value = "10k", value_parser = units::count)]
    pub results: u64,
    /// Positions of the project before the first row
    #[arg(long, value_name = "N", default_value = "100k", value_parser = units::count)]
    pub positions: u64,
    /// Facts stay in memory: no file, no commits that wait for the disk
    #[arg(long)]
    pub memory: bool,
    /// Put the file into this directory [default: the system's for temporary files]
    #[arg(long, value_name = "DIR", conflicts_with = "memory")]
    pub directory: Option<PathBuf>,
    /// Seed of the game, of times and of failures
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output.
    #[command(flatten)]
    pub files: FileArgs,
}

/// Runs the command.
pub fn run(args: &SimulateArgs) -> anyhow::Result<Code> {
    match &args.which {
        Simulation::Farm(args) => farm(args),
        Simulation::Shards(args) => parts(args),
    }
}

fn parts(args: &ShardsArgs) -> anyhow::Result<Code> {
    let report = shards(&existing(&args.project)?, args.plies)?;
    output::show(&report, |report| Ok(output::paragraph(report.text())?))?;
    Ok(Code::Done)
}

fn farm(args: &FarmArgs) -> anyhow::Result<Code> {
    let report = run_on_terminal(|run| simulate(&request(args), run))?;
    write_files(&args.files, &report)?;
    output::show(&report, print)?;
    Ok(if report.complete {
        Code::Done
    } else {
        Code::Interrupted
    })
}

fn request(args: &FarmArgs) -> FarmRequest {
    FarmRequest {
        counts: args.workers.clone(),
        force: Workforce {
            workers: 0,
            task: args.task,
            nodes: 1,
            spread: args.spread,
            latency: args.latency,
            fail: args.fail,
            lease: args.lease.unwrap_or(args.task * 2),
            prefetch: args.prefetch,
            seed: args.seed,
        },
        window: args.window,
        results: args.results,
        positions: args.positions,
        memory: args.memory,
        directory: args.directory.clone(),
    }
}

fn print(report: &FarmReport) -> anyhow::Result<()> {
    output::paragraph(report.title())?;
    let mut table = output::Table::of(report.table());
    table.right(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    table.drop_first(&[8, 9, 6, 5, 7]);
    output::line(table)?;
    for note in report.notes() {
        output::paragraph(note)?;
    }
    Ok(output::paragraph(format!("{DIM}{NOTE}{PLAIN}"))?)
}
