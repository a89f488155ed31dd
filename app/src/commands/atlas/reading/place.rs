//! A position of a project, as the command line names it, and how much of what lies below is
//! wanted.

use clap::Args;
use gametree::{Archived, Game};
use gametree_atlas::fact::{Code, NodeId};
use gametree_atlas::query::ResolveError;
use gametree_atlas::walk::Cut;
use gametree_chess::Chess;
use gametree_chess::openings::{self, Opening};

use super::words;
use crate::error::Problem;
use crate::output;
use crate::project::{self, Project};

/// `NAME [PATH]`.
#[derive(Args, Debug, Clone)]
pub struct AtArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The position: moves from a root as in 'e4 e5 Nf3', or a FEN; the first root unless given
    #[arg(value_name = "PATH")]
    pub path: Vec<String>,
}

/// A position of a project that is open.
pub struct Place {
    /// The project.
    pub project: Project,
    /// Where it is in the graph.
    pub node: NodeId,
    /// The position.
    pub position: Chess,
}

impl AtArgs {
    /// Opens the project to read it, and finds the position; says so where it is one of several
    /// roots.
    pub fn open(&self) -> anyhow::Result<Place> {
        let place = self.find()?;
        let roots = place.project.graph().roots().len();
        if self.is_root() && roots > 1 {
            output::hint(&format!(
                "this is the first of {roots} roots; name another by its FEN"
            ));
        }
        Ok(place)
    }

    /// Whether no path was given.
    pub fn is_root(&self) -> bool {
        self.path.iter().all(|word| word.trim().is_empty())
    }

    /// Opens the project to read it, and finds the position.
    pub fn find(&self) -> anyhow::Result<Place> {
        let project = project::read(&self.name)?;
        let path = self.path.join(" ");
        let node = project
            .resolve(&path)
            .map_err(|error| self.problem(&error))?;
        let position = project
            .position(node)
            .map_err(|error| project::problem(&error))?;
        Ok(Place {
            project,
            node,
            position,
        })
    }

    /// What is wrong with the path, and what to do.
    fn problem(&self, error: &ResolveError) -> Problem {
        let (name, path) = (&self.name, self.path.join(" "));
        let what = output::shorten(&error.to_string(), 600);
        match error {
            ResolveError::Empty => Problem::not_found(what).mend(format!(
                "`gametree analyse POSITION --project {name}` begins"
            )),
            ResolveError::Unknown { .. } => Problem::not_found(what).mend(format!(
                "`gametree atlas add {name} '{path}'` puts it there"
            )),
            ResolveError::Absent(_) => {
                Problem::not_found(what).mend(format!("`gametree atlas tree {name}` shows what is"))
            }
            ResolveError::Illegal { .. } | ResolveError::Unreadable(_) => Problem::usage(what)
                .mend("write moves from a root as in 'e4 e5 Nf3', or a FEN in quotes"),
            ResolveError::Atlas(error) => project::problem(error),
        }
    }
}

impl Place {
    /// The best line, numbered, of at most so many moves.
    pub fn line(&self, most: usize) -> String {
        let codes = self.project.query().line(self.node, most).codes;
        words::numbered(&self.position, &self.project.words(&self.position, &codes))
    }

    /// The opening: the last position with a name on the way by which this one came into the graph.
    pub fn opening(&self) -> Option<Opening> {
        let (root, codes) = self.project.query().path(self.node);
        let start = self.project.position(root).ok()?;
        let (mut position, mut moves) = (start.clone(), Vec::with_capacity(codes.len()));
        for code in codes {
            let m = position.decode(code)?;
            moves.push(m);
            position.play(m);
        }
        openings::of_line(&start, &moves).map(|(opening, _)| opening)
    }

    /// The moves by which the position came into the graph, numbered; empty for a root.
    pub fn way(&self) -> anyhow::Result<String> {
        way(&self.project, self.node)
    }
}

/// The moves by which a position came into the graph, numbered; empty for a root.
pub fn way(project: &Project, node: NodeId) -> anyhow::Result<String> {
    let (root, codes) = project.query().path(node);
    after(project, root, &codes)
}

/// Moves from a position of the graph, numbered.
pub fn after(project: &Project, from: NodeId, codes: &[Code]) -> anyhow::Result<String> {
    let start = project
        .position(from)
        .map_err(|error| project::problem(&error))?;
    Ok(words::numbered(&start, &project.words(&start, codes)))
}

/// How much of what lies below a position is wanted.
#[derive(Args, Debug, Clone)]
pub struct CutArgs {
    /// Nothing with a smaller share of the start: 0.01 is one of a hundred
    #[arg(long, value_name = "X", value_parser = share)]
    pub share: Option<f64>,
    /// Nothing further down, in moves of one side
    #[arg(long, value_name = "D")]
    pub depth: Option<usize>,
    /// At most so many positions, those of the greatest share
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub most: Option<u64>,
}

impl CutArgs {
    /// What is asked for, and elsewhere what the default is.
    pub fn over(&self, default: Cut) -> Cut {
        Cut {
            share: self.share.unwrap_or(default.share),
            depth: self.depth.unwrap_or(default.depth),
            rows: self.most.map_or(default.rows, |most| {
                usize::try_from(most).unwrap_or(usize::MAX)
            }),
            excluded: default.excluded,
        }
    }
}

/// A part of one, `0.05` or `5%`.
fn share(text: &str) -> Result<f64, String> {
    let (digits, whole) = text
        .strip_suffix('%')
        .map_or((text, 1.0), |digits| (digits, 100.0));
    let number = digits.trim().parse::<f64>().map(|number| number / whole);
    let fits = number.ok().filter(|number| (0.0..=1.0).contains(number));
    fits.ok_or_else(|| format!("'{text}' is not a share; write 0.05 or 5%"))
}
