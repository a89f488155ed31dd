//! A consistent copy, in memory, of a file that another process may be writing.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use redb::StorageBackend;
use redb::backends::InMemoryBackend;

use super::StoreError;
use super::error_context::ErrorContext;

/// How often a file that changes while it is read is read again.
const MAX_ATTEMPTS: u32 = 40;

/// How much of a file's start holds what every commit changes.
const HEADER: usize = 512;

/// The bytes of a file, read while others may write.
pub(super) struct Image {
    bytes: Bytes,
    sum: u32,
    /// No commit ended meanwhile.
    stable: bool,
}

impl Image {
    fn read(path: &Path) -> std::io::Result<Self> {
        let mut file = File::open(path)?;
        let before = header(&mut file)?;
        let mut bytes = Bytes::default();
        let mut sum = crc32fast::Hasher::new();
        let mut at = 0;
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
        let stable = before == header(&mut file)?;
        Ok(Image {
            bytes,
            sum: sum.finalize(),
            stable,
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
/// moments; then another is made. When there is never a quiet moment, one is taken whose checksums
/// are right: the database then finds the last commit that is whole in it. A file that is no better
/// the second time and has not changed is damaged.
pub(super) fn read_consistent<T>(
    name: &ErrorContext,
    path: &Path,
    mut open: impl FnMut(Image) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut before = None;
    for attempt in 0..MAX_ATTEMPTS {
        let image = Image::read(path).map_err(|e| name.io(&e))?;
        if image.stable || attempt >= MAX_ATTEMPTS / 2 {
            let sum = image.sum;
            match open(image) {
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
