//! What can be requested.

use std::collections::BTreeMap;

use gametree_atlas::changes::Moment;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// A project to make.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProject {
    /// Its name; the game's with the next free number by default.
    pub name: Option<String>,
    /// The game; chess by default.
    pub game: Option<String>,
    /// The position: a FEN, moves, a PGN text; the starting position where it is empty or
    /// `startpos`.
    #[serde(default)]
    pub position: String,
    /// The engine's id; the strongest one by default.
    pub engine: Option<String>,
    /// How many work at once.
    pub count: Option<usize>,
    /// Whether to run at once.
    #[serde(default)]
    pub run: bool,
}

/// Start or pause.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RunAsk {
    /// `running` or `idle`.
    pub state: String,
    /// The engine's id, never a path; by default the engines and options of the last run, else the
    /// strongest engine.
    pub engine: Option<String>,
    /// How many work at once.
    pub count: Option<usize>,
    /// Mebibytes of hash for each.
    pub hash: Option<u64>,
    /// Options that are numbers, switches or choices.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Whether an engine may start that has no result in the project yet.
    #[serde(default)]
    pub change: bool,
    /// Of a pause: whether searches are stopped now; what they have found is saved. Otherwise they
    /// may finish.
    #[serde(default)]
    pub now: bool,
    /// Whether the run goes on by itself when the server starts again; unchanged by default.
    pub resume: Option<bool>,
}

impl RunAsk {
    /// With an engine and no other option.
    #[must_use]
    pub fn with(engine: Option<String>, count: Option<usize>) -> RunAsk {
        RunAsk {
            state: "running".into(),
            engine,
            count,
            ..RunAsk::default()
        }
    }
}

/// The new name of a project, or of its copy.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// The name.
    pub name: String,
}

/// Since when changes are wanted, and how many.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChangesAsk {
    /// Since when.
    pub since: Moment,
    /// The most positions.
    pub most: usize,
}

/// How much of the map is wanted.
#[derive(Clone, PartialEq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct MapAsk {
    /// The position; the root by default.
    pub root: Option<u32>,
    /// What a width means: `share`, `positions`, `log`.
    pub size: Option<String>,
    /// Nothing narrower; the whole has 1.
    pub min: Option<f64>,
    /// Nothing further down.
    pub rows: Option<usize>,
    /// At most this many boxes.
    pub limit: Option<usize>,
}

/// How much is wanted.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OutlineAsk {
    /// The position; the root by default.
    pub root: Option<u32>,
    /// Nothing with a smaller share.
    pub share: Option<f64>,
    /// Nothing further down.
    pub depth: Option<usize>,
    /// At most this many rows.
    pub rows: Option<usize>,
    /// Whether to include excluded moves; yes by default.
    pub excluded: Option<bool>,
}

/// Where the live engine is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LiveAsk {
    /// The position; none stops it.
    pub node: Option<u32>,
    /// The engine's id; by default the one of the last run, else the strongest one.
    pub engine: Option<String>,
}
