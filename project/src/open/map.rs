//! The whole graph below a position as an icicle.

use gametree::{Game, Notation, Persistent};
use gametree_atlas::fact::Code;
use gametree_atlas::map::{MapCut, MapRow, Size};
use gametree_atlas::walk::Place;
use gametree_catalog::{Position, StoredGame};

use crate::error::{ProjectError, Result};
use crate::paths::{File, checked, crumbs, root};
use crate::request::MapAsk;
use crate::view::{COLUMNS, MapBox, MapView, PositionValue, ValueView};

/// The most boxes and the deepest row.
const MOST: usize = 20_000;
const DEEPEST: usize = 400;

/// A map.
pub fn map(atlas: &File, ask: &MapAsk) -> Result<MapView> {
    let root = match ask.root {
        Some(root) => checked(atlas, root)?,
        None => root(atlas)?,
    };
    let query = atlas.query();
    let map = query.map(root, cut(ask)?);
    let start = atlas.position(root)?;
    let (top, codes) = query.path(root);
    Ok(MapView {
        schema: "gametree.atlas.map/1",
        root,
        path: crumbs(atlas, top, &codes)?,
        value: PositionValue::of(atlas.game.facts, query.value(root)),
        size: ask.size.clone().unwrap_or_else(|| "share".into()),
        positions: atlas.graph().positions(),
        columns: COLUMNS,
        rows: boxes(atlas, &start, &map.rows),
    })
}

fn cut(ask: &MapAsk) -> Result<MapCut> {
    let default = MapCut::default();
    let size = match ask.size.as_deref() {
        None | Some("share") => Size::Share,
        Some("positions") => Size::Positions,
        Some("log") => Size::LogPositions,
        Some(other) => {
            return Err(ProjectError::invalid(format!("'{other}' is not a size"))
                .hint("share, positions or log"));
        }
    };
    Ok(MapCut {
        min: ask.min.unwrap_or(default.min).clamp(0.0, 1.0),
        depth: ask.rows.unwrap_or(default.depth).min(DEEPEST),
        limit: ask.limit.unwrap_or(default.limit).clamp(1, MOST),
        size,
    })
}

fn boxes(atlas: &File, start: &Position, rows: &[MapRow]) -> Vec<MapBox> {
    let query = atlas.query();
    // The positions on the way to the present row, by depth.
    let mut way: Vec<Position> = vec![start.clone()];
    let mut boxes = Vec::with_capacity(rows.len());
    for row in rows {
        way.truncate(row.depth.max(1));
        let (name, number) = row
            .code
            .and_then(|code| step(&mut way, code))
            .unwrap_or_default();
        let flags = flags(row, query.is_own_search(row.node));
        boxes.push(one(
            atlas.game.facts,
            row,
            Labels {
                name,
                number,
                flags,
            },
        ));
    }
    boxes
}

/// Plays a move; its name and number.
fn step(way: &mut Vec<Position>, code: Code) -> Option<(String, String)> {
    let before = way.last()?;
    let m = before.decode(code)?;
    let named = (before.write_move(m), before.number());
    let mut after = Game::after(before, m);
    after.normalize();
    way.push(after);
    Some(named)
}

/// What is written on a box.
struct Labels {
    name: String,
    number: String,
    flags: String,
}

fn one(game: &StoredGame, row: &MapRow, labels: Labels) -> MapBox {
    let fine = |x: f64| (x * 1e7).round() / 1e7;
    let value = row.value.map(|value| ValueView::of(game, value));
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
        labels.name,
        labels.number,
        text,
        win,
        state,
        labels.flags,
        row.hidden,
        see,
    )
}

fn flags(row: &MapRow, own_search: bool) -> String {
    let all = [
        (row.best, 'b'),
        (row.by_user, 'u'),
        (row.noted, 'n'),
        (row.watched, 'w'),
        (row.running, 'r'),
        (own_search, 'o'),
    ];
    all.into_iter()
        .filter(|(on, _)| *on)
        .map(|(_, letter)| letter)
        .collect()
}
