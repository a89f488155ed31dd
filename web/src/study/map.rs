//! The whole graph below a position as an icicle: rows as short arrays, so that thousands of boxes
//! are few bytes.

use gametree::Game;
use gametree_atlas::fact::Code;
use gametree_atlas::map::{MapCut, MapRow, Size};
use gametree_atlas::walk::Place;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Answer;
use super::node::crumbs;
use super::open::{Open, refusal};
use crate::refusal::Refusal;
use crate::staff::Staffed;
use crate::view::{Crumb, Worth};

/// How much of the map is wanted.
#[derive(Clone, PartialEq, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct MapAsk {
    /// The position; the root where it is not said.
    pub root: Option<u32>,
    /// What a width means: `share`, `positions`, `log`.
    pub size: Option<String>,
    /// Nothing narrower; the whole has 1.
    pub min: Option<f64>,
    /// Nothing further down.
    pub rows: Option<usize>,
    /// At most so many boxes.
    pub limit: Option<usize>,
}

/// A map.
#[derive(Clone, Serialize, ToSchema)]
pub struct MapView {
    /// `gametree.map/1`.
    pub schema: &'static str,
    /// The position at the top.
    pub root: u32,
    /// The way to it.
    pub path: Vec<Crumb>,
    /// Its value.
    pub value: Option<Worth>,
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
const COLUMNS: [&str; 13] = [
    "node", "parent", "x", "width", "depth", "move", "number", "value", "win", "state", "flags",
    "hidden", "see",
];

/// A box: node, parent's row (−1 for the first), x, width, depth, move, its number, value, the
/// first player's chance, state, flags (`b` best, `u` user's, `n` note, `w` watched, `r` running),
/// hidden moves, the row it is seen in (−1 where it stands).
type MapBox = (
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

/// The most boxes and the deepest row.
const MOST: usize = 20_000;
const DEEPEST: usize = 400;

impl<G: Staffed> Open<G> {
    pub(super) fn show_map(&self, ask: &MapAsk) -> Answer<MapView> {
        let atlas = self.atlas();
        let root = match ask.root {
            Some(root) => Open::checked(&atlas, root)?,
            None => Open::root(&atlas)?,
        };
        let query = atlas.query();
        let map = query.map(root, cut(ask)?);
        let start = atlas.position(root).map_err(|error| refusal(&error))?;
        let (top, codes) = query.path(root);
        Ok(MapView {
            schema: "gametree.map/1",
            root,
            path: crumbs(&atlas, top, &codes)?,
            value: query.value(root).map(Worth::of::<G>),
            size: ask.size.clone().unwrap_or_else(|| "share".into()),
            positions: atlas.graph().len(),
            columns: COLUMNS,
            rows: boxes(&start, &map.rows),
        })
    }
}

fn cut(ask: &MapAsk) -> Answer<MapCut> {
    let default = MapCut::default();
    let size = match ask.size.as_deref() {
        None | Some("share") => Size::Share,
        Some("positions") => Size::Positions,
        Some("log") => Size::LogPositions,
        Some(other) => {
            return Err(
                Refusal::bad(format!("'{other}' is not a size")).hint("share, positions or log")
            );
        }
    };
    Ok(MapCut {
        min: ask.min.unwrap_or(default.min).clamp(0.0, 1.0),
        depth: ask.rows.unwrap_or(default.depth).min(DEEPEST),
        limit: ask.limit.unwrap_or(default.limit).clamp(1, MOST),
        size,
    })
}

fn boxes<G: Staffed>(start: &G, rows: &[MapRow]) -> Vec<MapBox> {
    // The positions on the way to the present row, by depth.
    let mut way: Vec<G> = vec![start.clone()];
    let mut boxes = Vec::with_capacity(rows.len());
    for row in rows {
        way.truncate(row.depth.max(1));
        let (name, number) = row
            .code
            .and_then(|code| step(&mut way, code))
            .unwrap_or_default();
        boxes.push(one::<G>(row, name, number));
    }
    boxes
}

/// Plays a move; its name and number.
fn step<G: Staffed>(way: &mut Vec<G>, code: Code) -> Option<(String, String)> {
    let before = way.last()?;
    let m = before.decode(code)?;
    let named = (before.write_move(m), before.number());
    let mut after = Game::after(before, m);
    after.settle();
    way.push(after);
    Some(named)
}

fn one<G: Staffed>(row: &MapRow, name: String, number: String) -> MapBox {
    let fine = |x: f64| (x * 1e7).round() / 1e7;
    let value = row.value.map(Worth::of::<G>);
    let win = value.as_ref().map(|value| (value.win * 1e4).round() / 1e4);
    let (state, see) = match row.kind {
        Place::First => (row.state.map_or("root", |state| state.word()), -1),
        Place::See(place) => ("see", place as i64),
        Place::Again(place) => ("again", place as i64),
    };
    let parent = row.parent.map_or(-1, |parent| parent as i64);
    let text = value.map(|value| value.text).unwrap_or_default();
    (
        row.node,
        parent,
        fine(row.x),
        fine(row.width),
        row.depth,
        name,
        number,
        text,
        win,
        state,
        flags(row),
        row.hidden,
        see,
    )
}

fn flags(row: &MapRow) -> String {
    let all = [
        (row.best, 'b'),
        (row.by_user, 'u'),
        (row.noted, 'n'),
        (row.watched, 'w'),
        (row.running, 'r'),
    ];
    all.into_iter()
        .filter(|(on, _)| *on)
        .map(|(_, letter)| letter)
        .collect()
}
