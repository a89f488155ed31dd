//! A broker whose keeper was killed: the next keeper of the directory ends it.
//!
//! Where `setpriv` is (Linux), `nats-server` ends with its keeper by itself; this is for the rest.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long an orphan may take to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often to look whether it has.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Whose directory a broker's is: the process that keeps it, and the server itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    pub(crate) keeper: u32,
    pub(crate) server: u32,
}

impl Pair {
    /// The last pair of a directory.
    pub(crate) fn read(directory: &Path) -> Option<Pair> {
        let text = fs::read_to_string(file(directory)).ok()?;
        let mut numbers = text.split_whitespace().map(str::parse);
        Some(Pair {
            keeper: numbers.next()?.ok()?,
            server: numbers.next()?.ok()?,
        })
    }

    /// Remembers it. Without it an orphan is not found; nothing else depends on it.
    pub(crate) fn write(self, directory: &Path) {
        let _ = fs::write(
            file(directory),
            format!("{} {}\n", self.keeper, self.server),
        );
    }

    /// Whether the server runs, with the settings of this directory.
    pub(crate) fn is_serving(self, directory: &Path) -> bool {
        // Numbers of processes are used again: the command line tells.
        let line = fs::read(format!("/proc/{}/cmdline", self.server)).unwrap_or_default();
        let settings = directory.join("nats.conf");
        let settings = settings.as_os_str().as_encoded_bytes();
        line.split(|&byte| byte == 0).any(|word| word == settings)
    }

    /// Whether someone looks after it.
    pub(crate) fn is_kept(self) -> bool {
        Path::new(&format!("/proc/{}", self.keeper)).exists()
    }

    /// Ends the server in order, and waits for its end.
    pub(crate) fn end(self, program: &Path, directory: &Path) {
        let stop = format!("stop={}", self.server);
        let _ = Command::new(program).arg("--signal").arg(stop).output();
        let latest = Instant::now() + PATIENCE;
        while self.is_serving(directory) && Instant::now() < latest {
            std::thread::sleep(POLL_INTERVAL);
        }
    }
}

fn file(directory: &Path) -> std::path::PathBuf {
    directory.join("broker.pid")
}
