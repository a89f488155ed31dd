//! Games with loops: retrograde analysis against brute force, and what df-pn may claim there.

use gametree::df_pn::DfPn;
use gametree::retrograde::Retrograde;
use gametree::rng::{Rng, mix};
use gametree::{Game, Keyed, Limits, Outcome, Player, Score, Search, Stop, TwoPlayer, Verdict};

mod support;

use support::Squares;

#[test]
fn the_first_player_wins_the_n_square_game_if_n_is_even() {
    for n in 3..=20 {
        let root = Squares::new(n);
        let report = Retrograde::blind().search(&root, &Limits::none());
        assert_eq!((report.proven, report.stop), (true, Stop::Done));
        let first_wins = matches!(report.value.verdict(), Verdict::Win(_));
        let second_wins = matches!(report.value.verdict(), Verdict::Loss(_));
        assert_eq!((first_wins, second_wins), (n % 2 == 0, n % 2 == 1), "{n} squares: {}", report.value);
        let end = report.line.iter().fold(root, |position, &m| position.after(m));
        assert!(end.outcome().is_some(), "{n} squares: the line does not end");
        let distance = report.line.len() as u32;
        assert!([Score::win_in(distance), Score::loss_in(distance)].contains(&report.value));
        let claim = DfPn::blind().search(&root, &Limits::none());
        assert!(!claim.proven || outcome_class(claim.value) == outcome_class(report.value), "{n} squares");
    }
}

fn outcome_class(value: Score) -> i32 {
    if value.is_decided() { value.raw().signum() } else { 0 }
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
            (mover, (0..1 + rng.below(3)).map(|_| rng.below(size)).collect(), None)
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

    /// In how many plies `player` can force one of the good ends, from every node: sweep k finds those in k.
    fn forced(&self, player: Player, good: impl Fn(Outcome) -> bool) -> Vec<Option<u32>> {
        let end = |node: &(Player, Vec<usize>, Option<Outcome>)| node.2.is_some_and(&good).then_some(0);
        let mut plies: Vec<Option<u32>> = self.nodes.iter().map(end).collect();
        for sweep in 1..=self.nodes.len() as u32 {
            let before = plies.clone();
            for (i, (mover, targets, outcome)) in self.nodes.iter().enumerate() {
                let reached = |&t: &usize| before[t].is_some();
                let enough =
                    if *mover == player { targets.iter().any(reached) } else { targets.iter().all(reached) };
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
        assert_eq!((report.value, report.proven), (values[0], true), "graph {seed}");
    }
    assert!(drawn_by_loops > 10_000, "too few loops to matter: {drawn_by_loops}");
}

#[test]
fn best_moves_reach_what_they_promise() {
    for seed in 0..5000 {
        let graph = Graph::random(seed, true);
        let report = Retrograde::blind().search(&graph.place(0), &Limits::none());
        let end = report.line.iter().fold(graph.place(0), |place, &m| place.after(m));
        let expected = match report.value.verdict() {
            Verdict::Win(_) => 4,
            Verdict::Loss(_) => -4,
            Verdict::Points(points) => points,
        };
        assert_eq!(end.outcome().map_or(0, worth), expected, "graph {seed}: {:?}", report.line);
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
            assert_eq!(outcome_class(report.value), outcome_class(value), "graph {seed}");
            assert!(value.is_decided() || report.value == value, "graph {seed}");
        }
    }
    assert!(proven[0] > 100 && proven[1] > 10_000, "{proven:?}");
}
