//! One JSON object, schema `gametree.atlas.export/1`.
//!
//! Values are the first player's, written as everywhere: points as they are, a win or loss as plus
//! or minus (1000000 − plies), so that numbers compare; with `decided`: the number of plies,
//! negative when the second player wins. (0 plies, the game being over, has no sign: `ended` and
//! the value tell.)

use std::io;

use gametree::{Persistent, Player, Score, Verdict};
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::ExportError;
use crate::atlas::Atlas;
use crate::fact::{NodeId, Origin};
use crate::query::{LineEnd, MoveRow, Query, RestRow};
use crate::sheet::Sheet;
use crate::store::Store;
use crate::walk::{Cut, Place};

#[derive(Serialize)]
struct File<'a> {
    schema: &'static str,
    fingerprint: String,
    positions_in_all: usize,
    evaluations: u64,
    engine_nodes: u64,
    sources: Vec<SourceObject<'a>>,
    roots: Vec<RootObject<'a>>,
    positions: Vec<PositionObject>,
}

#[derive(Serialize)]
struct SourceObject<'a> {
    name: &'a str,
    options: &'a str,
}

#[derive(Serialize)]
struct RootObject<'a> {
    node: NodeId,
    key: String,
    text: &'a str,
}

#[derive(Serialize)]
struct Value {
    value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<i64>,
}

#[derive(Serialize)]
struct PositionObject {
    node: NodeId,
    key: String,
    text: String,
    turn: u8,
    share: f64,
    #[serde(flatten)]
    value: Value,
    direct: Option<i64>,
    ended: bool,
    open: bool,
    nodes: u64,
    depth: u32,
    source: Option<u16>,
    legal: usize,
    asked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    parked: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
    best: Option<String>,
    line: Vec<String>,
    repetition: bool,
    moves: Vec<MoveObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<RestObject>,
}

#[derive(Serialize)]
struct MoveObject {
    #[serde(rename = "move")]
    name: String,
    code: u32,
    to: NodeId,
    #[serde(flatten)]
    value: Value,
    direct: Option<i64>,
    loss: Option<f64>,
    cost: Option<u32>,
    penalty: Option<u32>,
    share: f64,
    state: &'static str,
    nodes: u64,
    depth: u32,
    source: Option<u16>,
    mixed: bool,
    origin: &'static str,
    best: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

#[derive(Serialize)]
struct RestObject {
    #[serde(rename = "move")]
    name: Option<String>,
    #[serde(flatten)]
    value: Value,
    loss: f64,
    cost: Option<u32>,
    share: f64,
    state: &'static str,
    nodes: u64,
    count: usize,
}

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// Writes the positions within a cut as one JSON object.
    ///
    /// # Errors
    /// When the project is not sound, or what is written to fails.
    pub fn write_json(&self, cut: Cut, out: &mut dyn io::Write) -> Result<(), ExportError> {
        let query = self.query();
        let graph = self.graph();
        let root = |root: &'_ crate::graph::Root| (root.node, hex(graph.node(root.node).key));
        let file = File {
            schema: "gametree.atlas.export/1",
            fingerprint: format!("{:016x}", graph.fingerprint()),
            positions_in_all: graph.len(),
            evaluations: graph.evaluations(),
            engine_nodes: graph.engine_nodes(),
            sources: graph
                .sources()
                .iter()
                .map(|source| SourceObject {
                    name: &source.name,
                    options: &source.options,
                })
                .collect(),
            roots: graph
                .roots()
                .iter()
                .map(|r| RootObject {
                    node: root(r).0,
                    key: root(r).1,
                    text: &r.text,
                })
                .collect(),
            positions: self.objects(&query, cut)?,
        };
        serde_json::to_writer(&mut *out, &file).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        Ok(())
    }

    fn objects(&self, query: &Query<'_>, cut: Cut) -> Result<Vec<PositionObject>, ExportError> {
        let mut seen = FxHashSet::default();
        let mut objects = Vec::new();
        for walk in &self.selection(query, cut).walks {
            self.play::<ExportError>(walk, |played| {
                if played.row.place == Place::First && seen.insert(played.row.node) {
                    let sheet = self.sheet_of(query, played.row.node, played.position);
                    objects.push(position(sheet, played.row.share));
                }
                Ok(())
            })?;
        }
        Ok(objects)
    }
}

pub(super) fn hex(key: u128) -> String {
    format!("{key:032x}")
}

/// A value as scripts read it.
fn number(score: Score) -> i64 {
    match score.verdict() {
        Verdict::Points(points) => i64::from(points),
        Verdict::Win(plies) => 1_000_000 - i64::from(plies),
        Verdict::Loss(plies) => i64::from(plies) - 1_000_000,
    }
}

fn value(score: Option<Score>) -> Value {
    let decided = score.and_then(|score| match score.verdict() {
        Verdict::Win(plies) => Some(i64::from(plies)),
        Verdict::Loss(plies) => Some(-i64::from(plies)),
        Verdict::Points(_) => None,
    });
    Value {
        value: score.map(number),
        decided,
    }
}

fn position(sheet: Sheet, share: f64) -> PositionObject {
    let known = sheet.position;
    PositionObject {
        node: known.node,
        key: hex(known.key),
        text: sheet.text,
        turn: if known.turn == Player::FIRST { 1 } else { 2 },
        share,
        value: value(known.value),
        direct: known.direct.map(number),
        ended: known.ended,
        open: known.open,
        nodes: known.nodes,
        depth: known.depth,
        source: known.source,
        legal: known.legal,
        asked: known.asked,
        parked: known.parked,
        note: known.note,
        best: sheet.best,
        line: sheet.line,
        repetition: sheet.end == LineEnd::Repetition,
        moves: sheet
            .moves
            .into_iter()
            .map(|(name, row)| move_object(name, row))
            .collect(),
        rest: sheet.rest.map(|(name, row)| rest_object(name, &row)),
    }
}

fn move_object(name: String, row: MoveRow) -> MoveObject {
    MoveObject {
        name,
        code: row.code,
        to: row.node,
        value: value(row.value),
        direct: row.direct.map(number),
        loss: row.loss,
        cost: row.cost,
        penalty: row.penalty,
        share: row.share,
        state: row.state.word(),
        nodes: row.nodes,
        depth: row.depth,
        source: row.source,
        mixed: row.mixed,
        origin: origin(row.origin),
        best: row.best,
        note: row.note,
    }
}

fn rest_object(name: Option<String>, row: &RestRow) -> RestObject {
    RestObject {
        name,
        value: value(Some(row.value)),
        loss: row.loss,
        cost: row.cost,
        share: row.share,
        state: row.state.word(),
        nodes: row.nodes,
        count: row.count,
    }
}

pub(super) fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::User => "user",
        Origin::Engine => "engine",
    }
}
