//! Syzygy's endgame tables: who wins, and how far it is to the next capture or pawn move.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use shakmaty::{Move, Position};
pub use shakmaty_syzygy::Wdl;
use shakmaty_syzygy::{AmbiguousWdl, Dtz, MaybeRounded, SyzygyError, Tablebase};

use crate::Chess;

/// Tables from some directories, opened as they are needed.
pub struct Tables {
    tables: Tablebase<shakmaty::Chess>,
    files: usize,
}

/// What the tables say of a position, the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// Who wins, counting from a clock of 0; cursed wins and blessed losses are draws by the
    /// 50-move rule.
    pub wdl: Wdl,
    /// Plies to the next capture or pawn move on the way, negative for the loser, 0 for draws; over
    /// 100 where the 50-move rule comes first.
    pub dtz: i32,
    /// Whether the plies may be one too few: tables round where it does not change the result.
    pub rounded: bool,
}

/// Who wins if the clock of the 50-move rule counts, the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByTheClock {
    /// 1: the mover, -1: the other, 0: neither.
    pub winner: i32,
    /// Plies to the next capture or pawn move, perhaps one too few.
    pub plies: i32,
}

/// Why tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// A directory could not be listed, or a table in it is cut off.
    #[error("tables in {path}: {error}", path = .0.display(), error = .1)]
    Directory(PathBuf, io::Error),
    /// A table is broken or could not be read.
    #[error("{0}")]
    Broken(String),
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("files", &self.files)
            .field("pieces", &self.pieces())
            .finish()
    }
}

#[cfg(not(target_family = "wasm"))]
fn empty() -> Tablebase<shakmaty::Chess> {
    Tablebase::new()
}

/// Without tables, and without files to read them from.
#[cfg(target_family = "wasm")]
fn empty() -> Tablebase<shakmaty::Chess> {
    use std::sync::Arc;

    use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile};

    struct NoFiles;

    impl Filesystem for NoFiles {
        fn regular_file_size(&self, _: &Path) -> io::Result<u64> {
            Err(io::ErrorKind::Unsupported.into())
        }

        fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
            Err(io::ErrorKind::Unsupported.into())
        }

        fn open(&self, _: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    Tablebase::with_filesystem(Arc::new(NoFiles))
}

impl Tables {
    /// The tables in these directories.
    ///
    /// # Errors
    /// When one cannot be listed, or holds a table of an impossible size.
    pub fn open(directories: &[impl AsRef<Path>]) -> Result<Tables, TablesError> {
        let (mut tables, mut files) = (empty(), 0);
        for directory in directories {
            let directory = directory.as_ref();
            let added = tables.add_directory(directory);
            files += added.map_err(|error| TablesError::Directory(directory.to_owned(), error))?;
        }
        Ok(Tables { tables, files })
    }

    /// The number of files found.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files
    }

    /// The most pieces, kings included, that any table knows.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Whether a position has few enough pieces for the tables that are there.
    #[must_use]
    pub fn may_know(&self, position: &Chess) -> bool {
        position.inner().board().occupied().count() <= self.pieces()
    }

    /// Who wins from here, with the clock as it stands; `None` where the tables do not know, or
    /// round so near the limit that they cannot tell.
    ///
    /// # Errors
    /// When a table is broken.
    pub fn by_the_clock(&self, position: &Chess) -> Result<Option<ByTheClock>, TablesError> {
        if !self.may_know(position) {
            return Ok(None);
        }
        let wdl = known(self.tables.probe_wdl(position.inner()))?;
        let dtz = known(self.tables.probe_dtz(position.inner()))?;
        let exact = wdl.and_then(AmbiguousWdl::unambiguous);
        Ok(exact.zip(dtz).map(|(wdl, dtz)| ByTheClock {
            winner: match wdl {
                Wdl::Win => 1,
                Wdl::Loss => -1,
                Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => 0,
            },
            plies: dtz.ignore_rounding().0.abs(),
        }))
    }

    /// What the tables say; `None` where they do not know: too many pieces, castling rights, a
    /// table that is not there.
    ///
    /// # Errors
    /// When a table is broken.
    pub fn probe(&self, position: &Chess) -> Result<Option<Probe>, TablesError> {
        if !self.may_know(position) {
            return Ok(None);
        }
        let position = position.inner();
        let wdl = known(self.tables.probe_wdl_after_zeroing(position))?;
        let dtz = known(self.tables.probe_dtz(position))?;
        Ok(wdl.zip(dtz).map(|(wdl, dtz)| {
            let rounded = matches!(dtz, MaybeRounded::Rounded(_));
            let Dtz(plies) = dtz.ignore_rounding();
            Probe {
                wdl,
                dtz: plies,
                rounded,
            }
        }))
    }

    /// A move that keeps the result and gets on; `None` where the tables do not know, or the game
    /// is over.
    ///
    /// # Errors
    /// When a table is broken.
    pub fn best(&self, position: &Chess) -> Result<Option<Move>, TablesError> {
        if !self.may_know(position) {
            return Ok(None);
        }
        Ok(known(self.tables.best_move(position.inner()))?
            .flatten()
            .map(|(m, _)| m))
    }
}

/// What is merely unknown is no error.
fn known<T>(probed: Result<T, SyzygyError>) -> Result<Option<T>, TablesError> {
    match probed {
        Ok(value) => Ok(Some(value)),
        Err(
            SyzygyError::Castling | SyzygyError::TooManyPieces | SyzygyError::MissingTable { .. },
        ) => Ok(None),
        Err(error @ SyzygyError::ProbeFailed { .. }) => {
            let text = error.to_string();
            Err(TablesError::Broken(
                text.lines().next().unwrap_or_default().to_owned(),
            ))
        }
    }
}
