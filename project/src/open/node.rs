//! A position.

use gametree::board::{Drawn, Squares};
use gametree::erased::ErasedMove;
use gametree::{Game, Notation, Persistent};
use gametree_atlas::fact::{Code, NodeId};
use gametree_atlas::query::Query;
use gametree_catalog::Position;

use super::about::About;
use super::changes::rule_words;
use crate::drawing::{board, side};
use crate::error::Result;
use crate::paths::{File, checked, crumbs, joined, plies};
use crate::view::{Crumb, Direct, LegalMove, NodeView, Ply, PositionValue};

/// The longest line of a position.
const LINE: usize = 24;

/// The most other ways that are listed.
const WAYS: usize = 10;

/// Everything known of a position.
pub fn node(about: &About, atlas: &File, node: NodeId) -> Result<NodeView> {
    checked(atlas, node)?;
    let query = atlas.query();
    let graph = atlas.graph();
    let position = atlas.position(node)?;
    let known = query.position(node);
    let (root, codes) = query.path(node);
    let path = crumbs(atlas, root, &codes)?;
    let mark = graph.marks().get(&node).cloned().unwrap_or_default();
    let line = query.line(node, LINE);
    let boost = graph.boosts().iter().find(|(boosted, _)| *boosted == node);
    let source = |source: u16| graph.sources()[usize::from(source)].name.clone();
    Ok(NodeView {
        schema: "gametree.atlas.node/1",
        node,
        project: about.name.clone(),
        game: about.game.clone(),
        position: position.write(),
        board: board(&position),
        turn: side(known.turn),
        players: atlas.game.facts.players,
        other_paths: other_paths(atlas, node)?,
        entries: known.entries,
        last: last_move(atlas, root, &codes)?,
        opening: opening(atlas, root, &codes)?,
        reached_by: joined(&path),
        root: known.root,
        path,
        value: PositionValue::of(atlas.game.facts, known.value),
        direct: Direct::of(atlas.game.facts, known.direct),
        depth: known.depth,
        wdl: known.wdl.map(Into::into),
        nodes: known.nodes,
        source: known.source.map(source),
        open: known.open,
        ended: known.ended,
        asked: known.asked,
        parked: known.parked,
        best: best(&query, &position, node),
        line: plies_of(&query, &position, node, &line.codes),
        line_end: line.end.words(),
        legal: legal(&query, &position, node),
        known: known.known,
        note: known.note,
        watches: mark
            .watches
            .iter()
            .map(|&rule| rule_words(atlas.game.facts, rule))
            .collect(),
        boost: boost.map_or(0, |&(_, percent)| percent),
        damp: plies(mark.damp),
        settings: graph.settings().clone(),
    })
}

/// The best move by name.
pub fn best(query: &Query<'_>, position: &Position, node: NodeId) -> Option<String> {
    let m = position.decode(query.best(node)?)?;
    Some(position.write_move(m))
}

/// The ways that lead here and are not the first one.
fn other_paths(atlas: &File, node: NodeId) -> Result<Vec<Vec<Crumb>>> {
    let query = atlas.query();
    let first = query.path(node);
    let mut ways = Vec::new();
    for (from, code) in query.parents(node) {
        let (root, mut codes) = query.path(from);
        codes.push(code);
        // A way through the position itself is a repetition, not another way.
        let through = crumbs(atlas, root, &codes)?;
        let again = through.iter().filter(|crumb| crumb.node == node).count() > 1;
        if (root, &codes) != (first.0, &first.1) && !again && ways.len() < WAYS {
            ways.push(through);
        }
    }
    Ok(ways)
}

fn last_move(atlas: &File, root: NodeId, codes: &[Code]) -> Result<Option<Squares>> {
    let Some((&last, before)) = codes.split_last() else {
        return Ok(None);
    };
    let mut position = atlas.position(root)?;
    for &code in before {
        let Some(m) = position.decode(code) else {
            return Ok(None);
        };
        position.play(m);
        position.normalize();
    }
    Ok(position.decode(last).map(|m| position.squares(m)))
}

/// The opening of a way.
pub fn opening(atlas: &File, root: NodeId, codes: &[Code]) -> Result<Option<String>> {
    let start = atlas.position(root)?;
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(codes.len());
    for &code in codes {
        let Some(m) = position.decode(code) else {
            break;
        };
        moves.push(m);
        position.play(m);
    }
    Ok((atlas.game.facts.opening)(&start, &moves))
}

fn plies_of(query: &Query<'_>, position: &Position, node: NodeId, codes: &[Code]) -> Vec<Ply> {
    let mut position = position.clone();
    let mut at = Some(node);
    let mut line = Vec::with_capacity(codes.len());
    for &code in codes {
        let over = position.outcome().is_some();
        let Some(m) = (!over).then(|| position.decode(code)).flatten() else {
            break;
        };
        let name = position.write_move(m);
        let uci = position.uci(m);
        let number = position.number();
        let squares = position.squares(m);
        at = at.and_then(|at| query.child(at, code));
        position.play(m);
        position.normalize();
        line.push(Ply {
            name,
            uci,
            number,
            node: at,
            board: board(&position),
            squares,
        });
    }
    line
}

fn legal(query: &Query<'_>, position: &Position, node: NodeId) -> Vec<LegalMove> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let one = |m: ErasedMove| LegalMove {
        name: position.write_move(m),
        uci: position.uci(m),
        squares: position.squares(m),
        node: query.child(node, position.encode(m)),
    };
    position.moves().map(one).collect()
}
