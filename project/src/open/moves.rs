//! The moves of a position.

use gametree::{Drawn, Game, Notation, Persistent, Player, Score};
use gametree_atlas::fact::{NodeId, Origin};
use gametree_atlas::query::{self, Basis, Query, RestRow};
use gametree_atlas::settings::Spared;
use gametree_catalog::Position;

use super::about::About;
use super::node::best;
use crate::drawing::side;
use crate::error::Result;
use crate::paths::{File, checked, plies};
use crate::view::{Direct, MoveRow, MovesView, PositionValue, Rest, SourceName, SparedPart};

/// The longest line of a position, and of a row.
const LINE: usize = 24;
const SHORT: usize = 8;

/// The points by which tree and engine may differ before it is worth a look.
const DISAGREE: i64 = 30;

/// The moves of a position with everything known of them.
pub fn moves(about: &About, atlas: &File, node: NodeId) -> Result<MovesView> {
    checked(atlas, node)?;
    let query = atlas.query();
    let position = atlas.position(node)?;
    let table = query.moves(node);
    let maker = Rows {
        atlas,
        query: &query,
        position: &position,
        best: query.value(node),
    };
    let rows = table.rows.into_iter().filter_map(|row| maker.row(row));
    let moves = rows.collect();
    let sources = atlas.graph().sources().iter().enumerate();
    Ok(MovesView {
        schema: "gametree.atlas.moves/1",
        project: about.name.clone(),
        game: about.game.clone(),
        node,
        position: position.write(),
        turn: side(position.turn()),
        value: PositionValue::of(atlas.game.facts, query.value(node)),
        open: query.position(node).open,
        best: best(&query, &position, node),
        line: atlas.words(&position, &query.line(node, LINE).codes),
        moves,
        rest: table.rest.map(|rest| rest_row(atlas, &position, &rest)),
        unit: atlas.graph().settings().cost.preset.unit(),
        sources: sources
            .map(|(number, source)| SourceName {
                number,
                name: source.name.clone(),
                options: source.options.clone(),
            })
            .collect(),
    })
}

/// What all rows of a position have in common.
struct Rows<'a> {
    atlas: &'a File,
    query: &'a Query<'a>,
    position: &'a Position,
    best: Option<Score>,
}

impl Rows<'_> {
    fn row(&self, row: query::MoveRow) -> Option<MoveRow> {
        let m = self.position.decode(row.code)?;
        let child = self.query.position(row.node);
        let mut after = self.position.after(m);
        after.normalize();
        let win_loss = row
            .value
            .zip(self.best)
            .map(|(value, best)| self.given_away(value, best));
        let mark = self.atlas.graph().marks().get(&row.node);
        let value = PositionValue::of(self.atlas.game.facts, row.value);
        let direct = Direct::of(self.atlas.game.facts, row.direct);
        let apart = value.value.zip(direct.direct).map(|(a, b)| (a - b).abs());
        Some(MoveRow {
            name: self.position.write_move(m),
            uci: self.position.uci(m),
            number: self.position.number(),
            squares: self.position.squares(m),
            node: row.node,
            disagree: apart.is_some_and(|apart| apart > DISAGREE),
            value,
            own_search: row.basis != Basis::Position || self.query.is_own_search(row.node),
            basis: row.basis.word(),
            direct,
            depth: row.depth,
            wdl: row.wdl.map(Into::into),
            nodes: row.nodes,
            effort: row.effort,
            loss: row.loss,
            class: win_loss.map(|loss| class(row.best, loss)),
            win_loss,
            cost: row.cost.map(plies),
            spared: row.spared.iter().map(spared).collect(),
            penalty: row.penalty.map(plies),
            share: row.share,
            state: row.state.word(),
            best: row.best,
            by_user: row.origin == Origin::User,
            origin: origin(row.origin),
            transposes: child.entries > 1,
            source: row.source,
            mixed: row.mixed,
            note: row.note,
            watched: mark.is_some_and(|mark| !mark.watches.is_empty()),
            line: self
                .atlas
                .words(&after, &self.query.line(row.node, SHORT).codes),
        })
    }

    /// The mover's chance that a move gives away; nothing where it is better than what counts, as
    /// excluded ones may be.
    fn given_away(&self, value: Score, best: Score) -> f64 {
        let drop = self.atlas.game.facts.chance(best) - self.atlas.game.facts.chance(value);
        let drop = if self.position.turn() == Player::FIRST {
            drop
        } else {
            -drop
        };
        drop.max(0.0)
    }
}

fn spared(spared: &Spared) -> SparedPart {
    SparedPart {
        weight: spared.weight.name(),
        part: spared.part,
    }
}

fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Engine => "engine",
        Origin::User => "user",
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

fn rest_row(atlas: &File, position: &Position, rest: &RestRow) -> Rest {
    let m = rest.code.and_then(|code| position.decode(code));
    Rest {
        count: rest.count,
        name: m.map(|m| position.write_move(m)),
        uci: m.map(|m| position.uci(m)),
        value: PositionValue::of(atlas.game.facts, Some(rest.value)),
        bound: rest.bound,
        loss: rest.loss,
        share: rest.share,
        state: rest.state.word(),
        penalty: rest.cost.map(plies),
        nodes: rest.nodes,
    }
}
