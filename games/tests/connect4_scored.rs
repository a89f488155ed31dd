//! The solver against positions whose scores are known.
//!
//! The scored sets (`COLUMNS SCORE` a line) are read from `shared/data/connect4` beside the
//! repository where they exist. Without them the committed truths and the independent searches
//! below stand alone.

use std::fs;
use std::path::PathBuf;

use gametree::alphabeta::AlphaBeta;
use gametree::rng::Rng;
use gametree::{Budget, Game, Limits, Player, Score, Search, Verdict, view};
use gametree_games::connect4::{Best, Column, Connect4, Solver};

/// Random positions of 14 to 33 stones without a win or a forced reply, with their scores.
const TRUTHS: [(&str, i32); 64] = [
    ("17473632237467", -1),
    ("347433611774475", 13),
    ("3772137336311727", -1),
    ("16527434771526523", 12),
    ("422261176163233716", 11),
    ("2273524552772711563", 3),
    ("15164763215347311451", 8),
    ("117513167346771761337", 10),
    ("6773514571561747366376", 3),
    ("74462777363321222471121", 3),
    ("657776356761723145571344", 6),
    ("7311146317211755556576337", 3),
    ("67257212273116243421545745", 7),
    ("353451623477442144637615723", 7),
    ("1117253463422215542171572745", 2),
    ("62734322113566656572315533542", -3),
    ("534441574265141613727114656757", 5),
    ("5477233512631553417637235466757", 0),
    ("12467477221723644746246511162176", 2),
    ("521167667764771123522515376444165", 2),
    ("31335533121467", 0),
    ("457573241741217", 3),
    ("5163343313632676", 12),
    ("55262363616627425", -1),
    ("166314567544275462", -8),
    ("3527335171443477562", 11),
    ("16556665736557512267", -9),
    ("174171611331726746722", -7),
    ("7666733316611355346771", -8),
    ("46462453726161251256265", 4),
    ("245424332175722217444171", -7),
    ("2534151152431265224124476", -3),
    ("64351547676312721171241622", -4),
    ("172663774276172136256165445", 2),
    ("5477537141155324513737653361", 3),
    ("25271774256576551644167741426", -5),
    ("541124112534422134232656673573", 0),
    ("7455774514311257633662116527722", -1),
    ("33444753337414377671461667522255", 0),
    ("515162316513267562173632332155746", -2),
    ("11237267754432", -2),
    ("467413614466573", -2),
    ("2337357563645622", 9),
    ("24117735523463122", 12),
    ("344257667157723471", 0),
    ("6211267415453567543", 7),
    ("25636336226774233662", -2),
    ("552324377667516413221", 10),
    ("2517465267522275271153", 8),
    ("31566532534111663134213", -3),
    ("573711251321244151634225", 2),
    ("4517244124164377245117725", -2),
    ("14575466163673557111616523", -5),
    ("245315266356222666547527111", 7),
    ("7326275315722336766467433276", -4),
    ("71361541562413725777323546646", -1),
    ("463176125241335764416556226333", 0),
    ("3526614521576716151236745624517", 3),
    ("34352273275242756413762541346157", -1),
    ("373214446313634451755142713727661", 3),
    ("12263546517432", 4),
    ("153176673255532", 2),
    ("2567413253341243", 2),
    ("32351361376741666", -1),
];

/// The lines of a scored set; `None`, said aloud, where it is absent.
fn scored_set(name: &str) -> Option<Vec<(Connect4, i32)>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/connect4");
    let path = folder.join(format!("Test_{name}.txt"));
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!(
            "!!! ABSENT: {} - its positions are NOT tested",
            path.display()
        );
        return None;
    };
    let line = |line: &str| {
        let (moves, score) = line.split_once(' ').expect("a line is COLUMNS SCORE");
        (
            moves.parse().expect("a legal position"),
            score.trim().parse().expect("a score"),
        )
    };
    Some(text.lines().map(line).collect())
}

/// Solves every `step`-th position of a set with one table.
fn check_set(name: &str, step: usize) {
    let Some(set) = scored_set(name) else { return };
    assert_eq!(set.len(), 500, "{name}");
    let mut solver = Solver::new(1 << 26);
    let mut nodes = 0;
    for (position, score) in set.iter().step_by(step) {
        let solved = solver.solve(position);
        assert_eq!(solved.score, *score, "{name}\n{position}");
        nodes += solved.nodes;
    }
    eprintln!(
        "{name}: {} positions, {nodes} nodes",
        set.len().div_ceil(step)
    );
}

#[test]
fn the_end_easy_set() {
    check_set("L3_R1", 1);
}

#[test]
fn the_middle_easy_set() {
    check_set("L2_R1", 1);
}

#[test]
fn the_middle_medium_set() {
    check_set("L2_R2", 1);
}

#[test]
fn the_beginning_easy_set() {
    check_set("L1_R1", 1);
}

#[test]
fn a_sample_of_the_beginning_medium_set() {
    check_set("L1_R2", 25);
}

#[test]
fn a_sample_of_the_beginning_hard_set() {
    check_set("L1_R3", 250);
}

#[test]
fn the_committed_truths() {
    let mut solver = Solver::new(1 << 24);
    for (text, score) in TRUTHS {
        let position: Connect4 = text.parse().unwrap();
        assert_eq!(solver.solve(&position).score, score, "{text}\n{position}");
        assert_eq!(
            solver.solve(&position.mirrored()).score,
            score,
            "mirrored {text}"
        );
    }
}

/// The score, by the rules alone: plain alpha-beta on the game's own moves, no table, no bitboard
/// trick.
fn plain(position: &Connect4, mut alpha: i32, beta: i32) -> i32 {
    let empty = 42 - position.ply() as i32;
    if let Some(outcome) = position.outcome() {
        return if outcome == gametree::Outcome::Draw {
            0
        } else {
            -((empty + 2) / 2)
        };
    }
    let mut best = -100;
    for m in position.moves() {
        best = best.max(-plain(&position.after(m), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn the_later_truths_by_plain_alpha_beta() {
    let late: Vec<_> = TRUTHS.iter().filter(|(text, _)| text.len() >= 20).collect();
    assert!(late.len() >= 35, "{}", late.len());
    for (text, score) in late {
        assert_eq!(plain(&text.parse().unwrap(), -100, 100), *score, "{text}");
    }
}

/// A random unfinished position of about so many stones.
fn random_position(rng: &mut Rng, stones: usize) -> Connect4 {
    loop {
        let mut position = Connect4::new();
        while (position.ply() as usize) < stones && position.outcome().is_none() {
            let moves: Vec<_> = position.moves().collect();
            position.play(moves[rng.below(moves.len())]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// The solver's score of what a generic search found (the first player's value).
fn score_of(value: Score, position: &Connect4) -> i32 {
    let empty_at_the_end = |plies: u32| 42 - (position.ply() + plies - 1) as i32;
    match view::flip(value, position.turn()).verdict() {
        Verdict::Win(plies) => (empty_at_the_end(plies) + 1) / 2,
        Verdict::Loss(plies) => -((empty_at_the_end(plies) + 1) / 2),
        Verdict::Points(points) => points,
    }
}

#[test]
fn generic_alpha_beta_finds_the_same_scores() {
    let (mut rng, mut solver) = (Rng::new(77), Solver::new(1 << 20));
    let mut signs = [0; 3];
    for i in 0..240 {
        let position = random_position(&mut rng, 22 + i % 18);
        let report = AlphaBeta::blind().search(&position, &Limits::none());
        let score = solver.solve(&position).score;
        assert!(report.proven);
        assert_eq!(score, score_of(report.value, &position), "{position}");
        signs[(score.signum() + 1) as usize] += 1;
    }
    assert!(signs.iter().all(|&n| n > 10), "one-sided sample: {signs:?}");
}

#[test]
fn analysis_scores_every_move() {
    let (mut rng, mut solver) = (Rng::new(78), Solver::new(1 << 20));
    for i in 0..60 {
        let position = random_position(&mut rng, 24 + i % 16);
        let scores = solver.analyse(&position);
        for column in (0..7).map(Column) {
            let expected = position
                .is_open(column)
                .then(|| -solver.solve(&position.after(column)).score);
            assert_eq!(
                scores[usize::from(column.0)],
                expected,
                "column {column}\n{position}"
            );
        }
        let best = scores
            .iter()
            .flatten()
            .copied()
            .max()
            .expect("the game goes on");
        assert_eq!(best, solver.solve(&position).score, "{position}");
        let moves = solver.best_moves(&position);
        assert!(!moves.is_empty() && moves.iter().all(|m| scores[usize::from(m.0)] == Some(best)));
    }
}

/// The moves of the highest exact score, in the game's own order.
fn argmax(scorer: &mut Solver, position: &Connect4) -> Best {
    let scores = scorer.analyse(position);
    let score = scores
        .iter()
        .flatten()
        .copied()
        .max()
        .expect("the game goes on");
    let is_best = |m: &Column| scores[usize::from(m.0)] == Some(score);
    Best {
        score,
        moves: position.moves().filter(is_best).collect(),
    }
}

fn best(solver: &mut Solver, position: &Connect4) -> Best {
    solver
        .best(position, &mut Budget::new(&Limits::none()))
        .expect("no limit")
}

#[test]
fn the_best_moves_are_those_of_the_highest_exact_score() {
    let (mut rng, mut scorer, mut used) =
        (Rng::new(80), Solver::new(1 << 22), Solver::new(1 << 22));
    let mut counts = [0; 8];
    for i in 0..600 {
        let position = random_position(&mut rng, 17 + i % 25);
        let expected = argmax(&mut scorer, &position);
        assert_eq!(best(&mut used, &position), expected, "used\n{position}");
        assert_eq!(
            best(&mut Solver::new(1 << 12), &position),
            expected,
            "fresh\n{position}"
        );
        let mut mirrored: Vec<_> = used
            .best_moves(&position.mirrored())
            .iter()
            .map(|m| Column(6 - m.0))
            .collect();
        mirrored.sort_by_key(|m| expected.moves.iter().position(|other| other == m));
        assert_eq!(mirrored, expected.moves, "mirrored\n{position}");
        counts[expected.moves.len()] += 1;
    }
    assert!(
        counts[0] == 0 && counts[1..7].iter().all(|&n| n > 0),
        "one-sided sample: {counts:?}"
    );
}

/// A random unfinished position that is its own mirror image: both players' moves come in pairs.
fn random_symmetric(rng: &mut Rng, pairs: usize) -> Option<Connect4> {
    let mut position = Connect4::new();
    for _ in 0..pairs {
        let (first, second) = (rng.below(7) as u8, rng.below(7) as u8);
        let middle = first == 3 || second == 3 || first + second == 6;
        let moves = if middle {
            vec![3, 3]
        } else {
            vec![first, second, 6 - first, 6 - second]
        };
        for column in moves.into_iter().map(Column) {
            if position.outcome().is_some() || !position.is_open(column) {
                return None;
            }
            position.play(column);
        }
    }
    position.outcome().is_none().then_some(position)
}

#[test]
fn symmetric_positions_have_symmetric_best_moves() {
    let (mut rng, mut scorer, mut solver) =
        (Rng::new(81), Solver::new(1 << 22), Solver::new(1 << 22));
    let (mut seen, mut in_pairs) = (0, 0);
    while seen < 100 {
        let Some(position) = random_symmetric(&mut rng, 5 + seen % 6).filter(|p| p.ply() >= 18)
        else {
            continue;
        };
        assert_eq!(position, position.mirrored());
        let found = best(&mut solver, &position);
        assert_eq!(found, argmax(&mut scorer, &position), "{position}");
        in_pairs += usize::from(found.moves.iter().any(|m| m.0 != 3));
        seen += 1;
    }
    assert!(
        in_pairs > 20,
        "only {in_pairs} with a best move beside the middle"
    );
}

#[test]
fn a_tiny_table_and_a_used_one_change_no_score() {
    let (mut tiny, mut rng) = (Solver::new(64), Rng::new(79));
    let mut used = Solver::new(1 << 18);
    for i in 0..100 {
        let position = random_position(&mut rng, 22 + i % 18);
        let fresh = Solver::new(1 << 18).solve(&position);
        assert_eq!(tiny.solve(&position).score, fresh.score, "{position}");
        assert_eq!(used.solve(&position).score, fresh.score, "{position}");
    }
}

#[test]
fn wins_at_once_and_finished_games_have_scores() {
    let mut solver = Solver::new(1 << 16);
    for (text, turn, score) in [
        ("121212", Player::FIRST, 18),
        ("1212127", Player::SECOND, 18),
        ("1212121", Player::SECOND, -18),
    ] {
        let position: Connect4 = text.parse().unwrap();
        assert_eq!(
            (position.turn(), solver.solve(&position).score),
            (turn, score),
            "{text}"
        );
    }
    assert_eq!(solver.best_moves(&"121212".parse().unwrap()), [Column(0)]);
}
