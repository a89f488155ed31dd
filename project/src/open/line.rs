//! The best line from a position, and from every root.

use gametree::{Game, Notation, Persistent};
use gametree_atlas::fact::{Code, NodeId};
use gametree_atlas::query::Query;
use gametree_catalog::Position;

use super::about::About;
use super::node::best;
use crate::error::Result;
use crate::paths::{File, checked, focused};
use crate::view::{LineStep, LineView, PositionValue, RootView};

/// The longest line of a root.
const ROOT_LINE: usize = 12;

/// The best line with the value after every move.
pub fn line(about: &About, atlas: &File, node: NodeId, most: usize) -> Result<LineView> {
    let position = atlas.position(checked(atlas, node)?)?;
    let query = atlas.query();
    let line = query.line(node, most);
    let moves = steps(atlas, &position, &line.codes);
    Ok(LineView {
        schema: "gametree.atlas.line/1",
        project: about.name.clone(),
        node,
        position: position.write(),
        value: PositionValue::of(atlas.game.facts, query.value(node)),
        own_search: query.is_own_search(node),
        hangs_on: hangs_on(&query, node, &moves),
        line: moves.iter().map(|step| step.name.clone()).collect(),
        moves,
        end: line.end.words(),
    })
}

/// The first move of a line after which a value is not backed up any more.
fn hangs_on(query: &Query<'_>, node: NodeId, moves: &[LineStep]) -> Option<usize> {
    if query.is_own_search(node) {
        return None;
    }
    let first = moves.iter().position(|step| !step.open)?;
    (moves[first].nodes > 0).then_some(first)
}

/// The moves with their values, as far as they are legal.
fn steps(atlas: &File, from: &Position, codes: &[Code]) -> Vec<LineStep> {
    let query = atlas.query();
    let mut position = from.clone();
    let mut steps = Vec::with_capacity(codes.len());
    for &code in codes {
        let over = position.outcome().is_some();
        let Some(m) = (!over).then(|| position.decode(code)).flatten() else {
            break;
        };
        let name = position.write_move(m);
        let uci = position.uci(m);
        let number = position.number();
        position.play(m);
        position.normalize();
        let node = atlas.graph().find(position.identity());
        let known = node.map(|node| query.position(node));
        let value = known.as_ref().and_then(|known| known.value);
        steps.push(LineStep {
            name,
            uci,
            number,
            value: PositionValue::of(atlas.game.facts, value),
            open: known.as_ref().is_some_and(|known| known.open),
            nodes: known.as_ref().map_or(0, |known| known.nodes),
            depth: known.as_ref().map_or(0, |known| known.depth),
        });
    }
    steps
}

/// All roots.
pub fn roots(atlas: &File) -> Result<Vec<RootView>> {
    let roots = atlas.graph().roots().iter();
    roots.map(|root| view(atlas, root.node)).collect()
}

/// The position that all tasks are for.
pub fn focus(atlas: &File) -> Result<Option<RootView>> {
    let focus = focused(atlas);
    focus.map(|node| view(atlas, node)).transpose()
}

fn view(atlas: &File, node: NodeId) -> Result<RootView> {
    let query = atlas.query();
    let position = atlas.position(node)?;
    Ok(RootView {
        node,
        position: position.write(),
        value: PositionValue::of(atlas.game.facts, query.value(node)),
        own_search: query.is_own_search(node),
        best: best(&query, &position, node),
        line: atlas.words(&position, &query.line(node, ROOT_LINE).codes),
    })
}
