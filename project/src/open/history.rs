//! How a position's value came about.

use gametree::{Notation, Persistent, Score};
use gametree_atlas::fact::{Code, NodeId};
use gametree_atlas::{history as past, journal};
use gametree_catalog::{Position, StoredGame};

use super::about::About;
use crate::error::Result;
use crate::paths::{File, checked};
use crate::view::{Direct, HistoryPoint, HistoryView, MoveValue, PositionValue};

/// A position that is not followed is looked up in a past of at most this many facts.
const SHORT: u64 = 30_000;

/// Whether to follow a position from now on, because its past is too long to read.
pub fn should_follow(atlas: &File, node: NodeId) -> Result<bool> {
    checked(atlas, node)?;
    let unknown = atlas
        .journal()
        .is_some_and(|journal| journal.of(node).is_none());
    Ok(unknown && atlas.facts() > SHORT)
}

/// From the journal where it follows the position; else from the facts, where they are few.
pub fn history(about: &About, atlas: &File, node: NodeId) -> Result<HistoryView> {
    let position = atlas.position(node)?;
    let series = atlas.journal().and_then(|journal| journal.of(node));
    let (mut points, exact): (Vec<HistoryPoint>, bool) = match series {
        Some(series) => {
            let points = series
                .points()
                .map(|point| followed(atlas.game.facts, &position, point));
            let points: Vec<_> = points.collect();
            let all = points.len() as u64 >= series.changes();
            (points, all)
        }
        None => {
            let history = atlas.history(node)?;
            let points = history
                .points
                .iter()
                .map(|point| looked_up(atlas.game.facts, &position, point));
            (points.collect(), history.exact)
        }
    };
    // Points before the first fact that has a date are as old as the project.
    let created = atlas.store().created();
    for point in &mut points {
        point.at = point.at.max(created);
    }
    Ok(HistoryView {
        schema: "gametree.atlas.history/1",
        project: about.name.clone(),
        node,
        position: position.write(),
        points,
        exact,
    })
}

fn name(position: &Position, code: Option<Code>) -> Option<String> {
    let m = position.decode(code?)?;
    Some(position.write_move(m))
}

fn followed(game: &StoredGame, position: &Position, point: &journal::Point) -> HistoryPoint {
    let row = |&(code, value): &(Code, Option<Score>)| {
        Some(MoveValue {
            name: name(position, Some(code))?,
            value: PositionValue::of(game, value),
        })
    };
    HistoryPoint {
        at: point.at,
        facts: point.facts,
        value: PositionValue::of(game, point.value),
        best: name(position, point.best),
        direct: Direct::default(),
        nodes: 0,
        moves: point.moves.iter().filter_map(row).collect(),
    }
}

fn looked_up(game: &StoredGame, position: &Position, point: &past::Point) -> HistoryPoint {
    HistoryPoint {
        at: point.at,
        facts: point.facts,
        value: PositionValue::of(game, point.value),
        best: name(position, point.best),
        direct: Direct::of(game, point.direct),
        nodes: point.nodes,
        moves: Vec::new(),
    }
}
