//! `gametree worker`: lends this computer to analyses and matches on another one.

use std::time::{Duration, Instant};

use clap::Args;
use gametree_project::EngineChoice;
use gametree_project::engines::farm::{self, Progress, Wish, WorkRequest};
use gametree_project::engines::remote_games::WorkerEngines;
use serde::Serialize;

use crate::broker_access::AccessArgs;
use crate::error::Code;
use crate::{interrupt, output};

/// How often progress is printed, where there is any.
const TELL: Duration = Duration::from_secs(10);

/// `worker`.
#[derive(Args, Debug)]
pub struct WorkerArgs {
    /// The broker's address, as `gametree broker` prints it
    #[arg(
        long,
        value_name = "URL",
        env = "GAMETREE_BROKER",
        hide_env_values = true
    )]
    pub broker: String,
    /// How to be let in.
    #[command(flatten)]
    pub access: AccessArgs,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "chess")]
    pub game: String,
    /// A UCI engine: a command, quoted when it has arguments, or a name of the configuration file;
    /// `builtin` for the built-in one. NAME=CMD lets matches use it under that name; repeat for
    /// several [default: builtin]
    #[arg(long, value_name = "[NAME=]CMD")]
    pub engine: Vec<String>,
    /// An option of the engine, as in Threads=2; repeat for several
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
    /// How many tasks at once, an engine each [default: one per processor]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Mebibytes of hash per engine [default: 128]
    #[arg(long, value_name = "MIB")]
    pub hash: Option<u64>,
    /// Forget everything before each task, for projects whose results repeat
    #[arg(long)]
    pub reproducible: bool,
    /// End when no task is left
    #[arg(long)]
    pub once: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct WorkerReport {
    schema: &'static str,
    worker: String,
    engine: String,
    done: u64,
    failed: u64,
    per_second: f64,
    seconds: f64,
    /// Why no task can be done any more.
    trouble: Option<String>,
}

/// Runs the command.
pub fn run(args: &WorkerArgs) -> anyhow::Result<Code> {
    let WorkerEngines { analysis, allowed } = WorkerEngines::of(&args.engine)?;
    let request = WorkRequest {
        broker: args.access.broker(&args.broker),
        game: args.game.clone(),
        allowed,
        engines: EngineChoice {
            commands: vec![analysis],
            options: args.option.clone(),
            count: args.jobs,
            hash: args.hash,
            reproducible: args.reproducible,
            ..EngineChoice::default()
        },
        once: args.once,
    };
    interrupt::allow_second();
    output::hint("Ctrl-C finishes the tasks in progress; a second one gives them back at once");
    let mut told = (Instant::now(), (0, 0, true));
    let mut draining = false;
    let mut tell = |progress: &Progress| {
        let news = (progress.done, progress.failed, progress.connected);
        if told.0.elapsed() >= TELL && told.1 != news {
            told = (Instant::now(), news);
            output::hint(&progress.to_string());
        }
        match interrupt::count() {
            0 => Wish::GoOn,
            1 => {
                if !std::mem::replace(&mut draining, true) {
                    output::hint(&format!(
                        "finishing the tasks in progress: {}",
                        progress.at_work
                    ));
                }
                Wish::Drain
            }
            _ => Wish::GiveBack,
        }
    };
    let mut about = |text: &str| output::hint(text);
    let summary = farm::work(&request, &mut about, &mut tell)?;
    let progress = summary.progress;
    let report = WorkerReport {
        schema: "gametree.worker/1",
        worker: summary.worker,
        engine: summary.engine,
        done: progress.done,
        failed: progress.failed,
        per_second: progress.per_second(),
        seconds: progress.elapsed.as_secs_f64(),
        trouble: progress.trouble.clone(),
    };
    output::show(&report, |_| Ok(output::line(&progress)?))?;
    Ok(match (progress.trouble, interrupt::raised()) {
        (Some(_), _) => Code::Engine,
        (None, true) => Code::Interrupted,
        (None, false) => Code::Done,
    })
}
