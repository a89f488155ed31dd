//! What has changed since a moment, and what is watched.

use std::collections::HashSet;

use gametree::{Notation, Persistent, Score};
use gametree_atlas::changes::{Cause, Change, Fired, Moment};
use gametree_atlas::fact::{Code, NodeId, Rule};
use gametree_atlas::snapshot::Snapshot;
use gametree_catalog::StoredGame;

use super::about::About;
use crate::error::Result;
use crate::paths::{File, crumbs, focused, joined, spoken, way};
use crate::recorded;
use crate::request::ChangesAsk;
use crate::view::{
    Before, CauseRow, ChangeRow, ChangesView, Crumb, FiredRow, Now, PositionValue, WatchRow,
};

/// A rule, for people.
pub fn rule_words(game: &StoredGame, rule: Rule) -> String {
    let words = |raw: i32| game.words(Score::from_raw(raw));
    match rule {
        Rule::Moves(points) => {
            let by = game.words(Score::points(points));
            format!("the value moves by {} or more", by.trim_start_matches('+'))
        }
        Rule::BestChanges => "the best move changes".into(),
        Rule::Above(raw) => format!("the value rises to {} or above", words(raw)),
        Rule::Below(raw) => format!("the value falls to {} or below", words(raw)),
    }
}

/// What has changed since a snapshot.
pub fn changes(
    about: &About,
    atlas: &File,
    before: &Snapshot,
    ask: &ChangesAsk,
) -> Result<ChangesView> {
    let changes = atlas.changes_against(before, ask.most)?;
    let moved =
        |change: &&Change| change.before != change.now || change.best_before != change.best_now;
    let rows = changes.roots.iter().filter(moved).chain(&changes.moved);
    // A root that has changed may be among those that changed most, too.
    let mut seen: Vec<NodeId> = Vec::new();
    let rows = rows.filter(|change| {
        let new = !seen.contains(&change.node);
        seen.push(change.node);
        new
    });
    let known = KnownWay::of(atlas);
    Ok(ChangesView {
        schema: "gametree.atlas.changes/1",
        project: about.name.clone(),
        since: match ask.since {
            Moment::At(at) => at,
            Moment::Fact(_) => 0,
        },
        facts_before: changes.facts_before,
        facts: changes.facts,
        positions: changes.positions,
        moves: changes.moves,
        evaluations: changes.evaluations,
        engine_nodes: changes.engine_nodes,
        rows: rows
            .map(|change| row(atlas, &known, change))
            .collect::<Result<_>>()?,
        causes: changes
            .causes
            .iter()
            .map(|cause| cause_row(atlas, &known, cause))
            .collect::<Result<_>>()?,
        fired: changes
            .fired
            .iter()
            .map(|fired| fired_row(atlas, &known, fired))
            .collect::<Result<_>>()?,
        watches: watches(atlas)?,
    })
}

/// Positions that a reader knows how to reach: those of the first game, and the focus. A way is told
/// from there, not from the first move.
struct KnownWay(HashSet<NodeId>);

impl KnownWay {
    fn of(atlas: &File) -> KnownWay {
        let game = recorded::first(atlas);
        let played = game.iter().flat_map(|game| game.main_line());
        KnownWay(played.map(|(_, node)| node).chain(focused(atlas)).collect())
    }

    /// The moves after the last known position; of a known position, the move to it.
    fn short(&self, crumbs: &[Crumb]) -> String {
        let known = crumbs
            .iter()
            .rposition(|crumb| self.0.contains(&crumb.node));
        let after = known.map_or(0, |known| known + 1);
        joined(&crumbs[after.min(crumbs.len().saturating_sub(1))..])
    }
}

fn row(atlas: &File, known: &KnownWay, change: &Change) -> Result<ChangeRow> {
    let position = atlas.position(change.node)?;
    let name = |code: Option<Code>| {
        let m = position.decode(code?)?;
        Some(position.write_move(m))
    };
    let way = crumbs(atlas, change.root, &change.path)?;
    Ok(ChangeRow {
        node: change.node,
        path: joined(&way),
        short_path: known.short(&way),
        position: position.write(),
        share: change.share,
        before: Before::of(atlas.game.facts, change.before),
        now: Now::of(atlas.game.facts, change.now),
        best_before: name(change.best_before),
        best_now: name(change.best_now),
    })
}

fn cause_row(atlas: &File, known: &KnownWay, cause: &Cause) -> Result<CauseRow> {
    let origin = &cause.origin;
    let position = atlas.query().position(origin.node);
    let line = match cause.carried.first() {
        Some(top) => {
            let rest = origin.path.get(top.path.len()..).unwrap_or_default();
            spoken(&atlas.position(top.node)?, rest)
        }
        None => String::new(),
    };
    let carried = cause.carried.iter().map(|change| row(atlas, known, change));
    Ok(CauseRow {
        kind: match (origin.before, cause.at) {
            (None, _) => "new",
            (_, Some(_)) => "result",
            _ => "move",
        },
        origin: row(atlas, known, origin)?,
        at: cause.at,
        depth: position.depth,
        nodes: position.nodes,
        line,
        carried: carried.collect::<Result<_>>()?,
    })
}

/// What has happened: `+4.70 → +1.40`, or `Nf3 → e4`.
fn fired_words(atlas: &File, fired: &Fired) -> Result<String> {
    let position = atlas.position(fired.node)?;
    let value = |value: Option<Score>| {
        value.map_or_else(|| "unknown".into(), |value| atlas.game.facts.words(value))
    };
    let name = |code: Option<Code>| {
        let m = code.and_then(|code| position.decode(code));
        m.map_or_else(|| "none".into(), |m| position.write_move(m))
    };
    let change = &fired.change;
    Ok(match fired.rule {
        Rule::BestChanges => format!("{} → {}", name(change.best_before), name(change.best_now)),
        _ => format!("{} → {}", value(change.before), value(change.now)),
    })
}

fn fired_row(atlas: &File, known: &KnownWay, fired: &Fired) -> Result<FiredRow> {
    let (root, codes) = atlas.query().path(fired.node);
    let way = crumbs(atlas, root, &codes)?;
    Ok(FiredRow {
        node: fired.node,
        path: joined(&way),
        short_path: known.short(&way),
        position: atlas.position(fired.node)?.write(),
        rule: rule_words(atlas.game.facts, fired.rule),
        value: PositionValue::of(atlas.game.facts, atlas.query().value(fired.node)),
        before: Before::of(atlas.game.facts, fired.change.before),
        words: fired_words(atlas, fired)?,
    })
}

fn watches(atlas: &File) -> Result<Vec<WatchRow>> {
    let marks = atlas.graph().marks();
    let watched = marks.iter().filter(|(_, mark)| !mark.watches.is_empty());
    let mut nodes: Vec<NodeId> = watched.map(|(&node, _)| node).collect();
    nodes.sort_unstable();
    let one = |node: NodeId| {
        let rules = marks[&node].watches.iter();
        Ok(WatchRow {
            node,
            path: way(atlas, node)?,
            rules: rules
                .map(|&rule| rule_words(atlas.game.facts, rule))
                .collect(),
            value: PositionValue::of(atlas.game.facts, atlas.query().value(node)),
        })
    };
    nodes.into_iter().map(one).collect()
}
