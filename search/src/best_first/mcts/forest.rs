//! One search: rounds of select, expand, play out, back up.

use super::Mcts;
use super::node::{CLOSED, LAST, Node, SOLVED, fresh};
use super::uct::{Curiosity, ranked, ranked_id};
use crate::best_first::grown::{grown_capacity, is_win};
use crate::best_first::playout::Playout;
use crate::game::{Outcome, Player, TwoPlayer};
use crate::limits::{Budget, Stop};
use crate::observer::{Event, Observer};
use crate::report::{Report, with_a_move};
use crate::rng::Rng;
use crate::score::Score;
use crate::view;

/// One step of the walk down.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    mover: Player,
    /// Where UCT preferred a closed child: that child's result, twice, which counts from here
    /// upwards.
    instead: Option<u32>,
}

/// One search.
pub(super) struct Forest<'a, G: TwoPlayer, P, O> {
    settings: &'a Mcts<P>,
    budget: &'a mut Budget,
    observer: &'a mut O,
    rng: Rng,
    curiosity: Curiosity,
    nodes: Vec<Node<G::Move>>,
    path: Vec<Step>,
}

impl<'a, G: TwoPlayer, P: Playout<G>, O: Observer<G>> Forest<'a, G, P, O> {
    pub fn new(
        settings: &'a Mcts<P>,
        root: &G,
        budget: &'a mut Budget,
        observer: &'a mut O,
    ) -> Self {
        budget.visit();
        let mut forest = Forest {
            settings,
            budget,
            observer,
            rng: Rng::new(settings.seed),
            curiosity: Curiosity::new(settings.exploration),
            nodes: Vec::new(),
            path: Vec::new(),
        };
        forest.nodes.push(fresh(root, None));
        forest.saw_grow(0, None, root);
        forest
    }

    /// Rounds until nothing is left to search.
    pub fn run(&mut self, root: &G) -> Result<(), Stop> {
        if !self.nodes[0].is(CLOSED) && self.budget.depth() > 0 {
            self.expand(0, root)?;
            self.settle(0, root.turn());
        }
        if !self.nodes[0].is(CLOSED) {
            self.budget.look()?;
        }
        while !self.nodes[0].is(CLOSED) {
            self.round(root)?;
        }
        Ok(())
    }

    /// Select, expand, play out, back up.
    fn round(&mut self, root: &G) -> Result<(), Stop> {
        let mut position = root.clone();
        self.path.clear();
        let mut at = self.select(0, &mut position);
        let ply = self.path.len() as u32;
        if ply < self.budget.depth() && self.nodes[at as usize].visits >= self.settings.expand_after
        {
            self.expand(at, &position)?;
            self.settle(at, position.turn());
            if !self.nodes[at as usize].is(CLOSED) {
                at = self.select(at, &mut position);
            }
        }
        self.observer.see(&Event::Select { node: at });
        let steps = self.path.len() as u64;
        let (result, moves) = self.result(at, position);
        self.back_up(at, result);
        self.budget.spend_many(steps + u64::from(moves))
    }

    /// Walks from a node to a tip, playing the moves on `position`.
    #[inline]
    fn select(&mut self, mut at: u32, position: &mut G) -> u32 {
        while self.nodes[at as usize].first != 0 {
            let mover = position.turn();
            let (child, preferred) = self.choose(at, mover);
            let instead = (preferred != child).then(|| self.credit(preferred));
            self.path.push(Step {
                node: at,
                mover,
                instead,
            });
            if let Some(m) = self.nodes[child as usize].via {
                position.play(m);
            }
            at = child;
        }
        at
    }

    /// The best child that is open, and the best of all, by UCT.
    #[inline]
    fn choose(&self, at: u32, mover: Player) -> (u32, u32) {
        let node = &self.nodes[at as usize];
        // With fewer than two visits the logarithm would not send the walk to unvisited children
        // first.
        let curiosity = self.curiosity.of(node.visits.max(2));
        let (sign, offset) = if mover == Player::FIRST {
            (1.0, 0.0)
        } else {
            (-1.0, 1.0)
        };
        let mut open = 0;
        let mut closed = 0;
        for (child, id) in self.nodes[node.first as usize..].iter().zip(node.first..) {
            if child.is(CLOSED) {
                closed = closed.max(ranked(self.closed_score(child, mover, curiosity), id));
            } else {
                open = open.max(ranked(
                    offset + sign * child.mean + curiosity * child.rarity,
                    id,
                ));
            }
            if child.is(LAST) {
                break;
            }
        }
        (ranked_id(open), ranked_id(open.max(closed)))
    }

    #[cold]
    fn closed_score(&self, child: &Node<G::Move>, mover: Player, curiosity: f32) -> f32 {
        let mean = if mover == Player::FIRST {
            self.mean(child)
        } else {
            1.0 - self.mean(child)
        };
        mean as f32 + curiosity / (child.visits.max(1) as f32).sqrt()
    }

    /// One more visit for a closed child that UCT preferred; twice its result.
    #[cold]
    fn credit(&mut self, id: u32) -> u32 {
        let mean = self.mean(&self.nodes[id as usize]);
        let halves = self.halves(mean);
        self.add(id, halves);
        halves
    }

    /// The mean result of a node, exact where it is solved.
    #[inline]
    fn mean(&self, node: &Node<G::Move>) -> f64 {
        match node.solved() {
            Some(value) => self.share(value),
            None => f64::from(node.worth) / (2.0 * f64::from(node.visits.max(1))),
        }
    }

    /// A value as a result from 0 to 1.
    #[inline]
    fn share(&self, value: Score) -> f64 {
        let points = value.raw();
        if value.is_decided() || self.settings.scale == 0 {
            return 0.5 + 0.5 * f64::from(points.signum());
        }
        (0.5 + 0.5 * f64::from(points) / f64::from(self.settings.scale)).clamp(0.0, 1.0)
    }

    /// Twice a result, rounded to a whole number at random so that its mean is right.
    fn halves(&mut self, share: f64) -> u32 {
        let twice = 2.0 * share;
        let low = twice.floor();
        if twice == low {
            low as u32
        } else {
            low as u32 + u32::from(self.rng.unit() < twice - low)
        }
    }

    /// Twice the result of one visit to a tip, and the moves played for it.
    #[inline]
    fn result(&mut self, at: u32, position: G) -> (u32, u32) {
        if let Some(value) = self.nodes[at as usize].solved() {
            let share = self.share(value);
            return (self.halves(share), 0);
        }
        self.budget.counts.evaluations += 1;
        let (outcome, moves) = self.settings.playout.play_out(position, &mut self.rng);
        let halves = match outcome {
            Outcome::Win(winner) => 2 * u32::from(winner == Player::FIRST),
            Outcome::Draw | Outcome::Loop => 1,
            Outcome::Points(points) => {
                let share = self.share(Score::points(points));
                self.halves(share)
            }
        };
        (halves, moves)
    }

    /// Adds a result to the tip and to all nodes on the way, and solves what can be solved.
    #[inline]
    fn back_up(&mut self, tip: u32, mut result: u32) {
        let depth = self.path.len() as u32;
        self.add(tip, result);
        if depth >= self.budget.depth()
            && self.nodes[tip as usize].visits >= self.settings.expand_after.max(1)
        {
            self.nodes[tip as usize].flags |= CLOSED;
        }
        let mut closed = self.nodes[tip as usize].is(CLOSED);
        self.saw_backup(tip);
        while let Some(step) = self.path.pop() {
            if closed {
                closed = self.settle(step.node, step.mover);
            }
            result = step.instead.unwrap_or(result);
            self.add(step.node, result);
            self.saw_backup(step.node);
        }
    }

    #[inline]
    fn add(&mut self, id: u32, halves: u32) {
        self.nodes[id as usize].add(halves);
    }

    /// Solves or closes a node if its children allow it; whether it is closed now.
    fn settle(&mut self, id: u32, mover: Player) -> bool {
        let mut best = -Score::INFINITY;
        let mut all_solved = true;
        let mut all_closed = true;
        for child in self.children(id) {
            let child = &self.nodes[child as usize];
            all_closed &= child.is(CLOSED);
            match child.solved() {
                Some(value) => best = best.max(view::flip(value, mover)),
                None => all_solved = false,
            }
        }
        let node = &mut self.nodes[id as usize];
        if is_win(best) || all_solved {
            node.solve(view::flip(best.further(1), mover));
        } else if all_closed {
            node.flags |= CLOSED;
        }
        node.is(CLOSED)
    }

    /// The numbers of a node's children, none in a tip.
    fn children(&self, id: u32) -> std::ops::Range<u32> {
        let first = self.nodes[id as usize].first;
        if first == 0 {
            return 0..0;
        }
        let last = (first..).find(|&child| self.nodes[child as usize].is(LAST));
        first..last.map_or(first, |last| last + 1)
    }

    /// Adds all children of a tip, or none.
    fn expand(&mut self, at: u32, position: &G) -> Result<(), Stop> {
        let first = self.nodes.len();
        for m in position.moves() {
            let room = self.make_room().and_then(|()| self.budget.spend());
            if let Err(stop) = room {
                self.nodes.truncate(first);
                return Err(stop);
            }
            let child = position.after(m);
            self.budget.visit();
            self.nodes.push(fresh(&child, Some(m)));
            self.saw_grow(self.nodes.len() - 1, Some(at), &child);
        }
        if let Some(last) = self.nodes.last_mut() {
            last.flags |= LAST;
        }
        self.nodes[at as usize].first = first as u32;
        Ok(())
    }

    #[inline]
    fn make_room(&mut self) -> Result<(), Stop> {
        let wanted = grown_capacity(self.nodes.len(), self.nodes.capacity());
        if wanted > self.nodes.capacity() {
            self.budget.hold(wanted * size_of::<Node<G::Move>>())?;
            if wanted >= u32::MAX as usize {
                return Err(Stop::Memory);
            }
            self.nodes.reserve_exact(wanted - self.nodes.len());
        }
        Ok(())
    }

    #[inline(always)]
    fn saw_grow(&mut self, id: usize, parent: Option<u32>, position: &G) {
        let node = &self.nodes[id];
        let value = node.solved().unwrap_or(Score::DRAW);
        self.observer.see(&Event::Grow {
            node: id as u32,
            parent,
            via: node.via,
            position,
            value,
        });
    }

    #[inline(always)]
    fn saw_backup(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        let value = self.value(node);
        let labels = [
            ("visits", f64::from(node.visits)),
            ("mean", self.mean(node)),
        ];
        // A solved node is worth what was proved, whatever the mean of its visits was.
        let told = if node.solved().is_some() { 1 } else { 2 };
        self.observer.see(&Event::Backup {
            node: id,
            value,
            labels: &labels[..told],
        });
    }

    /// The value of a node for a report: exact where it is solved.
    #[inline]
    fn value(&self, node: &Node<G::Move>) -> Score {
        let points = (1000.0 * (2.0 * self.mean(node) - 1.0)).round() as i32;
        node.solved().unwrap_or(Score::points(points))
    }

    /// The move to play: a win, else by visits what is not lost, else the longest loss.
    fn best(&self, id: u32, mover: Player) -> Option<u32> {
        let key = |&child: &u32| {
            let node = &self.nodes[child as usize];
            let value = node.solved().map(|value| view::flip(value, mover));
            match value {
                Some(value) if is_win(value) => (2, i64::from(value.raw())),
                Some(value) if is_win(-value) => (0, i64::from(value.raw())),
                // Where the node is solved, only the best of its children will do.
                Some(value) if self.nodes[id as usize].is(SOLVED) => (1, i64::from(value.raw())),
                _ => (1, i64::from(node.visits)),
            }
        };
        self.children(id).rev().max_by_key(key)
    }

    /// The expected line: the best child again and again while there are visits to go by.
    fn line(&self, root: &G) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = root.clone();
        let mut at = 0;
        while let Some(child) = self.best(at, position.turn()) {
            let node = &self.nodes[child as usize];
            if let Some(m) = node.via {
                line.push(m);
                position.play(m);
            }
            if node.visits == 0 && !node.is(SOLVED) {
                break;
            }
            at = child;
        }
        line
    }

    pub fn report(self, root: &G, stopped: Option<Stop>) -> Report<G::Move> {
        let solved = self.nodes[0].is(SOLVED);
        let best = self.best(0, root.turn()).filter(|_| !solved).unwrap_or(0);
        let stop = if solved {
            Stop::Done
        } else {
            stopped.unwrap_or(Stop::Depth)
        };
        let value = match self.nodes[best as usize].solved() {
            Some(value) if best != 0 => value.further(1),
            _ => self.value(&self.nodes[best as usize]),
        };
        Report {
            value,
            line: with_a_move(self.line(root), root),
            proven: solved,
            stop,
            depth: if stop == Stop::Depth {
                self.budget.depth()
            } else {
                0
            },
            counts: self.budget.counts,
            elapsed: self.budget.elapsed(),
        }
    }
}
