//! The map: exact widths, every position once, nothing forgotten.

use crate::grown;
use crate::world;

use std::collections::HashMap;

use gametree::{Persistent, Player, Score};
use gametree_atlas::fact::{NodeId, Order, Origin, Rule};
use gametree_atlas::map::{MapCut, MapRow, MapRows, Size};
use gametree_atlas::query::{MoveRow, MoveState};
use gametree_atlas::walk::Place as Stands;
use grown::{Project, project, several};
use world::Place;

const EVERYTHING: MapCut = MapCut {
    min: 0.0,
    depth: usize::MAX,
    limit: usize::MAX,
    size: Size::Share,
};

/// Worlds of all kinds, some moves excluded.
fn worlds() -> Vec<Project> {
    let mut worlds = several();
    worlds.extend((10..30).map(|seed| project(&Place::start(seed * seed, seed), 200)));
    for atlas in &mut worlds {
        for node in (0..atlas.graph().len() as NodeId).step_by(7) {
            if let Some(row) = atlas.query().moves(node).rows.last() {
                atlas
                    .steer(Order::Exclude {
                        node,
                        code: row.code,
                        on: true,
                    })
                    .unwrap();
            }
        }
    }
    worlds
}

fn moves(atlas: &Project, node: NodeId) -> Vec<MoveRow> {
    atlas.query().moves(node).rows
}

fn below(map: &MapRows, row: usize) -> Vec<&MapRow> {
    map.rows
        .iter()
        .filter(|other| other.parent == Some(row))
        .collect()
}

/// What holds of every map.
fn check(atlas: &Project, map: &MapRows, cut: MapCut) {
    assert!(map.rows.len() <= cut.limit && (map.rows[0].x, map.rows[0].width) == (0.0, 1.0));
    for (number, row) in map.rows.iter().enumerate() {
        assert!(
            row.width >= cut.min
                && row.depth <= cut.depth
                && row.state != Some(MoveState::Excluded)
        );
        assert!(
            row.parent
                .is_none_or(|parent| parent < number && map.rows[parent].depth + 1 == row.depth)
        );
        match row.kind {
            Stands::First => check_below(atlas, map, number),
            Stands::See(first) | Stands::Again(first) => {
                assert_eq!(
                    (map.rows[first].node, map.rows[first].kind),
                    (row.node, Stands::First)
                );
                assert!(map.rows[first].width >= row.width && below(map, number).is_empty());
                assert_eq!((row.hidden, row.hidden_best), (0, None));
            }
        }
    }
    let mut first: Vec<NodeId> = map
        .rows
        .iter()
        .filter(|row| row.kind == Stands::First)
        .map(|row| row.node)
        .collect();
    first.sort_unstable();
    assert!(first.is_sorted_by(|a, b| a < b), "a position stands twice");
}

/// The boxes below a box: side by side from its left, the mover's best first, none sticking out.
fn check_below(atlas: &Project, map: &MapRows, number: usize) {
    let row = &map.rows[number];
    let all = moves(atlas, row.node);
    let shown = below(map, number);
    let mut x = row.x;
    let mut last = None;
    for child in &shown {
        assert!((child.x - x).abs() < 1e-12);
        x += child.width;
        let among = all
            .iter()
            .position(|found| Some(found.code) == child.code)
            .unwrap();
        assert!(last < Some(among), "best first");
        last = Some(among);
        assert_eq!((child.node, child.best), (all[among].node, all[among].best));
    }
    assert!(x <= row.x + row.width + 1e-12);
    assert_eq!(row.hidden, all.len() - shown.len());
    let seen = |found: &&MoveRow| shown.iter().any(|child| child.code == Some(found.code));
    let counted = all
        .iter()
        .filter(|found| found.state != MoveState::Excluded && !seen(found));
    let second = atlas.query().position(row.node).turn != Player::FIRST;
    let view = |value: Score| if second { -value } else { value };
    let best = counted
        .filter_map(|found| found.value)
        .max_by_key(|&value| view(value));
    assert_eq!(row.hidden_best, best);
}

/// The greatest share of every position, by going over all moves until nothing changes.
fn greatest(atlas: &Project, start: NodeId) -> HashMap<NodeId, f64> {
    let mut best = HashMap::from([(start, 1.0)]);
    loop {
        let mut changed = false;
        for node in 0..atlas.graph().len() as NodeId {
            let Some(&share) = best.get(&node) else {
                continue;
            };
            for found in moves(atlas, node)
                .iter()
                .filter(|found| found.state != MoveState::Excluded)
            {
                let through = share * found.share;
                if best.get(&found.node).is_none_or(|&old| through > old) {
                    best.insert(found.node, through);
                    changed = true;
                }
            }
        }
        if !changed {
            return best;
        }
    }
}

#[test]
fn everything_wide_enough_is_there_and_nothing_else() {
    for atlas in worlds() {
        for start in [0, atlas.graph().len() as NodeId / 3] {
            let best = greatest(&atlas, start);
            for min in [0.0, 0.0006, 0.01, 0.3] {
                let cut = MapCut { min, ..EVERYTHING };
                let map = atlas.query().map(start, cut);
                check(&atlas, &map, cut);
                let wide: HashMap<NodeId, f64> = best
                    .iter()
                    .filter(|(_, share)| **share >= min)
                    .map(|(&node, &share)| (node, share))
                    .collect();
                let mut boxes = 1;
                for (&node, share) in &wide {
                    let wanted = |found: &&MoveRow| {
                        found.state != MoveState::Excluded && share * found.share >= min
                    };
                    boxes += moves(&atlas, node).iter().filter(wanted).count();
                    let first = map
                        .rows
                        .iter()
                        .find(|row| row.node == node && row.kind == Stands::First);
                    assert_eq!(first.map(|row| row.width), Some(*share));
                }
                assert_eq!(map.rows.len(), boxes);
            }
        }
    }
}

#[test]
fn widths_are_parts_of_the_width_above() {
    for atlas in worlds() {
        let map = atlas.query().map(0, EVERYTHING);
        for row in map.rows.iter().filter(|row| row.parent.is_some()) {
            let above = &map.rows[row.parent.unwrap()];
            let share = moves(&atlas, above.node)
                .iter()
                .find(|found| Some(found.code) == row.code)
                .unwrap()
                .share;
            assert_eq!(row.width, above.width * share);
        }
        for (number, row) in map
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.kind == Stands::First)
        {
            // Nothing is cut: what is missing is the rest.
            let rest = atlas
                .query()
                .moves(row.node)
                .rest
                .map_or(0.0, |rest| rest.share);
            let shown: f64 = below(&map, number).iter().map(|child| child.width).sum();
            let any = rest > 0.0 || shown > 0.0;
            assert!(
                !any || (shown + rest * row.width - row.width).abs() < 1e-12,
                "row {number}"
            );
        }
    }
}

#[test]
fn limits_cut_the_narrowest() {
    for atlas in worlds() {
        let all = atlas.query().map(0, EVERYTHING);
        let mut widths: Vec<f64> = all.rows.iter().map(|row| row.width).collect();
        widths.sort_by(|a, b| b.total_cmp(a));
        for limit in [1, 2, 10, 50] {
            let cut = MapCut {
                limit,
                ..EVERYTHING
            };
            let map = atlas.query().map(0, cut);
            check(&atlas, &map, cut);
            let mut kept: Vec<f64> = map.rows.iter().map(|row| row.width).collect();
            kept.sort_by(|a, b| b.total_cmp(a));
            assert_eq!(kept, widths[..limit.min(widths.len())]);
        }
        let cut = MapCut {
            depth: 3,
            ..EVERYTHING
        };
        check(&atlas, &atlas.query().map(0, cut), cut);
    }
}

/// How many positions have each position on the way by which they came in.
fn came_through(atlas: &Project) -> HashMap<NodeId, u32> {
    let mut counts = HashMap::new();
    for node in 0..atlas.graph().len() as NodeId {
        let (mut at, codes) = atlas.query().path(node);
        *counts.entry(at).or_insert(0) += 1;
        for code in codes {
            at = moves(atlas, at)
                .iter()
                .find(|found| found.code == code)
                .unwrap()
                .node;
            *counts.entry(at).or_insert(0) += 1;
        }
    }
    counts
}

#[test]
fn widths_may_be_numbers_of_positions() {
    for atlas in several() {
        let counts = came_through(&atlas);
        let below_each = atlas.graph().positions_below();
        assert!(
            counts
                .iter()
                .all(|(&node, &count)| below_each[node as usize] == count)
        );
        let least = 0.5 / atlas.graph().len() as f64;
        let cut = MapCut {
            size: Size::Positions,
            min: least,
            ..EVERYTHING
        };
        let map = atlas.query().map(0, cut);
        check(&atlas, &map, cut);
        assert_eq!(map.rows.len(), atlas.graph().len(), "every position once");
        for row in &map.rows {
            let part = f64::from(counts[&row.node]) / f64::from(counts[&0]);
            assert!((row.width - part).abs() < 1e-12 && row.kind == Stands::First);
        }
        let cut = MapCut {
            size: Size::LogPositions,
            min: 1e-300,
            ..EVERYTHING
        };
        let log = atlas.query().map(0, cut);
        check(&atlas, &log, cut);
        assert_eq!(log.rows.len(), map.rows.len());
        let widest = |map: &MapRows| {
            below(map, 0)
                .iter()
                .map(|row| row.width)
                .fold(0.0, f64::max)
        };
        assert!(widest(&log) <= widest(&map));
    }
}

#[test]
fn a_box_says_what_the_user_said_and_what_is_running() {
    let mut atlas = project(&Place::start(300, 3), 50);
    let position = atlas.position(0).unwrap();
    let first = moves(&atlas, 0)[0].clone();
    atlas
        .add_move(0, position.decode(first.code).unwrap(), Origin::User)
        .unwrap();
    atlas
        .steer(Order::Note {
            node: first.node,
            text: "look".into(),
        })
        .unwrap();
    atlas
        .steer(Order::Watch {
            node: first.node,
            rule: Some(Rule::BestChanges),
        })
        .unwrap();
    let map = atlas.query().map(0, EVERYTHING);
    let of = |row: &MapRow| (row.by_user, row.noted, row.watched);
    let marked: Vec<&MapRow> = map
        .rows
        .iter()
        .filter(|row| of(row) != (false, false, false))
        .collect();
    assert!(
        marked.iter().all(|row| row.node == first.node),
        "only what was marked"
    );
    assert!(
        marked
            .iter()
            .any(|row| of(row) == (true, true, true) && row.depth == 1)
    );
    let mut running: Vec<NodeId> = map
        .rows
        .iter()
        .filter(|row| row.running)
        .map(|row| row.node)
        .collect();
    running.sort_unstable();
    running.dedup();
    let mut open: Vec<NodeId> = atlas.graph().open().iter().map(|open| open.node).collect();
    open.sort_unstable();
    open.dedup();
    assert!(!open.is_empty());
    assert_eq!(running, open);
}
