//! Where an export goes: a file that appears when it is complete, or stdout.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// A file to be written, or stdout.
#[derive(Debug)]
pub enum Destination {
    /// `-`.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Destination {
    /// `-`, or a file that is not there yet, unless it may be overwritten.
    pub fn new(path: &Path, force: bool) -> Result<Destination, CliError> {
        if path.as_os_str() == "-" {
            return Ok(Destination::Stdout);
        }
        if path.is_dir() {
            return Err(
                CliError::usage(format!("{} is a directory", path.display())).hint("name a file"),
            );
        }
        if path.exists() && !force {
            let what = format!("{} is there already", path.display());
            return Err(CliError::failed(what).hint("--force overwrites it"));
        }
        Ok(Destination::File(path.to_path_buf()))
    }

    /// Whether it is stdout.
    pub fn is_stdout(&self) -> bool {
        matches!(self, Destination::Stdout)
    }

    /// For people.
    pub fn name(&self) -> String {
        match self {
            Destination::Stdout => "to stdout".into(),
            Destination::File(path) => path.display().to_string(),
        }
    }

    /// Writes it whole: a file is complete and on the disk before it has its name.
    pub fn write(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Destination::File(path) = self else {
            let mut out = BufWriter::new(io::stdout().lock());
            fill(&mut out)?;
            return Ok(out.flush()?);
        };
        let unfinished = unfinished(path);
        let written = fill_file(&unfinished, path, fill);
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written
    }
}

fn fill_file(
    unfinished: &Path,
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let refuse =
        |error: io::Error| CliError::failed(format!("cannot write {}: {error}", path.display()));
    let mut out = BufWriter::new(File::create(unfinished).map_err(refuse)?);
    fill(&mut out)?;
    let file = out
        .into_inner()
        .map_err(|error| refuse(error.into_error()))?;
    file.sync_all().map_err(refuse)?;
    fs::rename(unfinished, path).map_err(refuse)?;
    Ok(())
}

/// The name of a file or directory while it is written: beside its place, so that it can be moved
/// there.
pub fn unfinished(path: &Path) -> PathBuf {
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
            anyhow::bail!("no more")
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
        destination
            .write(|out| Ok(out.write_all(b"whole")?))
            .expect("written");
        assert_eq!(fs::read(&path).expect("it is there"), b"whole");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
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
