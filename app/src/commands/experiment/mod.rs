//! `gametree experiment`: measurements that anyone can repeat, each with its own table.

pub mod args;
mod engine;
mod oracle;
mod rivest;
mod suite;
mod truth;

use gametree_catalog::CatalogError;
use gametree_experiments::{Progress, Renderings, Run, Stage};

use args::{Experiment, ExperimentArgs, FileArgs};

use crate::error::{CliError, Code};
use crate::files::write_file_if;
use crate::interrupt;
use crate::output::{self, Meter};

/// Runs the command.
pub fn run(args: &ExperimentArgs) -> anyhow::Result<Code> {
    match &args.which {
        Experiment::Rivest(args) => rivest::run(args),
        Experiment::Oracle(args) => oracle::run(args),
        Experiment::Suite(args) => suite::run(args),
        Experiment::Truth(args) => truth::run(args),
    }
}

/// Shows the progress of an experiment on stderr.
struct Terminal;

impl Progress for Terminal {
    fn stage(&self, name: String, steps: u64) -> Box<dyn Stage + '_> {
        Box::new(Meter::new(name, steps))
    }

    fn note(&self, text: &str) {
        output::hint(text);
    }
}

impl Stage for Meter {
    fn at(&self, steps: u64) {
        Meter::at(self, steps);
    }
}

/// Runs an experiment that Ctrl-C stops and whose progress is shown.
pub fn run_on_terminal<T>(
    experiment: impl FnOnce(&Run<'_>) -> Result<T, CatalogError>,
) -> Result<T, CatalogError> {
    experiment(&Run {
        progress: &Terminal,
        stop: interrupt::flag(),
    })
}

/// Writes the files that were asked for.
pub fn write_files(args: &FileArgs, report: &dyn Renderings) -> Result<(), CliError> {
    write_file_if(args.csv.as_deref(), || report.csv())?;
    write_file_if(args.markdown.as_deref(), || report.markdown())?;
    write_file_if(args.svg.as_deref(), || report.svg())
}
