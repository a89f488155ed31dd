//! A task of this program that runs beside another. What it prints is shown when it has ended, so
//! that the two do not mix.

use std::fs::File;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

/// A task that is running.
pub struct Beside {
    task: &'static str,
    child: Child,
    log: std::path::PathBuf,
}

impl Beside {
    /// Starts a task by its name on the command line.
    pub fn start(task: &'static str) -> Result<Beside> {
        let program = std::env::current_exe().context("this program has no file")?;
        let log = program.with_file_name(format!("xtask-{task}.log"));
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
