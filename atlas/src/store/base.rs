//! The database: how it is opened, and what its two tables hold.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use redb::{Builder, Database, DatabaseError, ReadableDatabase, StorageBackend};
use redb::{ReadOnlyTable, ReadTransaction, TableDefinition, WriteTransaction};

use super::StoreError;
use super::error_context::ErrorContext;
use super::head::Head;
use super::records::{self, Row};
use crate::fact::Fact;

/// Rows of facts; a row's key is the number of its first fact.
pub(super) const FACTS: TableDefinition<u64, &[u8]> = TableDefinition::new("facts");

/// One row, the head.
const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
const HEAD: &str = "head";

/// A row is at most so long, unless a single fact is longer: with what the database adds it fills
/// 16 KiB, a power of two, and not 32. (64 KiB would make small files longer and large ones no
/// shorter.)
const ROW: usize = 16_384 - 256;

/// The first bytes of every file of the database.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// Memory the database may keep pages in. Facts are read once, in order: more would be wasted.
const CACHE: usize = 64 << 20;

/// Opens the database, for the first time and after errors.
pub(super) type Opener = Box<dyn Fn(&Builder) -> Result<Database, DatabaseError> + Send + Sync>;

/// Adds rows, or overwrites them.
pub(super) fn put_rows(
    name: &ErrorContext,
    write: &WriteTransaction,
    rows: &[(u64, Vec<u8>)],
) -> Result<(), StoreError> {
    let mut table = write.open_table(FACTS).map_err(|e| name.fault(e))?;
    for (key, row) in rows {
        table
            .insert(key, row.as_slice())
            .map_err(|e| name.fault(e))?;
    }
    Ok(())
}

pub(super) fn put_head(
    name: &ErrorContext,
    write: &WriteTransaction,
    head: &Head,
) -> Result<(), StoreError> {
    let bytes = head.encode().map_err(|e| name.other(e))?;
    let mut table = write.open_table(META).map_err(|e| name.fault(e))?;
    table
        .insert(HEAD, bytes.as_slice())
        .map_err(|e| name.fault(e))?;
    Ok(())
}

/// Takes out every row whose first fact is one of these.
pub(super) fn forget(
    name: &ErrorContext,
    write: &WriteTransaction,
    range: Range<u64>,
) -> Result<(), StoreError> {
    let mut table = write.open_table(FACTS).map_err(|e| name.fault(e))?;
    table
        .retain_in(range, |_, _| false)
        .map_err(|e| name.fault(e))
}

/// A batch as rows.
pub(super) fn rows_of(
    name: &ErrorContext,
    first: u64,
    batch: &[Fact],
) -> Result<Vec<(u64, Vec<u8>)>, StoreError> {
    let mut rows = Vec::new();
    let mut row = Row::new(first);
    let mut bytes = Vec::new();
    for fact in batch {
        records::encode(fact, &mut bytes).map_err(|e| name.other(e))?;
        if !row.is_empty() && row.with(bytes.len()) > ROW {
            let end = row.end();
            rows.push(std::mem::replace(&mut row, Row::new(end)).seal());
        }
        row.push(&bytes);
    }
    rows.push(row.seal());
    Ok(rows)
}

pub(super) fn file_opener(
    path: &Path,
    new: bool,
) -> impl Fn(&Builder) -> Result<Database, DatabaseError> + Send + Sync + 'static {
    let path = path.to_path_buf();
    move |builder| {
        if new {
            builder.create(&path)
        } else {
            builder.open(&path)
        }
    }
}

pub(super) fn backend_opener<B: StorageBackend>(
    make: impl Fn() -> std::io::Result<B> + Send + Sync + 'static,
) -> Opener {
    Box::new(move |builder| builder.create_with_backend(make()?))
}

/// Opens, and verifies every page.
pub(super) fn open_base(name: &ErrorContext, opener: &Opener) -> Result<Database, StoreError> {
    let repaired = Arc::new(AtomicBool::new(false));
    let seen = repaired.clone();
    let mut builder = Builder::new();
    builder
        .set_cache_size(CACHE)
        .set_repair_callback(move |_| seen.store(true, Ordering::Relaxed));
    let mut base = opener(&builder).map_err(|e| name.fault(e))?;
    // Whoever puts a file in order after a crash has verified every page.
    if !repaired.load(Ordering::Relaxed) {
        base.check_integrity().map_err(|e| name.fault(e))?;
    }
    Ok(base)
}

/// Opens, verifies, and reads the head. All under one guard: closing what is damaged may fail as
/// well.
pub(super) fn open_checked(
    name: &ErrorContext,
    opener: &Opener,
) -> Result<(Database, Head), StoreError> {
    name.guard(|| {
        let base = open_base(name, opener)?;
        let head = read_head(name, &begin(name, &base)?)?;
        Ok((base, head))
    })
}

pub(super) fn begin(name: &ErrorContext, base: &Database) -> Result<ReadTransaction, StoreError> {
    base.begin_read().map_err(|e| name.fault(e))
}

pub(super) fn facts_table(
    name: &ErrorContext,
    read: &ReadTransaction,
) -> Result<ReadOnlyTable<u64, &'static [u8]>, StoreError> {
    read.open_table(FACTS).map_err(|e| name.fault(e))
}

fn read_head(name: &ErrorContext, read: &ReadTransaction) -> Result<Head, StoreError> {
    let table = read.open_table(META).map_err(|e| name.fault(e))?;
    let row = table.get(HEAD).map_err(|e| name.fault(e))?;
    let row = row
        .ok_or_else(|| name.foreign("it is not a store of facts: it does not say of which game"))?;
    Head::decode(row.value()).map_err(|e| name.head(&e))
}

pub(super) fn expect_magic(name: &ErrorContext, path: &Path) -> Result<(), StoreError> {
    let mut start = [0; MAGIC.len()];
    match File::open(path).and_then(|mut f| f.read_exact(&mut start)) {
        Ok(()) if start == MAGIC => Ok(()),
        Err(e) if e.kind() != ErrorKind::UnexpectedEof => Err(name.io(&e)),
        _ => Err(name.foreign("it is not a store of facts")),
    }
}
