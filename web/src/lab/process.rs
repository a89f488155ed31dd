//! The process of a run: told to stop, and certain to end.
//!
//! A watcher, a shell of a few words, begins a process group that the run joins. It reads our
//! wishes line by line, and when our end of the pipe closes, because we are gone, it interrupts the
//! group and kills it after a while. So a match saves what it has and ends also when the server is
//! killed, and no process number is used after it may mean another process.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Where the output goes, in the directory of the run.
pub const OUTPUT: &str = "stdout.log";
/// Where messages go.
pub const MESSAGES: &str = "stderr.log";

/// How long a run may take to save what it has.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// A run at work.
pub struct Process {
    child: Child,
    watcher: Option<Watcher>,
}

impl Process {
    /// Starts a program whose output goes into files of a directory.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(program: &Path, arguments: &[String], dir: &Path) -> io::Result<Process> {
        let watcher = Watcher::start();
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null());
        command
            .stdout(File::create(dir.join(OUTPUT))?)
            .stderr(File::create(dir.join(MESSAGES))?);
        join_group(&mut command, watcher.as_ref());
        Ok(Process {
            child: command.spawn()?,
            watcher,
        })
    }

    /// How it ended; `None` while it goes on.
    pub fn ended(&mut self) -> Option<io::Result<ExitStatus>> {
        self.child.try_wait().transpose()
    }

    /// Asks it to save what it has and end.
    pub fn interrupt(&mut self) {
        match &mut self.watcher {
            Some(watcher) => watcher.interrupt(),
            // Games are on the disk as soon as they end.
            None => self.kill(),
        }
    }

    /// Waits for the end; what does not end in time is killed.
    pub fn wait(&mut self, timeout: Duration) {
        let start = Instant::now();
        while self.ended().is_none() && start.elapsed() < timeout {
            thread::sleep(Duration::from_millis(10));
        }
        if self.ended().is_none() {
            self.kill();
            let _ = self.child.wait();
        }
    }

    /// Ends it now.
    pub fn kill(&mut self) {
        // An error means that it is gone already.
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended().is_none() {
            self.interrupt();
            self.wait(STOP_TIMEOUT);
        }
    }
}

#[cfg(unix)]
fn join_group(command: &mut Command, watcher: Option<&Watcher>) {
    use std::os::unix::process::CommandExt;
    let group = watcher.and_then(|watcher| i32::try_from(watcher.shell.id()).ok());
    command.process_group(group.unwrap_or(0));
}

#[cfg(not(unix))]
fn join_group(_command: &mut Command, _watcher: Option<&Watcher>) {}

/// The shell at the head of the group. Every line it reads interrupts the group, but for `end`,
/// which kills it.
struct Watcher {
    shell: Child,
}

#[cfg(unix)]
const WORDS: &str = "trap '' HUP INT TERM
while read -r wish; do [ \"$wish\" = end ] && kill -9 0; kill -INT 0; done
kill -INT 0; sleep 5; kill -9 0";

impl Watcher {
    #[cfg(unix)]
    fn start() -> Option<Watcher> {
        use std::os::unix::process::CommandExt;
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", WORDS]).process_group(0);
        shell
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        shell.spawn().ok().map(|shell| Watcher { shell })
    }

    /// Elsewhere runs are killed; their games are on the disk.
    #[cfg(not(unix))]
    fn start() -> Option<Watcher> {
        None
    }

    fn interrupt(&mut self) {
        self.say(b"stop\n");
    }

    fn say(&mut self, wish: &[u8]) {
        if let Some(input) = &mut self.shell.stdin {
            // A shell that is gone has taken its group with it.
            let _ = input.write_all(wish).and_then(|()| input.flush());
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.say(b"end\n");
        let start = Instant::now();
        while matches!(self.shell.try_wait(), Ok(None)) && start.elapsed() < Duration::from_secs(1)
        {
            thread::sleep(Duration::from_millis(1));
        }
        // It has killed itself with the others, unless it was suspended.
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}
