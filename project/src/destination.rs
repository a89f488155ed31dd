//! Where an export goes: a file that appears when it is complete, or stdout.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use gametree_atlas::fact::NodeId;
use gametree_atlas::walk::Cut;

use crate::error::{ProjectError, Result};
use crate::export::PagesAsk;
use crate::project::Project;

/// A file to be written, or stdout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// `-`.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Destination {
    /// `-`, or a file that is not there yet, unless it may be overwritten.
    ///
    /// # Errors
    /// A file is there and must not be overwritten, or a directory is.
    pub fn new(path: &Path, force: bool) -> Result<Destination> {
        if path.as_os_str() == "-" {
            return Ok(Destination::Stdout);
        }
        if path.is_dir() {
            return Err(
                ProjectError::invalid(format!("{} is a directory", path.display()))
                    .hint("name a file"),
            );
        }
        if path.exists() && !force {
            let what = format!("{} is there already", path.display());
            return Err(ProjectError::failed(what).hint("--force overwrites it"));
        }
        Ok(Destination::File(path.to_path_buf()))
    }

    /// Whether it is stdout.
    #[must_use]
    pub fn is_stdout(&self) -> bool {
        matches!(self, Destination::Stdout)
    }

    /// For people.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Destination::Stdout => "to stdout".into(),
            Destination::File(path) => path.display().to_string(),
        }
    }

    /// Writes it whole: a file is complete and on the disk before it has its name.
    ///
    /// # Errors
    /// Those of `fill`, and what the disk or the reader of stdout says.
    pub fn write<E>(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E>
    where
        E: From<io::Error> + From<ProjectError>,
    {
        let Destination::File(path) = self else {
            let mut out = BufWriter::new(io::stdout().lock());
            fill(&mut out)?;
            return Ok(out.flush()?);
        };
        // Where a link leads, so that it stays a link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        if is_special(&path) {
            return fill_special(&path, fill);
        }
        let unfinished = unfinished(&path);
        let written = fill_file(&unfinished, &path, fill);
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written
    }
}

/// Whether it is a device or a pipe: nothing may take its place.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
}

fn fill_special<E: From<ProjectError>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let refuse = |error: io::Error| cannot_write(path, &error);
    let file = File::options().write(true).open(path).map_err(refuse)?;
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    Ok(out.flush().map_err(refuse)?)
}

fn cannot_write(path: &Path, error: &dyn Display) -> ProjectError {
    ProjectError::failed(format!("cannot write {}: {error}", path.display()))
}

fn fill_file<E: From<ProjectError>>(
    unfinished: &Path,
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let refuse = |error: io::Error| cannot_write(path, &error);
    let mut out = BufWriter::new(File::create(unfinished).map_err(refuse)?);
    fill(&mut out)?;
    let file = out
        .into_inner()
        .map_err(|error| refuse(error.into_error()))?;
    file.sync_all().map_err(refuse)?;
    fs::rename(unfinished, path).map_err(refuse)?;
    Ok(())
}

/// A directory of pages that is new or empty, unless it may be written over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PagesDirectory(PathBuf);

impl PagesDirectory {
    /// A directory that can be written.
    ///
    /// # Errors
    /// It is no directory, or is not empty and must not be written over.
    pub fn new(directory: &Path, force: bool) -> Result<PagesDirectory> {
        if directory.as_os_str() == "-" {
            let what = "pages cannot go to stdout";
            return Err(ProjectError::invalid(what).hint("--html needs a directory"));
        }
        if directory.exists() && !directory.is_dir() {
            let what = format!("{} is not a directory", directory.display());
            return Err(ProjectError::invalid(what));
        }
        let used = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
        if used && !force {
            let what = format!("the directory {} is not empty", directory.display());
            return Err(ProjectError::failed(what).hint("--force writes the pages into it"));
        }
        Ok(PagesDirectory(directory.to_path_buf()))
    }

    /// The page to begin with.
    #[must_use]
    pub fn index(&self) -> PathBuf {
        self.0.join("index.html")
    }

    /// Writes pages: into a new directory that then gets its name, or over what is there. Says how
    /// many.
    ///
    /// # Errors
    /// What the disk says.
    pub fn write(&self, project: &dyn Project, node: Option<NodeId>, cut: Cut) -> Result<usize> {
        let PagesDirectory(directory) = self;
        let write = |directory: PathBuf| {
            project.export_pages(&PagesAsk {
                directory,
                node,
                cut,
            })
        };
        let empty = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_none());
        if directory.exists() && !empty {
            return write(directory.clone());
        }
        let unfinished = unfinished(directory);
        let moved = || -> io::Result<()> {
            if empty {
                fs::remove_dir(directory)?;
            }
            fs::rename(&unfinished, directory)
        };
        let written = write(unfinished.clone()).and_then(|pages| Ok(moved().map(|()| pages)?));
        written.map_err(|error| {
            let _ = fs::remove_dir_all(&unfinished);
            cannot_write(directory, &error)
        })
    }
}

/// The name of a file or directory while it is written: beside its place, so that it can be moved
/// there.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.unfinished", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("x.pgn");
        let destination = Destination::new(&path, false).expect("free");
        let failed = destination.write(|out| {
            out.write_all(b"half")?;
            Err(ProjectError::failed("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
        destination
            .write(|out| Ok::<(), ProjectError>(out.write_all(b"whole")?))
            .expect("written");
        assert_eq!(fs::read(&path).expect("it is there"), b"whole");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
    }

    /// `export --pgn /dev/null` once put a file in the place of the device.
    #[cfg(unix)]
    #[test]
    fn nothing_takes_the_place_of_a_pipe_or_a_link() {
        use std::os::unix::fs::{FileTypeExt, symlink};

        let folder = tempfile::tempdir().expect("a directory");
        let [pipe, link, file] = ["pipe", "link", "file"].map(|name| folder.path().join(name));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        symlink(&file, &link).expect("a link");
        fs::write(&file, "old").expect("written");
        let reader = pipe.clone();
        let reader = std::thread::spawn(move || fs::read(reader).expect("the pipe"));
        for path in [&pipe, &link] {
            let destination = Destination::new(path, true).expect("forced");
            destination
                .write(|out| Ok::<(), ProjectError>(out.write_all(b"new")?))
                .expect("written");
        }
        assert_eq!(reader.join().expect("read"), b"new");
        let kind = |path: &Path| fs::symlink_metadata(path).expect("there").file_type();
        assert!(kind(&pipe).is_fifo());
        assert!(kind(&link).is_symlink());
        assert_eq!(fs::read(&file).expect("it is there"), b"new");
        assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 3);
    }

    #[test]
    fn what_is_there_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("x.pgn");
        fs::write(&path, "old").expect("written");
        assert!(Destination::new(&path, false).is_err());
        assert!(Destination::new(&path, true).is_ok());
        assert!(Destination::new(folder.path(), true).is_err());
        assert!(
            Destination::new(Path::new("-"), false)
                .expect("stdout")
                .is_stdout()
        );
    }
}
