//! Reading a graph.

use crate::grown;
use crate::world;

use gametree::{Game, Persistent, Score};
use gametree_atlas::fact::{NodeId, Order, Origin};
use gametree_atlas::graph::Basis;
use gametree_atlas::query::{LineEnd, MoveState, Query};
use gametree_atlas::walk::{Cut, Place as Stands};
use grown::{Project, project, several};
use world::Place;

fn nodes(atlas: &Project) -> impl Iterator<Item = NodeId> {
    0..atlas.graph().len() as NodeId
}

#[test]
fn shares_sum_to_one_and_rows_come_best_first() {
    for atlas in several() {
        let query = atlas.query();
        for node in nodes(&atlas) {
            let moves = query.moves(node);
            let sum: f64 = moves.rows.iter().map(|row| row.share).sum::<f64>()
                + moves.rest.as_ref().map_or(0.0, |rest| rest.share);
            let any = !moves.rows.is_empty() || moves.rest.is_some();
            assert!(!any || (sum - 1.0).abs() < 1e-9, "node {node}: {sum}");
            let second = query.position(node).turn != gametree::Player::FIRST;
            let view = |value: Score| if second { -value } else { value };
            let values: Vec<Score> = moves
                .rows
                .iter()
                .filter_map(|row| row.value)
                .map(view)
                .collect();
            assert!(values.is_sorted_by(|a, b| a >= b), "node {node}");
            assert!(moves.rows.iter().filter(|row| row.best).count() <= 1);
        }
    }
}

/// Star, order, losses and headline follow from one set of values.
#[test]
fn the_best_move_has_the_best_value_and_the_position_has_it_too() {
    let mut searched = 0;
    let mut backed_up = 0;
    for atlas in several() {
        let query = atlas.query();
        for node in nodes(&atlas) {
            let known = query.position(node);
            let Some(value) = known.value.filter(|_| !known.ended) else {
                continue;
            };
            let moves = query.moves(node);
            let first = known.turn == gametree::Player::FIRST;
            let better = |a: Score, b: Score| if first { a > b } else { a < b };
            let counted = moves.rows.iter().filter(|row| row.cost.is_some());
            for row in counted.clone() {
                assert!(row.loss.is_none_or(|loss| loss >= 0.0), "node {node}");
                let beats = row.value.is_some_and(|row| better(row, value));
                assert!(!beats, "node {node}: a move beats the position");
                assert!(
                    !row.best || row.value == Some(value),
                    "node {node}: the star"
                );
            }
            let rest = moves.rest.as_ref().filter(|rest| !rest.bound);
            assert!(rest.is_none_or(|rest| !better(rest.value, value)));
            let mut carrying = counted.filter(|row| row.value == Some(value));
            let by_rest = rest.is_some_and(|rest| rest.value == value);
            let by_position = carrying.clone().any(|row| row.basis == Basis::Position);
            if known.open {
                backed_up += 1;
                assert!(
                    by_position || by_rest,
                    "node {node}: a value that no move has"
                );
            } else {
                searched += 1;
                let by_search = carrying.any(|row| row.basis != Basis::Position);
                let own = known.direct == Some(value);
                assert!(
                    by_search || by_rest || own,
                    "node {node}: no search says so"
                );
            }
        }
    }
    assert!(searched > 100 && backed_up > 100, "{searched} {backed_up}");
}

/// A move that loses less has no smaller share.
#[test]
fn shares_agree_with_losses() {
    let mut compared = 0;
    for atlas in several() {
        for node in nodes(&atlas) {
            let moves = atlas.query().moves(node);
            let rows = moves.rows.iter().filter(|row| row.cost.is_some());
            let rows = rows.filter_map(|row| Some((row.loss?, row.share)));
            let rest = moves.rest.iter().map(|rest| (rest.loss, rest.share));
            let mut all: Vec<(f64, f64)> = rows.chain(rest).collect();
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
            for pair in all.windows(2) {
                assert!(pair[0].1 >= pair[1].1 - 1e-9, "node {node}: {pair:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

/// Follows a line and checks that the value is carried all along it.
fn check_line(query: &Query<'_>, start: NodeId) -> LineEnd {
    let line = query.line(start, 200);
    assert_eq!(line.codes.first().copied(), query.best(start));
    let mut at = start;
    let mut seen = vec![start];
    for (place, &code) in line.codes.iter().enumerate() {
        let known = query.position(at);
        if !known.open {
            break;
        }
        let moves = query.moves(at);
        let row = moves.rows.iter().find(|row| row.code == code);
        match row {
            Some(row) => {
                assert!(row.best && row.state != MoveState::Excluded);
                assert_eq!(row.value, known.value, "node {at}");
                if row.basis != Basis::Position {
                    // From here on it is the line of a search, which may go round.
                    return line.end;
                }
                at = row.node;
                let last = place + 1 == line.codes.len();
                assert!(
                    !seen.contains(&at) || last,
                    "the line goes on after a repetition"
                );
                seen.push(at);
            }
            None => {
                let rest = moves.rest.expect("the best move is somewhere");
                assert_eq!((rest.code, Some(rest.value)), (Some(code), known.value));
                break;
            }
        }
    }
    if line.end == LineEnd::Repetition && query.position(at).open {
        assert_eq!(query.value(start), Some(Score::DRAW), "only draws go round");
    }
    line.end
}

#[test]
fn lines_carry_the_value_and_never_go_round_but_in_draws() {
    let mut ends = Vec::new();
    for atlas in several() {
        let query = atlas.query();
        for node in nodes(&atlas) {
            ends.push(check_line(&query, node));
        }
    }
    for end in [LineEnd::Over, LineEnd::Known] {
        assert!(ends.contains(&end), "{end:?} never came");
    }
}

#[test]
fn small_worlds_have_draws_by_repetition() {
    let mut repetitions = 0;
    for seed in 1..40 {
        let atlas = project(&Place::start(6, seed), 150);
        let query = atlas.query();
        repetitions += nodes(&atlas)
            .filter(|&node| check_line(&query, node) == LineEnd::Repetition)
            .count();
    }
    assert!(repetitions > 0);
}

#[test]
fn lines_are_legal_and_cut() {
    let atlas = project(&Place::start(300, 7), 200);
    let query = atlas.query();
    for node in nodes(&atlas) {
        let line = query.line(node, 3);
        assert!(line.codes.len() <= 3);
        let position = atlas.position(node).unwrap();
        assert_eq!(atlas.words(&position, &line.codes).len(), line.codes.len());
    }
}

#[test]
fn an_uncut_walk_shows_every_position_once_and_every_move() {
    for atlas in several() {
        let query = atlas.query();
        let root = atlas.graph().roots()[0].node;
        let walk = query.walk(root, Cut::NOTHING);
        let mut first: Vec<NodeId> = walk
            .rows
            .iter()
            .filter(|row| row.place == Stands::First)
            .map(|row| row.node)
            .collect();
        first.sort_unstable();
        let mut reachable = atlas.graph().reachable(root);
        reachable.sort_unstable();
        assert_eq!(first, reachable);
        assert_eq!(walk.rows.len(), atlas.graph().moves() + 1);
        for (number, row) in walk.rows.iter().enumerate() {
            assert!(row.hidden == 0 && row.parent.is_none_or(|parent| parent < number));
            if let Stands::See(first) | Stands::Again(first) = row.place {
                assert_eq!(
                    (walk.rows[first].node, walk.rows[first].place),
                    (row.node, Stands::First)
                );
                assert!(
                    walk.rows[first].share >= row.share,
                    "it stands where its share is greatest"
                );
                let above = walk.up(number).any(|up| up == first);
                assert_eq!(above, matches!(row.place, Stands::Again(_)));
            }
        }
        let mut played = 0;
        let check = |row: gametree_atlas::walk::Played<'_, Place>| {
            played += 1;
            assert_eq!(
                atlas.graph().find(row.position.identity()),
                Some(row.row.node)
            );
            Ok::<(), gametree_atlas::AtlasError>(())
        };
        atlas.play(&walk, check).unwrap();
        assert_eq!(played, walk.rows.len());
    }
}

#[test]
fn cuts_cut() {
    let atlas = project(&Place::start(5000, 3), 300);
    let query = atlas.query();
    let whole = query.walk(0, Cut::NOTHING);
    let cut = query.walk(
        0,
        Cut {
            share: 0.01,
            ..Cut::NOTHING
        },
    );
    assert_eq!(
        cut.rows.len(),
        whole.rows.iter().filter(|row| row.share >= 0.01).count()
    );
    let shallow = query.walk(
        0,
        Cut {
            depth: 2,
            ..Cut::NOTHING
        },
    );
    assert!(shallow.rows.iter().all(|row| row.depth <= 2));
    let few = query.walk(
        0,
        Cut {
            rows: 10,
            ..Cut::NOTHING
        },
    );
    assert_eq!(few.rows.len(), 10);
    let least = few.rows.iter().map(|row| row.share).fold(1.0, f64::min);
    assert!(
        whole.rows.iter().filter(|row| row.share > least).count() < 10,
        "the greatest shares are shown"
    );
}

#[test]
fn figures_add_up() {
    for atlas in several() {
        let stats = atlas.query().stats();
        assert_eq!(stats.depths.iter().sum::<usize>(), stats.positions);
        assert_eq!(stats.depths[0], stats.roots);
        assert_eq!(
            stats.transpositions,
            stats.moves + stats.roots - stats.positions
        );
        assert_eq!(
            stats.efforts.iter().map(|effort| effort.1).sum::<usize>(),
            stats.evaluated
        );
        assert_eq!(
            stats
                .sources
                .iter()
                .map(|source| source.positions)
                .sum::<usize>(),
            stats.evaluated
        );
        assert_eq!(stats.evaluations, atlas.graph().evaluations());
        assert!(stats.cycles == 0 || stats.largest_cycle > 1);
    }
}

#[test]
fn excluded_moves_come_last_and_have_no_share() {
    let mut atlas = project(&Place::start(5000, 3), 200);
    let best = atlas.query().moves(0).rows[0].clone();
    atlas
        .steer(Order::Exclude {
            node: 0,
            code: best.code,
            on: true,
        })
        .unwrap();
    atlas
        .steer(Order::Note {
            node: best.node,
            text: "no".into(),
        })
        .unwrap();
    let rows = atlas.query().moves(0).rows;
    let last = rows.last().unwrap();
    assert_eq!(
        (last.code, last.state, last.share),
        (best.code, MoveState::Excluded, 0.0)
    );
    assert_eq!(
        (last.cost, last.note.as_str(), last.best),
        (None, "no", false)
    );
    assert_ne!(atlas.query().best(0), Some(best.code));
}

#[test]
fn texts_find_positions() {
    let mut atlas = project(&Place::start(5000, 3), 200);
    assert_eq!(atlas.resolve("").unwrap(), 0);
    let row = atlas.query().moves(0).rows[0].clone();
    let next = atlas.query().moves(row.node).rows[0].clone();
    assert_eq!(
        atlas
            .resolve(&format!("1.{} {}", row.code, next.code))
            .unwrap(),
        next.node
    );
    let text = atlas.position(next.node).unwrap().write();
    assert_eq!(atlas.resolve(&text).unwrap(), next.node);
    let error = atlas
        .resolve(&format!("{} 77", row.code))
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("move 2, 77, is not legal; known: "),
        "{error}"
    );
    let error = atlas.resolve("rubbish here").unwrap_err().to_string();
    assert!(
        error.contains("rubbish") && error.contains("four words"),
        "{error}"
    );
    let error = atlas.resolve("5000 3 4999 true").unwrap_err().to_string();
    assert_eq!(error, "the position 5000 3 4999 true is not in the graph");
    let deep = nodes(&atlas)
        .find(|&node| atlas.query().moves(node).rows.is_empty())
        .unwrap();
    let position = atlas.position(deep).unwrap();
    if position.outcome().is_none() {
        let error = atlas.resolve_moves(deep, "0").unwrap_err().to_string();
        assert_eq!(
            error,
            "move 1, 0, is not in the graph; no move is known there"
        );
        let to = atlas.add_move(deep, 0, Origin::User).unwrap();
        assert_eq!(atlas.resolve_moves(deep, "0").unwrap(), to);
        assert_eq!(atlas.query().moves(deep).rows[0].origin, Origin::User);
    }
}
