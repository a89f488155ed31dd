//! Wins by distance, quiescence, singular extensions and late move reductions.

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::minimax::Minimax;
use gametree::mtdf::Mtdf;
use gametree::pvs::{Params, Pvs};
use gametree::quiescence::Quiescence;
use gametree::reductions::Reductions;
use gametree::rng::{Rng, mix};
use gametree::singular::Singular;
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree::{
    AnySearch, Blind, Bound, Event, Game, Keyed, Limits, Noisy, Notation, Outcome, Player, Score,
    Search, Stop, TwoPlayer, Verdict,
};

/// Take one to three matches; who takes the last one wins. Who takes two from a multiple of seven
/// moves again, so the mover does not alternate.
#[derive(Clone, Debug)]
struct Matches {
    left: u32,
    turn: Player,
}

impl Game for Matches {
    type Move = u32;
    fn turn(&self) -> Player {
        self.turn
    }
    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.left.min(3)
    }
    fn play(&mut self, take: u32) {
        let again = self.left.is_multiple_of(7) && take == 2 && self.left > 2;
        self.left -= take;
        if !again {
            self.turn = self.turn.opponent();
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::Win(self.turn.opponent()))
    }
}

impl TwoPlayer for Matches {}

impl Keyed for Matches {
    fn key(&self) -> u64 {
        mix(u64::from(self.left) << 1 | u64::from(self.turn.0))
    }
}

#[test]
fn the_shortest_win_and_the_longest_loss_are_found_by_all() {
    for left in 1..=17 {
        for turn in [Player::FIRST, Player::SECOND] {
            let root = Matches { left, turn };
            let truth = Minimax::blind().search(&root, &Limits::none());
            assert!(truth.value.is_decided() && truth.proven && truth.stop == Stop::Done);
            let pvs = || Pvs::new(Blind).with_table(1 << 14);
            let all: Vec<Box<dyn AnySearch<Matches>>> = vec![
                Box::new(AlphaBeta::blind()),
                Box::new(Deepening::new(AlphaBeta::blind())),
                Box::new(pvs()),
                Box::new(Deepening::aspiring(pvs(), 5)),
                Box::new(Mtdf::new(pvs())),
                Box::new(Deepening::new(Mtdf::new(pvs()))),
            ];
            for (i, mut search) in all.into_iter().enumerate() {
                let report = search.search_any(&root, &Limits::none());
                assert_eq!(
                    (report.value, report.proven),
                    (truth.value, true),
                    "search {i}, {root:?}"
                );
                let distance = match report.value.verdict() {
                    Verdict::Win(n) | Verdict::Loss(n) => n as usize,
                    Verdict::Points(_) => unreachable!("decided"),
                };
                let end = report
                    .line
                    .iter()
                    .fold(root.clone(), |game, &m| game.after(m));
                assert!(
                    report.line.len() <= distance,
                    "search {i}: a longer line than the value says"
                );
                assert_eq!(
                    report.line.len() == distance,
                    end.outcome().is_some(),
                    "search {i}, {root:?}"
                );
            }
        }
    }
}

/// Quiescence by the book, without a window: the oracle of the real one.
fn quiet_value(position: &TwoPlayerTree<'_>) -> i32 {
    let sign = if position.turn() == Player::FIRST {
        1
    } else {
        -1
    };
    if let Some(Outcome::Points(points)) = position.outcome() {
        return points;
    }
    let stand = gametree::Evaluator::evaluate(&Estimates, position);
    let values = position.noisy().map(|m| quiet_value(&position.after(m)));
    values.chain([stand]).map(|v| v * sign).max().unwrap() * sign
}

fn quiet_minimax(position: &TwoPlayerTree<'_>, depth: u32) -> i32 {
    if depth == 0 || position.outcome().is_some() {
        return quiet_value(position);
    }
    let sign = if position.turn() == Player::FIRST {
        1
    } else {
        -1
    };
    position
        .moves()
        .map(|m| quiet_minimax(&position.after(m), depth - 1) * sign)
        .max()
        .unwrap()
        * sign
}

#[test]
fn quiescence_equals_its_oracle_on_random_trees() {
    for seed in 0..20_000 {
        let shape = Shape {
            most_nodes: 150,
            alternating: seed % 2 == 0,
            ..Shape::default()
        };
        let tree = random(&shape, seed);
        let root = tree.two_player().unwrap();
        let depth = Rng::new(seed).below(5) as u32;
        let truth = Score::points(quiet_minimax(&root, depth));
        let mut fixed = Pvs::new(Estimates)
            .with_table(1 << 12)
            .quiet(Quiescence::default());
        assert_eq!(
            fixed.search(&root, &Limits::depth(depth)).value,
            truth,
            "seed {seed}, depth {depth}: {root}"
        );
    }
}

/// Observers are told the truth: a value that fell out of the window of its node is a bound, and
/// only one within it is exact. Beyond the horizon as before it.
#[test]
fn what_leaves_a_node_outside_its_window_is_a_bound() {
    let (mut uppers, mut lowers, mut exact) = (0, 0, 0);
    for seed in 0..2_000 {
        let shape = Shape {
            most_nodes: 150,
            alternating: seed % 2 == 0,
            ..Shape::default()
        };
        let tree = random(&shape, seed);
        let root = tree.two_player().unwrap();
        let mut windows = Vec::new();
        let mut watch = |event: &Event<'_, TwoPlayerTree<'_>>| match event {
            Event::Enter { ply, window, .. } => {
                windows.truncate(*ply as usize);
                windows.push(*window);
            }
            Event::Leave { ply, value, bound } => {
                let window = windows[*ply as usize];
                let (truth, count) = if *value <= window.alpha {
                    (Bound::Upper, &mut uppers)
                } else if *value >= window.beta {
                    (Bound::Lower, &mut lowers)
                } else {
                    (Bound::Exact, &mut exact)
                };
                *count += 1;
                assert_eq!(*bound, truth, "seed {seed}: {value} in {window:?}");
            }
            _ => {}
        };
        let mut search = Pvs::new(Estimates).quiet(Quiescence::default());
        search.watch(&root, &Limits::depth(2), &mut watch);
    }
    assert!(uppers.min(lowers).min(exact) > 1_000, "all kinds are tried");
}

#[test]
fn quiescence_sees_beyond_the_horizon() {
    // MAX can grab 9 points with the left move; the reply that takes them back is one ply too deep.
    let tree: Tree = "(max ~0 (min ~9 !-5 9) (min ~2 3 4))".parse().unwrap();
    let root = tree.two_player().unwrap();
    let fooled = Pvs::new(Estimates).search(&root, &Limits::depth(1));
    assert_eq!((fooled.best(), fooled.value), (Some(0), Score::points(9)));
    let cured = Pvs::new(Estimates)
        .quiet(Quiescence::default())
        .search(&root, &Limits::depth(1));
    assert_eq!((cured.best(), cured.value), (Some(1), Score::points(2)));
    let no_plies = Quiescence {
        most_plies: 0,
        ..Quiescence::default()
    };
    let blunt = Pvs::new(Estimates)
        .quiet(no_plies)
        .search(&root, &Limits::depth(1));
    assert_eq!(blunt.value, fooled.value);
}

/// A chain of only moves: every other reply loses points at once, so everything hangs on one line.
fn forced_chain() -> Tree {
    let mut text = "(max ~0 50 -50)".to_string();
    for i in 0..9 {
        let (kind, other) = if i % 2 == 0 {
            ("min", 500)
        } else {
            ("max", -500)
        };
        text = format!("({kind} ~0 {text} {other} {other})");
    }
    text.parse().unwrap()
}

#[test]
fn singular_extensions_follow_the_only_move_deeper() {
    let tree = forced_chain();
    let root = tree.two_player().unwrap();
    let deepest = |singular: Option<Singular>| {
        let params = Params {
            singular,
            ..Params::default()
        };
        let mut search = Deepening::new(Pvs::new(Estimates).with_table(1 << 16).with(params));
        let mut ply_reached = 0;
        let mut watch = |event: &Event<'_, TwoPlayerTree<'_>>| {
            if let Event::Enter { ply, .. } = event {
                ply_reached = ply_reached.max(*ply);
            }
        };
        let report = search.watch(&root, &Limits::depth(7), &mut watch);
        (ply_reached, report.value)
    };
    let (plain, value) = deepest(None);
    assert_eq!(
        (plain, value),
        (7, Score::points(0)),
        "the horizon hides the end of the chain"
    );
    let rule = Singular {
        margin: 100,
        least_depth: 4,
        ..Singular::default()
    };
    let (extended, value) = deepest(Some(rule));
    assert!(extended > plain, "{extended} plies");
    assert_eq!(
        value,
        Score::points(50),
        "the extension reaches the end of the chain"
    );
    let (unmoved, _) = deepest(Some(Singular {
        margin: 10_000,
        ..rule
    }));
    assert_eq!(unmoved, 7, "no move is that much better");
}

/// The best move at depth 5, with or without singular extensions.
fn best_at_five(text: &str, singular: Option<Singular>) -> (String, Score) {
    let tree: Tree = text.parse().unwrap();
    let root = tree.two_player().unwrap();
    let params = Params {
        singular,
        ..Params::default()
    };
    let mut search = Deepening::new(Pvs::new(Estimates).with_table(1 << 16).with(params));
    let report = search.search(&root, &Limits::depth(5));
    (root.write_move(report.best().unwrap()), report.value)
}

#[test]
fn a_singular_extension_sees_what_lies_behind_the_horizon() {
    let text = include_str!("../../examples/singular.tree");
    let found = |singular| best_at_five(text, singular);
    assert_eq!(found(None), ("greedy".to_string(), Score::points(100)));
    assert_eq!(
        found(Some(Singular::default())),
        ("safe".to_string(), Score::points(20))
    );
}

/// Observers are told which move is singular; the search of the others is no visit.
#[test]
fn a_singular_extension_is_told() {
    let tree: Tree = include_str!("../../examples/singular.tree")
        .parse()
        .unwrap();
    let root = tree.two_player().unwrap();
    let params = Params {
        singular: Some(Singular::default()),
        ..Params::default()
    };
    let mut search = Deepening::new(Pvs::new(Estimates).with_table(1 << 16).with(params));
    let mut moves = Vec::new();
    let mut told = Vec::new();
    let mut watch = |event: &Event<'_, TwoPlayerTree<'_>>| match event {
        Event::Enter { ply, position, .. } => {
            moves.truncate(*ply as usize);
            let named = position.moves().map(|m| (m, position.write_move(m)));
            moves.push(named.collect::<Vec<_>>());
        }
        Event::Singular { ply, via } => {
            let mut named = moves[*ply as usize].iter();
            let (_, name) = named.find(|(m, _)| m == via).expect("a legal move");
            told.push((*ply, name.clone()));
        }
        Event::Leave { value, .. } => assert!(value.raw().abs() < Score::INFINITY.raw()),
        _ => {}
    };
    search.watch(&root, &Limits::depth(5), &mut watch);
    assert_eq!(told[0], (1, "chase".to_string()));
}

/// MIN's first move is singular behind `greedy`. Behind `slow` no move is, but there the same move,
/// tried at the horizon, takes everything.
#[test]
fn a_singular_move_is_remembered_and_tried_at_the_horizon() {
    let mut slow = "(min ~60 -400)".to_string();
    for kind in ["max", "min", "max", "min"] {
        slow = format!("({kind} ~60 {slow} {slow})");
    }
    let chase = "(max ~100 (min ~100 (max ~100 (min ~100 -300))))";
    let text = format!("(max ~0 greedy:(min ~100 {chase} 500 500) slow:{slow} safe:20)");
    let found = |singular| best_at_five(&text, singular);
    assert_eq!(found(None).0, "greedy");
    assert_eq!(
        found(Some(Singular::default())),
        ("safe".to_string(), Score::points(20))
    );
}

#[test]
fn singular_extensions_keep_decided_values_and_terminate() {
    for left in 1..=17 {
        let root = Matches {
            left,
            turn: Player::FIRST,
        };
        let params = Params {
            singular: Some(Singular::default()),
            ..Params::default()
        };
        let mut search = Deepening::new(Pvs::new(Blind).with_table(1 << 14).with(params));
        let report = search.search(&root, &Limits::none());
        let truth = Minimax::blind().search(&root, &Limits::none());
        assert_eq!(
            report.value > Score::DRAW,
            truth.value > Score::DRAW,
            "{left} matches"
        );
    }
}

/// Reduced moves may change the value of a depth, but never that of the game: what is searched to
/// its end is minimax's. And a move searched again counts against the limits like any other.
#[test]
fn reductions_keep_proven_values_and_the_limits() {
    let rule = Reductions {
        full_moves: 1,
        least_depth: 2,
        percent: 100,
        ..Reductions::default()
    };
    let params = Params {
        reductions: Some(rule),
        ..Params::default()
    };
    for seed in 0..5_000 {
        let shape = Shape {
            most_nodes: 150,
            alternating: seed % 2 == 0,
            ..Shape::default()
        };
        let tree = random(&shape, seed);
        let root = tree.two_player().unwrap();
        let truth = Minimax {
            evaluator: Estimates,
        }
        .search(&root, &Limits::none());
        let mut search = Deepening::new(Pvs::new(Estimates).with_table(1 << 12).with(params));
        let report = search.search(&root, &Limits::none());
        assert_eq!(
            (report.value, report.proven),
            (truth.value, true),
            "seed {seed}: {root}"
        );
        let nodes = 1 + seed % 60;
        search.new_game(1);
        assert!(
            search.search(&root, &Limits::nodes(nodes)).counts.nodes <= nodes,
            "seed {seed}"
        );
    }
}

/// Late moves get less: the same depth with fewer nodes.
#[test]
fn reductions_save_nodes() {
    let tree = random(
        &Shape {
            most_nodes: 20_000,
            ..Shape::default()
        },
        5,
    );
    let root = tree.two_player().unwrap();
    let nodes = |reductions| {
        let params = Params {
            reductions,
            ..Params::default()
        };
        let limits = Limits::depth(8);
        Pvs::new(Estimates)
            .with_table(1 << 16)
            .with(params)
            .search(&root, &limits)
            .counts
            .nodes
    };
    assert!(
        nodes(Some(Reductions {
            full_moves: 1,
            ..Reductions::default()
        })) < nodes(None)
    );
}
