//! The first reading of a file: what is wrong with it, and how much it would add.

use std::collections::HashSet;

use gametree::Persistent;

use super::{Bad, ImportAsk, stopped};
use crate::error::{ProjectError, Result};
use crate::paths::File;

/// This many mistakes are shown.
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
    ///
    /// # Errors
    /// When it cannot be read, or `stop` says so.
    pub(super) fn of(project: &File, ask: &ImportAsk, stop: &dyn Fn() -> bool) -> Result<Survey> {
        let mut survey = Survey::default();
        for item in ask.items()? {
            if stop() {
                return Err(stopped("stopped before anything was imported".into()));
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
                    return Err(ProjectError::failed(format!("{}: {why}", ask.shown())));
                }
            }
        }
        Ok(survey)
    }

    fn complain(&mut self, why: String) {
        self.bad += 1;
        if self.complaints.len() < SHOWN {
            self.complaints.push(why.chars().take(200).collect());
        }
    }

    /// How many positions the project does not have.
    #[must_use]
    pub fn new_positions(&self) -> u64 {
        self.new.len() as u64
    }

    /// How many games or records are wrong.
    #[must_use]
    pub fn bad(&self) -> usize {
        self.bad
    }

    /// What is wrong with them.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let mut all = self.complaints.clone();
        if self.bad > all.len() {
            all.push(format!("and {} more", self.bad - all.len()));
        }
        all
    }

    /// A file with a mistake, or with nothing in it, is not imported.
    pub(super) fn judge(&self, ask: &ImportAsk) -> Result<()> {
        let path = ask.shown();
        if self.bad > 0 && !ask.skip_bad {
            let what = format!(
                "{path}: {}; nothing was imported",
                self.complaints().join("\n  ")
            );
            return Err(ProjectError::invalid(what).hint("--skip-bad imports the rest"));
        }
        if self.items == 0 {
            return Err(ProjectError::invalid(format!(
                "{path}: there is nothing to import"
            )));
        }
        Ok(())
    }
}
