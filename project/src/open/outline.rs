//! What lies below a position, best first, every position once.

use gametree::Persistent;
use gametree_atlas::AtlasError;
use gametree_atlas::fact::Origin;
use gametree_atlas::query::Query;
use gametree_atlas::walk::{Cut, Place, Played};
use gametree_catalog::{Position, StoredGame};

use super::about::About;
use crate::error::Result;
use crate::paths::{File, checked, root};
use crate::request::OutlineAsk;
use crate::view::{OutlineRow, OutlineView, PositionValue};

/// An outline.
pub fn outline(about: &About, atlas: &File, ask: &OutlineAsk) -> Result<OutlineView> {
    let root = match ask.root {
        Some(root) => checked(atlas, root)?,
        None => root(atlas)?,
    };
    let cut = Cut {
        share: ask.share.unwrap_or(0.01).clamp(0.0, 1.0),
        depth: ask.depth.unwrap_or(40),
        rows: ask.rows.unwrap_or(200).max(1),
        excluded: ask.excluded.unwrap_or(true),
    };
    let query = atlas.query();
    let walk = query.walk(root, cut);
    let mut rows = Vec::with_capacity(walk.rows.len());
    atlas.play(&walk, |played: Played<'_, Position>| {
        rows.push(row(atlas.game.facts, &query, &played));
        Ok::<(), AtlasError>(())
    })?;
    Ok(OutlineView {
        schema: "gametree.atlas.outline/1",
        project: about.name.clone(),
        root,
        position: atlas.position(root)?.write(),
        rows,
    })
}

fn row(game: &StoredGame, query: &Query<'_>, played: &Played<'_, Position>) -> OutlineRow {
    let found = played.row;
    let known = query.position(found.node);
    let (place, see) = match found.place {
        Place::First => ("first", None),
        Place::See(row) => ("see", Some(row)),
        Place::Again(row) => ("again", Some(row)),
    };
    let number = played.by.map(|(before, _)| before.number());
    let uci = played.by.map(|(before, m)| before.uci(m));
    OutlineRow {
        parent: found.parent,
        depth: found.depth,
        name: played.name(),
        number: number.unwrap_or_default(),
        uci: uci.unwrap_or_default(),
        node: found.node,
        value: PositionValue::of(game, found.value),
        own_search: query.is_own_search(found.node),
        nodes: known.nodes,
        search_depth: known.depth,
        share: found.share,
        place,
        see,
        best: found.best && found.depth > 0,
        state: found.state.map(|state| state.word()),
        by_user: found.origin == Some(Origin::User),
        note: found.note.clone(),
        hidden: found.hidden,
    }
}
