//! A task of this program that runs beside another. What it prints is shown when it has ended, so
//! that the two do not mix.

use std::fs::File;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace::root;

/// A task that is running.
pub struct Beside {
    task: &'static str,
    child: Child,
    log: std::path::PathBuf,
}

impl Beside {
    /// Starts a task by its name on the command line.
    pub fn start(task: &'static str) -> Result<Beside> {
        // Not `current_exe`: the file that runs may have been replaced by a build since it started.
        let program = std::env::args_os().next();
        let program = program.context("this program has no name")?;
        let log = root().join(format!("target/xtask-{task}.log"));
        let output =
            File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        println!("\n$ cargo xtask {task} > {} &", log.display());
        let child = Command::new(program)
            .arg(task)
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .spawn()
            .with_context(|| format!("cannot start `cargo xtask {task}`"))?;
        Ok(Beside { task, child, log })
    }

    /// Waits for its end and shows what it has printed.
    pub fn end(mut self) -> Result<()> {
        let status = self.child.wait()?;
        let printed = std::fs::read(&self.log)?;
        println!("\n$ cargo xtask {}", self.task);
        println!("{}", String::from_utf8_lossy(&printed));
        if !status.success() {
            bail!("`cargo xtask {}` failed", self.task);
        }
        Ok(())
    }
}
