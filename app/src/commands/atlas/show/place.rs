//! A position of a project, as the command line names it, and how much of what lies below is
//! wanted.

use std::sync::Arc;

use clap::Args;
use gametree_atlas::fact::NodeId;
use gametree_atlas::walk::Cut;

use crate::output;
use crate::project::{self, Project};

/// `NAME [PATH]`.
#[derive(Args, Debug, Clone)]
pub struct AtArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The position: moves from a root or from the focus as in 'e4 e5 Nf3', a move of the game as in
    /// 23...Nf6, or a position as in a FEN; unless given the focus where there is a game, else the
    /// first root
    #[arg(value_name = "PATH")]
    pub path: Vec<String>,
}

/// A position of a project that is open.
pub struct Place {
    /// The project.
    pub project: Arc<dyn Project>,
    /// Where it is in the graph.
    pub node: NodeId,
}

impl AtArgs {
    /// Opens the project to read it, and finds the position; says so where it is one of several
    /// roots.
    pub fn open(&self) -> anyhow::Result<Place> {
        let place = self.find()?;
        let root = place.project.find("root")?;
        if self.is_root() && place.node != root {
            output::hint("this is the position in focus; root names the root");
        } else if self.is_root() {
            let roots = place.project.roots()?.len();
            if roots > 1 {
                output::hint(&format!(
                    "this is the first of {roots} roots; name another by its position"
                ));
            }
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
        let node = if self.is_root() {
            project.shown()?
        } else {
            project.find(&self.path.join(" "))?
        };
        Ok(Place { project, node })
    }
}

/// How much of what lies below a position is wanted.
#[derive(Args, Debug, Clone)]
pub struct CutArgs {
    /// Leave out positions with a smaller share of the start: 0.01 is one of a hundred
    #[arg(long, value_name = "X", value_parser = share)]
    pub share: Option<f64>,
    /// Leave out positions further down, in plies
    #[arg(long, value_name = "D")]
    pub depth: Option<usize>,
    /// The most positions, those with the greatest share first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub most: Option<u64>,
}

impl CutArgs {
    /// What is asked for, and elsewhere what the default is.
    pub fn over(&self, default: Cut) -> Cut {
        Cut {
            share: self.share.unwrap_or(default.share),
            depth: self.depth.unwrap_or(default.depth),
            rows: self.rows().unwrap_or(default.rows),
            excluded: default.excluded,
        }
    }

    /// The most positions.
    pub fn rows(&self) -> Option<usize> {
        self.most
            .map(|most| usize::try_from(most).unwrap_or(usize::MAX))
    }
}

/// A part of one, `0.05` or `5%`.
pub fn share(text: &str) -> Result<f64, String> {
    let (digits, whole) = text
        .strip_suffix('%')
        .map_or((text, 1.0), |digits| (digits, 100.0));
    let number = digits.trim().parse::<f64>().map(|number| number / whole);
    let fits = number.ok().filter(|number| (0.0..=1.0).contains(number));
    fits.ok_or_else(|| format!("'{text}' is not a share; write 0.05 or 5%"))
}

/// The foot of a table: whose values, in what.
pub fn point_of_view(project: &dyn Project) -> String {
    format!(
        "values are {}'s, in {}",
        project.players()[0],
        project.unit()
    )
}

/// What the mark of [`marked`] means.
pub const OWN_SEARCH: &str = "~ own search, the others backed up";

/// A value, with a mark where it is an engine's own search and not backed up from moves.
pub fn marked(value: &str, own_search: bool) -> String {
    format!("{}{value}", if own_search { "~" } else { "" })
}

/// `12.3 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// The moves to a position, or its text where it is a root.
pub fn at(path: &str, position: &str) -> String {
    if path.is_empty() {
        position.to_string()
    } else {
        path.to_string()
    }
}
