//! A position and its moves, for the pages.

use gametree::{Player, Score};
use gametree_atlas::fact::{Code, NodeId, Origin};
use gametree_atlas::query::{self, Query, RestRow};

use super::Answer;
use super::changes::rule_words;
use super::open::{File, Open, refusal};
use crate::shown::{Squares, side};
use crate::staff::Staffed;
use crate::view::{Crumb, LegalMove, MoveRow, Moves, Node, Ply, Rest, SourceName, Worth};

/// The longest line of a position, and of a row.
const LINE: usize = 24;
const SHORT: usize = 8;

/// The most other ways that are told.
const WAYS: usize = 10;

/// The points by which tree and engine may differ before it is worth a look.
const DISAGREE: i64 = 30;

/// Thousandths of a ply as plies.
pub(super) fn plies(milli: u32) -> f64 {
    f64::from(milli) / 1000.0
}

/// Moves from a node, with the nodes they lead to.
pub(super) fn crumbs<G: Staffed>(
    atlas: &File<G>,
    start: NodeId,
    codes: &[Code],
) -> Answer<Vec<Crumb>> {
    let query = atlas.query();
    let mut position = atlas.position(start).map_err(|error| refusal(&error))?;
    let mut crumbs = vec![Crumb {
        node: start,
        name: String::new(),
        number: String::new(),
    }];
    let mut at = start;
    for &code in codes {
        let (Some(m), Some(next)) = (position.decode(code), query.child(at, code)) else {
            break;
        };
        at = next;
        crumbs.push(Crumb {
            node: at,
            name: position.write_move(m),
            number: position.number(),
        });
        position.play(m);
        position.settle();
    }
    Ok(crumbs)
}

/// The way to a node as one text: `12.Nf3 Nc6 13.d4`.
pub(super) fn way<G: Staffed>(atlas: &File<G>, node: NodeId) -> Answer<String> {
    let (root, codes) = atlas.query().path(node);
    Ok(joined(&crumbs(atlas, root, &codes)?))
}

/// Crumbs as one text: a number before a first player's move and before the first.
pub(super) fn joined(crumbs: &[Crumb]) -> String {
    let mut text = String::new();
    for crumb in crumbs.iter().filter(|crumb| !crumb.name.is_empty()) {
        let first = text.is_empty();
        if !first {
            text.push(' ');
        }
        if first || !crumb.number.ends_with("...") {
            text.push_str(&crumb.number);
        }
        text.push_str(&crumb.name);
    }
    text
}

impl<G: Staffed> Open<G> {
    pub(super) fn show_node(&self, node: NodeId) -> Answer<Node> {
        let atlas = self.atlas();
        Open::checked(&atlas, node)?;
        let (query, graph) = (atlas.query(), atlas.graph());
        let position = atlas.position(node).map_err(|error| refusal(&error))?;
        let known = query.position(node);
        let (root, codes) = query.path(node);
        let path = crumbs(&atlas, root, &codes)?;
        let mark = graph.marks().get(&node).cloned().unwrap_or_default();
        let line = query.line(node, LINE);
        let boost = graph.boosts().iter().find(|(boosted, _)| *boosted == node);
        Ok(Node {
            schema: "gametree.node/1",
            node,
            project: self.id.clone(),
            game: self.game.clone(),
            position: position.write(),
            board: position.board(),
            turn: side(known.turn),
            players: G::players(),
            other_paths: other_paths(&atlas, node)?,
            entries: known.entries,
            last: last_move(&atlas, root, &codes)?,
            opening: opening(&atlas, root, &codes)?,
            path,
            value: known.value.map(Worth::of::<G>),
            direct: known.direct.map(Worth::of::<G>),
            depth: known.depth,
            nodes: known.nodes,
            source: known
                .source
                .map(|source| graph.sources()[usize::from(source)].name.clone()),
            open: known.open,
            ended: known.ended,
            asked: known.asked,
            parked: known.parked,
            line: plies_of(&query, &position, node, &line.codes),
            line_end: line.end.words(),
            legal: legal(&query, &position, node),
            note: known.note,
            watches: mark
                .watches
                .iter()
                .map(|&rule| rule_words::<G>(rule))
                .collect(),
            boost: boost.map_or(0, |&(_, percent)| percent),
            damp: plies(mark.damp),
        })
    }

    pub(super) fn show_moves(&self, node: NodeId) -> Answer<Moves> {
        let atlas = self.atlas();
        Open::checked(&atlas, node)?;
        let query = atlas.query();
        let position = atlas.position(node).map_err(|error| refusal(&error))?;
        let table = query.moves(node);
        let best = table
            .rows
            .iter()
            .filter(|row| row.cost.is_some())
            .filter_map(|row| row.value);
        let best = best.chain(table.rest.as_ref().map(|rest| rest.value));
        let view = |value: &Score| {
            if position.turn() == Player::FIRST {
                value.raw()
            } else {
                -value.raw()
            }
        };
        let maker = Rows {
            atlas: &atlas,
            query: &query,
            position: &position,
            best: best.max_by_key(view),
        };
        let made: Vec<MoveRow> = table
            .rows
            .into_iter()
            .filter_map(|row| maker.row(row))
            .collect();
        let name = |source: &gametree::Source| SourceName {
            name: source.name.clone(),
            options: source.options.clone(),
        };
        Ok(Moves {
            schema: "gametree.moves/1",
            node,
            turn: side(position.turn()),
            order: made.iter().map(|row| row.wire.clone()).collect(),
            rows: made
                .into_iter()
                .map(|row| (row.wire.clone(), row))
                .collect(),
            rest: table.rest.map(|rest| rest_row(&position, &rest)),
            sources: atlas.graph().sources().iter().map(name).collect(),
        })
    }
}

/// The ways that lead here and are not the first one.
fn other_paths<G: Staffed>(atlas: &File<G>, node: NodeId) -> Answer<Vec<Vec<Crumb>>> {
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

fn last_move<G: Staffed>(atlas: &File<G>, root: NodeId, codes: &[Code]) -> Answer<Option<Squares>> {
    let Some((&last, before)) = codes.split_last() else {
        return Ok(None);
    };
    let mut position = atlas.position(root).map_err(|error| refusal(&error))?;
    for &code in before {
        let Some(m) = position.decode(code) else {
            return Ok(None);
        };
        position.play(m);
        position.settle();
    }
    Ok(position.decode(last).map(|m| position.squares(m)))
}

/// The opening of a way.
pub(super) fn opening<G: Staffed>(
    atlas: &File<G>,
    root: NodeId,
    codes: &[Code],
) -> Answer<Option<String>> {
    let start = atlas.position(root).map_err(|error| refusal(&error))?;
    let (mut position, mut moves) = (start.clone(), Vec::with_capacity(codes.len()));
    for &code in codes {
        let Some(m) = position.decode(code) else {
            break;
        };
        moves.push(m);
        position.play(m);
    }
    Ok(G::named(&start, &moves))
}

fn plies_of<G: Staffed>(query: &Query<'_>, position: &G, node: NodeId, codes: &[Code]) -> Vec<Ply> {
    let mut position = position.clone();
    let (mut at, mut line) = (Some(node), Vec::with_capacity(codes.len()));
    for &code in codes {
        let Some(m) = (position.outcome().is_none())
            .then(|| position.decode(code))
            .flatten()
        else {
            break;
        };
        let (name, wire, number) = (position.write_move(m), position.wire(m), position.number());
        let squares = position.squares(m);
        at = at.and_then(|at| query.child(at, code));
        position.play(m);
        position.settle();
        line.push(Ply {
            name,
            wire,
            number,
            node: at,
            board: position.board(),
            squares,
        });
    }
    line
}

fn legal<G: Staffed>(query: &Query<'_>, position: &G, node: NodeId) -> Vec<LegalMove> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let one = |m: G::Move| LegalMove {
        name: position.write_move(m),
        wire: position.wire(m),
        squares: position.squares(m),
        node: query.child(node, position.encode(m)),
    };
    position.moves().map(one).collect()
}

/// What all rows of a position have in common.
struct Rows<'a, G: Staffed> {
    atlas: &'a File<G>,
    query: &'a Query<'a>,
    position: &'a G,
    best: Option<Score>,
}

impl<G: Staffed> Rows<'_, G> {
    fn row(&self, row: query::MoveRow) -> Option<MoveRow> {
        let m = self.position.decode(row.code)?;
        let child = self.query.position(row.node);
        let mut after = self.position.after(m);
        after.settle();
        let win_loss = row
            .value
            .zip(self.best)
            .map(|(value, best)| self.given_away(value, best));
        let (value, direct) = (
            row.value.map(Worth::of::<G>),
            row.direct.map(Worth::of::<G>),
        );
        let marks = self.atlas.graph().marks();
        Some(MoveRow {
            name: self.position.write_move(m),
            wire: self.position.wire(m),
            number: self.position.number(),
            squares: self.position.squares(m),
            node: row.node,
            disagree: value
                .as_ref()
                .zip(direct.as_ref())
                .is_some_and(|(a, b)| (a.number - b.number).abs() > DISAGREE),
            value,
            direct,
            depth: row.depth,
            nodes: row.nodes,
            loss: row.loss,
            class: win_loss.map(|loss| class(row.best, loss)),
            win_loss,
            penalty: row.penalty.map(plies),
            share: row.share,
            state: row.state.word(),
            best: row.best,
            by_user: row.origin == Origin::User,
            transposes: child.entries > 1,
            source: row.source,
            mixed: row.mixed,
            note: row.note,
            watched: marks
                .get(&row.node)
                .is_some_and(|mark| !mark.watches.is_empty()),
            line: self
                .atlas
                .words(&after, &self.query.line(row.node, SHORT).codes),
        })
    }

    /// The mover's chance that a move gives away; nothing where it is better than what counts, as
    /// excluded ones may be.
    fn given_away(&self, value: Score, best: Score) -> f64 {
        let drop = G::chance(best) - G::chance(value);
        (if self.position.turn() == Player::FIRST {
            drop
        } else {
            -drop
        })
        .max(0.0)
    }
}

/// A move by what it gives away.
fn class(best: bool, loss: f64) -> &'static str {
    match loss {
        _ if best => "best",
        ..0.02 => "good",
        ..0.05 => "ok",
        ..0.10 => "inaccuracy",
        ..0.15 => "mistake",
        _ => "blunder",
    }
}

fn rest_row<G: Staffed>(position: &G, rest: &RestRow) -> Rest {
    Rest {
        count: rest.count,
        name: rest
            .code
            .and_then(|code| position.decode(code))
            .map(|m| position.write_move(m)),
        value: Worth::of::<G>(rest.value),
        share: rest.share,
        state: rest.state.word(),
        penalty: rest.cost.map(plies),
    }
}
