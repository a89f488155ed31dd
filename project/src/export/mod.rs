//! A project for other programs and for people. PGN, EPD and Polyglot are formats of chess.

mod board;
mod epd;
mod pgn;
mod polyglot;
mod subject;

use std::io::Write;
use std::path::{Path, PathBuf};

use gametree_atlas::Atlas;
use gametree_atlas::fact::NodeId;
use gametree_atlas::store::MemoryStore;
use gametree_atlas::walk::Cut;
use gametree_catalog::Position;
use gametree_chess::Chess;

use board::Drawing;
use pgn::Extent;
use subject::Subject;

use crate::error::{ProjectError, Result};
use crate::paths::{File, checked, root};
use crate::recorded;

/// A format that is one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Games with variations.
    Pgn,
    /// An opening book.
    Polyglot,
    /// A record a position.
    Epd,
    /// One object with everything.
    Json,
    /// A drawing for Graphviz.
    Dot,
    /// A drawing.
    Svg,
}

impl Format {
    /// What is left out unless the user says otherwise.
    #[must_use]
    pub fn cut(self) -> Cut {
        match self {
            Format::Pgn | Format::Dot | Format::Svg => Cut::default(),
            Format::Polyglot | Format::Epd => Cut {
                excluded: false,
                ..Cut::NOTHING
            },
            Format::Json => Cut::NOTHING,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Format::Pgn => "PGN",
            Format::Polyglot => "Polyglot",
            Format::Epd => "EPD",
            Format::Json => "JSON",
            Format::Dot => "DOT",
            Format::Svg => "SVG",
        }
    }
}

/// What to write.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExportAsk {
    /// The format.
    pub format: Format,
    /// What lies below a position; all roots where it is not given.
    pub node: Option<NodeId>,
    /// How much.
    pub cut: Cut,
    /// Whether a PGN has only best moves beside the games that were played.
    pub best_line: bool,
}

/// Pages to write.
#[derive(Clone, PartialEq, Debug)]
pub struct PagesAsk {
    /// The directory.
    pub directory: PathBuf,
    /// What lies below a position; all roots where it is not given.
    pub node: Option<NodeId>,
    /// How much.
    pub cut: Cut,
}

/// Writes a project in a format; says what was written.
///
/// # Errors
/// When the format is another game's, or the disk fails.
pub fn export(name: &str, atlas: &File, ask: &ExportAsk, out: &mut dyn Write) -> Result<String> {
    if let Some(node) = ask.node {
        checked(atlas, node)?;
    }
    let words = |value| atlas.game.facts.words(value);
    match ask.format {
        Format::Pgn | Format::Polyglot | Format::Epd => {
            if atlas.game.position(Chess::default()).is_none() {
                let format = ask.format.name();
                return Err(ProjectError::invalid(format!(
                    "{format} is a format of chess; this project is of another game"
                ))
                .hint("--json, --dot, --svg and --html are for every game"));
            }
            chess_format(name, atlas, ask, out)
        }
        Format::Json => {
            match part(atlas, ask.node)? {
                Some(part) => part.write_json(ask.cut, out)?,
                None => atlas.write_json(ask.cut, out)?,
            }
            Ok("one object".into())
        }
        Format::Dot => {
            let drawing = atlas.dot(first(atlas, ask.node)?, ask.cut, &words)?;
            draw(atlas, ask.node, &drawing, out)
        }
        Format::Svg => {
            let drawing = atlas.svg(first(atlas, ask.node)?, ask.cut, &words)?;
            draw(atlas, ask.node, &drawing, out)
        }
    }
}

fn chess_format(
    name: &str,
    project: &File,
    ask: &ExportAsk,
    mut out: &mut dyn Write,
) -> Result<String> {
    let roots = project.graph().roots().iter().map(|root| root.node);
    let subject = Subject {
        name,
        project,
        starts: ask.node.map_or_else(|| roots.collect(), |node| vec![node]),
        records: if ask.node.is_none() && ask.format == Format::Pgn {
            recorded::all(project)
        } else {
            Vec::new()
        },
    };
    match ask.format {
        Format::Polyglot => {
            let book = polyglot::book(&subject, ask.cut)?;
            book.write(&mut out)?;
            Ok(format!("{} entries", book.entries().len()))
        }
        Format::Epd => {
            let records = epd::records(&subject, ask.cut)?;
            records
                .iter()
                .try_for_each(|record| writeln!(out, "{record}"))?;
            Ok(format!("{} positions", records.len()))
        }
        _ => {
            let games = pgn::games(
                &subject,
                Extent {
                    cut: ask.cut,
                    best_line: ask.best_line,
                },
            )?;
            let texts: Vec<String> = games.iter().map(ToString::to_string).collect();
            out.write_all(texts.join("\n").as_bytes())?;
            let moves: usize = games.iter().map(|game| game.len() - 1).sum();
            let noun = if games.len() == 1 { "game" } else { "games" };
            Ok(format!("{} {noun}, {moves} moves", games.len()))
        }
    }
}

/// The first root to start from.
fn first(atlas: &File, node: Option<NodeId>) -> Result<NodeId> {
    node.map_or_else(|| root(atlas), Ok)
}

fn draw(atlas: &File, node: Option<NodeId>, drawing: &str, out: &mut dyn Write) -> Result<String> {
    out.write_all(drawing.as_bytes())?;
    let roots = atlas.graph().roots().len();
    Ok(if node.is_none() && roots > 1 {
        format!("a drawing, the first of {roots} roots")
    } else {
        "a drawing".into()
    })
}

/// What lies below a position, as a project of its own; none for a whole project.
fn part(atlas: &File, node: Option<NodeId>) -> Result<Option<Atlas<Position, MemoryStore>>> {
    let extract = |node| atlas.extract(node, None, MemoryStore::new());
    Ok(node.map(extract).transpose()?)
}

/// Writes pages into a directory; how many.
///
/// # Errors
/// When the disk fails.
pub fn pages(atlas: &File, ask: &PagesAsk) -> Result<usize> {
    let directory: &Path = &ask.directory;
    let pages = match part(atlas, ask.node)? {
        Some(part) => part.write_pages(directory, ask.cut, &Drawing(atlas.game.facts))?,
        None => atlas.write_pages(directory, ask.cut, &Drawing(atlas.game.facts))?,
    };
    let style = directory.join("style.css");
    std::fs::write(&style, std::fs::read_to_string(&style)? + board::STYLE)?;
    Ok(pages)
}
