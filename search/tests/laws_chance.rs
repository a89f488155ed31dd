//! The laws of searches with chance, on random trees: every one says what expectiminimax says.

use gametree::expectiminimax::Expectiminimax;
use gametree::real_table::RealTable;
use gametree::rng::Rng;
use gametree::star::Order;
use gametree::star1::Star1;
use gametree::star2::{Probing, Star2};
use gametree::tree::{Estimates, Node, Shape, Tree, random};
use gametree::{Advice, Adviser, Bounds, Limits, Stop};

/// Trees for the mass of cases: small, of every kind.
fn shape(seed: u64) -> Shape {
    let mut rng = Rng::new(seed ^ 0xd1ce);
    let spread = [0, 1, 3, 10, 1000][rng.below(5)];
    Shape {
        branching: 1..=1 + rng.below(8) as u32,
        depth: rng.below(9) as u32,
        values: -spread..=spread,
        early_leaves: rng.below(40),
        alternating: rng.below(4) > 0,
        chance: 10 + rng.below(80),
        most_nodes: if seed.is_multiple_of(500) { 2000 } else { 60 },
        ..Shape::default()
    }
}

#[test]
fn tmp_visits() {
    let mut sums = [0u64; 8];
    let mut worse = [0u64; 8];
    for patience in [0.0, 0.25, 0.5, 2.0] {
        for (name, which) in [("tight", 0), ("unknown", 1), ("half", 2)] {
            for most in [60, 2000] {
                let (mut plain, mut one, mut two, mut more) = (0, 0, 0, 0);
                for seed in 0..(if most == 60 { 5000 } else { 300 }) {
                    let mut shape = shape(seed);
                    shape.most_nodes = most;
                    let mut tree = random(&shape, seed);
                    let (lo, hi) = (f64::from(*shape.values.start()), f64::from(*shape.values.end()));
                    if which == 0 {
                        tree = tree.bounded(Bounds::new(lo, hi)).unwrap();
                    } else if which == 2 {
                        tree = tree.bounded(Bounds::new(lo, f64::INFINITY)).unwrap();
                    }
                    let root = tree.root();
                    let a = Expectiminimax { prospect: Estimates }.advise(&root, &Limits::none());
                    let b = Star1::new(Estimates).ordered(Order::AS_LISTED).advise(&root, &Limits::none());
                    let c = Star2::new(Estimates)
                        .ordered(Order::AS_LISTED)
                        .probing(Probing { moves: 1, patience })
                        .advise(&root, &Limits::none());
                    let near = |x: f64, y: f64| (x - y).abs() <= 1e-9 * (1.0 + x.abs());
                    assert!(near(a.values[0], b.values[0]), "{seed} {tree}");
                    assert!(near(a.values[0], c.values[0]), "{seed} {tree}");
                    assert!(b.counts.nodes <= a.counts.nodes);
                    plain += a.counts.nodes;
                    one += b.counts.nodes;
                    two += c.counts.nodes;
                    more += u64::from(c.counts.nodes > b.counts.nodes);
                }
                eprintln!("{patience} {name} {most}: {plain} {one} {two} worse in {more}");
            }
        }
    }
    let _ = (&mut sums, &mut worse);
}
