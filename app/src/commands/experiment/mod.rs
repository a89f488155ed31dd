//! `gametree experiment`: measurements that anybody can repeat, each with its own table.

pub mod args;
mod oracle;
mod rivest;
mod suite;
mod table;

use args::{Experiment, ExperimentArgs};

use crate::error::Code;

/// Runs the command.
pub fn run(args: &ExperimentArgs) -> anyhow::Result<Code> {
    match &args.which {
        Experiment::Rivest(args) => rivest::run(args),
        Experiment::Oracle(args) => oracle::run(args),
        Experiment::Suite(args) => suite::run(args),
    }
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(args: &ExperimentArgs) -> bool {
    match &args.which {
        Experiment::Rivest(args) => args.files.output.json,
        Experiment::Oracle(args) => args.files.output.json,
        Experiment::Suite(args) => args.files.output.json,
    }
}
