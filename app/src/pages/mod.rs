//! What the pages need of this program: searches that explain themselves.

use std::path::PathBuf;

use gametree_web::host::{ClimbAsk, Host, PenaltiesAsk, RandomTree, TraceAsk};
use gametree_web::refusal::Refusal;
use serde_json::Value;

use crate::classroom;
use crate::commands::{games, searches};

/// This program, behind the pages.
pub struct Program {
    executable: PathBuf,
}

impl Program {
    /// This program.
    ///
    /// # Errors
    /// When this executable cannot be found.
    pub fn new() -> anyhow::Result<Program> {
        Ok(Program {
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
}
