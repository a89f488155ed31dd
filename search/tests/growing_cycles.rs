//! Games with loops: retrograde analysis against brute force, the textbook's search with the path
//! as its memory, and what df-pn may claim there.

use gametree::df_pn::DfPn;
use gametree::on_path::OnPath;
use gametree::retrograde::Retrograde;
use gametree::rng::{Rng, mix};
use gametree::{
    Event, Game, Keyed, Limits, Outcome, Player, Score, Search, Stop, TwoPlayer, Verdict,
};

use crate::support;

use support::Squares;

#[test]
fn the_first_player_wins_the_n_square_game_if_n_is_even() {
    for n in 3..=20 {
        let root = Squares::new(n);
        let report = Retrograde::blind().search(&root, &Limits::none());
        assert_eq!((report.proven, report.stop), (true, Stop::Done));
        let first_wins = matches!(report.value.verdict(), Verdict::Win(_));
        let second_wins = matches!(report.value.verdict(), Verdict::Loss(_));
        assert_eq!(
            (first_wins, second_wins),
            (n % 2 == 0, n % 2 == 1),
            "{n} squares: {}",
            report.value
        );
        let end = report
            .line
            .iter()
            .fold(root, |position, &m| position.after(m));
        assert!(
            end.outcome().is_some(),
            "{n} squares: the line does not end"
        );
        let distance = report.line.len() as u32;
        assert!([Score::win_in(distance), Score::loss_in(distance)].contains(&report.value));
        let claim = DfPn::blind().search(&root, &Limits::none());
        assert!(
            !claim.proven || outcome_class(claim.value) == outcome_class(report.value),
            "{n} squares"
        );
    }
}

fn outcome_class(value: Score) -> i32 {
    if value.is_decided() {
        value.raw().signum()
    } else {
        0
    }
}

/// A random graph; every node has a mover and successors, or an outcome.
struct Graph {
    nodes: Vec<(Player, Vec<usize>, Option<Outcome>)>,
}

#[derive(Clone, Copy)]
struct Place<'g> {
    graph: &'g Graph,
    at: usize,
}

impl Graph {
    fn random(seed: u64, points: bool) -> Graph {
        let mut rng = Rng::new(seed);
        let size = 1 + rng.below(14);
        let ends = 10 + rng.below(50);
        let node = |rng: &mut Rng| {
            let mover = Player(rng.below(2) as u8);
            if rng.below(100) < ends {
                return (mover, Vec::new(), Some(outcome(rng, points)));
            }
            (
                mover,
                (0..1 + rng.below(3)).map(|_| rng.below(size)).collect(),
                None,
            )
        };
        let mut nodes: Vec<_> = (0..size).map(|_| node(&mut rng)).collect();
        // A move is its target: no target twice.
        for (_, targets, _) in &mut nodes {
            targets.sort_unstable();
            targets.dedup();
        }
        Graph { nodes }
    }

    fn place(&self, at: usize) -> Place<'_> {
        Place { graph: self, at }
    }

    /// In how many plies `player` can force one of the good ends, from every node: sweep k finds
    /// those in k.
    fn forced(&self, player: Player, good: impl Fn(Outcome) -> bool) -> Vec<Option<u32>> {
        let end =
            |node: &(Player, Vec<usize>, Option<Outcome>)| node.2.is_some_and(&good).then_some(0);
        let mut plies: Vec<Option<u32>> = self.nodes.iter().map(end).collect();
        for sweep in 1..=self.nodes.len() as u32 {
            let before = plies.clone();
            for (i, (mover, targets, outcome)) in self.nodes.iter().enumerate() {
                let reached = |&t: &usize| before[t].is_some();
                let enough = if *mover == player {
                    targets.iter().any(reached)
                } else {
                    targets.iter().all(reached)
                };
                if before[i].is_none() && outcome.is_none() && enough {
                    plies[i] = Some(sweep);
                }
            }
        }
        plies
    }

    /// The values by brute force: the greatest number of points, win or loss that a side can force.
    fn values(&self) -> Vec<Score> {
        let mut values = vec![Score::DRAW; self.nodes.len()];
        for points in 1..=4 {
            let first = self.forced(Player::FIRST, |o| worth(o) >= points);
            let second = self.forced(Player::SECOND, |o| worth(o) <= -points);
            for (i, value) in values.iter_mut().enumerate() {
                match (first[i], second[i], points) {
                    (Some(plies), _, 4) => *value = Score::win_in(plies),
                    (_, Some(plies), 4) => *value = Score::loss_in(plies),
                    (Some(_), _, _) => *value = Score::points(points),
                    (_, Some(_), _) => *value = Score::points(-points),
                    _ => {}
                }
            }
        }
        values
    }
}

impl Graph {
    /// The same, where every other drawn end is a `?` of the game's own.
    fn with_loops(mut self) -> Graph {
        let drawn =
            |node: &&mut (Player, Vec<usize>, Option<Outcome>)| node.2 == Some(Outcome::Draw);
        self.nodes
            .iter_mut()
            .filter(drawn)
            .step_by(2)
            .for_each(|node| node.2 = Some(Outcome::Loop));
        self
    }

    /// Which nodes are `?`, by sweeps: drawn, and no way through drawn nodes leads to an end that
    /// is a draw.
    fn loops(&self, values: &[Score]) -> Vec<bool> {
        let is_loop = |node: &(Player, Vec<usize>, Option<Outcome>)| {
            node.2.is_none_or(|o| o == Outcome::Loop)
        };
        let mut loops: Vec<bool> = self
            .nodes
            .iter()
            .zip(values)
            .map(|(node, &v)| v == Score::DRAW && is_loop(node))
            .collect();
        for _ in 0..self.nodes.len() {
            for i in 0..self.nodes.len() {
                loops[i] &= !self.nodes[i]
                    .1
                    .iter()
                    .any(|&t| values[t] == Score::DRAW && !loops[t]);
            }
        }
        loops
    }
}

fn outcome(rng: &mut Rng, points: bool) -> Outcome {
    match rng.below(if points { 8 } else { 3 }) {
        0 => Outcome::Draw,
        1 => Outcome::Win(Player::FIRST),
        2 => Outcome::Win(Player::SECOND),
        _ => Outcome::Points(rng.below(7) as i32 - 3),
    }
}

/// Points as they are, a win as 4.
fn worth(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win(Player::FIRST) => 4,
        Outcome::Win(_) => -4,
        Outcome::Points(points) => points,
        _ => 0,
    }
}

impl Game for Place<'_> {
    type Move = usize;

    fn turn(&self) -> Player {
        self.graph.nodes[self.at].0
    }

    fn moves(&self) -> impl Iterator<Item = usize> {
        self.graph.nodes[self.at].1.iter().copied()
    }

    fn play(&mut self, m: usize) {
        self.at = m;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.graph.nodes[self.at].2
    }
}

impl TwoPlayer for Place<'_> {}

impl Keyed for Place<'_> {
    fn key(&self) -> u64 {
        mix(self.at as u64 + 1)
    }
}

#[test]
fn retrograde_analysis_is_exact_on_random_graphs_with_cycles() {
    let mut drawn_by_loops = 0;
    for seed in 0..20_000 {
        let graph = Graph::random(seed, seed % 2 == 0);
        let values = graph.values();
        let solved = Retrograde::blind().solve(&graph.place(0), &Limits::none());
        assert!(solved.proven());
        for (i, &value) in values.iter().enumerate() {
            if let Some(found) = solved.value(&graph.place(i)) {
                assert_eq!(found, value, "graph {seed}, node {i}");
                drawn_by_loops += u32::from(found == Score::DRAW && graph.nodes[i].2.is_none());
            }
        }
        let report = Retrograde::blind().search(&graph.place(0), &Limits::none());
        assert_eq!(
            (report.value, report.proven),
            (values[0], true),
            "graph {seed}"
        );
    }
    assert!(
        drawn_by_loops > 10_000,
        "too few loops to matter: {drawn_by_loops}"
    );
}

#[test]
fn best_moves_reach_what_they_promise() {
    for seed in 0..5000 {
        let graph = Graph::random(seed, true);
        let report = Retrograde::blind().search(&graph.place(0), &Limits::none());
        let end = report
            .line
            .iter()
            .fold(graph.place(0), |place, &m| place.after(m));
        let expected = match report.value.verdict() {
            Verdict::Win(_) => 4,
            Verdict::Loss(_) => -4,
            Verdict::Points(points) => points,
        };
        assert_eq!(
            end.outcome().map_or(0, worth),
            expected,
            "graph {seed}: {:?}",
            report.line
        );
    }
}

#[test]
fn df_pn_claims_no_proof_that_a_loop_could_break() {
    let mut proven = [0, 0];
    for seed in 0..20_000 {
        let graph = Graph::random(seed, seed % 2 == 0);
        let value = graph.values()[0];
        let report = DfPn::blind().search(&graph.place(0), &Limits::none());
        proven[usize::from(report.proven)] += 1;
        if report.proven {
            assert_eq!(
                outcome_class(report.value),
                outcome_class(value),
                "graph {seed}"
            );
            assert!(value.is_decided() || report.value == value, "graph {seed}");
        }
    }
    assert!(proven[0] > 100 && proven[1] > 10_000, "{proven:?}");
}

#[test]
fn draws_are_told_from_play_without_end() {
    let mut seen = [0, 0];
    for seed in 0..20_000 {
        let graph = Graph::random(seed, seed % 2 == 0).with_loops();
        let values = graph.values();
        let loops = graph.loops(&values);
        let root = graph.place(0);
        let solved = Retrograde::blind().solve(&root, &Limits::none());
        for (i, &is_loop) in loops.iter().enumerate() {
            let told = solved.is_loop(&graph.place(i));
            assert!(
                told.is_none_or(|told| told == is_loop),
                "graph {seed}, node {i}"
            );
            let is_draw = told.is_some() && values[i] == Score::DRAW;
            seen[usize::from(is_loop)] += u32::from(is_draw && graph.nodes[i].2.is_none());
        }
        let report = Retrograde::blind().search(&root, &Limits::none());
        assert_eq!(report.is_loop(&root), loops[0], "graph {seed}");
        let end = report
            .line
            .iter()
            .fold(root, |place, &m| place.after(m))
            .outcome();
        let ends_well = end.is_some_and(|end| worth(end) == 0 && end != Outcome::Loop);
        assert!(
            values[0] != Score::DRAW || ends_well != loops[0],
            "graph {seed}: {:?}",
            report.line
        );
    }
    assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
}

#[test]
fn the_path_as_memory_is_exact_at_the_root() {
    for seed in 0..20_000 {
        let graph = Graph::random(seed, seed % 2 == 0).with_loops();
        let values = graph.values();
        let loops = graph.loops(&values);
        let root = graph.place(seed as usize % graph.nodes.len());
        let report = OnPath::blind().search(&root, &Limits::none());
        let found = (report.value, report.proven, report.stop);
        assert_eq!(
            found,
            (values[root.at], true, Stop::Done),
            "graph {seed}, node {}",
            root.at
        );
        assert_eq!(
            report.is_loop(&root),
            loops[root.at],
            "graph {seed}, node {}",
            root.at
        );
        let end = report
            .line
            .iter()
            .fold(root, |place, &m| place.after(m))
            .outcome();
        let reached =
            report.value.is_decided() && end.map(worth) == Some(4 * report.value.raw().signum());
        assert!(
            reached || !report.value.is_decided(),
            "graph {seed}: {:?}",
            report.line
        );
    }
}

/// Whether a search is wrong, distances aside.
fn differs(found: Score, truth: Score) -> bool {
    outcome_class(found) != outcome_class(truth) || !truth.is_decided() && found != truth
}

#[test]
fn values_that_are_kept_are_wrong_now_and_then() {
    let (mut inner, mut wrong, mut roots) = (0, 0, 0);
    for seed in 0..20_000 {
        let graph = Graph::random(seed, seed % 2 == 0);
        let (values, mut path) = (graph.values(), Vec::new());
        let mut count = |event: &Event<Place>| match *event {
            Event::Enter { position, ply, .. } => {
                path.truncate(ply as usize);
                path.push(position.at);
            }
            Event::Leave { ply, value, .. } => {
                inner += 1;
                wrong += u32::from(differs(value.nearer(ply), values[path[ply as usize]]));
            }
            _ => {}
        };
        let report = OnPath::memoised().watch(&graph.place(0), &Limits::none(), &mut count);
        let misled = differs(report.value, values[0]);
        roots += u32::from(misled);
        assert!(!misled || !report.proven, "graph {seed}");
        assert!(
            !report.value.is_decided() || values[0].is_decided(),
            "graph {seed}: what is won is won"
        );
    }
    // 43,456 positions finished, 1,683 of them wrong (3.9 %), 34 of them roots.
    assert!(
        wrong * 100 > inner && roots > 10,
        "{wrong} of {inner}, {roots} roots"
    );
}

/// The smallest example, the one in the search's own page.
#[test]
fn a_position_kept_from_one_path_misleads_another() {
    let (max, min) = (Player::FIRST, Player::SECOND);
    let won = Some(Outcome::Win(max));
    let nodes = vec![
        (min, vec![1, 2], None),
        (max, vec![2, 3], None),
        (max, vec![1], None),
        (max, vec![], won),
    ];
    let graph = Graph { nodes };
    let root = graph.place(0);
    let exact = OnPath::blind().search(&root, &Limits::none());
    assert_eq!(
        (exact.value, exact.proven, exact.counts.nodes),
        (Score::win_in(3), true, 9)
    );
    assert_eq!(
        Retrograde::blind().search(&root, &Limits::none()).value,
        exact.value
    );
    let kept = OnPath::memoised().search(&root, &Limits::none());
    assert_eq!((kept.value, kept.proven), (Score::DRAW, false));
}

#[test]
fn a_repetition_is_told_with_its_place() {
    let graph = Graph {
        nodes: vec![
            (Player::FIRST, vec![1], None),
            (Player::SECOND, vec![2], None),
            (Player::FIRST, vec![1], None),
        ],
    };
    let root = graph.place(0);
    let mut told = Vec::new();
    let mut see = |event: &Event<Place>| match *event {
        Event::Repeats { ply, since } => told.push((ply, since)),
        Event::Leaf {
            ply,
            value,
            terminal,
        } => assert_eq!((ply, value, terminal), (3, Score::DRAW, true)),
        _ => {}
    };
    let report = OnPath::blind().watch(&root, &Limits::none(), &mut see);
    assert_eq!(
        (told, report.line.len(), report.is_loop(&root)),
        (vec![(3, 1)], 3, true)
    );
}

#[test]
fn limits_stop_the_search_on_its_path() {
    let root = Squares::new(9);
    let whole = OnPath::blind().search(&root, &Limits::none());
    for nodes in [1, 2, 10, 1000, whole.counts.nodes - 1] {
        let report = OnPath::blind().search(&root, &Limits::nodes(nodes));
        assert_eq!((report.stop, report.counts.nodes), (Stop::Nodes, nodes));
        assert!(report.best().is_some());
    }
    let shallow = OnPath::blind().search(&root, &Limits::depth(4));
    assert_eq!(
        (shallow.stop, shallow.proven, shallow.depth),
        (Stop::Depth, false, 4)
    );
}

#[test]
fn a_flag_stops_the_settling_too() {
    let root = Squares::new(100);
    let listed = Retrograde::blind()
        .search(&root, &Limits::none())
        .counts
        .moves;
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let mut grown = 0;
    // Raised with the first value that is settled: the listing is done.
    let raise = flag.clone();
    let mut watch = |event: &Event<Squares>| {
        grown += u64::from(matches!(event, Event::Grow { .. }));
        if matches!(event, Event::Backup { .. }) {
            raise.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let report = Retrograde::blind().watch(&root, &Limits::none().and_stop(flag), &mut watch);
    assert_eq!(
        (report.stop, report.proven, report.counts.nodes),
        (Stop::Asked, false, grown)
    );
    assert!(report.best().is_some() && report.counts.moves <= listed);
}
