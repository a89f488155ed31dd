//! Files that appear whole or not at all, and copies of files that others write.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use redb::StorageBackend;
use redb::backends::InMemoryBackend;

use super::faults::Named;
use super::file::{FileStore, named};
use super::{Store, StoreError};

/// How often a file that changes while it is read is read again.
const TRIES: u32 = 40;

/// Makes a new file: `write` fills one beside it, which gets its name when it is complete and on the disk.
pub(super) fn install(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let name = named(path);
    if path.exists() {
        return Err(name.other("there is such a file already"));
    }
    let unfinished = beside(path);
    let done = write(&unfinished).and_then(|()| publish(&unfinished, path).map_err(|e| name.io(&e)));
    let _ = std::fs::remove_file(&unfinished);
    done
}

/// A name for an unfinished file: no other process uses it.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.unfinished", std::process::id()));
    path.with_file_name(name)
}

/// Gives a file its name, unless the name is taken, and makes sure that it stays.
fn publish(unfinished: &Path, path: &Path) -> std::io::Result<()> {
    std::fs::File::open(unfinished)?.sync_all()?;
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
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// The bytes of a file at some moment.
pub(super) struct Image {
    backend: InMemoryBackend,
    sum: u32,
}

impl Image {
    fn read(path: &Path) -> std::io::Result<Self> {
        let mut file = std::fs::File::open(path)?;
        let mut image = Image { backend: InMemoryBackend::new(), sum: 0 };
        let (mut sum, mut at) = (crc32fast::Hasher::new(), 0);
        let mut piece = vec![0; 1 << 20];
        loop {
            let n = file.read(&mut piece)?;
            if n == 0 {
                break;
            }
            image.backend.set_len(at + n as u64)?;
            image.backend.write(at, &piece[..n])?;
            sum.update(&piece[..n]);
            at += n as u64;
        }
        image.sum = sum.finalize();
        Ok(image)
    }

    /// A storage of these bytes. It exists once.
    pub(super) fn opener(self) -> impl Fn() -> std::io::Result<InMemoryBackend> + Send + Sync + 'static {
        let once = Mutex::new(Some(self.backend));
        move || once.lock().ok().and_then(|mut b| b.take()).ok_or_else(|| ErrorKind::NotFound.into())
    }
}

/// Reads a file and uses the copy. While a process writes, a copy may hold pages of different moments; their
/// checksums tell, and another is made. A file that is no better and has not changed is damaged.
pub(super) fn settled<T>(
    name: &Named,
    path: &Path,
    mut using: impl FnMut(Image) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut before = None;
    for _ in 0..TRIES {
        let image = Image::read(path).map_err(|e| name.io(&e))?;
        let sum = image.sum;
        match using(image) {
            Err(error @ StoreError::Damaged { .. }) if before == Some(sum) => return Err(error),
            Err(StoreError::Damaged { .. }) => before = Some(sum),
            other => return other,
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Err(name.locked())
}

/// How many facts a copy holds in memory.
const PORTION: usize = 50_000;

/// Writes all facts of a store into an empty one.
pub(super) fn pour(from: &FileStore, mut to: FileStore) -> Result<(), StoreError> {
    let mut portion = Vec::with_capacity(PORTION);
    from.replay(&mut |fact| {
        portion.push(fact);
        if portion.len() < PORTION {
            return Ok(());
        }
        let full = std::mem::replace(&mut portion, Vec::with_capacity(PORTION));
        to.append(&full)
    })?;
    to.append(&portion)?;
    to.shrink()
}
