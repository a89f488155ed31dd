//! A store in one file, on redb.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use redb::{Database, Durability, StorageBackend, WriteTransaction};

use super::base::{self, FACTS, Opener};
use super::error_context::{ErrorContext, named};
use super::head::Head;
use super::{Store, StoreError, image, publish, records};
use crate::fact::Fact;

/// Gets a row's key and its bytes, and says whether it wants more.
pub(super) type EachRow<'a> = dyn FnMut(u64, &[u8]) -> Result<ControlFlow<()>, StoreError> + 'a;

/// Facts in one file.
///
/// Every batch is on the disk when [`Store::append`] returns. After an error the store can still be
/// read, and the next `append` tries again: when there is room, it succeeds.
///
/// ```
/// use gametree_atlas::fact::Fact;
/// use gametree_atlas::store::{FileStore, Store};
///
/// let dir = tempfile::tempdir()?;
/// let path = dir.path().join("mine.atlas");
/// let mut store = FileStore::create(&path, "chess")?;
/// store.append(&[Fact::Failed { ticket: 0, what: "no answer".into(), at: 0 }])?;
/// drop(store);
///
/// let store = FileStore::open(&path)?;
/// assert_eq!((store.game(), store.facts()), ("chess", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FileStore {
    pub(super) name: ErrorContext,
    path: Option<PathBuf>,
    opener: Opener,
    /// `None` after an error that the database does not forgive, until it is opened again.
    pub(super) base: Option<Database>,
    pub(super) head: Head,
    pub(super) read_only: bool,
}

impl FileStore {
    /// A new store for this game.
    ///
    /// # Errors
    /// When there is such a file already, or none can be made.
    pub fn create(path: &Path, game: &str) -> Result<Self, StoreError> {
        let name = named(path);
        publish::write_atomically(path, |unfinished| {
            let opener: Opener = Box::new(base::file_opener(unfinished, true));
            FileStore::start(name.clone(), opener, &Head::new(game)).map(drop)
        })?;
        FileStore::open(path)
    }

    /// The store in this file, to read and to write. Only one process at a time can have it.
    ///
    /// After a crash the file is put in order here. Every page's checksum is verified, so that
    /// nothing is added to what is damaged.
    ///
    /// # Errors
    /// When there is no such file, or it is open elsewhere, damaged, of another kind or version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let name = named(path);
        base::expect_magic(&name, path)?;
        let mut store = FileStore::resume(name, Box::new(base::file_opener(path, false)))?;
        store.path = Some(path.into());
        Ok(store)
    }

    /// The store in this file, as it is now and only to read: a copy in memory. Works while another
    /// process writes and does not hinder it; does not touch the file, even after a crash.
    ///
    /// # Errors
    /// When there is no such file, or it is damaged, of another kind or version; or another process
    /// writes so fast that no consistent copy can be had.
    pub fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        let name = named(path);
        base::expect_magic(&name, path)?;
        let mut store = image::read_consistent(&name, path, |image| {
            FileStore::resume(name.clone(), base::backend_opener(image.opener()))
        })?;
        store.path = Some(path.into());
        store.read_only = true;
        Ok(store)
    }

    /// A store on any storage: `make` is called at once, and again whenever the storage has to be
    /// opened again after an error. An empty one is begun, for this game.
    ///
    /// # Errors
    /// As for [`FileStore::open`].
    pub fn with_backend<B: StorageBackend>(
        name: &str,
        game: &str,
        make: impl Fn() -> std::io::Result<B> + Send + Sync + 'static,
    ) -> Result<Self, StoreError> {
        let name = ErrorContext(name.into());
        let empty = make().and_then(|b| b.len()).map_err(|e| name.io(&e))? == 0;
        let opener = base::backend_opener(make);
        match empty {
            true => FileStore::start(name, opener, &Head::new(game)),
            false => FileStore::resume(name, opener),
        }
    }

    /// The game's name.
    pub fn game(&self) -> &str {
        &self.head.game
    }

    /// When it was begun, in seconds since 1970.
    pub fn created(&self) -> u64 {
        self.head.created
    }

    /// How many facts it holds.
    pub fn facts(&self) -> u64 {
        self.head.facts
    }

    /// Where it is; `None` for a store on another storage.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// How long the file is, in bytes; 0 for a store on another storage.
    pub fn bytes(&self) -> u64 {
        self.path()
            .and_then(|p| std::fs::metadata(p).ok())
            .map_or(0, |m| m.len())
    }

    /// Reads the facts from this number on, in order: what came after those that were read before.
    ///
    /// # Errors
    /// When the file is damaged, or of another version.
    pub fn replay_from(&self, first: u64, each: &mut dyn FnMut(Fact)) -> Result<(), StoreError> {
        let name = &self.name;
        let Some(row) = self.row_with(first)? else {
            return Ok(());
        };
        let mut number = row;
        self.rows(row, &mut |key, row| {
            for fact in records::facts(key, row).map_err(|e| name.record(&e))? {
                let fact = fact.map_err(|e| name.record(&e))?;
                if number >= first {
                    each(fact);
                }
                number += 1;
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// The key of the row that holds this fact; none where there is no such fact.
    fn row_with(&self, fact: u64) -> Result<Option<u64>, StoreError> {
        if fact >= self.head.facts {
            return Ok(None);
        }
        let name = &self.name;
        let closed = || name.other("closed after an error");
        let base = self.base.as_ref().ok_or_else(closed)?;
        name.guard(|| {
            let table = base::facts_table(name, &base::begin(name, base)?)?;
            let mut rows = table.range(..=fact).map_err(|e| name.fault(e))?;
            let last = rows.next_back().transpose().map_err(|e| name.fault(e))?;
            Ok(last.map(|(key, _)| key.value()))
        })
    }

    pub(super) fn start(
        name: ErrorContext,
        opener: Opener,
        head: &Head,
    ) -> Result<Self, StoreError> {
        let base = name.guard(|| base::open_base(&name, &opener))?;
        let store = FileStore {
            name,
            path: None,
            opener,
            base: Some(base),
            head: head.clone(),
            read_only: false,
        };
        store.name.guard(|| store.change(head, |_| Ok(())))?;
        Ok(store)
    }

    fn resume(name: ErrorContext, opener: Opener) -> Result<Self, StoreError> {
        let (base, head) = base::open_checked(&name, &opener)?;
        Ok(FileStore {
            name,
            path: None,
            opener,
            base: Some(base),
            head,
            read_only: false,
        })
    }

    /// Makes the database usable again after an error. What an append left behind that was reported
    /// as failed is taken out.
    pub(super) fn reopen(&mut self) -> Result<(), StoreError> {
        self.close();
        let (base, head) = base::open_checked(&self.name, &self.opener)?;
        self.base = Some(base);
        if head.facts < self.head.facts {
            let what = format!("{} facts are gone", self.head.facts - head.facts);
            self.close();
            return Err(self.name.damaged(what));
        }
        if head.facts > self.head.facts {
            let (from, head) = (self.head.facts, self.head.clone());
            let undone = self.name.guard(|| {
                self.change(&head, |write| {
                    base::forget(&self.name, write, from..u64::MAX)
                })
            });
            return undone.inspect_err(|_| self.close());
        }
        Ok(())
    }

    /// One durable transaction: a change of the table of facts, and the head that belongs to it.
    pub(super) fn change(
        &self,
        head: &Head,
        work: impl FnOnce(&WriteTransaction) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let name = &self.name;
        let base = self
            .base
            .as_ref()
            .ok_or_else(|| name.other("closed after an error"))?;
        let mut write = base.begin_write().map_err(|e| name.fault(e))?;
        write
            .set_durability(Durability::Immediate)
            .map_err(|e| name.fault(e))?;
        write.open_table(FACTS).map_err(|e| name.fault(e))?;
        work(&write)?;
        base::put_head(name, &write, head)?;
        write.commit().map_err(|e| name.fault(e))
    }

    /// Runs a change; after an error the database is opened again, and the error returned.
    pub(super) fn try_change(
        &mut self,
        head: Head,
        work: impl FnOnce(&WriteTransaction) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if self.read_only {
            return Err(self.name.other("it is open only to read"));
        }
        if self.base.is_none() {
            self.reopen()?;
        }
        match self.name.guard(|| self.change(&head, work)) {
            Ok(()) => self.head = head,
            Err(error) => {
                // Should this fail as well, the next call tries again.
                let _ = self.reopen();
                return Err(error);
            }
        }
        Ok(())
    }

    /// The rows in order from this key on, until `each` breaks. Keys, checksums and the number of
    /// facts are verified.
    pub(super) fn rows(&self, from: u64, each: &mut EachRow<'_>) -> Result<(), StoreError> {
        let name = &self.name;
        let base = self
            .base
            .as_ref()
            .ok_or_else(|| name.other("closed after an error"))?;
        let table = name.guard(|| base::facts_table(name, &base::begin(name, base)?))?;
        let mut range = name.guard(|| table.range(from..).map_err(|e| name.fault(e)))?;
        let mut next = from;
        loop {
            let Some((key, value)) =
                name.guard(|| range.next().transpose().map_err(|e| name.fault(e)))?
            else {
                break;
            };
            let (key, row) = name.guard(|| Ok((key.value(), value.value())))?;
            if key != next {
                return Err(name.damaged(format!("fact {next} should follow, and fact {key} does")));
            }
            next += u64::from(records::count(key, row).map_err(|e| name.record(&e))?);
            if each(key, row)?.is_break() {
                return Ok(());
            }
        }
        if next != self.head.facts {
            return Err(name.damaged(format!(
                "{next} facts are there, and {} should be",
                self.head.facts
            )));
        }
        Ok(())
    }

    /// Closes the database; whatever it asserts meanwhile is no reason to end the program.
    pub(super) fn close(&mut self) {
        let base = self.base.take();
        let _ = self.name.guard(|| {
            drop(base);
            Ok(())
        });
    }
}

impl Store for FileStore {
    fn append(&mut self, batch: &[Fact]) -> Result<(), StoreError> {
        if batch.is_empty() {
            return Ok(());
        }
        let rows = base::rows_of(&self.name, self.head.facts, batch)?;
        let mut head = self.head.clone();
        head.facts += batch.len() as u64;
        let name = self.name.clone();
        self.try_change(head, |write| base::put_rows(&name, write, &rows))
    }

    fn replay(
        &self,
        each: &mut dyn FnMut(Fact) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.rows(0, &mut |key, row| {
            for fact in records::facts(key, row).map_err(|e| self.name.record(&e))? {
                each(fact.map_err(|e| self.name.record(&e))?)?;
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

impl Drop for FileStore {
    fn drop(&mut self) {
        self.close();
    }
}

impl std::fmt::Debug for FileStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileStore")
            .field("name", &self.name.0)
            .field("head", &self.head)
            .finish_non_exhaustive()
    }
}
