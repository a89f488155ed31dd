//! The process of an engine: lines in, lines out, and a certain end.
//!
//! A watcher, a shell of one line, begins a process group that the engine joins. The watcher waits
//! for the end of a pipe that only we hold, and then kills the group: so the engine, and whatever
//! it started, ends when we drop it and also when we are killed ourselves, and no process number is
//! ever used after it may mean another process. What has left the group (`setsid`) is searched for
//! when we end the engine ourselves: see `descendants.rs`.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::descendants::Strays;
use super::discovery::{discover, find};
use super::error::ErrorKind;

/// The longest line that is read; no engine writes one like it.
pub(super) const LONGEST_LINE: usize = 64 * 1024;
/// Lines that wait for us; beyond that the engine waits.
const WAITING: usize = 512;
/// Lines of error output that are saved, and their length.
const LAST_WORDS: usize = 5;
const LONGEST_WORD: usize = 300;

/// A process that speaks in lines.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<Line>>,
    errors: Arc<Mutex<VecDeque<String>>>,
    readers: Vec<JoinHandle<()>>,
    watcher: Option<Watcher>,
}

/// What the reader gives.
enum Line {
    Text(String),
    TooLong,
}

/// Why there is no line.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum NoLine {
    /// Not yet.
    Late,
    /// Never again.
    Ended,
    /// It never ends.
    TooLong,
}

impl Process {
    /// Starts a program with its arguments.
    pub(super) fn start(command: &[String]) -> Result<Process, ErrorKind> {
        let name = command.first().cloned().unwrap_or_default();
        let program = find(&name).ok_or_else(|| not_found(&name))?;
        let watcher = Watcher::start();
        let mut command = prepare(Command::new(program), &command[1..]);
        join_group(&mut command, watcher.as_ref());
        let child = command.spawn();
        let child = child.map_err(|why| ErrorKind::CannotStart {
            program: name,
            why: why.to_string(),
        })?;
        Ok(Process::of(child, watcher))
    }

    fn of(mut child: Child, watcher: Option<Watcher>) -> Process {
        let (sender, lines) = sync_channel(WAITING);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let mut readers = Vec::new();
        if let Some(output) = child.stdout.take() {
            readers.push(thread::spawn(move || read_lines(output, &sender)));
        }
        if let Some(output) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            readers.push(thread::spawn(move || keep_last_lines(output, &errors)));
        }
        let input = child.stdin.take();
        Process {
            child,
            input,
            lines: Some(lines),
            errors,
            readers,
            watcher,
        }
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines, each with its end. A process that is gone is noticed when it is read from.
    pub(super) fn write(&mut self, lines: &str) {
        if let Some(input) = &mut self.input {
            let written = input
                .write_all(lines.as_bytes())
                .and_then(|()| input.flush());
            if written.is_err() {
                self.input = None;
            }
        }
    }

    /// The next line.
    pub(super) fn line(&self, timeout: Duration) -> Result<String, NoLine> {
        let lines = self.lines.as_ref().ok_or(NoLine::Ended)?;
        match lines.recv_timeout(timeout) {
            Ok(Line::Text(text)) => Ok(text),
            Ok(Line::TooLong) => Err(NoLine::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(NoLine::Late),
            Err(RecvTimeoutError::Disconnected) => Err(NoLine::Ended),
        }
    }

    /// The end of its error output.
    pub(super) fn last_stderr(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" / ")
    }

    /// How it ended, after a moment for it to do so.
    pub(super) fn status(&mut self) -> String {
        let ended = self.wait(Duration::from_millis(200));
        self.join_readers(Duration::from_millis(100));
        if ended {
            self.child
                .wait()
                .map_or_else(|why| why.to_string(), |status| status.to_string())
        } else {
            "it closed its output".to_owned()
        }
    }

    /// Whether it ends in this time.
    pub(super) fn wait(&mut self, timeout: Duration) -> bool {
        let start = Instant::now();
        loop {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            if start.elapsed() >= timeout {
                return false;
            }
            // It may be stuck in writing to us.
            if let Some(lines) = &self.lines {
                while lines.try_recv().is_ok() {}
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends it, and what it started, now.
    fn kill(&mut self) {
        let strays = Strays::of(self.child.id());
        // Errors mean that it is gone already.
        let _ = self.child.kill();
        self.watcher = None;
        strays.kill();
        let _ = self.child.wait();
        self.lines = None;
    }

    /// Readers end with the pipes. A grandchild that left its group may keep them open: then they
    /// are let go.
    fn join_readers(&mut self, timeout: Duration) {
        let start = Instant::now();
        while start.elapsed() < timeout && !self.readers.iter().all(JoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its input is closed later: an engine that ends by itself leaves children that are not found.
        self.kill();
        self.input = None;
        self.join_readers(Duration::from_millis(500));
        for reader in self.readers.drain(..).filter(JoinHandle::is_finished) {
            // A reader does not panic; if it did, there is nothing left to save.
            let _ = reader.join();
        }
    }
}

fn prepare(mut command: Command, arguments: &[String]) -> Command {
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[cfg(unix)]
fn join_group(command: &mut Command, watcher: Option<&Watcher>) {
    use std::os::unix::process::CommandExt;
    let group = watcher.and_then(|watcher| i32::try_from(watcher.shell.id()).ok());
    command.process_group(group.unwrap_or(0));
}

#[cfg(not(unix))]
fn join_group(_command: &mut Command, _watcher: Option<&Watcher>) {}

fn not_found(program: &str) -> ErrorKind {
    if Path::new(program).exists() {
        let why = "it is not a program (a file that may be executed)".to_owned();
        return ErrorKind::CannotStart {
            program: program.to_owned(),
            why,
        };
    }
    let names: Vec<String> = discover()
        .into_iter()
        .map(|found| found.command.join(" "))
        .collect();
    let hint = if names.is_empty() {
        "no engine was found in the usual places; install one, such as stockfish, or give its path"
            .to_owned()
    } else {
        format!("installed are: {}", names.join(", "))
    };
    ErrorKind::NotFound {
        program: program.to_owned(),
        hint,
    }
}

/// The shell that kills its process group when our end of its input closes.
struct Watcher {
    shell: Child,
}

impl Watcher {
    #[cfg(unix)]
    fn start() -> Option<Watcher> {
        use std::os::unix::process::CommandExt;
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", "trap '' HUP INT TERM; read -r _; kill -9 0"])
            .process_group(0);
        shell
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        shell.spawn().ok().map(|shell| Watcher { shell })
    }

    /// Elsewhere engines end when their input does.
    #[cfg(not(unix))]
    fn start() -> Option<Watcher> {
        None
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let start = Instant::now();
        // It kills itself with the others, unless it was suspended.
        while matches!(self.shell.try_wait(), Ok(None)) && start.elapsed() < Duration::from_secs(1)
        {
            thread::sleep(Duration::from_millis(1));
        }
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}

fn read_lines(output: impl Read, sender: &SyncSender<Line>) {
    let mut output = BufReader::with_capacity(16 * 1024, output);
    loop {
        let line = match next_line(&mut output, LONGEST_LINE) {
            Some(Ok(text)) => Line::Text(text),
            Some(Err(_)) => Line::TooLong,
            None => return,
        };
        let last = matches!(line, Line::TooLong);
        if sender.send(line).is_err() || last {
            return;
        }
    }
}

fn keep_last_lines(output: impl Read, errors: &Mutex<VecDeque<String>>) {
    let mut output = BufReader::new(output);
    while let Some(line) = next_line(&mut output, LONGEST_WORD) {
        let (Ok(line) | Err(line)) = line;
        let line = line.replace(char::is_control, " ");
        let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
        if errors.len() == LAST_WORDS {
            errors.pop_front();
        }
        errors.push_back(line.trim().to_owned());
    }
}

/// The next line without its end, or as an error the beginning of one that is too long; `None` at
/// the end. What is no UTF-8 is replaced.
fn next_line(output: &mut impl BufRead, longest: usize) -> Option<Result<String, String>> {
    let mut bytes = Vec::new();
    let limit = longest as u64 + 1;
    output
        .take(limit)
        .read_until(b'\n', &mut bytes)
        .ok()
        .filter(|&read| read > 0)?;
    let whole = bytes.last() == Some(&b'\n') || bytes.len() <= longest;
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Some(if whole { Ok(text) } else { Err(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8], longest: usize) -> Vec<Result<String, String>> {
        let mut input = input;
        std::iter::from_fn(|| next_line(&mut input, longest)).collect()
    }

    #[test]
    fn lines_of_every_make_are_read() {
        let ok = |text: &str| Ok(text.to_owned());
        assert_eq!(all(b"a\r\nb\n\nc", 10), [ok("a"), ok("b"), ok(""), ok("c")]);
        assert_eq!(all(b"\xff\xfeid\n", 10), [ok("\u{fffd}\u{fffd}id")]);
        assert_eq!(all(b"", 10), []);
    }

    #[test]
    fn a_line_has_a_longest_length() {
        let long = all(&[b'x'; 25], 10);
        assert_eq!(long[0].as_ref().unwrap_err().len(), 11);
        assert_eq!(all(b"1234567890\n", 10), [Ok("1234567890".to_owned())]);
        assert!(all(b"12345678901\n", 10)[0].is_err());
    }
}
