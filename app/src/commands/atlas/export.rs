//! `atlas export`: what is written, and where to.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use gametree_atlas::walk::Cut;
use gametree_project::destination::{Destination, PagesDirectory};
use gametree_project::export::{ExportAsk, Format};

use super::show::place::{AtArgs, CutArgs, Place};
use crate::error::{CliError, Code};
use crate::output;

/// The end of the help.
pub const HELP: &str = "\
FILE may be - for stdout. What people read (--pgn, --html, --dot, --svg) leaves out positions with \
less than a thousandth of the start and stops at 2,000 positions, unless --share, --depth or --most \
say otherwise; what programs read (--polyglot, --epd, --json) has everything, unless they do. \
Excluded moves are left out. A file appears when it is complete; none is overwritten without \
--force.";

/// `atlas export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Where.
    #[command(flatten)]
    pub at: AtArgs,
    /// Games with variations, values as [%eval]: one game per root
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub pgn: Option<PathBuf>,
    /// An opening book; weights are shares
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub polyglot: Option<PathBuf>,
    /// One record per position: bm, ce, acd, acn, pv, share, note
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub epd: Option<PathBuf>,
    /// One JSON object with everything known of every position
    // The same name as the global flag, which it replaces here.
    #[arg(long, value_name = "FILE", num_args = 1, help_heading = "Formats")]
    pub json: Option<OsString>,
    /// A drawing for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub dot: Option<PathBuf>,
    /// A drawing: the height of a position is its share
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub svg: Option<PathBuf>,
    /// A directory of pages, to be read in any browser
    #[arg(long, value_name = "DIR", help_heading = "Formats")]
    pub html: Option<PathBuf>,
    /// How much.
    #[command(flatten)]
    pub cut: CutArgs,
    /// In a PGN only best moves, beside the games that were played
    #[arg(long, requires = "pgn")]
    pub best_line: bool,
    /// Overwrite what is there
    #[arg(long)]
    pub force: bool,
}

/// Runs the command.
pub fn run(args: &ExportArgs) -> anyhow::Result<Code> {
    let files = args.files()?;
    if files.is_empty() && args.html.is_none() {
        let what = "nothing to write";
        let hint = "name a format and a file: --pgn, --polyglot, --epd, --json, --dot, --svg FILE, --html DIR";
        return Err(CliError::usage(what).hint(hint).into());
    }
    let directory = args.html.as_deref();
    let directory = directory
        .map(|path| PagesDirectory::new(path, args.force))
        .transpose()?;
    let Place { project, node } = args.at.find()?;
    let node = (!args.at.is_root()).then_some(node);
    for (format, destination) in files {
        let ask = ExportAsk {
            format,
            node,
            cut: args.cut.over(format.cut()),
            best_line: args.best_line,
        };
        let mut what = String::new();
        destination.write(|out| -> anyhow::Result<()> {
            let mut out = Remembering { out, failed: None };
            let written = project.export(&ask, &mut out);
            // A reader that has gone is no error of the project.
            if let Some(error) = out.failed {
                return Err(error.into());
            }
            what = written?;
            Ok(())
        })?;
        output::hint(&format!("wrote {}: {what}", destination.name()));
    }
    if let Some(directory) = directory {
        let pages = directory.write(&*project, node, args.cut.over(Cut::default()))?;
        let index = directory.index();
        output::hint(&format!(
            "wrote {}: {} pages",
            index.display(),
            output::grouped(pages as u64)
        ));
    }
    Ok(Code::Done)
}

/// A writer that remembers why it failed.
struct Remembering<'a> {
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
}

impl Write for Remembering<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes).inspect_err(|error| {
            self.failed = Some(error.kind().into());
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl ExportArgs {
    /// The files, every one of which can be written; stdout at most once.
    fn files(&self) -> anyhow::Result<Vec<(Format, Destination)>> {
        let asked: [(Format, Option<&OsStr>); 6] = [
            (Format::Pgn, os_str(&self.pgn)),
            (Format::Polyglot, os_str(&self.polyglot)),
            (Format::Epd, os_str(&self.epd)),
            (Format::Json, self.json.as_deref()),
            (Format::Dot, os_str(&self.dot)),
            (Format::Svg, os_str(&self.svg)),
        ];
        let mut files = Vec::new();
        for (format, path) in asked {
            // The global `--json`, given before the command, names no file.
            let Some(path) = path.filter(|path| !path.is_empty()) else {
                continue;
            };
            let destination = Destination::new(Path::new(path), self.force)?;
            if format == Format::Polyglot && destination.is_stdout() && io::stdout().is_terminal() {
                let what = "a book is not text, and stdout is a terminal";
                return Err(CliError::usage(what)
                    .hint("name a file, or redirect the output")
                    .into());
            }
            files.push((format, destination));
        }
        if files
            .iter()
            .filter(|(_, destination)| destination.is_stdout())
            .count()
            > 1
        {
            return Err(CliError::usage("only one export can go to stdout").into());
        }
        Ok(files)
    }
}

fn os_str(path: &Option<PathBuf>) -> Option<&OsStr> {
    path.as_deref().map(Path::as_os_str)
}
