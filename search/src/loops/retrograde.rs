//! Retrograde analysis (Ströhlein 1970, Thompson 1986; for points on graphs with cycles:
//! deterministic graphical games, Andersson, Hansen, Miltersen and Sørensen 2012): the exact value
//! of every position that can be reached, even where play may loop.
//!
//! First all positions are listed by their keys, with the moves between them. Then values are
//! settled, backwards over the moves, in order of decreasing distance from a draw: wins and losses
//! in 0 plies, in 1, in 2, …, then points by their size.
//!
//! ```text
//!    A ⇄ B ──▶ won by MAX        settled: the end, then B if MAX moves there; then A, which MAX can
//!    │                           leave for B or MIN must. If MIN moves at B and can go back to A:
//!    ▼                           neither is ever settled; endless play is a draw
//!   ...
//! ```
//!
//! Invariant: when a position is settled with |value| = d, every position whose |value| is greater
//! is settled already. So the first child that is good for its parent's mover is their best, and
//! the last of a parent's children that are all bad for them is the least evil. What is never
//! settled is a draw: either side can avoid losing forever. Wins are the shortest, losses the
//! longest.
//!
//! Last, the draws are told from the `?` of the textbooks, play without end. Neither side loses anything
//! by ending a game that is drawn, so both do where they can: a position is a draw if moves between
//! drawn positions lead to a drawn end, the nearer the earlier it is settled, and `?` if none do.
//!
//! When a limit stops the listing, positions without successors have their evaluator's value, and
//! what was listed is settled all the same, in about the time that listing it took; wins and losses
//! found are proven, nothing else is. When the clock or a raised flag stops the settling itself,
//! what was settled until then is exact, the rest unknown.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use super::price::Price;
use crate::evaluator::{Blind, Evaluator};
use crate::game::{Keyed, Outcome, Player, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::{Event, Observer};
use crate::report::{Report, with_a_move};
use crate::score::Score;
use crate::search::Search;
use crate::view;

/// Retrograde analysis of everything that can be reached.
///
/// ```
/// use gametree::{Limits, Score, Search, retrograde::Retrograde, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let root = tree.two_player().unwrap();
/// let report = Retrograde::blind().search(&root, &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// let solved = Retrograde::blind().solve(&root, &Limits::none());
/// assert_eq!((solved.len(), solved.proven()), (13, true));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Retrograde<E> {
    /// Values for positions beyond the limits.
    pub evaluator: E,
}

impl<E> Retrograde<E> {
    /// With an evaluator for positions beyond the limits.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Retrograde { evaluator }
    }
}

impl Retrograde<Blind> {
    /// Without an evaluator.
    #[must_use]
    pub fn blind() -> Self {
        Retrograde::new(Blind)
    }
}

impl<E> Retrograde<E> {
    /// The values of all positions that can be reached from `root`.
    pub fn solve<G>(&self, root: &G, limits: &Limits) -> Solved
    where
        G: TwoPlayer + Keyed,
        E: Evaluator<G>,
    {
        self.run(root, &mut Budget::new(limits), &mut ())
    }

    fn run<G, O>(&self, root: &G, budget: &mut Budget, observer: &mut O) -> Solved
    where
        G: TwoPlayer + Keyed,
        E: Evaluator<G>,
        O: Observer<G>,
    {
        let mut listing = Listing::new(root, budget, observer);
        listing.price = Price::of(&self.evaluator, root, listing.budget.limits().time);
        let stopped = listing.list().err();
        let mut graph = listing.close(&self.evaluator);
        // Without an answer to a listing cut short the search would have nothing to say.
        let limit = stopped.is_none().then_some(budget);
        let mut settling = Settling::new(&graph);
        let late = settling.run::<G, O>(limit, observer).err();
        let Settling { values, ranks, .. } = settling;
        graph.complete &= late.is_none();
        Solved {
            graph,
            values,
            ranks,
            stop: stopped.or(late),
        }
    }
}

impl<G: TwoPlayer + Keyed, E: Evaluator<G>> Search<G> for Retrograde<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let solved = self.run(root, &mut budget, observer);
        let value = solved.values[0];
        let line = with_a_move(solved.line(root, &mut budget), root);
        let proven = solved.proven() || value.is_decided();
        let stop = solved
            .stop
            .unwrap_or(if proven { Stop::Done } else { Stop::Depth });
        let depth = if stop == Stop::Depth {
            budget.depth()
        } else {
            0
        };
        Report {
            value,
            line,
            proven,
            stop,
            depth,
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }
}

/// The values of all positions that can be reached from a root.
#[derive(Clone, Debug)]
pub struct Solved {
    graph: Graph,
    values: Vec<Score>,
    /// The order in which values were settled; `u32::MAX` where play loops, or for what was not
    /// settled in time.
    ranks: Vec<u32>,
    stop: Option<Stop>,
}

impl Solved {
    /// The value of a position, the first player's view, wins counted from the position itself;
    /// `None` if it cannot be reached or was not listed before a limit.
    pub fn value<G: Keyed>(&self, position: &G) -> Option<Score> {
        self.graph
            .index
            .get(&position.key())
            .map(|&id| self.values[id as usize])
    }

    /// Whether play from a position loops forever, the `?` of the textbooks: neither side can do
    /// better, and no drawn end is there to be reached. `None` where that is not known: see
    /// [`Solved::value`], [`Solved::proven`].
    pub fn is_loop<G: Keyed>(&self, position: &G) -> Option<bool> {
        let id = *self.graph.index.get(&position.key())? as usize;
        let known = self.graph.complete || self.values[id].is_decided();
        known.then(|| self.ranks[id] == NONE)
    }

    /// The limit that kept the analysis from finishing. `None` where it finished, if only to the
    /// depth limit.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        self.stop
    }

    /// A best move: it keeps the value and comes nearer to the end of the game, unless play loops.
    pub fn best<G: Keyed>(&self, position: &G) -> Option<G::Move> {
        let id = *self.graph.index.get(&position.key())?;
        let mover = self.graph.movers[id as usize];
        // The value first, then what was settled first: on a path to points that does not loop.
        let key = |&(_, child): &(usize, &u32)| {
            (
                view::flip(self.values[*child as usize], mover),
                Reverse(self.ranks[*child as usize]),
            )
        };
        let (nth, _) = self
            .graph
            .successors(id)
            .iter()
            .enumerate()
            .rev()
            .max_by_key(key)?;
        position.moves().nth(nth)
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Never: the root is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether everything that can be reached was listed, so that all values are exact. Wins and
    /// losses are in any case.
    #[must_use]
    pub fn proven(&self) -> bool {
        self.graph.complete
    }

    /// Best moves from the root to the end of the game or the first repetition, as far as the
    /// limits allow.
    fn line<G: TwoPlayer + Keyed>(&self, root: &G, budget: &mut Budget) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = root.clone();
        let mut seen = rustc_hash::FxHashSet::default();
        while seen.insert(position.key()) {
            let Some(m) = self.best(&position) else { break };
            line.push(m);
            if budget.spend().is_err() {
                break;
            }
            position.play(m);
        }
        line
    }
}

/// All positions by number, the root's is 0, and the moves between them.
#[derive(Clone, Debug)]
struct Graph {
    index: FxHashMap<u64, u32>,
    movers: Vec<Player>,
    /// The value of positions where the game is over, and of those that were not opened.
    ends: Vec<Option<Score>>,
    /// The ends that are worth `?` by the game's own word.
    loops: FxHashSet<u32>,
    /// Where a position's successors begin; one more at the end.
    starts: Vec<u32>,
    targets: Vec<u32>,
    complete: bool,
}

impl Graph {
    fn successors(&self, id: u32) -> &[u32] {
        &self.targets[self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize]
    }
}

/// The listing of positions, breadth first.
struct Listing<'a, G, O> {
    graph: Graph,
    /// Positions whose moves were not yet generated, with their distance from the root.
    open: VecDeque<(G, u32)>,
    /// The bytes of a position.
    footprint: usize,
    budget: &'a mut Budget,
    observer: &'a mut O,
    /// What the evaluations of the end will take.
    price: Option<Price>,
}

/// The clock is read once in this many positions that are listed or evaluated.
const EVERY: usize = 256;

impl<'a, G: TwoPlayer + Keyed, O: Observer<G>> Listing<'a, G, O> {
    fn new(root: &G, budget: &'a mut Budget, observer: &'a mut O) -> Self {
        let graph = Graph {
            index: FxHashMap::default(),
            movers: Vec::new(),
            ends: Vec::new(),
            loops: FxHashSet::default(),
            starts: vec![0],
            targets: Vec::new(),
            complete: true,
        };
        let mut listing = Listing {
            graph,
            open: VecDeque::new(),
            footprint: root.footprint(),
            budget,
            observer,
            price: None,
        };
        listing.number(root.clone(), 0, None);
        listing
    }

    /// Opens position after position until there are no new ones.
    fn list(&mut self) -> Result<(), Stop> {
        while let Some((position, ply)) = self.open.front() {
            let position = position.clone();
            let ply = *ply;
            let id = self.graph.starts.len() as u32 - 1;
            if (id as usize + 1).is_multiple_of(EVERY) {
                self.leave_time()?;
            }
            if self.graph.ends[id as usize].is_none() {
                if ply >= self.budget.depth() {
                    return Ok(());
                }
                self.open_one(&position, ply, id)?;
            }
            self.open.pop_front();
            self.graph.starts.push(self.graph.targets.len() as u32);
        }
        Ok(())
    }

    /// Stops while there is time to evaluate what is open.
    fn leave_time(&self) -> Result<(), Stop> {
        match self.price {
            Some(price) if !price.allows(self.open.len(), self.budget.elapsed()) => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// Lists the successors of a position, or takes their edges back.
    fn open_one(&mut self, position: &G, ply: u32, id: u32) -> Result<(), Stop> {
        let before = self.graph.targets.len();
        for m in position.moves() {
            if let Err(stop) = self
                .budget
                .hold(self.bytes())
                .and_then(|()| self.budget.spend())
            {
                self.graph.targets.truncate(before);
                return Err(stop);
            }
            let child = position.after(m);
            let known = self.graph.index.get(&child.key()).copied();
            let target = known.unwrap_or_else(|| self.number(child, ply + 1, Some((id, m))));
            self.graph.targets.push(target);
        }
        Ok(())
    }

    /// Gives a new position its number.
    fn number(&mut self, position: G, ply: u32, via: Option<(u32, G::Move)>) -> u32 {
        self.budget.visit();
        let id = self.graph.movers.len() as u32;
        let outcome = position.outcome();
        let end = outcome.map(|outcome| view::outcome_score(outcome, Player::FIRST, 0));
        if outcome == Some(Outcome::Loop) {
            self.graph.loops.insert(id);
        }
        self.graph.index.insert(position.key(), id);
        self.graph.movers.push(position.turn());
        self.graph.ends.push(end);
        self.observer.see(&Event::Grow {
            node: id,
            parent: via.map(|(parent, _)| parent),
            via: via.map(|(_, m)| m),
            position: &position,
            value: end.unwrap_or(Score::DRAW),
        });
        self.open.push_back((position, ply));
        id
    }

    /// The bytes held with one more move, and those that the settling will need. Beyond 2^32 moves:
    /// too many.
    fn bytes(&self) -> usize {
        let graph = &self.graph;
        if graph.targets.len() >= u32::MAX as usize {
            return usize::MAX;
        }
        let node = size_of::<Player>() + size_of::<Option<Score>>() + size_of::<u32>();
        let settling =
            size_of::<Score>() + 4 * size_of::<u32>() + size_of::<(u32, Reverse<u32>, i32)>();
        room(graph.index.len(), graph.index.capacity()) * (size_of::<(u64, u32)>() + 1)
            + room(graph.movers.len(), graph.movers.capacity()) * (node + settling)
            + room(graph.loops.len(), graph.loops.capacity()) * (size_of::<u32>() + 1)
            + room(graph.targets.len(), graph.targets.capacity()) * 2 * size_of::<u32>()
            + room(self.open.len(), self.open.capacity()) * size_of::<(G, u32)>()
            + self.open.len() * (self.footprint - size_of::<G>())
    }

    /// What was not opened gets its evaluator's value; 0 where the user wants no more of them.
    fn close<E: Evaluator<G>>(mut self, evaluator: &E) -> Graph {
        let mut wanted = true;
        for (position, _) in std::mem::take(&mut self.open) {
            let id = self.graph.starts.len() - 1;
            if id.is_multiple_of(EVERY) {
                wanted &= !self.budget.is_asked_to_stop();
            }
            if self.graph.ends[id].is_none() {
                self.graph.complete = false;
                let value = if wanted {
                    self.budget.counts.evaluations += 1;
                    Score::points(evaluator.evaluate(&position))
                } else {
                    Score::DRAW
                };
                self.graph.ends[id] = Some(value);
            }
            self.graph.starts.push(self.graph.targets.len() as u32);
        }
        self.graph
    }
}

/// The capacity of a collection once one more item is in it.
fn room(len: usize, capacity: usize) -> usize {
    if len < capacity {
        capacity
    } else {
        2 * capacity.max(2)
    }
}

/// The settling of values, from the ends backwards.
struct Settling<'g> {
    graph: &'g Graph,
    /// Where a position's predecessors begin; one more at the end.
    starts: Vec<u32>,
    sources: Vec<u32>,
    /// Successors that are not settled yet; [`NONE`] once the value is in the queue.
    left: Vec<u32>,
    values: Vec<Score>,
    ranks: Vec<u32>,
    /// Values to settle, the one farthest from a draw first, then the lowest number.
    queue: BinaryHeap<(u32, Reverse<u32>, i32)>,
    /// How many are settled.
    settled: u32,
}

/// The clock is read once in this many positions.
const LOOK: u32 = 4096;

/// No rank, or nothing left to wait for.
const NONE: u32 = u32::MAX;

impl<'g> Settling<'g> {
    fn new(graph: &'g Graph) -> Self {
        let size = graph.movers.len();
        let (starts, sources) = predecessors(graph);
        let left = (0..size as u32)
            .map(|id| graph.successors(id).len() as u32)
            .collect();
        let values = vec![Score::DRAW; size];
        let ranks = vec![NONE; size];
        Settling {
            graph,
            starts,
            sources,
            left,
            values,
            ranks,
            queue: BinaryHeap::new(),
            settled: 0,
        }
    }

    fn run<G: TwoPlayer, O: Observer<G>>(
        &mut self,
        mut limit: Option<&mut Budget>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let graph = self.graph;
        for (id, end) in (0..).zip(&graph.ends) {
            end.iter().for_each(|&value| self.propose(id, value));
        }
        while let Some((_, Reverse(id), raw)) = self.queue.pop() {
            self.look(&mut limit)?;
            let value = Score::from_raw(raw);
            self.settle(id, value, observer);
            self.tell_predecessors(id, value.further(1));
        }
        self.draw(limit, observer)
    }

    /// Reads the clock and the flag now and then.
    fn look(&self, limit: &mut Option<&mut Budget>) -> Result<(), Stop> {
        match limit {
            Some(budget) if self.settled.is_multiple_of(LOOK) => budget.watch(),
            _ => Ok(()),
        }
    }

    fn settle<G: TwoPlayer, O: Observer<G>>(&mut self, id: u32, value: Score, observer: &mut O) {
        (self.values[id as usize], self.ranks[id as usize]) = (value, self.settled);
        let labels = [("rank", f64::from(self.settled))];
        observer.see(&Event::Backup {
            node: id,
            value,
            labels: &labels,
        });
        self.settled += 1;
    }

    /// Settles the draws, from their ends back, breadth first; what is left loops forever.
    fn draw<G: TwoPlayer, O: Observer<G>>(
        &mut self,
        mut limit: Option<&mut Budget>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let graph = self.graph;
        let is_draw =
            |&id: &u32| graph.ends[id as usize] == Some(Score::DRAW) && !graph.loops.contains(&id);
        let mut queue: VecDeque<u32> = (0..graph.ends.len() as u32).filter(is_draw).collect();
        for &id in &queue {
            self.left[id as usize] = NONE;
        }
        while let Some(id) = queue.pop_front() {
            self.look(&mut limit)?;
            self.settle(id, Score::DRAW, observer);
            for i in self.starts[id as usize]..self.starts[id as usize + 1] {
                let source = self.sources[i as usize];
                // What has a value, or waits for it here, is marked.
                if std::mem::replace(&mut self.left[source as usize], NONE) != NONE {
                    queue.push_back(source);
                }
            }
        }
        Ok(())
    }

    /// A draw is not settled here: it is what remains.
    fn propose(&mut self, id: u32, value: Score) {
        if value != Score::DRAW {
            self.queue
                .push((value.raw().unsigned_abs(), Reverse(id), value.raw()));
        }
    }

    /// A good value settles a predecessor, and so does the last of its bad ones.
    fn tell_predecessors(&mut self, id: u32, value: Score) {
        for i in self.starts[id as usize]..self.starts[id as usize + 1] {
            let source = self.sources[i as usize];
            let at = source as usize;
            if self.left[at] == NONE {
                continue;
            }
            self.left[at] -= 1;
            let good = view::flip(value, self.graph.movers[at]) > Score::DRAW;
            if good || self.left[at] == 0 {
                self.left[at] = NONE;
                self.propose(source, value);
            }
        }
    }
}

/// The moves turned round.
fn predecessors(graph: &Graph) -> (Vec<u32>, Vec<u32>) {
    let size = graph.movers.len();
    let mut starts = vec![0u32; size + 1];
    for &target in &graph.targets {
        starts[target as usize + 1] += 1;
    }
    for i in 0..size {
        starts[i + 1] += starts[i];
    }
    let mut fill = starts.clone();
    let mut sources = vec![0; graph.targets.len()];
    for source in 0..size as u32 {
        for &target in graph.successors(source) {
            sources[fill[target as usize] as usize] = source;
            fill[target as usize] += 1;
        }
    }
    (starts, sources)
}
