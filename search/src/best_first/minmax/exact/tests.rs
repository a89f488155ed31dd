use std::f64::consts::LN_2;

use super::{Exact, Mean};
use crate::game::{Game, Player};
use crate::limits::Limits;
use crate::observer::{Event, Observer};
use crate::rng::Rng;
use crate::search::Search;
use crate::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};

/// What an observer is told of a node.
#[derive(Clone, Debug)]
struct Told {
    parent: Option<usize>,
    via: Option<u32>,
    mover: Player,
    over: bool,
    /// ṽ, w, π, a; not a number where absent.
    labels: [f64; 4],
}

/// The edges to a tip, and what was known of the nodes when they were given.
type Reason = (Vec<(u32, f64)>, Vec<Told>);

/// Writes down all that an observer is told.
#[derive(Clone, Default)]
struct Seen {
    nodes: Vec<Told>,
    selected: Vec<u32>,
    because: Vec<Reason>,
}

impl Observer<TwoPlayerTree<'_>> for Seen {
    fn see(&mut self, event: &Event<'_, TwoPlayerTree<'_>>) {
        match *event {
            Event::Grow {
                parent,
                via,
                position,
                ..
            } => self.nodes.push(Told {
                parent: parent.map(|id| id as usize),
                via,
                mover: position.turn(),
                over: position.outcome().is_some(),
                labels: [f64::NAN; 4],
            }),
            Event::Select { node } => self.selected.push(node),
            Event::Because { node, edges } => {
                assert_eq!(self.selected.last(), Some(&node));
                self.because.push((edges.to_vec(), self.nodes.clone()));
            }
            Event::Backup { node, labels, .. } => {
                let named = |name| {
                    labels
                        .iter()
                        .find(|label| label.0 == name)
                        .map_or(f64::NAN, |label| label.1)
                };
                self.nodes[node as usize].labels = ["ṽ", "w", "π", "a"].map(named);
            }
            _ => panic!("an event of another kind"),
        }
    }
}

/// What is seen of a search of a tree.
fn watch(tree: &Tree, p: f64, shift: i32, limits: &Limits) -> Seen {
    let mut seen = Seen::default();
    Exact {
        evaluator: Estimates,
        p,
        shift,
    }
    .watch(&tree.two_player().unwrap(), limits, &mut seen);
    seen
}

fn is_near(found: f64, expected: f64, within: f64) {
    assert!(
        (found - expected).abs() <= within,
        "{found} is not {expected}"
    );
}

/// s, t, u, w, x, y, z are the nodes 0 to 6.
const WORKED: &str = "(max ~1 t:(min ~2 1 3) u:(min ~11 w:(max ~10 y:(min ~11 9 8) z:(min ~11 7 8)) x:(max ~12 9 8)))";

#[test]
fn the_worked_example_of_the_paper_to_the_digit() {
    let seen = watch(&WORKED.parse().unwrap(), 10.0, 0, &Limits::nodes(7));
    assert_eq!(seen.selected, [0, 2, 3, 5], "s, u, w and then y");
    let labels = |step: usize, label: usize| -> Vec<f64> {
        seen.because[step]
            .1
            .iter()
            .map(|told| told.labels[label])
            .collect()
    };
    let check = |found: Vec<f64>, expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        found
            .iter()
            .zip(expected)
            .for_each(|(&found, &expected)| is_near(found, expected, 5e-5));
    };
    // Before w is expanded.
    check(labels(2, 0), &[9.8514, 2.0, 10.5585, 10.0, 12.0]);
    check(
        labels(2, 1)[1..].to_vec(),
        &[15.0433, 0.0693, 0.0954, 2.1009],
    );
    check(labels(2, 2), &[0.1647, 0.0, 0.0954, 0.0, 0.0]);
    assert_eq!(
        (labels(2, 3)[0], labels(2, 3)[2]),
        (2.0, 3.0),
        "a(s) = u, a(u) = w"
    );
    assert_eq!(labels(2, 3)[1], 1.0, "a(t) = t in a tip");
    // And after.
    check(
        labels(3, 0),
        &[10.6218, 2.0, 11.3841, 11.0, 12.0, 11.0, 11.0],
    );
    check(
        labels(3, 1)[1..].to_vec(),
        &[15.7210, 0.0693, 0.3156, 1.2727, LN_2, LN_2],
    );
    check(labels(3, 2), &[1.0780, 0.0, 1.0087, LN_2, 0.0, 0.0, 0.0]);
    let penalty = |path: &[usize]| -> f64 { path.iter().map(|&id| labels(3, 1)[id]).sum() };
    is_near(penalty(&[2, 3, 5]), 1.078, 5e-4);
    is_near(penalty(&[2, 4]), 1.342, 5e-4);
    let why: Vec<u32> = seen.because[3].0.iter().map(|edge| edge.0).collect();
    assert_eq!(why, [2, 3, 5]);
}

/// The mean by its definition.
fn naive_mean(q: f64, values: &[f64]) -> f64 {
    let n = values.len() as f64;
    if q == 0.0 {
        return values.iter().product::<f64>().powf(1.0 / n);
    }
    (values.iter().map(|a| a.powf(q)).sum::<f64>() / n).powf(1.0 / q)
}

fn mean(q: f64, values: &[f64]) -> f64 {
    Mean::of(q, values.iter().map(|a| a.ln())).log().exp()
}

fn random_values(rng: &mut Rng, most: usize) -> Vec<f64> {
    (0..1 + rng.below(9))
        .map(|_| 1.0 + rng.below(most) as f64)
        .collect()
}

#[test]
fn means_follow_their_definition() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let values = random_values(&mut rng, 40);
        let n = values.len() as f64;
        for q in [-20.0, -3.5, -1.0, 0.0, 0.5, 1.0, 2.0, 20.0] {
            let expected = naive_mean(q, &values);
            is_near(mean(q, &values), expected, 1e-12 * expected);
        }
        is_near(
            mean(1.0, &values),
            values.iter().sum::<f64>() / n,
            1e-12 * 40.0,
        );
        is_near(
            mean(-1.0, &values),
            n / values.iter().map(|a| a.recip()).sum::<f64>(),
            1e-12 * 40.0,
        );
        // Next to 0 the digits must not go: the slope there is half the variance of the logarithms.
        is_near(mean(1e-12, &values), mean(0.0, &values), 1e-10);
    }
}

#[test]
fn means_of_great_exponents_keep_their_digits() {
    // The others' shares are below 10^-79: M_p of one largest (smallest) among n is a · n^(-1/p).
    for values in [[10.0, 12.0, 8.0], [1e9, 3e8, 1.0], [1.2e-5, 1e-5, 1e-9]] {
        let least = values.into_iter().fold(f64::MAX, f64::min);
        let most = values.into_iter().fold(0.0, f64::max);
        is_near(mean(1000.0, &values), most * 3f64.powf(-1e-3), 1e-14 * most);
        is_near(
            mean(-1000.0, &values),
            least * 3f64.powf(1e-3),
            1e-14 * least,
        );
        is_near(mean(1e15, &values), most, 1e-14 * most);
        is_near(mean(-1e15, &values), least, 1e-14 * least);
    }
    // Where the powers cannot even be written down.
    is_near(mean(1000.0, &[1000.0, 1000.0]), 1000.0, 1e-11);
    let w = Mean::of(1000.0, [999f64.ln(), 1000f64.ln()].into_iter()).weight(999f64.ln());
    // ∂M/∂a = (1/2) (a/M)^(p-1) with M = 1000 ((1 + .999^1000)/2)^(1/1000).
    let half = f64::midpoint(1.0, (1000.0 * 0.999f64.ln()).exp());
    is_near(
        w,
        2f64.ln() + 999.0 * (half.ln() / 1000.0 - 0.999f64.ln()),
        1e-11,
    );
}

/// The best child's weight is ln Σ (1 − 1/q) + ln n / q: no digits may go, small as it is.
#[test]
fn small_weights_of_great_exponents_keep_their_digits() {
    for q in [1000.0f64, -1000.0] {
        let values = if q > 0.0 {
            [20.0f64, 30.0]
        } else {
            [30.0, 20.0]
        };
        let found = Mean::of(q, values.iter().map(|a| a.ln())).weight(values[1].ln());
        let expected = LN_2 / q; // the other's part is below 10^-176
        is_near(found, expected, 1e-15 * expected.abs());
    }
}

#[test]
fn weights_are_derivatives_and_shares_sum_to_one() {
    let mut rng = Rng::new(2);
    for _ in 0..2000 {
        let values = random_values(&mut rng, 40);
        for q in [-10.0, -1.0, -0.5, 0.0, 0.25, 1.0, 4.0, 10.0] {
            let exact = Mean::of(q, values.iter().map(|a| a.ln()));
            let all = exact.log().exp();
            let derivative = |a: f64| (-exact.weight(a.ln())).exp();
            // Euler: the mean is homogeneous of degree 1.
            is_near(
                values.iter().map(|&a| a * derivative(a)).sum::<f64>(),
                all,
                1e-11 * all,
            );
            let powers: f64 = values.iter().map(|a| a.powf(q)).sum();
            let shares = values.iter().map(|&a| derivative(a) * a / all);
            is_near(shares.clone().sum(), 1.0, 1e-11);
            for (share, a) in shares.zip(&values) {
                is_near(share, a.powf(q) / powers, 1e-11);
            }
            let mut more = values.clone();
            more[0] += 1e-6;
            is_near((mean(q, &more) - all) / 1e-6, derivative(values[0]), 1e-3);
        }
    }
}

/// The children of a node.
fn children(nodes: &[Told], id: usize) -> impl Iterator<Item = usize> + Clone + '_ {
    (0..nodes.len()).filter(move |&child| nodes[child].parent == Some(id))
}

/// ṽ of every node from the tips' alone, by the definition of the means.
fn naive_values(nodes: &[Told], p: f64) -> Vec<f64> {
    let mut values: Vec<f64> = nodes.iter().map(|told| told.labels[0]).collect();
    // Children come after their parents.
    for id in (0..nodes.len()).rev() {
        let below: Vec<f64> = children(nodes, id).map(|child| values[child]).collect();
        if !below.is_empty() {
            values[id] = naive_mean(
                if nodes[id].mover == Player::FIRST {
                    p
                } else {
                    -p
                },
                &below,
            );
        }
    }
    values
}

/// The sum of the weights from the root to a node.
fn penalty(nodes: &[Told], mut id: usize) -> f64 {
    let mut sum = 0.0;
    while let Some(parent) = nodes[id].parent {
        sum += nodes[id].labels[1];
        id = parent;
    }
    sum
}

/// The part of the root's value that comes from a node: of all powers in its family, its own, all
/// the way up.
fn share(nodes: &[Told], values: &[f64], mut id: usize, p: f64) -> f64 {
    let mut product = 1.0;
    while let Some(parent) = nodes[id].parent {
        let q = if nodes[parent].mover == Player::FIRST {
            p
        } else {
            -p
        };
        let family: f64 = children(nodes, parent)
            .map(|child| values[child].powf(q))
            .sum();
        product *= values[id].powf(q) / family;
        id = parent;
    }
    product
}

fn random_tree(seed: u64) -> Tree {
    let shape = Shape {
        values: 1..=30,
        most_nodes: 150,
        alternating: seed.is_multiple_of(2),
        ..Shape::default()
    };
    random(&shape, seed)
}

#[test]
fn the_share_of_a_tip_is_its_derivative_times_its_part_of_the_value() {
    let mut compared = 0;
    for seed in 0..400 {
        let p = [1.0, 3.0, 8.0][seed as usize % 3];
        let nodes = watch(&random_tree(seed), p, 0, &Limits::nodes(5 + seed % 90)).nodes;
        let values = naive_values(&nodes, p);
        let tips = (0..nodes.len()).filter(|&id| children(&nodes, id).next().is_none());
        let mut whole = 0.0;
        for tip in tips {
            let share = share(&nodes, &values, tip, p);
            is_near(
                (-penalty(&nodes, tip)).exp() * values[tip] / values[0],
                share,
                1e-9,
            );
            whole += share;
            compared += 1;
        }
        is_near(whole, 1.0, 1e-9);
        for (told, value) in nodes.iter().zip(values) {
            is_near(told.labels[0], value, 1e-9 * value);
        }
    }
    assert!(compared > 5000, "{compared}");
}

#[test]
fn the_selected_tip_has_the_least_penalty_of_all() {
    let mut compared = 0;
    for seed in 0..40 {
        let tree = random(
            &Shape {
                values: 1..=30,
                ..Shape::uniform(2 + seed as u32 % 2, 9)
            },
            seed,
        );
        let seen = watch(&tree, 4.0, 0, &Limits::nodes(120));
        for ((edges, nodes), &tip) in seen.because.iter().zip(&seen.selected) {
            let sum: f64 = edges.iter().map(|edge| edge.1).sum();
            is_near(sum, penalty(nodes, tip as usize), 1e-12);
            is_near(sum, nodes[0].labels[2], 1e-12);
            let tips = (0..nodes.len())
                .filter(|&id| !nodes[id].over && children(nodes, id).next().is_none());
            let least = tips
                .map(|id| penalty(nodes, id))
                .fold(f64::INFINITY, f64::min);
            is_near(sum, least, 1e-12);
            compared += 1;
        }
    }
    assert!(compared > 800, "{compared}");
}

/// Minimax of the tips that were seen, for every node.
fn minimax_values(nodes: &[Told]) -> Vec<f64> {
    let mut values: Vec<f64> = nodes.iter().map(|told| told.labels[0].round()).collect();
    for id in (0..nodes.len()).rev() {
        let pick = if nodes[id].mover == Player::FIRST {
            f64::max
        } else {
            f64::min
        };
        values[id] = children(nodes, id)
            .map(|child| values[child])
            .reduce(pick)
            .unwrap_or(values[id]);
    }
    values
}

#[test]
fn with_a_great_exponent_the_move_is_that_of_minimax_over_the_tips() {
    let mut compared = 0;
    for seed in 0..600 {
        let shape = Shape {
            values: 1..=1000,
            alternating: seed % 2 == 0,
            ..Shape::uniform(3, 6)
        };
        let tree = random(&shape, seed);
        let root = tree.two_player().unwrap();
        let mut seen = Seen::default();
        let mut search = Exact {
            evaluator: Estimates,
            p: 1e6,
            shift: 0,
        };
        let report = search.watch(&root, &Limits::nodes(4 + seed % 60), &mut seen);
        let values = minimax_values(&seen.nodes);
        let best: Vec<usize> = children(&seen.nodes, 0)
            .filter(|&child| values[child] == values[0])
            .collect();
        if let [best] = best[..] {
            assert_eq!(report.best(), seen.nodes[best].via, "tree {seed}");
            assert_eq!(f64::from(report.value.raw()), values[0], "tree {seed}");
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn the_shift_keeps_tips_positive_and_won_games_count_most() {
    let tree: Tree = "(max ~0 a:(min ~-700 1 2) b:(min ~-512 1 2) c:(min ~16 1 2))"
        .parse()
        .unwrap();
    let values = |shift| -> Vec<f64> {
        let seen = watch(&tree, 40.0, shift, &Limits::nodes(4));
        seen.nodes[1..]
            .iter()
            .map(|told| told.labels[0].round())
            .collect()
    };
    assert_eq!(values(512), [1.0, 1.0, 528.0]);
    assert_eq!(values(1000), [300.0, 488.0, 1016.0]);
    assert_eq!(values(0), [1.0, 1.0, 16.0]);
    let rule = super::Rule::Means { p: 1.0 };
    let model = |shift| super::Model { rule, shift };
    let won = crate::Score::win_in(3);
    let lost = crate::Score::loss_in(9);
    assert_eq!(
        [model(0), model(512), model(2000)].map(|m| m.positive(won)),
        [1023.0, 1023.0, 3999.0]
    );
    assert_eq!(
        [model(0), model(512), model(2000)].map(|m| m.positive(lost)),
        [1.0; 3]
    );
}
