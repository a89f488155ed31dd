//! What has changed since the user looked, and what he watches.

use std::sync::Arc;

use gametree::Score;
use gametree_atlas::changes::{Change, Moment};
use gametree_atlas::fact::{Code, NodeId, Rule};
use gametree_atlas::snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use super::node::{crumbs, joined, way};
use super::open::{File, Open, lock, refusal};
use crate::staff::Staffed;
use crate::view::Worth;

/// The most positions told.
const MOST: usize = 30;

/// What has changed.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ChangesView {
    /// `gametree.changes/1`.
    pub schema: &'static str,
    /// Since when, in seconds since 1970.
    pub since: u64,
    /// New positions.
    pub positions: usize,
    /// New answers.
    pub evaluations: u64,
    /// Positions searched by engines since.
    pub engine_nodes: u64,
    /// The roots, then the positions that have changed most.
    pub rows: Vec<ChangeRow>,
    /// Watches that have come true.
    pub fired: Vec<FiredRow>,
    /// Everything that is watched.
    pub watches: Vec<WatchRow>,
}

/// A position then and now.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ChangeRow {
    /// The position.
    pub node: u32,
    /// The way to it; empty for a root.
    pub path: String,
    /// Its part of the root.
    pub share: f64,
    /// Its value then.
    pub before: Option<Worth>,
    /// Its value now.
    pub now: Option<Worth>,
    /// The best move then.
    pub best_before: Option<String>,
    /// The best move now.
    pub best_now: Option<String>,
}

/// A watch that has come true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FiredRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// The rule.
    pub rule: String,
    /// What has happened.
    pub words: String,
}

/// A watch.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WatchRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// The rules.
    pub rules: Vec<String>,
    /// Its value now.
    pub value: Option<Worth>,
}

/// A rule, for people.
pub(super) fn rule_words<G: Staffed>(rule: Rule) -> String {
    let words = |raw: i32| G::words(Score::from_raw(raw));
    match rule {
        Rule::Moves(points) => {
            format!(
                "the value moves by {} or more",
                G::words(Score::points(points)).trim_start_matches('+')
            )
        }
        Rule::BestChanges => "the best move changes".into(),
        Rule::Above(raw) => format!("the value rises to {} or above", words(raw)),
        Rule::Below(raw) => format!("the value falls to {} or below", words(raw)),
    }
}

impl<G: Staffed> Open<G> {
    pub(super) fn show_changes(&self, since: u64) -> Answer<ChangesView> {
        let before = self.snapshot_of(since)?;
        let atlas = self.atlas();
        let changes = atlas
            .changes_against(&before, MOST)
            .map_err(|error| refusal(&error))?;
        let moved =
            |change: &&Change| change.before != change.now || change.best_before != change.best_now;
        let rows = changes.roots.iter().filter(moved).chain(&changes.moved);
        let mut seen: Vec<NodeId> = Vec::new();
        let rows = rows.filter(|change| {
            !seen.contains(&change.node) && {
                seen.push(change.node);
                true
            }
        });
        let fired = changes.fired.iter().map(|fired| {
            let (path, rule) = (way(&atlas, fired.node)?, rule_words::<G>(fired.rule));
            Ok(FiredRow {
                node: fired.node,
                path,
                rule,
                words: fired.words.clone(),
            })
        });
        Ok(ChangesView {
            schema: "gametree.changes/1",
            since,
            positions: changes.positions,
            evaluations: changes.evaluations,
            engine_nodes: changes.engine_nodes,
            rows: rows
                .map(|change| row(&atlas, change))
                .collect::<Answer<_>>()?,
            fired: fired.collect::<Answer<_>>()?,
            watches: watches(&atlas)?,
        })
    }

    /// How the project stood at a moment; the last one asked for is kept, because pages ask again
    /// and again.
    fn snapshot_of(&self, since: u64) -> Answer<Arc<Snapshot>> {
        if let Some((at, snapshot)) = &*lock(&self.looked)
            && *at == since
        {
            return Ok(Arc::clone(snapshot));
        }
        let snapshot = self
            .atlas()
            .snapshot_at(Moment::At(since))
            .map_err(|error| refusal(&error))?;
        let snapshot = Arc::new(snapshot);
        *lock(&self.looked) = Some((since, Arc::clone(&snapshot)));
        Ok(snapshot)
    }
}

fn row<G: Staffed>(atlas: &File<G>, change: &Change) -> Answer<ChangeRow> {
    let position = atlas
        .position(change.node)
        .map_err(|error| refusal(&error))?;
    let name = |code: Option<Code>| {
        code.and_then(|code| position.decode(code))
            .map(|m| position.write_move(m))
    };
    Ok(ChangeRow {
        node: change.node,
        path: joined(&crumbs(atlas, change.root, &change.path)?),
        share: change.share,
        before: change.before.map(Worth::of::<G>),
        now: change.now.map(Worth::of::<G>),
        best_before: name(change.best_before),
        best_now: name(change.best_now),
    })
}

fn watches<G: Staffed>(atlas: &File<G>) -> Answer<Vec<WatchRow>> {
    let marks = atlas.graph().marks();
    let mut nodes: Vec<NodeId> = marks
        .iter()
        .filter(|(_, mark)| !mark.watches.is_empty())
        .map(|(&node, _)| node)
        .collect();
    nodes.sort_unstable();
    let one = |node: NodeId| {
        Ok(WatchRow {
            node,
            path: way(atlas, node)?,
            rules: marks[&node]
                .watches
                .iter()
                .map(|&rule| rule_words::<G>(rule))
                .collect(),
            value: atlas.query().value(node).map(Worth::of::<G>),
        })
    };
    nodes.into_iter().map(one).collect()
}
