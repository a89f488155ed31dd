//! Down to the tip with the least penalty, and no further up than needed.

use std::marker::PhantomData;

use crate::depth_first::with_a_move;
use crate::evaluator::Evaluator;
use crate::game::{Force, Forced, Keyed, Player, TwoPlayer};
use crate::limits::{Budget, Stop};
use crate::report::Report;
use crate::score::Score;
use crate::view;

use super::cost::{Breadth, EdgeCost};
use super::dag::Dag;
use super::lanes::{CLOSED, FARTHEST, LANES, Look, Soft, Spread, TIP};
use super::scale::{Scale, WIN_LAST, cost_of, loss_in, raise, score_of, turned, units_of, win_in, within};
use super::Params;

/// All settings in units.
#[derive(Clone, Debug)]
pub(super) struct Pricing {
    pub scale: Scale,
    pub spread: Spread,
    /// In 256ths of the spread.
    pub bonus: u32,
    pub slack: i32,
    pub tolerance: u16,
    pub tempo: i32,
    pub unit: f64,
    pub transpositions: bool,
}

impl Pricing {
    pub fn new(params: &Params, breadth: Breadth) -> Pricing {
        let (scale, unit) = match params.shift {
            Some(shift) => Scale::log(1.0 / params.temperature, shift),
            None => Scale::linear(params.temperature),
        };
        let spread = match breadth {
            Breadth::Soft => Spread::Soft(Soft::new(unit)),
            Breadth::Count => Spread::Count { temperature: unit },
            Breadth::Ply(nats) => Spread::Constant((nats * unit).round() as u16),
        };
        Pricing {
            scale,
            spread,
            bonus: (256.0 * params.bonus).round() as u32,
            slack: (params.slack * unit).round() as i32,
            tolerance: (params.tolerance * unit).round() as u16,
            tempo: params.tempo,
            unit,
            transpositions: params.transpositions,
        }
    }
}

/// A node on the path from the root.
#[derive(Clone)]
struct Frame<G> {
    position: G,
    block: u32,
    /// The lane of the parent that leads here, and the plies of that edge.
    lane: u16,
    plies: u16,
    same_mover: bool,
    /// The search stays here while the best tip's penalty is not above this,
    limit: i32,
    /// and the cost not far from this.
    entry: u16,
}

/// One search.
pub(super) struct Descent<'a, G, E, C> {
    dag: &'a mut Dag,
    pricing: &'a Pricing,
    evaluator: &'a E,
    cost: &'a C,
    budget: &'a mut Budget,
    path: Vec<Frame<G>>,
    pub visits: u64,
    game: PhantomData<G>,
}

impl<'a, G, E, C> Descent<'a, G, E, C>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    C: EdgeCost<G>,
{
    pub fn new(
        dag: &'a mut Dag,
        pricing: &'a Pricing,
        evaluator: &'a E,
        cost: &'a C,
        budget: &'a mut Budget,
    ) -> Self {
        Descent { dag, pricing, evaluator, cost, budget, path: Vec::new(), visits: 0, game: PhantomData }
    }

    pub fn run(mut self, root: &G) -> Report<G::Move> {
        if root.outcome().is_some() {
            todo!()
        }
        let first = match self.find_or_expand(root) {
            Ok(first) => first,
            Err(_) => todo!(),
        };
        self.path.push(Frame {
            position: root.clone(),
            block: first,
            lane: 0,
            plies: 0,
            same_mover: true,
            limit: i32::MAX,
            entry: 0,
        });
        let stopped = self.grow().err();
        while self.path.len() > 1 {
            let look = self.dag.look(self.path[self.path.len() - 1].block, &self.pricing.spread);
            self.pop(&look);
        }
        if std::env::var("MMDEBUG").is_ok() { eprintln!("visits {} blocks {}", self.visits, self.dag.blocks_in_use()); }
        self.report(root, first, stopped)
    }

    fn report(&self, root: &G, first: u32, stopped: Option<Stop>) -> Report<G::Move> {
        let look = self.dag.look(first, &self.pricing.spread);
        let value = score_of(look.cost, &self.pricing.scale);
        let (m, _) = self.best(root, first);
        Report {
            value: view::flip(value, root.turn()),
            line: with_a_move(vec![m], root),
            proven: look.is_closed(),
            stop: stopped.unwrap_or(Stop::Done),
            depth: 0,
            counts: self.budget.counts,
            elapsed: self.budget.elapsed(),
        }
    }

    fn best(&self, root: &G, first: u32) -> (G::Move, u16) {
        let costs = self.dag.node(first).iter().flat_map(|b| b.cost);
        let (lane, cost) = costs.enumerate().min_by_key(|&(_, c)| c).unwrap();
        (root.moves().nth(lane).unwrap(), cost)
    }

    fn grow(&mut self) -> Result<(), Stop> {
        loop {
            self.visits += 1;
            let depth = self.path.len();
            let top = &self.path[depth - 1];
            let look = self.dag.look(top.block, &self.pricing.spread);
            if depth > 1 {
                let moved = self.value(&look).abs_diff(top.entry) > self.pricing.tolerance;
                if moved || look.is_closed() || i32::from(look.penalty()) > top.limit {
                    self.pop(&look);
                    continue;
                }
            } else if look.is_closed() {
                return Ok(());
            }
            self.descend(&look)?;
        }
    }

    /// The cost that a node has for its mover: the best child's, and a part of the breadth for having a choice.
    #[inline(always)]
    fn value(&self, look: &Look) -> u16 {
        if look.is_closed() {
            return look.cost;
        }
        let bonus = (u32::from(look.spread) * self.pricing.bonus) >> 8;
        within(i32::from(look.cost) - bonus as i32)
    }

    #[inline(always)]
    fn pop(&mut self, look: &Look) {
        let value = self.value(look);
        let frame = self.path.pop().expect("a frame");
        let parent = self.path.last().expect("the root is not popped");
        let mut penalty = look.penalty();
        if C::EXTRA && penalty != CLOSED {
            let m = parent.position.moves().nth(usize::from(frame.lane)).expect("the lane's move");
            penalty = penalty.saturating_add(self.extra(&parent.position, m)).min(FARTHEST);
        }
        let block = self.dag.block_mut(parent.block, frame.lane);
        let lane = usize::from(frame.lane) % LANES;
        block.cost[lane] = raise(value, frame.same_mover, frame.plies);
        block.penalty[lane] = penalty;
    }

    fn extra(&self, position: &G, m: G::Move) -> u16 {
        (self.cost.extra(position, m).clamp(0.0, 100.0) * self.pricing.unit) as u16
    }

    #[inline(always)]
    fn descend(&mut self, look: &Look) -> Result<(), Stop> {
        let top = self.path.last().expect("a frame");
        let mover = top.position.turn();
        let m = top.position.moves().nth(usize::from(look.lane)).expect("the lane's move");
        let mut position = top.position.after(m);
        let mut plies = 1;
        while let Force::Only(reply) = position.forced() {
            position.play(reply);
            plies += 1;
        }
        let same_mover = position.turn() == mover;
        let tie = i32::from(look.second_lane < look.lane);
        let rival = if look.second == CLOSED { i32::MAX } else { i32::from(look.second) - tie + self.pricing.slack };
        let limit = (top.limit - i32::from(look.spread)).min(rival) - i32::from(look.loss);
        let lane = usize::from(look.lane) % LANES;
        let block = self.dag.block(top.block, look.lane);
        let entry = block.cost[lane];
        let mut child = block.child[lane];
        let parent = top.block;
        if child == TIP {
            child = self.find_or_expand(&position)?;
            self.dag.block_mut(parent, look.lane).child[lane] = child;
        }
        let entry = if same_mover { entry } else { turned(entry) };
        self.path.push(Frame { position, block: child, lane: look.lane, plies, same_mover, limit, entry });
        Ok(())
    }

    fn find_or_expand(&mut self, position: &G) -> Result<u32, Stop> {
        if !self.pricing.transpositions {
            return self.expand(position);
        }
        let key = position.key();
        if let Some(found) = self.dag.index.find(key) {
            return Ok(found);
        }
        let node = self.expand(position)?;
        self.dag.index.insert(key, node);
        Ok(node)
    }

    fn expand(&mut self, position: &G) -> Result<u32, Stop> {
        let count = position.moves().count();
        let first = self.dag.allocate(count.div_ceil(LANES)).ok_or(Stop::Memory)?;
        let mover = position.turn();
        for (number, m) in position.moves().enumerate() {
            self.budget.spend()?;
            self.budget.visit();
            let (cost, closed) = self.tip(position.after(m), mover)?;
            let mut penalty = if closed { CLOSED } else { 0 };
            if C::EXTRA && !closed {
                penalty = self.extra(position, m);
            }
            let block = self.dag.block_mut(first, number as u16);
            block.cost[number % LANES] = cost;
            block.penalty[number % LANES] = penalty;
        }
        Ok(first)
    }

    /// The cost of a new position for the parent's mover, and whether it is certain.
    #[inline(always)]
    fn tip(&mut self, mut position: G, mover: Player) -> Result<(u16, bool), Stop> {
        let mut plies = 1;
        loop {
            if let Some(outcome) = position.outcome() {
                let score = view::outcome_score(outcome, mover, plies);
                return Ok((self.cost_of_end(score, mover), true));
            }
            let same = position.turn() == mover;
            match position.forced() {
                Force::Free => break,
                Force::Win(n) => return Ok((if same { win_in(n + plies) } else { loss_in(n + plies) }, true)),
                Force::Loss(n) => return Ok((if same { loss_in(n + plies) } else { win_in(n + plies) }, true)),
                Force::Only(reply) => {
                    self.budget.spend()?;
                    position.play(reply);
                    plies += 1;
                }
            }
        }
        self.budget.counts.evaluations += 1;
        let tempo = if position.turn() == Player::FIRST { self.pricing.tempo } else { -self.pricing.tempo };
        let units = self.pricing.scale.units(self.evaluator.evaluate(&position) + tempo);
        Ok((cost_of(if mover == Player::FIRST { units } else { -units }), false))
    }

    fn cost_of_end(&self, score: Score, mover: Player) -> u16 {
        use crate::score::Verdict;
        match score.verdict() {
            Verdict::Win(plies) => win_in(plies),
            Verdict::Loss(plies) => loss_in(plies),
            Verdict::Points(points) => {
                let first = if mover == Player::FIRST { points } else { -points };
                let units = self.pricing.scale.units(first);
                cost_of(if mover == Player::FIRST { units } else { -units })
            }
        }
    }
}
