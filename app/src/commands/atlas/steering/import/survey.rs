//! The first reading of a file: what is wrong with it, and how much it would add.

use std::collections::HashSet;

use gametree::Archived;

use super::{Bad, ImportArgs};
use crate::error::{Code, Problem};
use crate::interrupt;
use crate::output;
use crate::project::Project;

/// So many mistakes are shown.
const SHOWN: usize = 10;

/// What a file would do.
#[derive(Default)]
pub struct Survey {
    new: HashSet<u128>,
    items: usize,
    complaints: Vec<String>,
    bad: usize,
}

impl Survey {
    /// Reads the file to its end.
    pub fn of(project: &Project, args: &ImportArgs) -> Result<Survey, Problem> {
        let mut survey = Survey::default();
        for item in args.items()? {
            if interrupt::raised() {
                let what = "stopped before anything was imported".to_string();
                return Err(Problem {
                    code: Code::Interrupted,
                    what,
                    mend: None,
                });
            }
            match item {
                Ok(lines) => {
                    survey.items += 1;
                    let keys = lines.places.iter().map(|place| place.position.identity());
                    survey
                        .new
                        .extend(keys.filter(|&key| project.graph().find(key).is_none()));
                }
                Err(Bad::Item(why)) => survey.complain(why),
                Err(Bad::File(why)) => {
                    return Err(Problem::failed(format!("{}: {why}", args.file.display())));
                }
            }
        }
        Ok(survey)
    }

    fn complain(&mut self, why: String) {
        self.bad += 1;
        if self.complaints.len() < SHOWN {
            self.complaints.push(output::shorten(&why, 200));
        }
    }

    /// How many positions the project does not have.
    pub fn new_positions(&self) -> u64 {
        self.new.len() as u64
    }

    /// How many games or records are wrong.
    pub fn bad(&self) -> usize {
        self.bad
    }

    /// What is wrong with them.
    pub fn complaints(&self) -> Vec<String> {
        let mut all = self.complaints.clone();
        if self.bad > all.len() {
            all.push(format!("and {} more", self.bad - all.len()));
        }
        all
    }

    /// A file with a mistake, or with nothing in it, is not imported.
    pub fn judge(&self, args: &ImportArgs) -> Result<(), Problem> {
        let path = args.file.display();
        if self.bad > 0 && !args.skip_bad {
            let what = format!(
                "{path}: {}; nothing was imported",
                self.complaints().join("\n  ")
            );
            return Err(Problem::usage(what).mend("--skip-bad imports the rest"));
        }
        if self.items == 0 {
            return Err(Problem::usage(format!(
                "{path}: there is nothing to import"
            )));
        }
        Ok(())
    }
}
