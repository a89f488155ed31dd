//! n queens by local search: the textbook's figures, and solutions checked from the rows alone.

use gametree::Limits;
use gametree::local::{MinConflicts, Problem, Repairable, Restarts, Rule, Sideways, Steepest};
use gametree::rng::Rng;
use gametree_games::queens::{Placement, Queens, is_solution};

fn queens(n: u32) -> Queens {
    Queens::new(n).unwrap()
}

/// What a rule does from so many random starts of eight queens: the share solved, the mean steps of those, and of
/// the others.
fn statistics(rule: impl Rule<Queens> + Copy, starts: u64) -> (f64, f64, f64) {
    let (mut solved, mut steps) = ([0u64; 2], [0u64; 2]);
    for seed in 0..starts {
        let report = Restarts::once(rule, seed).search(&queens(8), &Limits::none());
        assert_eq!(report.solved, is_solution(report.state.rows()));
        solved[usize::from(report.solved)] += 1;
        steps[usize::from(report.solved)] += report.steps;
    }
    let mean = |kind: usize| steps[kind] as f64 / solved[kind].max(1) as f64;
    (solved[1] as f64 / starts as f64, mean(1), mean(0))
}

#[test]
fn eight_queens_as_in_the_textbook() {
    println!("{:?}", statistics(Steepest, 10_000));
    println!("{:?}", statistics(Sideways::new(100), 10_000));
}

#[test]
fn million() {
    let report =
        Restarts::until_solved(MinConflicts::new(100_000), 1).search(&queens(1_000_000), &Limits::none());
    println!("{:?} {} {} {}", report.elapsed, report.steps, report.solved, is_solution(report.state.rows()));
    println!("{:?}", report.curve.moments().next());
    let t = std::time::Instant::now();
    let x = queens(1_000_000).greedy(&mut Rng::new(3));
    println!("{:?} {}", t.elapsed(), x.conflicts());
    let _ = Placement::of_rows(&[0]);
    let _ = queens(3).cost(&x);
}
