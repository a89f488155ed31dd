//! Chess as it is played: the values of whole graphs against a search that knows the whole game.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use gametree::rng::Rng;
use gametree::{
    Answer, Finding, Game, Keyed, Notation, Outcome, Persistent, Player, Score, Source,
};
use gametree_atlas::Atlas;
use gametree_atlas::fact::{Order, Origin};
use gametree_atlas::store::MemoryStore;
use gametree_chess::Chess;
use gametree_chess::shakmaty::{Move, Position};

/// How often each position has been on the board.
type Seen = HashMap<u64, u32>;

/// The result for the mover, by the laws of chess and the whole game.
fn truth(position: &Chess, seen: &mut Seen) -> i32 {
    if position.inner().is_checkmate() {
        return -1;
    }
    let quiet = position.inner().halfmoves();
    if position.outcome().is_some() || quiet >= 100 || seen[&position.key()] >= 3 {
        return 0;
    }
    let mut best = -1;
    for m in position.moves() {
        let after = position.after(m);
        *seen.entry(after.key()).or_default() += 1;
        best = best.max(-truth(&after, seen));
        *seen.entry(after.key()).or_default() -= 1;
    }
    best
}

/// The result for White that a project computes when every move is in it.
fn of_project(root: &Chess) -> i32 {
    let mut atlas: Atlas<Chess, MemoryStore> = Atlas::open(MemoryStore::default()).unwrap();
    let root = atlas.add_root(root).unwrap();
    let mut known = HashSet::from([root]);
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let position = atlas.position(node).unwrap();
        if position.outcome().is_some() {
            continue;
        }
        let found = atlas.graph().find(position.identity());
        assert_eq!(found, Some(node), "{}", position.write());
        // A glance that knows nothing: what lies below overrules it.
        atlas.import(node, &glance(&position)).unwrap();
        for m in position.moves() {
            let to = atlas.add_move(node, m, Origin::User).unwrap();
            if known.insert(to) {
                open.push(to);
            }
        }
    }
    let value = atlas.query().value(root).expect("all ends are known");
    i32::from(value > Score::DRAW) - i32::from(value < Score::DRAW)
}

fn glance(position: &Chess) -> Finding<Move> {
    let m = position.moves().next().expect("the game goes on");
    Finding {
        value: Score::DRAW,
        line: vec![m],
        shown: vec![(m, Score::DRAW)],
        depth: 1,
        nodes: 1,
        wdl: None,
        source: Arc::new(Source::default()),
        lines: Vec::new(),
    }
}

fn of_white(position: &Chess, result: i32) -> i32 {
    if position.turn() == Player::FIRST {
        result
    } else {
        -result
    }
}

/// A game of few moves that come and go, without mate or capture.
fn shuffle(start: &Chess, plies: usize, rng: &mut Rng) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    for ply in 0..plies {
        let legal: Vec<Move> = position.moves().filter(|m| !m.is_zeroing()).collect();
        let back = ply.checked_sub(2).and_then(|ply| {
            let before = moves[ply];
            let takes_back =
                |m: &&Move| Some(m.to()) == before.from() && m.from() == Some(before.to());
            legal.iter().find(takes_back).copied()
        });
        let any = *legal.get(rng.below(legal.len().max(1)))?;
        let m = back.filter(|_| rng.below(10) > 0).unwrap_or(any);
        position.play(m);
        if position.outcome().is_some() {
            return None;
        }
        moves.push(m);
    }
    Some(moves)
}

#[test]
fn a_mate_before_the_hundredth_ply_counts_and_a_later_one_does_not() {
    // Mate in two moves, three plies.
    let at = |clock: u32| -> Chess {
        let fen = format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 90");
        fen.parse().unwrap()
    };
    for (clock, result) in [(96, 1), (97, 1), (98, 0), (99, 0)] {
        let root = at(clock);
        let mut seen = Seen::from([(root.key(), 1)]);
        assert_eq!(truth(&root, &mut seen), result, "{clock}");
        assert_eq!(of_project(&root), result, "{clock}");
    }
}

/// Random endings close to the limit, after games in which positions repeat.
#[test]
fn a_project_says_what_the_whole_game_says() {
    let mut rng = Rng::new(15);
    let [mut won, mut drawn, mut with_past, mut changed] = [0; 4];
    for start in [
        "7k/8/5K2/8/8/8/8/R7 w - - 85 80",
        "k7/8/2K5/8/8/8/8/7Q b - - 85 80",
        "8/8/8/8/8/1K6/8/k6R b - - 86 80",
        "2k5/8/2K5/8/8/8/7R/8 w - - 86 80",
    ] {
        let start: Chess = start.parse().unwrap();
        for _ in 0..60 {
            let plies = 97 - start.inner().halfmoves() as usize;
            let Some(moves) = shuffle(&start, plies, &mut rng) else {
                continue;
            };
            let root = Chess::from_game(&start, &moves);
            let plain: Chess = root.fen().parse().unwrap();
            let mut seen = Seen::from([(start.key(), 1)]);
            let mut at = start.clone();
            for &m in &moves {
                at.play(m);
                *seen.entry(at.key()).or_default() += 1;
            }
            if root.outcome().is_some() {
                assert_eq!(root.outcome(), Some(Outcome::Draw));
                continue;
            }
            let result = of_white(&plain, truth(&plain, &mut seen));
            assert_eq!(of_project(&root), result, "{}", root.write());
            let forgetful = of_white(&plain, truth(&plain, &mut Seen::from([(plain.key(), 1)])));
            won += u32::from(result != 0);
            drawn += u32::from(result == 0);
            with_past += u32::from(root.identity() != plain.identity());
            changed += u32::from(result != forgetful);
        }
    }
    assert!(
        won > 3 && drawn > 3 && with_past > 3,
        "{won} {drawn} {with_past}"
    );
    println!("{won} won, {drawn} drawn, {with_past} with repetitions, which changed {changed}");
}

/// Where the third occurrence is what saves the loser.
#[test]
fn a_repetition_that_began_before_the_root_is_a_draw() {
    let words = "7k/8/8/8/8/8/8/KQ6 w - - 89 60 moves b1c1 h8g8 c1b1 g8h8 b1c1 h8g8 c1b1";
    let root: Chess = words.parse().unwrap();
    let escape = root.after(root.read_move("Kh8").unwrap());
    assert_eq!(escape.outcome(), Some(Outcome::Draw));
    let plain: Chess = root.fen().parse().unwrap();
    assert_eq!(plain.after(plain.read_move("Kh8").unwrap()).outcome(), None);
    let mut atlas: Atlas<Chess, MemoryStore> = Atlas::open(MemoryStore::default()).unwrap();
    let node = atlas.add_root(&root).unwrap();
    let other = atlas.add_root(&plain).unwrap();
    assert_ne!(node, other);
    let m = root.read_move("Kh8").unwrap();
    let drawn = atlas.add_move(node, m, Origin::User).unwrap();
    assert_eq!(atlas.query().value(drawn), Some(Score::DRAW));
    let open = atlas.add_move(other, m, Origin::User).unwrap();
    assert_eq!(atlas.query().value(open), None);
    assert_eq!(atlas.position(node).unwrap().write(), root.write());
}

fn result(ticket: u64, source: Source, position: &Chess) -> Answer<Move> {
    let m = position.moves().next().expect("the game goes on");
    let value = Score::points(19_990);
    let finding = Finding {
        value,
        line: vec![m],
        shown: vec![(m, value)],
        depth: 1,
        nodes: 10,
        wdl: None,
        source: Arc::new(source),
        lines: Vec::new(),
    };
    Answer {
        ticket,
        outcome: Ok(finding),
        elapsed: Duration::ZERO,
    }
}

/// Tables prove what they say: nothing is searched below, until they are distrusted.
#[test]
fn what_an_exact_source_says_is_not_searched_again() {
    let root: Chess = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
    let after_one_result = |source: Source| {
        let mut atlas: Atlas<Chess, MemoryStore> = Atlas::open(MemoryStore::default()).unwrap();
        atlas.add_root(&root).unwrap();
        let question = atlas.ask().unwrap().expect("the root");
        atlas
            .answer(&result(question.ticket, source, &root))
            .unwrap();
        atlas
    };
    let engine = Source {
        name: "an engine".into(),
        options: String::new(),
    };
    assert!(after_one_result(engine).ask().unwrap().is_some());
    let mut atlas = after_one_result(Source::exact("Syzygy"));
    assert!(atlas.ask().unwrap().is_none());
    assert_eq!(atlas.query().value(0), Some(Score::points(19_990)));
    atlas.steer(Order::Distrust { source: 0 }).unwrap();
    assert!(atlas.ask().unwrap().is_some());
}

/// 1.e4 Nf6 2.Nf3 and 1.Nf3 Nf6 2.e4 are one position with two clocks. A task that is given out
/// again after a stop must be the same to the letter, so tasks show one clock, whatever the way.
#[test]
fn a_task_is_the_same_after_a_stop() {
    let mut atlas: Atlas<Chess, MemoryStore> = Atlas::open(MemoryStore::default()).unwrap();
    let root = atlas.add_root(&Chess::default()).unwrap();
    let [born, other] = [["Nf3", "Nf6", "e4"], ["e4", "Nf6", "Nf3"]].map(|line| {
        line.iter().fold(root, |node, word| {
            let m = atlas.position(node).unwrap().read_move(word).unwrap();
            atlas.add_move(node, m, Origin::User).unwrap()
        })
    });
    assert_eq!(born, other);
    // All tasks by the other way.
    let order = Order::Boost {
        node: atlas.resolve_moves(root, "e4 Nf6").unwrap(),
        percent: 100,
    };
    atlas.steer(order).unwrap();
    let mut asked = HashSet::new();
    for _ in 0..20 {
        let task = atlas.ask().unwrap().expect("a task");
        let again = atlas.reopen().unwrap();
        assert_eq!(again[0].position.write(), task.position.write());
        asked.insert(atlas.graph().open()[0].node);
        let answer = Answer {
            ticket: task.ticket,
            outcome: Ok(glance(&task.position)),
            elapsed: Duration::ZERO,
        };
        atlas.answer(&answer).unwrap();
    }
    assert!(asked.contains(&born), "the position of two ways was asked");
}
