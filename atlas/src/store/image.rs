//! Files that appear whole or not at all, and copies of files that others write.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use redb::StorageBackend;
use redb::backends::InMemoryBackend;

use super::faults::{Named, named};
use super::file::FileStore;
use super::{Store, StoreError};

/// How often a file that changes while it is read is read again.
const TRIES: u32 = 40;

/// Makes a new file: `write` fills one beside it, which gets its name when it is complete and on
/// the disk.
pub(super) fn install(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let name = named(path);
    if path.exists() {
        return Err(name.other("there is such a file already"));
    }
    let unfinished = beside(path);
    // A process of this number may have died here, long ago.
    let _ = std::fs::remove_file(&unfinished);
    let done =
        write(&unfinished).and_then(|()| publish(&unfinished, path).map_err(|e| name.io(&e)));
    let _ = std::fs::remove_file(&unfinished);
    done
}

/// A name for an unfinished file that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let (process, number) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{process}-{number}.unfinished"));
    path.with_file_name(name)
}

/// Gives a file its name, unless the name is taken, and makes sure that it stays.
fn publish(unfinished: &Path, path: &Path) -> std::io::Result<()> {
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

/// How much of a file's start holds what every commit changes.
const HEADER: usize = 512;

/// The bytes of a file, read while others may write.
pub(super) struct Image {
    bytes: Bytes,
    sum: u32,
    /// No commit ended meanwhile.
    calm: bool,
}

impl Image {
    fn read(path: &Path) -> std::io::Result<Self> {
        let mut file = File::open(path)?;
        let before = header(&mut file)?;
        let (mut bytes, mut sum, mut at) = (Bytes::default(), crc32fast::Hasher::new(), 0);
        let mut piece = vec![0; 1 << 20];
        loop {
            let n = file.read(&mut piece)?;
            if n == 0 {
                break;
            }
            bytes.add(at, &piece[..n])?;
            sum.update(&piece[..n]);
            at += n as u64;
        }
        let calm = before == header(&mut file)?;
        Ok(Image {
            bytes,
            sum: sum.finalize(),
            calm,
        })
    }

    /// A storage of these bytes. It exists once.
    pub(super) fn opener(self) -> impl Fn() -> std::io::Result<Bytes> + Send + Sync + 'static {
        let once = Mutex::new(Some(self.bytes));
        move || {
            once.lock()
                .ok()
                .and_then(|mut b| b.take())
                .ok_or_else(|| ErrorKind::NotFound.into())
        }
    }
}

/// The start of a file, which is left at its start.
fn header(file: &mut File) -> std::io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(HEADER);
    file.rewind()?;
    file.by_ref().take(HEADER as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start)
}

/// Bytes in memory as a storage.
#[derive(Default, Debug)]
pub(super) struct Bytes(InMemoryBackend);

impl Bytes {
    fn add(&mut self, at: u64, piece: &[u8]) -> std::io::Result<()> {
        self.0.set_len(at + piece.len() as u64)?;
        self.0.write(at, piece)
    }
}

impl StorageBackend for Bytes {
    fn len(&self) -> std::io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> std::io::Result<()> {
        // As a file would say it.
        self.0
            .read(offset, out)
            .map_err(|_| ErrorKind::UnexpectedEof.into())
    }

    fn set_len(&self, len: u64) -> std::io::Result<()> {
        self.0.set_len(len)
    }

    fn sync_data(&self) -> std::io::Result<()> {
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> std::io::Result<()> {
        self.0.write(offset, data)
    }
}

/// Reads a file and uses the copy. While a process writes, a copy may hold pages of different
/// moments; then another is made. When there is never a calm moment, one is taken whose checksums
/// are right: the database then finds the last commit that is whole in it. A file that is no better
/// the second time and has not changed is damaged.
pub(super) fn settled<T>(
    name: &Named,
    path: &Path,
    mut using: impl FnMut(Image) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut before = None;
    for attempt in 0..TRIES {
        let image = Image::read(path).map_err(|e| name.io(&e))?;
        if image.calm || attempt >= TRIES / 2 {
            let sum = image.sum;
            match using(image) {
                Err(error @ StoreError::Damaged { .. }) if before == Some(sum) => {
                    return Err(error);
                }
                Err(StoreError::Damaged { .. }) => before = Some(sum),
                other => return other,
            }
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
