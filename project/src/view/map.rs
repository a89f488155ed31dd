//! A map of the graph: rows as short arrays, so that thousands of boxes are few bytes.

use serde::Serialize;
use utoipa::ToSchema;

use super::node::Crumb;
use super::value::PositionValue;

/// A map.
#[derive(Clone, Serialize, ToSchema)]
pub struct MapView {
    /// `gametree.atlas.map/1`.
    pub schema: &'static str,
    /// The position at the top.
    pub root: u32,
    /// The way to it.
    pub path: Vec<Crumb>,
    /// Its value.
    #[serde(flatten)]
    pub value: PositionValue,
    /// What a width means.
    pub size: String,
    /// Positions of the whole project.
    pub positions: usize,
    /// The names of what stands in a row's array, in order.
    pub columns: [&'static str; 13],
    /// The boxes, depth first, the mover's best move first.
    #[schema(value_type = Vec<Vec<Object>>)]
    pub rows: Vec<MapBox>,
}

/// What stands in a row's array.
pub const COLUMNS: [&str; 13] = [
    "node", "parent", "x", "width", "depth", "move", "number", "value", "win", "state", "flags",
    "hidden", "see",
];

/// A box: node, parent's row (−1 for the first), x, width, depth, move, its number, value, the
/// first player's chance, state, flags (`b` best, `u` user's, `n` note, `w` watched, `r` running,
/// `o` the engine's own search),
/// hidden moves, the row it is seen in (−1 where it stands).
pub type MapBox = (
    u32,
    i64,
    f64,
    f64,
    usize,
    String,
    String,
    String,
    Option<f64>,
    &'static str,
    String,
    usize,
    i64,
);
