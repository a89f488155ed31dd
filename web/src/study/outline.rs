//! What lies below a position, best first, every position once.

use gametree_atlas::walk::{Cut, Place, Played};
use gametree_atlas::{AtlasError, fact::Origin};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Answer;
use super::open::{Open, refusal};
use crate::staff::Staffed;
use crate::view::Worth;

/// How much is wanted.
#[derive(Clone, PartialEq, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct OutlineAsk {
    /// The position; the root where it is not said.
    pub root: Option<u32>,
    /// Nothing with a smaller share.
    pub share: Option<f64>,
    /// Nothing further down.
    pub depth: Option<usize>,
    /// At most so many rows.
    pub rows: Option<usize>,
}

/// The most rows.
const MOST: usize = 2000;

/// An outline.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Outline {
    /// `gametree.outline/1`.
    pub schema: &'static str,
    /// The position it begins at.
    pub root: u32,
    /// The rows, depth first, the mover's best move first.
    pub rows: Vec<OutlineRow>,
}

/// A row.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct OutlineRow {
    /// The row of the position before the move.
    pub parent: Option<usize>,
    /// Moves from the root.
    pub depth: usize,
    /// The move; empty for the first row.
    #[serde(rename = "move")]
    pub name: String,
    /// `12.`, `12...`, or empty.
    pub number: String,
    /// As engines write it.
    pub wire: String,
    /// The position.
    pub node: u32,
    /// Its value.
    pub value: Option<Worth>,
    /// Its part of the root.
    pub share: f64,
    /// `first`: here, with what lies below it; `see`: a transposition; `again`: a repetition.
    pub place: &'static str,
    /// The row where it stands, for `see` and `again`.
    pub see: Option<usize>,
    /// Whether the move carries the value of the position before it.
    pub best: bool,
    /// What is going on there.
    pub state: Option<&'static str>,
    /// Whether the user put the move there.
    pub by_user: bool,
    /// The user's note.
    pub note: String,
    /// Moves of the graph that are not shown below it.
    pub hidden: usize,
}

impl<G: Staffed> Open<G> {
    pub(super) fn show_outline(&self, ask: &OutlineAsk) -> Answer<Outline> {
        let atlas = self.atlas();
        let root = match ask.root {
            Some(root) => Open::checked(&atlas, root)?,
            None => Open::root(&atlas)?,
        };
        let cut = Cut {
            share: ask.share.unwrap_or(0.01).clamp(0.0, 1.0),
            depth: ask.depth.unwrap_or(40).min(400),
            rows: ask.rows.unwrap_or(200).clamp(1, MOST),
            excluded: true,
        };
        let walk = atlas.query().walk(root, cut);
        let mut rows = Vec::with_capacity(walk.rows.len());
        let each = |played: Played<'_, G>| {
            rows.push(row(&played));
            Ok::<(), AtlasError>(())
        };
        atlas.play(&walk, each).map_err(|error| refusal(&error))?;
        Ok(Outline {
            schema: "gametree.outline/1",
            root,
            rows,
        })
    }
}

fn row<G: Staffed>(played: &Played<'_, G>) -> OutlineRow {
    let found = played.row;
    let (place, see) = match found.place {
        Place::First => ("first", None),
        Place::See(row) => ("see", Some(row)),
        Place::Again(row) => ("again", Some(row)),
    };
    OutlineRow {
        parent: found.parent,
        depth: found.depth,
        name: played.name(),
        number: played
            .by
            .map(|(before, _)| before.number())
            .unwrap_or_default(),
        wire: played
            .by
            .map(|(before, m)| before.wire(m))
            .unwrap_or_default(),
        node: found.node,
        value: found.value.map(Worth::of::<G>),
        share: found.share,
        place,
        see,
        best: found.best,
        state: found.state.map(|state| state.word()),
        by_user: found.origin == Some(Origin::User),
        note: found.note.clone(),
        hidden: found.hidden,
    }
}
