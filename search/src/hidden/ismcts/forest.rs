//! The nodes of all trees of one search, and a round.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::game::{Bounds, Chance, Hidden, Payoffs, Player};
use crate::hidden::ismcts::{Findings, Ismcts, Minds, Observers, Tools};
use crate::hidden::worlds::{Means, Sampler};
use crate::limits::{Limits, Stop};
use crate::observer::{Event, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::rng::mix;
use crate::view::to_fixed;

/// What a player knew when they acted, and what came of it.
#[derive(Debug)]
struct Node<M> {
    edges: Vec<Edge<M>>,
    visits: u32,
    /// The sum of what the first player got.
    first: f64,
}

/// A move of a node.
#[derive(Clone, Debug)]
struct Edge<M> {
    m: M,
    /// How often it was selected.
    visits: u32,
    /// How often it could have been.
    available: u32,
    /// The sum of what the player to move got.
    sum: f64,
}

/// How far a player's eyes have followed a world: a hash of what they saw, and how much that was.
#[derive(Clone, Copy)]
struct Eye {
    player: Player,
    key: u64,
    seen: usize,
}

/// A choice of this round.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    edge: usize,
    player: Player,
}

/// One search.
pub(super) struct Forest<'a, G: Hidden + Payoffs, O> {
    root: &'a G,
    tools: Tools<'a, O>,
    nodes: Vec<Node<G::Move>>,
    index: FxHashMap<u64, u32>,
    bytes: usize,
    /// What came up so far, or what the game says can.
    scale: Bounds,
    path: Vec<Step>,
    rounds: u64,
    /// What each player got by each move at the root, summed up.
    totals: Vec<Vec<f64>>,
}

/// What a round needs to know of the settings.
struct Manner<'a, E> {
    evaluator: &'a E,
    exploration: f64,
    observers: Observers,
    own: bool,
    playout: u32,
    depth: u32,
}

impl<'a, G: Hidden + Chance + Payoffs, O: Observer<G>> Forest<'a, G, O> {
    pub fn new(root: &'a G, tools: Tools<'a, O>) -> Self {
        tools.budget.visit();
        let bounds = root.bounds();
        let known = bounds.low.is_finite() && bounds.high.is_finite();
        Forest {
            root,
            tools,
            nodes: Vec::new(),
            index: FxHashMap::default(),
            bytes: 0,
            scale: if known {
                bounds
            } else {
                Bounds::new(f64::INFINITY, f64::NEG_INFINITY)
            },
            path: Vec::new(),
            rounds: 0,
            totals: Vec::new(),
        }
    }

    /// Rounds until a limit stops them; how many.
    pub fn run<S, E>(&mut self, settings: &mut Ismcts<S, E>, limits: &Limits) -> Result<u64, Stop>
    where
        S: Sampler<G>,
        E: PayoffEvaluator<G>,
    {
        self.tools.budget.look()?;
        settings
            .sampler
            .look(self.root, self.root.turn(), self.means())?;
        let listed = settings.sampler.all().is_some();
        let manner = Manner {
            evaluator: &settings.evaluator,
            exploration: settings.exploration,
            observers: settings.observers,
            own: settings.minds == Minds::Own || (settings.minds == Minds::Auto && listed),
            playout: settings.playout,
            depth: self.tools.budget.depth(),
        };
        let rounds = if is_limited(limits) {
            u64::MAX
        } else {
            settings.rounds
        };
        while self.rounds < rounds {
            let Some(world) = settings.sampler.draw(self.means())? else {
                break;
            };
            self.round(world, &manner)?;
            self.rounds += 1;
        }
        Ok(self.rounds)
    }

    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    fn means(&mut self) -> Means<'_> {
        Means {
            rng: self.tools.rng,
            budget: self.tools.budget,
        }
    }

    /// Select, expand, play out, back up.
    fn round<E: PayoffEvaluator<G>>(
        &mut self,
        mut world: G,
        manner: &Manner<'_, E>,
    ) -> Result<(), Stop> {
        self.path.clear();
        let mut eyes = self.eyes(&world, manner);
        let mut via = None;
        let mut ply = 0;
        let mut grown = false;
        while !grown && ply < manner.depth.max(1) && world.outcome().is_none() {
            let m = match self.chance(&world) {
                Some(m) => m,
                None => {
                    let node = self.node(&world, self.key(&world, &eyes), via)?;
                    let (edge, new) = self.choose(node, &world, manner.exploration);
                    grown = new;
                    self.path.push(Step {
                        node,
                        edge,
                        player: world.turn(),
                    });
                    self.nodes[node as usize].edges[edge].m
                }
            };
            self.tools.budget.spend()?;
            self.tools.budget.visit();
            world.play(m);
            eyes.iter_mut().for_each(|eye| eye.follow(&world));
            (via, ply) = (Some(m), ply + 1);
        }
        if let Some(step) = self.path.last() {
            self.tools.observer.see(&Event::Select { node: step.node });
        }
        let payoffs = self.play_out(world, manner)?;
        self.back_up(&payoffs);
        Ok(())
    }

    /// What each player has seen at the start of a round.
    fn eyes<E>(&self, world: &G, manner: &Manner<'_, E>) -> Vec<Eye> {
        let searcher = self.root.turn();
        let eye = |player| {
            let view = world.view(player);
            let mut eye = Eye {
                player,
                key: 0,
                seen: view.len(),
            };
            if manner.own && player != searcher {
                view.iter().for_each(|seen| eye.see(seen));
            }
            eye
        };
        match manner.observers {
            Observers::Each => (0..world.players()).map(Player).map(eye).collect(),
            Observers::Single => vec![eye(searcher)],
        }
    }

    /// What the player to move knows; with a single observer, what that one knows.
    fn key(&self, world: &G, eyes: &[Eye]) -> u64 {
        let player = world.turn();
        let eye = eyes
            .iter()
            .find(|eye| eye.player == player)
            .or(eyes.first());
        mix(eye.map_or(0, |eye| eye.key) ^ mix(u64::from(player.0) + 1))
    }

    fn chance(&mut self, world: &G) -> Option<G::Move> {
        let chances = world.chances()?;
        self.means().pick(chances)
    }

    /// The node of a key, a new one where there is none.
    fn node(&mut self, world: &G, key: u64, via: Option<G::Move>) -> Result<u32, Stop> {
        if let Some(&node) = self.index.get(&key) {
            return Ok(node);
        }
        let room = size_of::<Node<G::Move>>() + 2 * size_of::<(u64, u32)>();
        self.hold(room)?;
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            edges: Vec::new(),
            visits: 0,
            first: 0.0,
        });
        self.index.insert(key, node);
        let parent = self.path.last().map(|step| step.node);
        self.tools.observer.see(&Event::Grow {
            node,
            parent,
            via,
            position: world,
            value: to_fixed(0.0),
        });
        Ok(node)
    }

    fn hold(&mut self, more: usize) -> Result<(), Stop> {
        self.tools.budget.hold(self.bytes + more)?;
        if self.nodes.len() >= u32::MAX as usize {
            return Err(Stop::Memory);
        }
        self.bytes += more;
        Ok(())
    }

    /// The edge to follow, and whether it is followed for the first time.
    fn choose(&mut self, node: u32, world: &G, exploration: f64) -> (usize, bool) {
        let legal = self.edges(node, world);
        let edges = &mut self.nodes[node as usize].edges;
        legal.iter().for_each(|&edge| edges[edge].available += 1);
        let untried: Vec<usize> = legal
            .iter()
            .copied()
            .filter(|&edge| edges[edge].visits == 0)
            .collect();
        if !untried.is_empty() {
            return (untried[self.tools.rng.below(untried.len())], true);
        }
        let edges = &self.nodes[node as usize].edges;
        let mut best = (f64::NEG_INFINITY, legal[0]);
        for edge in legal {
            let score = self.score(&edges[edge], exploration);
            if score > best.0 {
                best = (score, edge);
            }
        }
        (best.1, false)
    }

    /// Where the legal moves stand among a node's edges. New ones are added.
    fn edges(&mut self, node: u32, world: &G) -> Vec<usize> {
        let edges = &mut self.nodes[node as usize].edges;
        let mut legal = Vec::with_capacity(edges.len());
        for (i, m) in world.moves().enumerate() {
            let here = edges.get(i).is_some_and(|edge| edge.m == m).then_some(i);
            let found = here.or_else(|| edges.iter().position(|edge| edge.m == m));
            legal.push(found.unwrap_or(edges.len()));
            if found.is_none() {
                edges.push(Edge {
                    m,
                    visits: 0,
                    available: 0,
                    sum: 0.0,
                });
                self.bytes += 2 * size_of::<Edge<G::Move>>();
            }
        }
        legal
    }

    /// The upper confidence bound of an edge.
    fn score(&self, edge: &Edge<G::Move>, exploration: f64) -> f64 {
        let n = f64::from(edge.visits);
        let wide = self.scale.high - self.scale.low;
        let mean = if wide > 0.0 {
            (edge.sum / n - self.scale.low) / wide
        } else {
            0.5
        };
        mean + exploration * (f64::from(edge.available).ln() / n).sqrt()
    }

    /// A random game: what each player gets.
    fn play_out<E: PayoffEvaluator<G>>(
        &mut self,
        mut world: G,
        manner: &Manner<'_, E>,
    ) -> Result<Vec<f64>, Stop> {
        let players = (0..world.players()).map(Player);
        for _ in 0..manner.playout {
            if world.outcome().is_some() {
                break;
            }
            let m = match self.chance(&world) {
                Some(m) => Some(m),
                None => {
                    let pick = self.tools.rng.below(world.moves().count());
                    world.moves().nth(pick)
                }
            };
            self.tools.budget.spend()?;
            world.play(m.expect("a game that goes on has a move"));
        }
        if world.outcome().is_some() {
            return Ok(players.map(|player| world.payoff(player)).collect());
        }
        self.tools.budget.counts.evaluations += 1;
        Ok(players
            .map(|player| manner.evaluator.expected_payoff(&world, player))
            .collect())
    }

    fn back_up(&mut self, payoffs: &[f64]) {
        for &payoff in payoffs {
            self.scale = Bounds::new(self.scale.low.min(payoff), self.scale.high.max(payoff));
        }
        for step in std::mem::take(&mut self.path) {
            let node = &mut self.nodes[step.node as usize];
            node.visits += 1;
            node.first += payoffs[0];
            let edge = &mut node.edges[step.edge];
            edge.visits += 1;
            edge.sum += payoffs[usize::from(step.player.0)];
            if step.node == 0 {
                self.total(step.edge, payoffs);
            }
            self.saw_backup(step.node);
        }
    }

    fn total(&mut self, edge: usize, payoffs: &[f64]) {
        self.totals
            .resize(self.nodes[0].edges.len(), vec![0.0; payoffs.len()]);
        self.totals[edge]
            .iter_mut()
            .zip(payoffs)
            .for_each(|(total, payoff)| *total += payoff);
    }

    fn saw_backup(&mut self, id: u32) {
        if self.tools.observer.watches() {
            let node = &self.nodes[id as usize];
            let mean = node.first / f64::from(node.visits);
            let labels = [("visits", f64::from(node.visits)), ("mean", mean)];
            self.tools.observer.see(&Event::Backup {
                node: id,
                value: to_fixed(mean),
                labels: &labels,
            });
        }
    }

    /// What the rounds found at the root.
    pub fn findings(&self) -> Findings<G::Move> {
        let edges = self.nodes.first().map_or(&[][..], |node| &node.edges);
        let tried = || edges.iter().enumerate().filter(|(_, edge)| edge.visits > 0);
        let moves = tried()
            .map(|(_, edge)| (edge.m, edge.sum / f64::from(edge.visits)))
            .collect();
        let most = tried().max_by_key(|&(i, edge)| (edge.visits, std::cmp::Reverse(i)));
        let mean = |i: usize, edge: &Edge<G::Move>| {
            self.totals[i]
                .iter()
                .map(|total| total / f64::from(edge.visits))
                .collect()
        };
        Findings {
            moves,
            best: most.map(|(i, edge)| (edge.m, mean(i, edge))),
        }
    }
}

impl Eye {
    fn see<T: Hash>(&mut self, seen: &T) {
        let mut hasher = FxHasher::default();
        seen.hash(&mut hasher);
        self.key = mix(self.key.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ hasher.finish());
    }

    /// Sees what a world shows that is new.
    fn follow<G: Hidden>(&mut self, world: &G) {
        let news = world.news(self.player, self.seen);
        news.iter().for_each(|seen| self.see(seen));
        self.seen += news.len();
    }
}

/// Whether the search will end without a number of rounds. (A flag may never be raised, a small
/// tree never fill the memory.)
fn is_limited(limits: &Limits) -> bool {
    limits.nodes.is_some()
        || limits.moves.is_some()
        || limits.time.is_some()
        || limits.cpu.is_some()
}
