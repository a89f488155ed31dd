//! What is written, and where to.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;
use gametree::Archived;
use gametree_atlas::export::ExportError;
use gametree_atlas::fact::NodeId;
use gametree_atlas::store::MemoryStore;
use gametree_atlas::walk::{Cut, Place as Standing};

use super::board::{self, Diagram};
use super::destination::{Destination, unfinished};
use super::{epd, pgn, polyglot};
use crate::commands::atlas::reading::{AtArgs, CutArgs, Place};
use crate::error::Problem;
use crate::project::{self, Project};
use crate::{centipawns, output};

/// The end of the help.
pub const HELP: &str = "FILE may be - for stdout. What people read (--pgn, --html, --dot, --svg) leaves out what has less than a
thousandth of the start and stops at 2,000 positions, unless --share, --depth or --most say otherwise; what
programs read (--polyglot, --epd, --json) has everything, unless they do. Moves that were excluded are left out.
Files are complete when they appear; none is overwritten without --force.";

/// `atlas export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Where.
    #[command(flatten)]
    pub at: AtArgs,
    /// Games with variations, values as [%eval]: one a root
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub pgn: Option<PathBuf>,
    /// An opening book; weights are shares
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub polyglot: Option<PathBuf>,
    /// A record a position: bm, ce, acd, acn, pv, share, note
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub epd: Option<PathBuf>,
    /// One JSON object with everything known of every position
    #[arg(long, value_name = "FILE", help_heading = "Formats")]
    pub json: Option<PathBuf>,
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
    /// Overwrite what is there
    #[arg(long)]
    pub force: bool,
}

/// What is exported: a project and the positions to start from.
pub struct Subject {
    /// The project's name.
    pub name: String,
    /// The project.
    pub project: Project,
    /// All roots, or one position.
    pub starts: Vec<NodeId>,
    /// Whether these are all roots.
    whole: bool,
}

/// A format that is one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Pgn,
    Polyglot,
    Epd,
    Json,
    Dot,
    Svg,
}

impl Format {
    /// What is left out unless the user says otherwise.
    fn cut(self) -> Cut {
        match self {
            Format::Pgn | Format::Dot | Format::Svg => Cut::default(),
            Format::Polyglot | Format::Epd => Cut {
                excluded: false,
                ..Cut::NOTHING
            },
            Format::Json => Cut::NOTHING,
        }
    }
}

/// Runs the command.
pub fn run(args: &ExportArgs) -> anyhow::Result<()> {
    let files = args.files()?;
    if files.is_empty() && args.html.is_none() {
        let what = "nothing to write";
        let mend = "name a format and a file: --pgn, --polyglot, --epd, --json, --dot, --svg FILE, --html DIR";
        return Err(Problem::usage(what).mend(mend).into());
    }
    if let Some(directory) = &args.html {
        free_directory(directory, args.force)?;
    }
    let subject = args.subject()?;
    for (format, destination) in &files {
        let cut = args.cut.over(format.cut());
        let what = subject.write(*format, destination, cut)?;
        output::hint(&format!("wrote {}: {what}", destination.name()));
    }
    if let Some(directory) = &args.html {
        let pages = subject.pages(directory, args.cut.over(Cut::default()))?;
        let index = directory.join("index.html");
        output::hint(&format!(
            "wrote {}: {} pages",
            index.display(),
            output::grouped(pages as u64)
        ));
    }
    Ok(())
}

impl ExportArgs {
    /// The files, every one of which can be written; stdout at most once.
    fn files(&self) -> Result<Vec<(Format, Destination)>, Problem> {
        let asked = [
            (Format::Pgn, &self.pgn),
            (Format::Polyglot, &self.polyglot),
            (Format::Epd, &self.epd),
            (Format::Json, &self.json),
            (Format::Dot, &self.dot),
            (Format::Svg, &self.svg),
        ];
        let mut files = Vec::new();
        for (format, path) in asked {
            let Some(path) = path else { continue };
            let destination = Destination::new(path, self.force)?;
            if format == Format::Polyglot
                && destination.is_stdout()
                && std::io::stdout().is_terminal()
            {
                let what = "a book is not text, and stdout is a terminal";
                return Err(Problem::usage(what).mend("name a file, or send it somewhere"));
            }
            files.push((format, destination));
        }
        if files
            .iter()
            .filter(|(_, destination)| destination.is_stdout())
            .count()
            > 1
        {
            return Err(Problem::usage("only one export can go to stdout"));
        }
        Ok(files)
    }

    fn subject(&self) -> anyhow::Result<Subject> {
        let Place { project, node, .. } = self.at.find()?;
        let whole = self.at.is_root();
        let roots = project.graph().roots().iter().map(|root| root.node);
        let starts = if whole { roots.collect() } else { vec![node] };
        Ok(Subject {
            name: self.at.name.clone(),
            project,
            starts,
            whole,
        })
    }
}

/// A directory that is new or empty, unless it may be written over.
fn free_directory(directory: &Path, force: bool) -> Result<(), Problem> {
    if directory.as_os_str() == "-" {
        return Err(Problem::usage("pages cannot go to stdout").mend("--html needs a directory"));
    }
    if directory.exists() && !directory.is_dir() {
        return Err(Problem::usage(format!(
            "{} is not a directory",
            directory.display()
        )));
    }
    let used = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some());
    if used && !force {
        let what = format!("the directory {} is not empty", directory.display());
        return Err(Problem::failed(what).mend("--force writes the pages into it"));
    }
    Ok(())
}

/// An export's error, with its exit code.
fn problem(error: ExportError) -> anyhow::Error {
    match error {
        ExportError::Atlas(error) => project::problem(&error).into(),
        ExportError::Io(error) => error.into(),
    }
}

impl Subject {
    /// Writes one format; says what it wrote.
    fn write(&self, format: Format, to: &Destination, cut: Cut) -> anyhow::Result<String> {
        match format {
            Format::Pgn => {
                let games = pgn::games(self, cut)?;
                let moves: usize = games.iter().map(|game| game.len() - 1).sum();
                let text = games
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join("\n");
                to.write(|out| Ok(out.write_all(text.as_bytes())?))?;
                let count = games.len();
                let noun = if count == 1 { "game" } else { "games" };
                Ok(format!(
                    "{count} {noun}, {} moves",
                    output::grouped(moves as u64)
                ))
            }
            Format::Polyglot => {
                let book = polyglot::book(self, cut)?;
                to.write(|mut out| Ok(book.write(&mut out)?))?;
                Ok(format!(
                    "{} entries",
                    output::grouped(book.entries().len() as u64)
                ))
            }
            Format::Epd => {
                let records = epd::records(self, cut)?;
                to.write(|out| {
                    Ok(records
                        .iter()
                        .try_for_each(|record| writeln!(out, "{record}"))?)
                })?;
                Ok(format!(
                    "{} positions",
                    output::grouped(records.len() as u64)
                ))
            }
            Format::Json => self.write_json(to, cut),
            Format::Dot => {
                let drawing = self
                    .project
                    .dot(self.first()?, cut, &centipawns::text)
                    .map_err(problem)?;
                self.draw(to, &drawing)
            }
            Format::Svg => {
                let drawing = self
                    .project
                    .svg(self.first()?, cut, &centipawns::text)
                    .map_err(problem)?;
                self.draw(to, &drawing)
            }
        }
    }

    /// The first position to start from.
    fn first(&self) -> Result<NodeId, Problem> {
        self.starts
            .first()
            .copied()
            .ok_or_else(|| Problem::not_found("the project has no position yet"))
    }

    fn draw(&self, to: &Destination, drawing: &str) -> anyhow::Result<String> {
        to.write(|out| Ok(out.write_all(drawing.as_bytes())?))?;
        let roots = self.starts.len();
        let only = if roots > 1 {
            format!(", the first of {roots} roots")
        } else {
            String::new()
        };
        Ok(format!("a drawing{only}"))
    }

    /// What lies below the one position, as a project of its own; `None` for a whole project.
    fn part(
        &self,
    ) -> anyhow::Result<Option<gametree_atlas::Atlas<gametree_chess::Chess, MemoryStore>>> {
        if self.whole {
            return Ok(None);
        }
        let part = self
            .project
            .extract(self.first()?, None, MemoryStore::new());
        Ok(Some(part.map_err(|error| project::problem(&error))?))
    }

    fn write_json(&self, to: &Destination, cut: Cut) -> anyhow::Result<String> {
        let part = self.part()?;
        to.write(|out| match &part {
            Some(part) => part.write_json(cut, out).map_err(problem),
            None => self.project.write_json(cut, out).map_err(problem),
        })?;
        Ok("one object".into())
    }

    /// Pages: into a new directory that then gets its name, or over what is there.
    fn pages(&self, directory: &Path, cut: Cut) -> anyhow::Result<usize> {
        let empty = fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_none());
        if directory.exists() && !empty {
            return self.write_pages(directory, cut);
        }
        let unfinished = unfinished(directory);
        let written = self.write_pages(&unfinished, cut).and_then(|pages| {
            if empty {
                fs::remove_dir(directory)?;
            }
            fs::rename(&unfinished, directory)?;
            Ok(pages)
        });
        if written.is_err() {
            let _ = fs::remove_dir_all(&unfinished);
        }
        let refuse = |error: anyhow::Error| match error.downcast::<std::io::Error>() {
            Ok(error) => {
                Problem::failed(format!("cannot write {}: {error}", directory.display())).into()
            }
            Err(other) => other,
        };
        written.map_err(refuse)
    }

    fn write_pages(&self, directory: &Path, cut: Cut) -> anyhow::Result<usize> {
        let pages = match &self.part()? {
            Some(part) => part.write_pages(directory, cut, &Diagram),
            None => self.project.write_pages(directory, cut, &Diagram),
        };
        let pages = pages.map_err(problem)?;
        let style = directory.join("style.css");
        fs::write(&style, fs::read_to_string(&style)? + board::STYLE)?;
        Ok(pages)
    }

    /// The position of a node.
    pub fn position(&self, node: NodeId) -> anyhow::Result<gametree_chess::Chess> {
        Ok(self
            .project
            .position(node)
            .map_err(|error| project::problem(&error))?)
    }

    /// Every position within a cut, once, with its share of its start.
    pub fn each(
        &self,
        cut: Cut,
        mut each: impl FnMut(NodeId, &gametree_chess::Chess, f64) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let query = self.project.query();
        let mut seen = std::collections::HashSet::new();
        for &start in &self.starts {
            let walk = query.walk(start, cut);
            self.project
                .play::<Stopped>(&walk, |played| {
                    let row = played.row;
                    if row.place == Standing::First && seen.insert(played.position.identity()) {
                        each(row.node, played.position, row.share).map_err(Stopped)?;
                    }
                    Ok(())
                })
                .map_err(|stopped| stopped.0)?;
        }
        Ok(())
    }
}

/// Why an outline was not played to its end.
pub struct Stopped(pub anyhow::Error);

impl From<gametree_atlas::AtlasError> for Stopped {
    fn from(error: gametree_atlas::AtlasError) -> Stopped {
        Stopped(project::problem(&error).into())
    }
}
