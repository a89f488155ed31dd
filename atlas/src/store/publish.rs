//! Files that appear whole or not at all.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::StoreError;
use super::error_context::named;

/// Makes a new file: `write` fills one beside it, which gets its name when it is complete and on
/// the disk.
pub(super) fn write_atomically(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let name = named(path);
    if path.exists() {
        return Err(name.other("there is such a file already"));
    }
    let unfinished = temporary_name(path);
    // A process of this number may have died here, long ago.
    let _ = std::fs::remove_file(&unfinished);
    let done =
        write(&unfinished).and_then(|()| rename_new(&unfinished, path).map_err(|e| name.io(&e)));
    let _ = std::fs::remove_file(&unfinished);
    done
}

/// A name for an unfinished file that no other process uses.
fn temporary_name(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let process = std::process::id();
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{process}-{number}.unfinished"));
    path.with_file_name(name)
}

/// Gives a file its name, unless the name is taken, and makes sure that it stays.
fn rename_new(unfinished: &Path, path: &Path) -> std::io::Result<()> {
    File::open(unfinished)?.sync_all()?;
    match std::fs::hard_link(unfinished, path) {
        Err(e) if e.kind() == ErrorKind::AlreadyExists => return Err(e),
        // Not every file system has links.
        Err(_) => std::fs::rename(unfinished, path)?,
        Ok(()) => {}
    }
    sync_folder(path)
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}
