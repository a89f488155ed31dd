//! What the pages need of this program: searches that explain themselves, and engines by their
//! names.

mod engines;
mod probe;

use std::path::PathBuf;

use gametree_web::host::{ClimbAsk, Hired, Host, PenaltiesAsk, RandomTree, TraceAsk, Wanted};
use gametree_web::refusal::Refusal;
use gametree_web::view::EngineCard;
use serde_json::Value;

use crate::classroom;
use crate::commands::{games, searches};
use crate::error::Problem;
use engines::Roster;

/// This program, behind the pages.
pub struct Program {
    roster: Roster,
    executable: PathBuf,
}

impl Program {
    /// With these engines, beside those that are found and configured.
    ///
    /// # Errors
    /// When the configuration file is wrong, or this executable cannot be found.
    pub fn new(engines: &[String]) -> anyhow::Result<Program> {
        Ok(Program {
            roster: Roster::new(engines)?,
            executable: std::env::current_exe()?,
        })
    }
}

impl Host for Program {
    fn program(&self) -> PathBuf {
        self.executable.clone()
    }

    fn games(&self) -> Value {
        games::list()
    }

    fn searches(&self) -> Value {
        searches::list()
    }

    fn examples(&self) -> Value {
        classroom::examples()
    }

    fn trace(&self, ask: &TraceAsk) -> Result<Value, Refusal> {
        classroom::trace(&classroom::Program, ask)
    }

    fn random_tree(&self, ask: &RandomTree) -> Result<Value, Refusal> {
        classroom::random_tree(ask)
    }

    fn penalties(&self, ask: &PenaltiesAsk) -> Result<Value, Refusal> {
        classroom::penalties(ask)
    }

    fn climb(&self, ask: &ClimbAsk) -> Result<Value, Refusal> {
        classroom::climb(&classroom::Program, ask)
    }

    fn engines(&self) -> Vec<EngineCard> {
        self.roster.cards()
    }

    fn hire(&self, wanted: &Wanted) -> Result<Hired, Refusal> {
        self.roster.hire(wanted)
    }

    fn test(&self, engine: &str) -> Result<Value, Refusal> {
        self.roster.test(engine)
    }
}

/// A problem of the command line, for the pages.
fn refusal(problem: Problem) -> Refusal {
    problem.into()
}
