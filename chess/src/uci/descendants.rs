//! Processes that an engine has started: some leave its process group (`setsid` does that), and a signal to
//! the group does not reach them.
//!
//! They are found by their parents, while those live. One whose parent has ended before belongs to
//! nobody, and is not found; nor is anything on systems without `/proc`.

use std::fs;
use std::process::{Command, Stdio};

/// A line of the table of processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    id: u32,
    parent: u32,
}

/// Processes that were found below another.
pub(super) struct Strays(Vec<u32>);

impl Strays {
    /// What a process has started, directly or not. One that is still in its group may leave it
    /// before the group is ended, so all are taken.
    pub(super) fn of(process: u32) -> Strays {
        let below = below(process, &entries());
        Strays(below.into_iter().map(|entry| entry.id).collect())
    }

    /// Ends them.
    pub(super) fn kill(&self) {
        if self.0.is_empty() {
            return;
        }
        let ids: Vec<String> = self.0.iter().map(u32::to_string).collect();
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", &format!("kill -9 {}", ids.join(" "))])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Errors mean that they are gone already.
        let _ = shell.status();
    }
}

/// All processes, as far as the system tells.
fn entries() -> Vec<Entry> {
    let Ok(folder) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let ids = folder.filter_map(|file| file.ok()?.file_name().to_str()?.parse::<u32>().ok());
    ids.filter_map(|id| read_entry(id, &fs::read_to_string(format!("/proc/{id}/stat")).ok()?))
        .collect()
}

/// Reads `ID (NAME) STATE PARENT GROUP ...`; the name may have anything in it.
fn read_entry(id: u32, stat: &str) -> Option<Entry> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_ascii_whitespace().skip(1);
    let parent = words.next()?.parse().ok()?;
    Some(Entry { id, parent })
}

/// The children of a process, their children, and so on.
fn below(process: u32, entries: &[Entry]) -> Vec<Entry> {
    let mut found: Vec<Entry> = Vec::new();
    let mut parents = vec![process];
    while let Some(parent) = parents.pop() {
        for entry in entries.iter().filter(|entry| entry.parent == parent) {
            if !found.contains(entry) {
                found.push(*entry);
                parents.push(entry.id);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_whatever_the_name_is() {
        let entry = read_entry(7, "7 (a) b) (c) S 3 5 5 0 -1 4194560");
        let expected = Entry { id: 7, parent: 3 };
        assert_eq!(entry, Some(expected));
        assert_eq!(read_entry(7, "7 (a"), None);
        assert_eq!(read_entry(7, "7 (a) S x 5"), None);
    }

    #[test]
    fn all_that_descends_is_found() {
        let entry = |id, parent| Entry { id, parent };
        let all = [
            entry(2, 1),
            entry(3, 2),
            entry(4, 3),
            entry(5, 1),
            entry(6, 6),
        ];
        let ids: Vec<u32> = below(2, &all).iter().map(|entry| entry.id).collect();
        assert_eq!(ids, [3, 4]);
        assert_eq!(below(9, &all), []);
    }
}
