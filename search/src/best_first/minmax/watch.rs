//! What an observer sees: new nodes, why a tip was selected, and the numbers of every node that
//! changed.
//!
//! Nodes are numbered as they appear, the root 0. Where ways meet, a position has a number for each
//! way, and the children the numbers of the first. Forced replies belong to an edge in memory;
//! observers see a node for each of them.

use crate::evaluator::Evaluator;
use crate::game::{Force, Forced, Keyed, TwoPlayer};
use crate::minimax::quiescence::Horizon;
use crate::observer::{Event, Observer};
use crate::score::Score;

use super::cost::EdgeCost;
use super::descent::Descent;
use super::lanes::{CLOSED, LANES, TIP};
use super::scale::score_of;
use super::valuer::follow;

impl<G, E, H, C, O> Descent<'_, G, E, H, C, O>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    H: Horizon<G>,
    C: EdgeCost<G>,
    O: Observer<G>,
{
    /// The root and its children.
    pub(super) fn show_root(&mut self, position: &G, block: u32) {
        let look = self.dag.look(block, &self.valuer.pricing.spread);
        let value = score_of(look.cost, position.turn(), &self.valuer.pricing.scale);
        self.observer.see(&Event::Grow {
            node: 0,
            parent: None,
            via: None,
            position,
            value,
        });
        self.show_children(block, position, None);
        self.show_known(block, position);
        self.show_numbers_of_root(position, block);
    }

    /// What an earlier search left below a node.
    fn show_known(&mut self, block: u32, position: &G) {
        let mut open = vec![(block, position.clone())];
        while let Some((block, position)) = open.pop() {
            for (lane, m) in (0..).zip(position.moves()) {
                let child = self.dag.block(block, lane).child[lane as usize % LANES];
                if child == TIP || self.names.blocks.contains_key(&child) {
                    continue;
                }
                let mut below = position.after(m);
                follow(&mut below);
                self.show_children(child, &below, Some((block, lane)));
                open.push((child, below));
            }
        }
    }

    /// All children of a new node; `above` is the lane that leads to it.
    pub(super) fn show_children(&mut self, block: u32, position: &G, above: Option<(u32, u32)>) {
        let parent = above
            .and_then(|(block, lane)| self.names.end(block, lane))
            .unwrap_or(0);
        self.names.blocks.insert(block, parent);
        self.names.movers.insert(block, position.turn());
        for (lane, m) in (0..).zip(position.moves()) {
            self.show_edge(block, lane, position, m);
        }
        for lane in 0..position.moves().count() as u32 {
            self.show_lane(block, lane, position);
        }
    }

    /// The position after a move, and those after the forced replies to it.
    fn show_edge(&mut self, block: u32, lane: u32, position: &G, m: G::Move) {
        let value = self.value_of(block, lane, position);
        let mut parent = self.names.blocks.get(&block).copied();
        let mut via = m;
        let mut child = position.after(m);
        loop {
            let node = self.names.add(block, lane);
            self.observer.see(&Event::Grow {
                node,
                parent,
                via: Some(via),
                position: &child,
                value,
            });
            if self.names.along(block, lane).len() > 1 {
                self.observer.see(&Event::Forced { node });
            }
            if child.outcome().is_some() {
                return;
            }
            let Force::Only(reply) = child.forced() else {
                return;
            };
            child.play(reply);
            parent = Some(node);
            via = reply;
        }
    }

    /// The tip that is expanded next, and the weights of the edges that lead to it.
    pub(super) fn show_choice(&mut self, lane: u32) {
        let steps = self
            .path
            .iter()
            .skip(1)
            .map(|frame| frame.lane)
            .chain([lane]);
        let mut edges: Vec<(u32, f64)> = Vec::new();
        for (frame, lane) in self.path.iter().zip(steps) {
            let along = self.names.along(frame.block, lane).iter();
            let weight = self.weight(frame.block, lane);
            // A forced reply costs nothing.
            let weights = std::iter::once(weight).chain(std::iter::repeat(0.0));
            edges.extend(along.copied().zip(weights));
        }
        let Some(&(node, _)) = edges.last() else {
            return;
        };
        self.observer.see(&Event::Select { node });
        self.observer.see(&Event::Because {
            node,
            edges: &edges,
        });
    }

    /// The lanes of the node on top of the path after one of them changed, that one first: the
    /// weights of all depend on it. Then the root, where it is the top.
    pub(super) fn show_change(&mut self, changed: u32) {
        let top = &self.path[self.path.len() - 1];
        let block = top.block;
        let position = top.position.clone();
        let others = (0..position.moves().count() as u32).filter(|&lane| lane != changed);
        for lane in std::iter::once(changed).chain(others) {
            self.show_lane(block, lane, &position);
        }
        if self.path.len() == 1 {
            self.show_numbers_of_root(&position, block);
        }
    }

    fn show_numbers_of_root(&mut self, position: &G, block: u32) {
        let look = self.dag.look(block, &self.valuer.pricing.spread);
        let value = score_of(look.cost, position.turn(), &self.valuer.pricing.scale);
        let mut labels = vec![
            ("v̂", points(value)),
            ("bonus", 0.0),
            ("π", self.nats(look.penalty())),
        ];
        if !look.is_closed() {
            labels.extend(self.best_child(block).map(|child| ("a", child)));
        }
        self.observer.see(&Event::Backup {
            node: 0,
            value,
            labels: &labels,
        });
    }

    /// The numbers of the nodes along an edge.
    fn show_lane(&mut self, block: u32, lane: u32, position: &G) {
        let along = self.names.along(block, lane).to_vec();
        let value = self.value_of(block, lane, position);
        let weight = self.weight(block, lane);
        let below = self.dag.block(block, lane);
        let penalty = below.penalty[lane as usize % LANES];
        let child = below.child[lane as usize % LANES];
        // From the end up, as values go.
        for (place, &node) in along.iter().enumerate().rev() {
            let mut labels = vec![
                ("v̂", points(value)),
                ("w", if place == 0 { weight } else { 0.0 }),
                ("π", self.nats(penalty)),
            ];
            let reply = along.get(place + 1).map(|&reply| f64::from(reply));
            let next = match reply {
                Some(_) => reply,
                None if child == TIP => Some(f64::from(node)),
                None => self.best_child(child),
            };
            if penalty != CLOSED {
                labels.extend(next.map(|next| ("a", next)));
            }
            if reply.is_none() && child != TIP {
                labels.extend(self.bonus(child, value).map(|bonus| ("bonus", bonus)));
            }
            self.observer.see(&Event::Backup {
                node,
                value,
                labels: &labels,
            });
        }
    }

    /// The part of a node's value that it has for its choice of moves, in points. None where the
    /// value is not the node's last: another way has changed it since.
    fn bonus(&self, block: u32, value: Score) -> Option<f64> {
        let look = self.dag.look(block, &self.valuer.pricing.spread);
        let scale = &self.valuer.pricing.scale;
        let mover = self.names.movers.get(&block).copied()?;
        let own = score_of(self.valuer.pricing.value(&look), mover, scale);
        let best = score_of(look.cost, mover, scale);
        (own == value).then(|| points(own) - points(best))
    }

    /// The number of the child below which a node's best tip lies.
    fn best_child(&self, block: u32) -> Option<f64> {
        let lane = self.dag.look(block, &self.valuer.pricing.spread).lane;
        let first = self.names.along(block, lane).first();
        first.map(|&node| f64::from(node))
    }

    fn value_of(&self, block: u32, lane: u32, position: &G) -> Score {
        let cost = self.dag.block(block, lane).cost[lane as usize % LANES];
        score_of(cost, position.turn(), &self.valuer.pricing.scale)
    }

    /// The weight of an edge, in nats.
    fn weight(&self, block: u32, lane: u32) -> f64 {
        let look = self.dag.look(block, &self.valuer.pricing.spread);
        let cost = self.dag.block(block, lane).cost[lane as usize % LANES];
        f64::from(look.spread + (cost - look.cost).min(0x7fff)) / self.valuer.pricing.unit
    }

    fn nats(&self, penalty: u16) -> f64 {
        if penalty == CLOSED {
            f64::INFINITY
        } else {
            f64::from(penalty) / self.valuer.pricing.unit
        }
    }
}

/// A value as a number; wins and losses lie beyond all points.
fn points(value: Score) -> f64 {
    f64::from(value.raw())
}
