//! The method without its shortcuts: the whole tree is weighed anew, the best tip expanded, and
//! again. Slow, plain, and the oracle for the order in which [`super::descent`] expands tips.

use crate::game::{Game, Player};
use crate::tree::{Shape, TwoPlayerTree, random};
use crate::{Evaluator, Event, Limits, Search};

use super::lanes::{Block, CLOSED, LANES, Look, TIP};
use super::look::look;
use super::pricing::Pricing;
use super::scale::{cost_of, raise};
use super::{Breadth, EdgeCost, Losses, MinMax, Params};
use crate::tree::Estimates;

struct Node<'t> {
    position: TwoPlayerTree<'t>,
    blocks: Vec<Block>,
    children: Vec<Option<Node<'t>>>,
}

impl<'t> Node<'t> {
    fn new(position: TwoPlayerTree<'t>, pricing: &Pricing) -> Node<'t> {
        let count = position.moves().count();
        let mut blocks = vec![Block::EMPTY; count.div_ceil(LANES)];
        let mover = position.turn();
        for (i, m) in position.moves().enumerate() {
            let child = position.after(m);
            let (points, over) = match child.outcome() {
                Some(crate::Outcome::Points(points)) => (points, true),
                Some(_) => (0, true),
                None => (Estimates.evaluate(&child), false),
            };
            let units = pricing.scale.units(points);
            let cost = cost_of(if mover == Player::FIRST {
                units
            } else {
                -units
            });
            blocks[i / LANES].cost[i % LANES] = cost;
            blocks[i / LANES].penalty[i % LANES] = if over { CLOSED } else { 0 };
            blocks[i / LANES].child[i % LANES] = TIP;
        }
        Node {
            position,
            blocks,
            children: (0..count).map(|_| None).collect(),
        }
    }

    /// Weighs everything below, then this node.
    fn weigh(&mut self, pricing: &Pricing) -> Look {
        for (i, child) in self.children.iter_mut().enumerate() {
            if let Some(child) = child {
                let below = child.weigh(pricing);
                let same = child.position.turn() == self.position.turn();
                self.blocks[i / LANES].cost[i % LANES] = raise(pricing.value(&below), same, 1);
                self.blocks[i / LANES].penalty[i % LANES] = below.penalty();
            }
        }
        look(&self.blocks, &pricing.spread)
    }

    /// Expands the best tip; its position.
    fn expand(&mut self, pricing: &Pricing) -> u32 {
        let lane = look(&self.blocks, &pricing.spread).lane as usize;
        if let Some(child) = &mut self.children[lane] {
            return child.expand(pricing);
        }
        let m = self.position.moves().nth(lane).unwrap();
        let child = Node::new(self.position.after(m), pricing);
        let id = child.position.id();
        self.children[lane] = Some(child);
        id
    }
}

fn naive_order(root: TwoPlayerTree<'_>, params: &Params, cost: Losses) -> Vec<u32> {
    let pricing = Pricing::new(
        params,
        EdgeCost::<TwoPlayerTree<'_>>::breadth(&cost),
        [1.0; 2],
    );
    let mut node = Node::new(root, &pricing);
    let mut order = Vec::new();
    while !node.weigh(&pricing).is_closed() {
        order.push(node.expand(&pricing));
    }
    order
}

fn order(root: TwoPlayerTree<'_>, params: &Params, cost: Losses) -> Vec<u32> {
    let mut positions = Vec::new();
    let mut order = Vec::new();
    let mut see = |event: &Event<'_, TwoPlayerTree<'_>>| match event {
        Event::Grow { node, position, .. } => {
            assert_eq!(*node as usize, positions.len());
            positions.push(position.id());
        }
        Event::Select { node } => order.push(positions[*node as usize]),
        _ => {}
    };
    MinMax::new(Estimates)
        .with(*params)
        .costing(cost)
        .watch(&root, &Limits::none(), &mut see);
    order
}

#[test]
fn without_slack_and_tolerance_the_same_tips_are_expanded_in_the_same_order() {
    let mut trees = 0;
    let mut tips = 0;
    for n in 0..600 {
        let shape = Shape {
            branching: 1..=[3, 8, 20][n as usize % 3],
            alternating: n % 4 != 0,
            values: [-3..=3, -100..=100, -2000..=2000][n as usize / 3 % 3].clone(),
            most_nodes: 60 + n as usize % 200,
            ..Shape::default()
        };
        let tree = random(&shape, n);
        let root = tree.two_player().unwrap();
        if root.outcome().is_some() {
            continue;
        }
        let params = Params {
            slack: 0.0,
            tolerance: 0.0,
            transpositions: false,
            memory: 1 << 20,
            ..Params::default()
        };
        let soft = Params {
            temperature: [3.0, 40.0][n as usize % 2],
            ..params
        };
        let power = params.power(50.0, 4096);
        let cases = [
            (soft, Breadth::Soft),
            (power, Breadth::Count),
            (soft, Breadth::Ply(1.0)),
        ];
        for (params, breadth) in cases {
            let expected = naive_order(root, &params, Losses(breadth));
            assert_eq!(
                order(root, &params, Losses(breadth)),
                expected,
                "tree {n}, {breadth:?}"
            );
            trees += 1;
            tips += expected.len();
        }
    }
    assert!(trees > 1_000 && tips > 10_000, "{trees} trees, {tips} tips");
}
